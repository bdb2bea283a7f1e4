"""Sound in and out: the mixer, the process that holds loudspeaker and microphone, and the game's end of it.

It knows samples and no word.
"""
