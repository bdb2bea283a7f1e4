"""Composition for a terminal or a pipe: settings and equipment become the ports of a game, and evenings are played.

It may know everything below.
"""
