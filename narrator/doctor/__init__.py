"""The doctor: checks all equipment, one piece after the other, and says what is wrong and what to do about it."""
