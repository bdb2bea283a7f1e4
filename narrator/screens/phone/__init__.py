"""The phone: a page on the local network, keypad and private screen in one, and a public page for spectators."""
