"""What is chosen before a game: an unfinished one to resume, the last evening again, or a game and its cards."""
