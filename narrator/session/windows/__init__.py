"""Windows: their times, what everybody sees of them, and what happens in secret meanwhile."""
