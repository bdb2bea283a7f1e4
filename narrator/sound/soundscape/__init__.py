"""Ambience: scenes made of chance and arithmetic, so that there is nothing to download; or of one's own sounds."""
