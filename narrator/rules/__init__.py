"""The rules: what happens in a game. Pure: they know no word, no clock, no file, no device."""
