"""Listening: when somebody spoke, and which phrase of the open question it was."""
