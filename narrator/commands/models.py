"""`narrator models list | verify`: the models that recognise speech."""

from __future__ import annotations

from narrator.downloads.manifest import megabytes
from narrator.downloads.store import MODELS, shipped
from narrator.resources import languages, locale_language
from narrator.story.sentences import to_user

_LICENCE = "GPL-3.0-or-later"


def list_models() -> None:
    """Print every model: its language, size and licence, and whether it is on this machine; ours first."""
    for language in languages():
        if (ours := shipped(language)) is not None:
            size = megabytes(sum(file.stat().st_size for file in ours.rglob("*") if file.is_file()))
            print(f"{ours.name:30} {language}  {size:>8}  {_LICENCE}  {to_user('models.ours')}")
            print(f"{'':30} {ours}")
    for model in MODELS.known():
        here, (about, _) = MODELS.installed(model.name), model.described(locale_language())
        print(f"{model.name:30} {model.language}  {megabytes(model.size):>8}  {model.licence}  {about}")
        print(f"{'':30} {here or to_user('models.absent', name=model.name)}")


def verify_models(name: str | None) -> int:
    """Read a model, or all that are on this machine, and print what is wrong with it; status 1 where something is."""
    if name is not None and name in languages() and shipped(name) is not None:
        print(to_user("models.unchecked", name=name))
        return 0
    names = [name] if name else [model.name for model in MODELS.known() if (MODELS.place / model.name).exists()]
    if not names:
        print(to_user("models.none"))
    told = {each: _faults(each) for each in names}
    for each, faults in told.items():
        print(f"{each}: {' '.join(faults) or to_user('models.sound')}")
        if faults:
            print(to_user("models.anew", name=each))
    return 1 if any(told.values()) else 0


def _faults(name: str) -> list[str]:
    MODELS.named(name)
    return MODELS.faults(name) if (MODELS.place / name).is_dir() else [to_user("models.not_here")]
