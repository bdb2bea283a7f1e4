"""The parts of a night-and-day game in the order of an evening, from the prologue to the epilogue.

It knows what the village knows.
"""
