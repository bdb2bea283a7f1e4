"""The seam: effects out, answers in, nothing else. Imports nothing of the rest of the project."""
