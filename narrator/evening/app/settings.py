"""The settings, kept from one evening to the next, and the equipment of one, as the command line says.

A small YAML file, `settings.yaml`, in the folder of the user's configuration. It may be written by hand.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import TYPE_CHECKING

from narrator.base import whole_files
from narrator.base.resources import languages, settings_folder
from narrator.base.sentences import reason, to_user
from narrator.base.user_error import UserError
from narrator.base.whole_files import content_of
from narrator.base.yaml_source import LARGEST, data_in
from narrator.sound.audio.messages import LONGEST_LEAD_IN
from narrator.sound.audio.sound_devices import MOST_CHANNELS, with_channel

if TYPE_CHECKING:
    from narrator.voice.table_sound import Speaking


FILE = "settings.yaml"

_LONGEST = 1000
"""Letters that a word of the file may have: a folder's name, at most."""

PACES = ("slow", "normal", "fast")
"""The paces at which people play."""

_TRUE, _FALSE = ("true", "yes", "on", "y", "t", "1"), ("false", "no", "off", "n", "f", "0")


@dataclass(frozen=True)
class Settings:
    """The settings, with the defaults for what the file does not say.

    `output` and `input` are names of devices, or parts of them, empty for the default ones; `channel` is the one that
    is heard of a microphone with several, numbered from 1, and 0 the loudest. `voice` has the name of a
    voice for each language, `model` that of a recognition model or its folder. `ambience` says whether there is any,
    `ears` whether anything is answered aloud, `model_offered` that a model was offered and declined. `sounds` is a
    folder of one's own sounds for scenes. `lead_in` is how many seconds of a soft hiss wake a loudspeaker that has been
    silent. `evenings` says whether `narrator evenings` tells anything. `lang` is the language of the program and its
    tables; empty, the system decides. `pace` is how long is waited where nobody says so, such as `slow`.

    `keypad` is `auto`, `none` or a part of a numeric pad's name; empty, it is `auto` for a box and `none` elsewhere.
    `button` is a pin such as `GPIO17` or a key such as `KEY_SPACE`, with `@` and a part of its device's name behind it
    where there are several; `light` a pin, or `keypad` for the light of the pad. `remote` is where a box serves the
    page of a phone: `on` for the local networks, an address, or empty for no phone.
    """

    output: str = ""
    input: str = ""
    channel: int = 0
    voice: dict[str, str] = field(default_factory=dict)
    ambience: bool = True
    ears: bool = True
    model: dict[str, str] = field(default_factory=dict)
    model_offered: bool = False
    sounds: Path | None = None
    lead_in: float = 0.0
    evenings: bool = True
    lang: str = ""
    pace: str = ""
    keypad: str = ""
    button: str = ""
    light: str = ""
    remote: str = ""

    @property
    def microphone(self) -> str:
        """The microphone and the channel that are to be heard, as they are opened."""
        return with_channel(self.input, self.channel)

    def chosen(self) -> dict[str, object]:
        """Return what is not as by default, by its name, in this order."""
        usual = Settings()
        mine = ((setting.name, getattr(self, setting.name)) for setting in fields(self))
        return {name: value for name, value in mine if value != getattr(usual, name)}


def settings_path() -> Path:
    """Return where the settings are, or would be."""
    return settings_folder() / FILE


def load_settings(tell: Callable[[str], object]) -> Settings:
    """Read the settings. A file that cannot be used is reported in one sentence, and the defaults are taken."""
    path = settings_path()
    try:
        return _settings(content_of(path, LARGEST).decode())
    except FileNotFoundError:
        return Settings()
    except _WrongSettingError as error:
        problem = str(error)
    except OSError as error:
        problem = to_user("settings.unread", detail=reason(error))
    except UnicodeDecodeError as error:
        problem = to_user("settings.unread", detail=error)
    tell(to_user("settings.unused", file=path, detail=" ".join(problem.split())))
    return Settings()


def kept_language() -> str:
    """Return the language that the settings name; empty where they cannot be used, which is told where they are."""
    return load_settings(lambda _told: None).lang


def keep_settings(settings: Settings) -> Path:
    """Write the settings, whole or not at all, for their owner's eyes; return where.

    Raises:
        UserError: they cannot be written.
    """
    path = settings_path()
    chosen = {name: str(value) if isinstance(value, Path) else value for name, value in settings.chosen().items()}
    try:
        write_whole(path, chosen)
    except OSError as error:
        raise UserError(to_user("settings.unkept", folder=path.parent, detail=reason(error))) from error
    return path


def write_whole(path: Path, document: object) -> None:
    """Write a YAML file, whole or not at all, for its owner's eyes.

    Raises:
        OSError: it cannot be written.
    """
    import yaml

    whole_files.make_folder(path.parent)
    whole_files.replace(path, yaml.safe_dump(document, allow_unicode=True, sort_keys=False).encode())


class _WrongSettingError(ValueError):
    """What a file says is no settings; its text says what is wrong."""


def _settings(text: str) -> Settings:
    """Return what a file says. It is read without a schema, which a box would have to load before its first word."""
    try:
        written = data_in(text) or {}
    except ValueError as error:
        raise _WrongSettingError(to_user("settings.no_list")) from error
    if not isinstance(written, dict):
        raise _WrongSettingError(to_user("settings.no_list"))
    found: dict[str, object] = {}
    for name, value in written.items():
        if value == "":
            continue  # what is left empty is not set
        if name not in _KINDS:
            raise _WrongSettingError(to_user("settings.unknown", name=name))
        try:
            found[name] = _KINDS[name](value)
        except (ValueError, RuntimeError) as error:
            raise _WrongSettingError(f"{name}: {error}") from error
    return Settings(**found)  # type: ignore[arg-type]  # each has been typed by its kind


def _word(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError(to_user("settings.word"))
    if len(value) > _LONGEST or "\0" in value:
        raise ValueError(to_user("settings.too_long"))
    return value


def _truth(value: object) -> bool:
    if (told := _word(value).lower()) not in (*_TRUE, *_FALSE):
        raise ValueError(to_user("settings.truth"))
    return told in _TRUE


def _language(value: object) -> str:
    if (code := _word(value)) not in languages():
        raise ValueError(to_user("settings.lang", names=", ".join(languages())))
    return code


def _pace(value: object) -> str:
    if (word := _word(value)) not in PACES:
        raise ValueError(to_user("settings.lang", names=", ".join(PACES)))
    return word


def _by_language(value: object) -> dict[str, str]:
    if not isinstance(value, dict):
        raise ValueError(to_user("settings.by_language"))
    return {_word(language): _word(name) for language, name in value.items()}


def _seconds(value: object) -> float:
    try:
        seconds = float(_word(value))
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds <= LONGEST_LEAD_IN:
        raise ValueError(to_user("settings.seconds", most=f"{LONGEST_LEAD_IN:g}"))
    return seconds


def _channel(value: object) -> int:
    if not (word := _word(value)).isdecimal() or int(word) > MOST_CHANNELS:
        raise ValueError(to_user("settings.channel", most=MOST_CHANNELS))
    return int(word)


_KINDS: Mapping[str, Callable[[object], object]] = {
    **dict.fromkeys(("output", "input", "keypad", "button", "light", "remote"), _word),
    **dict.fromkeys(("ambience", "ears", "model_offered", "evenings"), _truth),
    **dict.fromkeys(("voice", "model"), _by_language),
    "lang": _language,
    "pace": _pace,
    "sounds": lambda value: Path(_word(value)).expanduser(),
    "lead_in": _seconds,
    "channel": _channel,
}
"""How what is written of a setting is read; each raises `ValueError` where it is nothing of its kind, and a folder
`RuntimeError` where it is the home of nobody."""


@dataclass(frozen=True)
class Equipment:
    """The equipment that a command line asks for."""

    pace: str | None = None
    sound: bool = True
    private: str | None = None
    voice: str | None = None
    ambience: bool = True
    remote: str | None = None
    """Where the phone's page listens; nothing for the local networks, None for no phone."""
    plain: bool = False
    """Whether a terminal shows lines and prompts, and no full screen."""
    ears: bool = True
    model: str | None = None
    """A recognition model of the manifest, or the folder of one; None for the one of the language."""


def speaking(equipment: Equipment, kept: Settings, language: str) -> Speaking:
    """Return how games of a language are to be heard: as the command line says, else as the settings do."""
    from narrator.voice.table_sound import Speaking

    return Speaking(
        voice=equipment.voice or kept.voice.get(language, language),
        output=kept.output,
        input=kept.microphone,
        ambience=equipment.ambience and kept.ambience,
        sounds=kept.sounds,
        lead_in=kept.lead_in,
    )


def log(sentence: str) -> None:
    """Write a sentence to the log of the machine."""
    print(sentence, file=sys.stderr, flush=True)
