"""After a game: its tale, its picture, its page. It knows what is no secret any more."""
