"""Answering by one button: what can be answered is counted aloud, in an even rhythm, and pressed where it is meant."""
