"""Packs: load, choose variants, put into words.

It knows line ids and their arguments, and no game behind them, no clock and no device.
"""
