"""The game of the box: the box and the enquiry; diamonds, tokens, pockets.

Pure rules: it knows the core, and of words only their ids.
"""
