"""The making of recordings: packs' words to breaths, spoken by a network or a person, cut, checked and filed.

It knows packs and voices; no table needs it.
"""
