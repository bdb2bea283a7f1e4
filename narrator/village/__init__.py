"""The night-and-day game: table, powers, night, dawn, day, deaths, votes, victory. Pure: it imports only the core."""
