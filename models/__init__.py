"""Models of speech, and how the small one that comes with the project is made."""
