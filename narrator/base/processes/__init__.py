"""Parts of the program that live in processes of their own: their start, their messages, their signs of life.

It knows nothing of what they do.
"""
