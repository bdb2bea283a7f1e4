"""The ports of a game on this machine: sound, a voice, ears, the page, and a terminal, a pipe or a full screen."""
