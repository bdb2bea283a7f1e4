"""Packs: load, validate, choose variants, put into words. Knows line ids only, never the games behind them."""
