"""What people type and say, in two languages and in the words of other games, and what it means at each question."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest
from shipped import shipped

from narrator.core.answers import NO, NOBODY, YES, Card, Choices, Diamonds, Kind, Leave, Seats, Tie, Token
from narrator.core.effects import Ask
from narrator.games.deck_advice import games_with_card
from narrator.games.village_engine import village_rules
from narrator.inbox.entry import Misread, Order, Reply
from narrator.inbox.moment import Moment
from narrator.language.table_words import TableWords
from narrator.language.typed import Reader
from narrator.setup.composition import UnknownCardError, counted_card
from narrator.story.wording import Wording

SAID = """
== cards thiercelieux
loup, loups, Loup-Garou, loups-garous, loup garou, LG, wolf, wolves, werewolf, Werewolves = loup-garou
villageois, simple villageois, Simples Villageois, villageoise, villager, townsfolk, Ordinary Townsfolk = villageois
voyante, la voyante, voyant, voyente, seer, the Seer, Fortune Teller = voyante
voleur, voleuse, thief, thieves = voleur
chasseur, chaseur, hunter, huntr = chasseur
cupidon, Cupid, cupidont = cupidon
sorcière, sorciere, la Sorcière, sorcier, witch = sorcière
petite fille, petite-fille, Little Girl, girl = petite-fille
salvateur, salvatuer, protecteur, garde, Guard, bodyguard, defender, savior = salvateur
ancien, l'ancien, Ancien du village, elder = ancien
idiot, Idiot du Village, Village Idiot, fool = idiot
bouc émissaire, bouc emissaire, scapegoat = bouc-émissaire
les deux sœurs, soeur, deux soeurs, Two Sisters, sisters = deux-sœurs
trois frères, frère, Three Brothers = trois-frères
villageois-villageois, Villager-Villager = villageois-villageois
renard, fox = renard
montreur d'ours, montreur, Bear Leader, bear tamer = montreur-d-ours
chevalier, Chevalier à l'Épée Rouillée, Knight with the Rusty Sword = chevalier
corbeau, Raven, crow = corbeau
juge bègue, juge, Stuttering Judge = juge-bègue
grand méchant loup, Grand Mechant Loup, Big Bad Wolf = grand-méchant-loup
infect père des loups, infect, Accursed Wolf-Father = infect-père-des-loups
loup blanc, Loup-Garou Blanc, White Werewolf = loup-blanc
enfant sauvage, Wild Child = enfant-sauvage
chien-loup, chien loup, Wolf-Hound, Wolfhound = chien-loup
ange, l'Ange, angel = ange
joueur de flûte, joueur de flute, flûtiste, Pied Piper, piper = joueur-de-flûte
abominable sectaire, sectaire = abominable-sectaire
comédien, gitane, pyromane, tanner = ?
detective = ? mafia
hackeuse = ? infiltres

== cards mafia-classique
mafioso, mafiosi, mafia, mafieux, godfather, parrain = mafioso
townsperson, townspeople, villager, citizen, villageois = villageois
doctor, docteur, médecin, medic, nurse = docteur
detective, détective, cop, sheriff, commissaire = détective
bodyguard, garde du corps = garde-du-corps
vigilante, justicier = justicier
witch, sorcière = ? thiercelieux

== cards mafia
ange gardien, l'ange gardien, guardian angel, detective, cop = ange-gardien
doctor, docteur = ? mafia-classique

== cards mafeking
boer, Boers, espion, espion boer, spy = boer
Sgt-major, sergent, sergeant major = sergent-major
père, père adoptif, father = père
goodyear, scout = scout
sentinelle de nuit, sentinel = sentinelle

== pockets
fidèle, un fidèle, Loyal Henchman, henchman = fidele
agent, agent du FBI, FBI, CIA, agent de la CIA, FBI agent = agent
chauffeur, le chauffeur, driver = chauffeur
nettoyeur, cleaner = nettoyeur
rien, vide, enfant des rues, street urchin = street
3, 3 diamants, trois diamants = 3 diamonds

== vote
5, numéro 5, le 5, joueur 5, place 5, cinq, Emma, emma, Em, euh Emma merci, on vote pour Emma, contre Emma = 5
personne, aucun, vote blanc, nobody = nobody
égalité 2 5, Bruno et Emma à égalité, ex aequo 2 5 = tie 2 5
départ 4, départ David = leaves 4
aide, help, ?, comment faire = order help
répète, repeat = order repeat
annule, undo = order undo
12, Zoé = refused

== yes or no
oui, o, ouais, yes, d'accord, ok, bien sûr, vas-y = yes
non, n, nan, no, pas du tout, jamais = no
peut-être, Emma = refused
"""
"""Under each question what is said, between commas, and behind a sign what it means: `?` is no card here, but there."""

NAMES = ("Alice", "Bruno", "Chloé", "David", "Emma", "Farid", "Gwen", "Hugo")


def _said() -> Iterator[tuple[str, str, str]]:
    question = ""
    for line in SAID.strip().splitlines():
        if line.startswith("== "):
            question = line.removeprefix("== ")
        elif line:
            texts, _, meaning = line.partition(" = ")
            yield from ((question, text.strip(), meaning) for text in texts.split(","))


TABLE = [*_said()]

VOTE = Choices(kind=Kind.BALLOT, seats=tuple(range(1, 9)), ties=True, words=(NOBODY,))
QUESTIONS = {
    "vote": VOTE,
    "yes or no": Choices(kind=Kind.YES_NO, words=(YES, NO)),
    "pockets": Choices(
        kind=Kind.TAKE,
        numbers=(1, 15),
        cards=("fidele", "agent", "chauffeur", "nettoyeur", "street", "cheat"),
        nothing="street",
    ),
}


@cache
def reader(game: str) -> Reader:
    words = shipped(game).words
    return Reader(TableWords.of(words["fr"], 8, NAMES, twin=words["en"]))


def at_the_table(question: str, text: str) -> str:
    """Return what a line means at a question to all."""
    ask = Ask(question="asked", choices=QUESTIONS[question], living=tuple(range(1, 9)))
    match reader("cuba" if question == "pockets" else "thiercelieux").read(text, Moment(asked=ask)):
        case Reply(answer=Seats(seats=(number,))):
            return str(number) if number <= len(NAMES) else "refused"
        case Reply(answer=Tie(seats=seats)):
            return f"tie {' '.join(map(str, seats))}"
        case Reply(answer=Token() as token):
            return "nobody" if token is NOBODY else token.value
        case Reply(answer=Card(card=card)):
            return card
        case Reply(answer=Diamonds(count=count)):
            return f"{count} diamonds"
        case Reply(answer=Leave(seat=number)):
            return f"leaves {number}"
        case Order() as order:
            return f"order {order.value}"
        case Misread():
            return "refused"
        case other:
            return repr(other)


def among_cards(game: str, text: str, language: str) -> str:
    """Return which card a word means where cards are chosen, or which games have one of that name."""
    pack = shipped(game)
    try:
        return counted_card(village_rules(pack.rules), text, Wording(pack.words[language]).typed)[0]
    except UnknownCardError:
        return " ".join(("?", *list(games_with_card(text, game))[:1]))


@pytest.mark.parametrize(("question", "text", "meaning"), TABLE)
def test_what_people_say_means_what_they_mean(question: str, text: str, meaning: str) -> None:
    if question.startswith("cards "):
        game = question.removeprefix("cards ")
        assert {among_cards(game, text, language) for language in ("fr", "en")} == {meaning}
    else:
        assert at_the_table(question, text) == meaning


def test_the_table_is_as_long_as_an_evening_needs() -> None:
    assert len(TABLE) >= 200
