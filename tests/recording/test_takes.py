"""What is to be recorded is all that can be said, each piece in a breath of its own line."""

from __future__ import annotations

import pytest

from narrator.recording.takes import carried, programme, values_of
from narrator.resources import folder
from narrator.speech.recordings import Spoken
from narrator.story.pack import Pack, load_pack


@pytest.fixture(scope="module")
def pack() -> Pack:
    """Return a pack."""
    return load_pack(folder("scripts") / "thiercelieux")


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("by_night", [False, True])
def test_each_piece_is_cut_out_of_a_breath_in_which_it_is_said(pack: Pack, language: str, by_night: bool) -> None:
    said = programme([pack], language, by_night=by_night)
    assert len(said.fixed) > 150
    for spoken, take in said.fixed.items():
        places = [place for place, cut in take.cuts if cut == spoken]
        assert len(places) == 1
        assert take.pieces[places[0]].startswith(spoken.text)
        assert len({(cut.pace, cut.strong, cut.whisper) for _, cut in take.cuts}) == 1


def test_what_is_put_into_lines_is_recorded_inside_and_at_the_end(pack: Pack) -> None:
    said = programme([pack], "fr", by_night=False)
    assert {"1", "40", "la Voyante"} <= {value.text for value in said.values} <= values_of(pack.words["fr"])
    plain = {value for value in said.values if value.pace == 1.0 and not value.strong and not value.whisper}
    assert {value.text for value in plain if value.closing} == {value.text for value in plain if not value.closing}


def test_names_are_said_in_every_manner_in_which_seats_are(pack: Pack) -> None:
    said = programme([pack], "fr", by_night=False)
    assert {spoken.pace for spoken in said.named(["Anne"])} == {1.0, 0.82}
    assert {spoken.text for spoken in said.named(["Anne", "Bruno"])} == {"Anne", "Bruno"}


def test_short_words_are_carried_several_in_a_breath() -> None:
    inside = [Spoken(str(number)) for number in range(1, 8)]
    closing = [Spoken("Anne", closing=True)]
    takes = list(carried([*inside, *closing], "fr"))
    assert {cut for take in takes for _, cut in take.cuts} == {*inside, *closing}
    for take in takes:
        for place, cut in take.cuts:
            assert take.pieces[place] == cut.text + "." * cut.closing
