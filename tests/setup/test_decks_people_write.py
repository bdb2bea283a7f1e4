"""Decks as people write them, in forums and on the pages of games: each is understood, or its word is named."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from shipped import shipped
from tables import rules_of

from narrator.setup.composition import UnknownCardError, read_roles
from narrator.story.wording import Wording

PLAYERS = 12

DECKS = """
== thiercelieux
2 loups, voyante, sorcière, chasseur, cupidon, villageois
    loup-garou=2 voyante sorcière chasseur cupidon
3 Loups-Garous, 1 Voyante, 1 Sorcière, 1 Chasseur, 6 Simples Villageois
    loup-garou=3 voyante sorcière chasseur
Loup-Garou x2 ; Voyante x1 ; Petite Fille x1 ; Voleur x1
    loup-garou=2 voyante petite-fille voleur
2x loup garou + 1x voyante + 1x cupidon
    loup-garou=2 voyante cupidon
trois loups, un joueur de flûte, un enfant sauvage, une petite fille, une sorcière, un salvateur
    loup-garou=3 joueur-de-flûte enfant-sauvage petite-fille sorcière salvateur
- 2 Loups-Garous | - la Voyante | - la Sorcière | - le Chasseur | - 4 Villageois
    loup-garou=2 voyante sorcière chasseur
deux loups, la voyante et la sorcière
    loup-garou=2 voyante sorcière
loups-garous (3), voyante (1), ancien (1), idiot du village (1)
    loup-garou=3 voyante ancien idiot
Loups : 3, Voyante : 1, Salvateur : 1, Corbeau : 1
    loup-garou=3 voyante salvateur corbeau
Loup Garou Blanc, 2 loups garous, voyante
    loup-blanc loup-garou=2 voyante
1 Loup-Garou Blanc; 2 Loups-Garous; 1 Joueuse de flûte
    loup-blanc loup-garou=2 joueur-de-flûte
l'Ancien, l'Idiot du Village, le Bouc Émissaire, 3 loups
    loup-garou=3 ancien idiot bouc-émissaire
grand mechant loup, infect père des loups, loup, renard, montreur d'ours
    grand-méchant-loup infect-père-des-loups loup-garou renard montreur-d-ours
2 loups + les deux sœurs + chevalier à l'épée rouillée
    loup-garou=2 deux-sœurs=2 chevalier
2 loups, deux soeurs, trois frères
    loup-garou=2 deux-sœurs=2 trois-frères=3
3 LG, 2 soeurs
    loup-garou=3 deux-sœurs=2
2 loups, sorciere, voyente, chaseur
    loup-garou=2 sorcière voyante chasseur
2 loup-garrou, cupidont, voyante
    loup-garou=2 cupidon voyante
3 loups, voyante, sorcière, capitaine
    loup-garou=3 voyante sorcière
2 loups, maire, voyante, chasseur
    loup-garou=2 voyante chasseur
2 loups, villageois-villageois, juge bègue, chien-loup
    loup-garou=2 villageois-villageois juge-bègue chien-loup
2 loups, flutiste, abominable sectaire, ange
    loup-garou=2 joueur-de-flûte abominable-sectaire ange
villageoise x4, louve x2, voyant x1
    loup-garou=2 voyante
complète, voleur
    loup-garou=3 voyante sorcière chasseur cupidon petite-fille voleur
simple
    loup-garou=3 voyante
équilibrée, -cupidon
    loup-garou=3 voyante sorcière chasseur
3loups,1voyante,1sorcière
    loup-garou=3 voyante sorcière
loups 3, voyante 1, sorcière 1
    loup-garou=3 voyante sorcière
3 loups & voyante & petite fille
    loup-garou=3 voyante petite-fille
3 loups, voyante, comédien
    ?
2 loups, servante dévouée
    ?
2 Werewolves, 1 Seer, 4 Villagers
    loup-garou=2 voyante
2 wolves, a seer, the witch, hunter
    loup-garou=2 voyante sorcière chasseur
3x Werewolf, 1x Seer, 1x Bodyguard, 1x Witch, 6x Villager
    loup-garou=3 voyante salvateur sorcière
two wolves, fortune teller, little girl and cupid
    loup-garou=2 voyante petite-fille cupidon
White Werewolf; 2 Werewolves; Pied Piper; Raven; Guard
    loup-blanc loup-garou=2 joueur-de-flûte corbeau salvateur
2 werewolves, Two Sisters, Wolf-Hound, Bear Leader
    loup-garou=2 deux-sœurs=2 chien-loup montreur-d-ours
Big Bad Wolf, Accursed Wolf-Father, 1 werewolf, Knight with the Rusty Sword, Fox
    grand-méchant-loup infect-père-des-loups loup-garou chevalier renard
Werewolves x3 | Seer x1 | Village Idiot x1 | Elder x1 | Ordinary Townsfolk x6
    loup-garou=3 voyante idiot ancien
2 werewolfs, 1 seeer, 1 huntr
    loup-garou=2 voyante chasseur
2 wolves, seer, sheriff, defender, thief
    loup-garou=2 voyante salvateur voleur
wolves (2), wild child, stuttering judge, scapegoat
    loup-garou=2 enfant-sauvage juge-bègue bouc-émissaire
Villager-Villager, three brothers, 3 wolves
    loup-garou=3 villageois-villageois trois-frères=3
2 loups 1 voyante 1 sorcière
    loup-garou=2 voyante sorcière
2 loups, voyante, sorcière, et le reste en villageois
    loup-garou=2 voyante sorcière
1) loup garou | 2) loup garou | 3) voyante | 4) sorcière
    loup-garou=2 voyante sorcière
loup loup voyante sorcière
    loup-garou=2 voyante sorcière
LG×2, Voyante×1, Sorcière×1
    loup-garou=2 voyante sorcière
2 loups-garous simples, une Villageoise-Villageoise
    loup-garou=2 villageois-villageois
2 loups, voyante, loup voyant
    ?
3 ww, seer, wich
    loup-garou=3 voyante sorcière
3 wolves, seer, the rest are villagers
    loup-garou=3 voyante
3 wolves, seer, doctor
    ?
== mafia-classique
3 Mafia, 1 Doctor, 1 Detective, 7 Townspeople
    mafioso=3 docteur détective
2 mafia, doc, cop, vigilante, 7 townies
    mafioso=2 docteur détective justicier
2 mafia, doc, det, mason, 7 town
    ?
2 mafia, doc, cop, vigilante, 7 civilians
    mafioso=2 docteur détective justicier
1 Godfather, 2 Mafia, 1 Sheriff, 1 Medic, 1 Bodyguard
    mafioso=3 docteur détective garde-du-corps
mafiosi x3 + docteur + détective + villageois x7
    mafioso=3 docteur détective
2 mafieux, un médecin, un commissaire, 8 citoyens
    mafioso=2 docteur détective
2 Mafia Members; 1 Nurse; 1 Police Officer; 8 Townsfolk
    mafioso=2 docteur détective
three mafia, two doctors, one detective
    mafioso=3 docteur=2 détective
== mafia
3 mafiosi, un ange gardien, 8 villageois
    mafioso=3 ange-gardien
3 mafia, detective, villagers
    mafioso=3 ange-gardien
4 mafieux + le détective
    mafioso=4 ange-gardien
3 mafia, cop
    mafioso=3 ange-gardien
== mafeking
2 Boers, 1 Sgt-major, 1 Médecin, 1 scout, fusiliers
    boer=2 sergent-major médecin scout
2 espions boers, sergent, docteur, père adoptif, sentinelle de nuit
    boer=2 sergent-major médecin père sentinelle
2 boers, sergeant major, doctor, veteran, cavalry officer, messenger
    boer=2 sergent-major médecin vétéran officier-de-cavalerie messager
deux boers, le Scout Goodyear, Baden-Powell, l'officier de cavalerie
    boer=2 scout officier-de-cavalerie
== infiltres
3 Infiltrés / Le Ministre / La Hackeuse / 4 Croyants / Le Pasteur / Le Leader Louange / La Lanceuse d'Alerte
    infiltré=3 ministre hackeuse pasteur leader-louange lanceuse-d-alerte
2 infiltrés, hackeuse, avocat, guetteuse, sage
    infiltré=2 hackeuse avocate guetteuse
3 infiltrators, minister, hacker, pastor, worship leader, whistleblower
    infiltré=3 ministre hackeuse pasteur leader-louange lanceuse-d-alerte
infiltrées x2, agent double, lanceur d'alerte, croyants
    infiltré=2 agent-double lanceuse-d-alerte
"""
"""A deck a line, below it its cards but the filler, or `?` where a word of it means no card; `|` ends a line."""


def _written() -> Iterator[tuple[str, str, str]]:
    game = ""
    lines = iter(DECKS.strip().splitlines())
    for line in lines:
        if line.startswith("== "):
            game = line.removeprefix("== ")
        else:
            yield game, line.replace(" | ", "\n"), next(lines).strip()


WRITTEN = [*_written()]


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize(("game", "text", "cards"), WRITTEN)
def test_a_deck_is_understood_in_both_languages_or_its_word_is_named(
    game: str, text: str, cards: str, language: str
) -> None:
    rules, names = rules_of(game), Wording(shipped(game).words[language]).typed
    if cards == "?":
        with pytest.raises(UnknownCardError) as refused:
            read_roles(rules, PLAYERS, text, names)
        assert refused.value.name in text
        return
    hand, _ = read_roles(rules, PLAYERS, text, names)
    counted = (word.partition("=") for word in cards.split())
    assert {card: count for card, count in hand if card != rules.filler} == {
        card: int(count or 1) for card, _, count in counted
    }


def test_all_but_a_few_decks_are_understood() -> None:
    assert len(WRITTEN) >= 63
    assert sum(cards == "?" for _, _, cards in WRITTEN) <= 6
