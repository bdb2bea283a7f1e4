"""A local, offline narrator for social-deduction games around a real table."""

__version__ = "0.3.0"
