"""The seam between rules and the rest: effects out, answers in.

It knows no game, no word, no clock, no file, no device, and imports nothing of the rest.
"""
