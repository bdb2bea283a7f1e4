"""Benchmarks and measuring: what the program costs and how well it hears, as figures and ratios. No part of a wheel."""
