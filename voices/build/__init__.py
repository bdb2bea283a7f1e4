"""Records the voices that narrator ships: `make recordings`."""
