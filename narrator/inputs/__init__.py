"""Where entries come from: keyboard, keypad, button, what is said. All are put, typed, into the one inbox."""
