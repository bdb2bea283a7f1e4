"""The doctor: looks at all equipment, one thing after the other, and says what is wrong with it and what to do."""
