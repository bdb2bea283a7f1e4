"""Whose voices are heard in training, in tuning, and in testing; nobody is in two of these."""

from typing import Final

ACCENTS: Final = ("fr", "fr", "fr-be", "fr-ch")
"""Kinds of French of espeak's; one is drawn, the repeated one twice as often."""
BABBLE_LANGUAGES: Final = ("en", "de", "es", "it", "pt", "nl", "fr", "fr", "fr", "fr-be")
"""Of background talkers, drawn likewise."""

_TRAINING: Final = """
m1 m2 m3 m4 m6 m7 f1 f2 f3 f4 Alex Alicia Andrea Andy Annie Denis Diogo Gene Gene2 Henrique Hugo Jacky Lee Marco Mario
Michael Mike Nguyen adam anika antonio aunty belinda benjamin boris caleb david ed edward gustave iven iven2 john
kaukovalta klatt klatt2 klatt3 linda marcelo max michel miguel norbert pablo paul pedro quincy rob robert sandro steph
steph2 travis victor zac shelby grandma
"""
TRAINING: Final = tuple(_TRAINING.split())
TUNING: Final = ("m5", "klatt4", "steph3", "edward2")
TESTING: Final = ("m8", "f5", "iven3", "grandpa", "RicishayMax")

TESTING_NETWORK: Final = ("ff_siwis", "bm_lewis", "if_sara", "am_puck")
"""Voices of the network Kokoro that are never heard in training, alone or in a blend."""
