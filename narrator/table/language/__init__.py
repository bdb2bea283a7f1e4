"""What people say and type, in their language: numerals, phrases, politeness, spelling.

It makes words into entries and knows no device.
"""
