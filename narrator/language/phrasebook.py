"""How people of a language talk to a narrator, beyond the words of its packs: seats, units, verbs, and other talk."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from narrator.language.politeness import ENGLISH, FRENCH, Politeness


class UnspokenError(LookupError):
    """Nothing is known of how people talk in this language: they have keys."""

    def __init__(self, language: str) -> None:
        super().__init__(f"no spoken words are known in the language {language!r}, only in: {', '.join(PARLANCES)}")


@dataclass(frozen=True, slots=True)
class Unit:
    """What is counted: one of it, several of it; and whether it takes the other form of `one`, where there are two."""

    one: str
    many: str
    other_one: bool = False


@dataclass(frozen=True, kw_only=True)
class Phrasebook:
    """One language.

    `seats` stand before a seat's number, `join` between several seats, `ties` before tied seats and `even` after them.
    `of` stands between a departure and who leaves, as in `leavers`; he may be named first where `leaver_first`.
    `voices` and `diamonds` are counted. `empties` and `shots` are said by the enquirer and by who shoots. `naming` is
    polite before names only. `articles` gives for an article the one that may be said in its place, before a
    consonant and before a vowel. `typed_only` are phrases of the packs that are too short, or too frequent in talk,
    to be listened for. `same` gives one spelling to words of one sound that phrases are made of. `talk` and `hush`, by
    day and always, are listened for and mean nothing: table talk, and words that sound almost like an answer; none of
    them is listened for where it is `alike` in sound to a word that is.
    """

    seats: tuple[str, ...]
    join: str
    of: tuple[str, ...]
    leavers: tuple[str, ...]
    leaver_first: bool
    ties: tuple[str, ...]
    even: tuple[str, ...]
    voices: Unit
    diamonds: Unit
    empties: tuple[str, ...]
    shots: tuple[str, ...]
    farewells: tuple[str, ...]
    polite: Politeness
    naming: tuple[str, ...]
    articles: Mapping[str, tuple[str, str]]
    typed_only: frozenset[str]
    same: Mapping[str, str]
    talk: tuple[str, ...]
    hush: tuple[str, ...]
    alike: tuple[frozenset[str], ...]

    def card(self, names: Sequence[str]) -> Iterator[str]:
        """Yield the names of a card, `bare` first, then with the articles that may stand before it."""
        yield from names
        bare = names[0]
        for article, others in self.articles.items():
            if any(name.lower() == f"{article}{bare}".lower() for name in names[1:]):
                yield f"{others[bare[0].lower() in 'aâeéèêiîoôuœ']}{bare}"

    def sounding_like(self, word: str) -> frozenset[str]:
        """Return the words that sound like this one, itself included."""
        return frozenset((word,)).union(*(group for group in self.alike if word in group))


def _alike(*groups: str) -> tuple[frozenset[str], ...]:
    return tuple(frozenset(group.split()) for group in groups)


PARLANCES: dict[str, Phrasebook] = {
    "fr": Phrasebook(
        seats=(
            *("joueur", "le joueur", "joueuse", "la joueuse", "siège", "le siège"),
            *("numéro", "le numéro", "place", "la place"),
        ),
        join="et",
        of=("de", "du"),
        leavers=("du joueur", "du numéro", "de la joueuse"),
        leaver_first=False,
        ties=("égalité entre",),
        even=("à égalité",),
        voices=Unit("voix", "voix", other_one=True),
        diamonds=Unit("diamant", "diamants"),
        empties=("vide tes poches", "videz vos poches"),
        shots=("pam",),
        farewells=("au revoir",),
        polite=FRENCH,
        naming=("on vote", "on vote pour", "on vote contre", "je vote", "je vote pour", "je vote contre", "on accuse"),
        articles={"un ": ("le ", "l'"), "une ": ("la ", "l'"), "le ": ("un ", "un "), "la ": ("une ", "une ")},
        typed_only=frozenset(("o", "n", "ok", "attends", "encore", "quitter", "quitte", "arrêter")),
        same={"diamants": "diamant", "reprend": "reprends", "haut": "au"},
        talk=(
            *("oui", "non", "personne", "pas", "ce n'est pas", "n'est pas", "sauf", "surtout pas", "oui mais"),
            *("non mais", "non coupable", "pas coupable", "attends", "encore", "ok", "d'accord", "bien sûr"),
            *("je pense que", "je crois que", "je crois", "tu crois", "pourquoi", "parce que", "moi", "toi", "lui"),
            *("c'est toi", "c'est lui", "c'est elle", "c'est pas moi", "tu mens", "il ment", "elle ment", "menteur"),
            *("qui", "quoi", "ou", "on", "vous", "hier", "cette nuit", "la nuit", "le jour", "tout le monde", "trop"),
            *("quitter", "arrête", "hein", "cette", "dis", "vois", "sans", "huître", "suisse", "saute", "eux", "seule"),
            *("douche", "tranche", "trente-six fois", "loup", "village", "vote", "votez", "carte", "perd"),
        ),
        hush=(
            *("silence", "chut", "passe", "pas", "pousse", "poste", "porte", "possible", "poche", "tête", "tempête"),
            *("prends", "rends", "comprends", "apprends", "rentre", "répond", "réponse", "instant", "mais", "quoi"),
            *("maintenant", "super", "monte", "minute", "suis", "huître", "luit", "contient", "tiens", "instance"),
        ),
        alike=_alike(
            "sept cette cet set",
            "un hein",
            "dix dis dit",
            "deux d'eux",
            "voix vois voit voie",
            "père perd perds paire",
            "et est ai eh hé",
            "non nom",
            "prêt près",
            "pause pose poses",
            "reprends reprend",
            "cent sans sang",
            "lou loup",
            "jean gens",
            "sain saint sein cinq",
        ),
    ),
    "en": Phrasebook(
        seats=("player", "seat", "number", "place"),
        join="and",
        of=(),
        leavers=(),
        leaver_first=True,
        ties=("tie between", "a tie between"),
        even=("are tied", "a tie"),
        voices=Unit("vote", "votes"),
        diamonds=Unit("diamond", "diamonds"),
        empties=("empty your pockets",),
        shots=("pam", "bang"),
        farewells=("goodbye",),
        polite=ENGLISH,
        naming=("we vote for", "i vote for", "we vote against", "we accuse"),
        articles={"a ": ("the ", "the "), "an ": ("the ", "the "), "the ": ("a ", "an ")},
        typed_only=frozenset(("y", "n", "ok", "wait", "again", "quit", "exit", "stop", "nothing", "stay")),
        same={},
        talk=(
            *("yes", "no", "nobody", "not", "it's not", "is not", "except", "but not", "yes but", "no but"),
            *("wait", "again", "all right", "sure", "i think", "i think it's", "i believe", "why", "because", "me"),
            *("you", "him", "her", "it's you", "it's him", "it's not me", "you lie", "liar", "who", "what", "where"),
            *("last night", "the night", "the day", "everybody", "stop", "quit", "to", "too", "for", "won", "ate"),
            *("tree", "free", "sick", "heaven", "line", "then", "wolf", "village", "vote", "card", "three times"),
        ),
        hush=(
            *("silence", "hush", "paws", "pose", "because", "complete", "delete", "presume", "assume", "zoom"),
            *("what", "but", "now", "super", "minute", "text", "nest", "container", "hold", "hold it"),
        ),
        alike=_alike(
            "two to too",
            "four for fore",
            "one won",
            "eight ate",
            "six sicks",
            "pause paws",
            "seer sear",
            "boer bore",
            "night knight",
            "no know",
        ),
    ),
}


def parlance_of(language: str) -> Phrasebook:
    """Return how people talk in a language.

    Raises:
        UnspokenError: nothing is known of it.
    """
    if language not in PARLANCES:
        raise UnspokenError(language)
    return PARLANCES[language]
