"""The commands that play no game for a table."""
