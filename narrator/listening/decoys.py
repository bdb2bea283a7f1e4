"""Words that are no answers: table talk, to be recognised and not taken for a phrase; and what is said after an answer.

None is a game's word, and none sounds like one; a word that is part of a phrase is no decoy while it is. The model
leaves out those that it does not know.
"""

from __future__ import annotations

from collections.abc import Mapping

_FRENCH = """
que qui quoi pas mais moi toi lui nous vous ils elle pense crois croire savoir pourquoi parce toujours jamais
tout peux veux alors bon ben donc avec pour contre comme très peut-être vraiment ici maintenant après avant
combien comment temps chose monde maison table verre heure minute regarde attention menteur genre
évidemment possible impossible raison idée problème regardez laisse
"""

_ENGLISH = """
that what who why how because but maybe think thought know knew said say says see look like just really always
never everything something anything about with without from there here now then when where people thing time right
wrong course sure mean guess please thanks sorry listen wait well kind light door window music table glass minute
"""

DECOYS: Mapping[str, tuple[str, ...]] = {"fr": tuple(_FRENCH.split()), "en": tuple(_ENGLISH.split())}
"""By language."""

ENDINGS: Mapping[str, tuple[str, ...]] = {
    "fr": ("s'il te plaît", "s'il vous plaît", "merci", "voilà"),
    "en": ("please", "thanks", "thank you"),
}
"""What may follow an answer, by language, and changes nothing of it: it is not waited for."""
