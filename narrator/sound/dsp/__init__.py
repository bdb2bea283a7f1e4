"""Arithmetic on samples: rate, gain, loudness, ceiling. It knows NumPy and nothing of the rest."""
