"""A game without a table: virtual time, a virtual button, answers from a script or by chance.

It knows the same driver as an evening.
"""
