"""Speaking: text to samples in one process, samples to the loudspeaker in another; neither is the game's own."""
