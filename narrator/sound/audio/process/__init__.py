"""The audio process: it holds the loudspeaker and the microphone, so that neither can hang the game."""
