"""The doctor's checks, one a file: each looks at one thing and returns what it finds."""
