"""A game at its table: set-up, what is said and typed, the one inbox and the one loop, the journal."""
