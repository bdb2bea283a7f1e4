"""Where a game stands: answers stored, steps replayed, what everybody knows, and how far one may go back."""
