"""Before a game: what is asked of the table, and what its equipment allows.

It knows packs, and questions as typed, said or counted.
"""
