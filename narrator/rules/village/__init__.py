"""The night-and-day game: setup, state, phases, powers. Pure rules: it knows the core, and of words only their ids."""
