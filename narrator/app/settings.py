"""The settings: what is kept from one evening to the next, such as devices and voices.

A small YAML file, `settings.yaml`, in the folder of the user's configuration. It may be written by hand.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from narrator import whole_files
from narrator.audio.messages import LONGEST_LEAD_IN
from narrator.resources import settings_folder

FILE = "settings.yaml"


class Settings(BaseModel):
    """The settings, with the defaults for what the file does not say.

    `output` and `input` are names of devices, or parts of them, empty for the default ones. `voice` has the name of a
    voice for each language, `model` that of a recognition model or its folder. `ambience` says whether there is any,
    `ears` whether anything is answered aloud, `model_offered` that a model was offered and declined. `sounds` is a
    folder of one's own sounds for scenes. `lead_in` is how many seconds of a soft hiss wake a loudspeaker that has been
    silent. `evenings` says whether `narrator evenings` tells anything.

    `keypad` is `auto`, `none` or a part of a numeric pad's name; empty, it is `auto` for a box and `none` elsewhere.
    `button` is a pin such as `GPIO17` or a key such as `KEY_SPACE`, with `@` and a part of its device's name behind it
    where there are several; `light` a pin, or `keypad` for the light of the pad. `remote` is where a box serves the
    page of a phone: `on` for the local networks, an address, or empty for no phone.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    output: str = ""
    input: str = ""
    voice: dict[str, str] = Field(default_factory=dict)
    ambience: bool = True
    ears: bool = True
    model: dict[str, str] = Field(default_factory=dict)
    model_offered: bool = False
    sounds: Path | None = None
    lead_in: float = Field(default=0.0, ge=0, le=LONGEST_LEAD_IN)
    evenings: bool = True
    keypad: str = ""
    button: str = ""
    light: str = ""
    remote: str = ""

    @field_validator("sounds")
    @classmethod
    def _at_home(cls, sounds: Path | None) -> Path | None:
        return None if sounds is None else sounds.expanduser()


def settings_path() -> Path:
    """Return where the settings are, or would be."""
    return settings_folder() / FILE


def load_settings(tell: Callable[[str], object]) -> Settings:
    """Read the settings. A file that cannot be used is reported in one sentence, and the defaults are taken."""
    path = settings_path()
    try:
        # BaseLoader reads every scalar as a string, so that a device may be called `on`; the schema types them.
        written = yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.BaseLoader)
        if not isinstance(written or {}, dict):
            raise yaml.YAMLError
        # What is left empty is not set.
        return Settings.model_validate({key: value for key, value in (written or {}).items() if value != ""})
    except FileNotFoundError:
        return Settings()
    except ValidationError as error:
        wrong = error.errors()[0]
        place = ".".join(str(part) for part in wrong["loc"])
        problem = f"{place}: {wrong['msg']}" if wrong["type"] != "extra_forbidden" else f"{place} is no setting"
    except (yaml.YAMLError, RecursionError):
        problem = "it is no list of settings such as `output: USB`"
    except (OSError, UnicodeDecodeError) as error:
        problem = f"it cannot be read ({error})"
    tell(f"The settings in {path} are not used: {' '.join(problem.split())}. Correct the file, or delete it.")
    return Settings()


def keep_settings(settings: Settings) -> Path:
    """Write the settings, whole or not at all, for their owner's eyes; return where.

    Raises:
        OSError: they cannot be written.
    """
    path = settings_path()
    write_whole(path, settings.model_dump(mode="json", exclude_defaults=True))
    return path


def write_whole(path: Path, document: object) -> None:
    """Write a YAML file, whole or not at all, for its owner's eyes.

    Raises:
        OSError: it cannot be written.
    """
    whole_files.make_folder(path.parent)
    whole_files.replace(path, yaml.safe_dump(document, allow_unicode=True, sort_keys=False).encode())
