"""The sounds of the model, and every number that Kaldi gives them: phones, network outputs, transitions."""

from typing import Final

_VOWELS: Final = "a e E i o O u y Y W @ A~ O~ E~ W~"
_CONSONANTS: Final = "p b t d k g f v s z S Z m n J l r j w"
VOWELS: Final = tuple(_VOWELS.split())
PHONES: Final = (*VOWELS, *_CONSONANTS.split())
"""French in espeak's mnemonics, near-doubles merged. `SILENCE` and `GARBAGE` stand beside them."""

_MERGED: Final = {
    "n^": "J", "z2": "z", "t2": "t", "e-": "e", "a-": "a", "@-": "@", "y-": "y", "E2": "E", "a#": "a", "r-": "r",
    "aa": "a", "E-": "E", "o-": "o", ";": "j", "n-": "n", "u-": "u", "i-": "i", "w2": "w", "l2": "l", "r2": "r",
    "O2": "O",
}  # fmt: skip


class ForeignSoundError(ValueError):
    """A text made espeak leave French, or use a sound that is not in the table."""


def phone_of(mnemonic: str) -> str:
    """Espeak's mnemonic, stress marks and all, as a phone of the model; '' for a pause. Raises `ForeignSoundError`."""
    mnemonic = mnemonic.lstrip("',%=")
    if not mnemonic or mnemonic.startswith("_"):
        return ""
    phone = _MERGED.get(mnemonic, mnemonic)
    if phone not in PHONES:
        raise ForeignSoundError(mnemonic)
    return phone


# Network outputs: silence, then two for each phone (its first 30 ms, and the rest), then the garbage of [unk], then any
# sound.
SILENCE_OUTPUT: Final = 0
GARBAGE_OUTPUT: Final = 1 + 2 * len(PHONES)
ANY_OUTPUT: Final = GARBAGE_OUTPUT + 1
LEARNT_OUTPUTS: Final = GARBAGE_OUTPUT
"""How many outputs training is about: garbage and any sound are computed from the others (see `acoustics`)."""


def first_output(phone: str) -> int:
    """The output of a phone's first 30 ms; the one after it stands for the rest of the phone."""
    return 1 + 2 * PHONES.index(phone)


# Kaldi's phones: silence is 1; then each sound in four copies, by its place in the word, garbage and any sound too.
PLACES: Final = {"B": "begin", "E": "end", "I": "internal", "S": "singleton"}
SILENCE: Final = 1
GARBAGE: Final = "GBG"
ANY: Final = "ANY"
KINDS: Final = (*PHONES, GARBAGE, ANY)
PHONE_COUNT: Final = 1 + len(PLACES) * len(KINDS)


def kaldi_phone(sound: str, place: str) -> int:
    """The number of a phone, or of the garbage, at a place (B, E, I or S) in the word."""
    return 2 + len(PLACES) * KINDS.index(sound) + "BEIS".index(place)


def is_garbage(phone: int) -> bool:
    """Whether a Kaldi phone is one of the copies of the garbage, or of any sound."""
    return phone >= kaldi_phone(GARBAGE, "B")


def outputs_of(phone: int) -> tuple[int, int]:
    """The network outputs of a Kaldi phone: on entering it, and on staying in it."""
    if phone == SILENCE:
        return SILENCE_OUTPUT, SILENCE_OUTPUT
    if is_garbage(phone):
        output = ANY_OUTPUT if phone >= kaldi_phone(ANY, "B") else GARBAGE_OUTPUT
        return output, output
    entered = 1 + 2 * ((phone - 2) // len(PLACES))
    return entered, entered + 1


# A phone has one emitting state, so transition state s is phone s.
STAY: Final = 0.6
SILENCE_STAY: Final = 0.9


def stay_probability(phone: int) -> float:
    """How likely a phone goes on for another 30 ms; silence and garbage go on longer."""
    return SILENCE_STAY if phone == SILENCE or is_garbage(phone) else STAY


def staying(phone: int) -> int:
    """The transition id of the self-loop."""
    return 2 * phone - 1


def entering(phone: int) -> int:
    """The transition id of the way forward."""
    return 2 * phone
