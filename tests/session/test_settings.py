"""The settings: kept as they were written, and never in the way of a game."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from narrator.session.settings import Settings, keep_settings, load_settings, settings_file

NAMES = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs")), min_size=1, max_size=30)


def silent(sentence: str) -> None:
    raise AssertionError(sentence)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.builds(
        Settings,
        output=st.none() | NAMES,
        input=st.none() | NAMES,
        voice=st.dictionaries(st.sampled_from(("fr", "en")), NAMES),
        ambience=st.booleans(),
        sounds=st.none() | st.just(Path("/somewhere/sounds")),
    )
)
def test_what_is_kept_is_read_again(home: Path, kept: Settings) -> None:
    assert keep_settings(kept).parent == home
    assert load_settings(silent) == kept


@pytest.mark.usefixtures("home")
def test_without_a_file_the_defaults_serve() -> None:
    assert load_settings(silent) == Settings()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("output: [a, b]", "output"),
        ("loudness: 11", "loudness"),
        ("ambience: perhaps", "ambience"),
        ("voice: {fr: [", "line 1"),
        ("- a list", "dictionary"),
    ],
)
def test_a_file_that_makes_no_sense_is_one_sentence(home: Path, text: str, said: str) -> None:
    home.mkdir()
    (home / "settings.yaml").write_text(text, encoding="utf-8")
    told: list[str] = []
    assert load_settings(told.append) == Settings()
    assert len(told) == 1
    assert said in told[0]
    assert str(settings_file()) in told[0]
    assert "\n" not in told[0]


def test_a_switch_may_be_written_as_people_write_it(home: Path) -> None:
    home.mkdir()
    (home / "settings.yaml").write_text("ambience: off\noutput: no\n", encoding="utf-8")
    assert load_settings(silent) == Settings(ambience=False, output="no")
