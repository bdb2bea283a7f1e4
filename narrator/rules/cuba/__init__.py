"""Mafia de Cuba: the box of diamonds, and the enquiry.

Pure rules: it knows the core, and of words only their ids.
"""
