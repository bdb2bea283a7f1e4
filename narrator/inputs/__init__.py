"""Where entries come from: the keyboard, in a terminal or a pipe. Each puts typed entries into the one inbox."""
