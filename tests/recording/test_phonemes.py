"""What espeak-ng reads a text as, with the marks that make a voice pause."""

from __future__ import annotations

import pytest

from narrator.recording.phonemes import phonemes


@pytest.mark.parametrize(
    ("text", "language", "read"),
    [
        ("avec Jean-Pierre", "fr", "avˌɛk ʒˈɑ̃pjˈɛʁ"),
        ("Le 3, non ?", "fr", "lə tʁwˈa, nˈɔ̃?"),
        ("« Silence… » — la nuit !", "fr", "silˈɑ̃s…— la nyˈi!"),
        ("The night has come.", "en", "ðə nˈaɪt hɐz kˈʌm."),
    ],
)
def test_text_becomes_sounds_and_keeps_its_marks(text: str, language: str, read: str) -> None:
    assert phonemes(text, language) == read


def test_marks_alone_are_no_sound() -> None:
    assert phonemes("…", "fr") == "…"
    assert phonemes("", "fr") == ""


def test_one_language_may_be_read_after_another() -> None:
    assert phonemes("The night has gone.", "en") == "ðə nˈaɪt hɐz ɡˈɒn."
    assert phonemes("avec Anne", "fr") == "avˌɛk ˈan"
    assert phonemes("The day has gone.", "en") == "ðə dˈeɪ hɐz ɡˈɒn."
