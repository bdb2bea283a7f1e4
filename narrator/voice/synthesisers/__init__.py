"""Speech engines, each in a process of its own: text to samples."""
