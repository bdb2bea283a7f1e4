"""What is chosen before a game: one that waits or is to be mended, the last evening again, or which game and deck."""
