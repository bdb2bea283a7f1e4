"""The commands that play no game for a table: each returns its exit status."""
