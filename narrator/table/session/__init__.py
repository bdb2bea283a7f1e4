"""A game under way: the driver (the only loop), the slot worker, the state, replay and undo.

It knows equipment as ports.
"""
