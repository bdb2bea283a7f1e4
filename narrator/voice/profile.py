"""What a voice is: an engine, its settings, and what to tell people when it cannot be heard."""

from __future__ import annotations

from typing import Annotated, Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from narrator.resources import folder

Sentence = Annotated[str, Field(min_length=1)]


class Advice(BaseModel):
    """One sentence a failure, for a screen. `{detail}` stands for what the system answered."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    portaudio: Sentence
    device: Sentence
    engine: Sentence
    lost: Sentence


class Voice(BaseModel):
    """A voice as its file in `voices/` describes it.

    `voice` is the engine's own name for it, `rate` counts words a minute, `pitch` goes from 0 to 99, `volume`
    from 0 to 1.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    engine: Literal["pyttsx3"]
    language: str
    voice: str
    rate: Annotated[int, Field(ge=80, le=450)]
    pitch: Annotated[int, Field(ge=0, le=99)]
    volume: Annotated[float, Field(ge=0, le=1)]
    advice: Advice


def load_voice(name: str) -> Voice:
    """Read the voice of that name, such as `fr`.

    Raises:
        ValueError: there is no such voice, or its file does not say what it must; the message names the file.
    """
    path = folder("voices") / f"{name}.yaml"
    try:
        # BaseLoader reads every scalar as a string, so that `no` is not a boolean; the schema types them.
        # It makes strings, lists and mappings only, whatever the file says.
        described = yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.BaseLoader)
        return Voice.model_validate(described)
    except FileNotFoundError:
        known = ", ".join(sorted(file.stem for file in path.parent.glob("*.yaml")))
        raise ValueError(f"there is no voice {name!r}: the voices are {known}") from None
    except (yaml.YAMLError, ValidationError) as error:
        raise ValueError(f"{path}: {error}") from error
