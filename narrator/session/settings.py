"""What stays from one evening to the next: devices, voices, ambience. One small file, for people to read and change."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import yaml
from pydantic import BaseModel, ConfigDict, ValidationError


class Settings(BaseModel):
    """The settings, all with a default.

    `output` and `input` name devices, or a part of their names; `voice` has a voice for each language; `sounds` is a
    folder of one's own sounds for scenes.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    output: str | None = None
    input: str | None = None
    voice: dict[str, str] = {}
    ambience: bool = True
    sounds: Path | None = None


def settings_file() -> Path:
    """Return where the settings are kept; the file need not exist."""
    if own := os.environ.get("NARRATOR_HOME"):
        return Path(own) / "settings.yaml"
    if configured := os.environ.get("XDG_CONFIG_HOME"):
        return Path(configured) / "narrator" / "settings.yaml"
    return Path.home() / ".config" / "narrator" / "settings.yaml"


def load_settings(tell: Callable[[str], None]) -> Settings:
    """Read the settings; what cannot be read is told in one sentence, and the defaults serve instead."""
    path = settings_file()
    try:
        # Scalars stay text, so that a device may be called `no`; pydantic reads `yes`, `off` and the like where it
        # wants a truth value.
        return Settings.model_validate(yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.BaseLoader) or {})
    except FileNotFoundError:
        return Settings()
    except ValidationError as error:
        fault = error.errors()[0]
        told = f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}"
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        told = " ".join(str(error).split())
    tell(f"{path} is passed over: {told}; mend it, or delete it")
    return Settings()


def keep_settings(settings: Settings) -> Path:
    """Write the settings, what is as by default left out, and return where.

    Raises:
        OSError: they cannot be written; the old file stands.
    """
    path = settings_file()
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_suffix(".new")
    described = settings.model_dump(mode="json", exclude_defaults=True)
    unfinished.write_text(yaml.safe_dump(described, allow_unicode=True), encoding="utf-8")
    unfinished.replace(path)
    return path
