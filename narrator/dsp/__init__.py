"""Arithmetic on samples: rate, gain, loudness, ceiling, whisper. It knows NumPy and nothing of the rest."""
