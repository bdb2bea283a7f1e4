"""The one inbox: everything that moves a game is put here as a typed entry.

It knows answers and orders, and not where they come from.
"""
