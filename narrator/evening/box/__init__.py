"""Composition for a speaker in the middle of the circle: set-up by ear and keys, games, and the next one.

It may know what the app knows.
"""
