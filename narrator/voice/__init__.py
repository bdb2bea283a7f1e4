"""The narrator's voice: words to samples, by an engine and a chain of effects, from a cache where there is one.

It knows the markup of lines.
"""
