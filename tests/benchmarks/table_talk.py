"""What people say to each other at the table, and never to the narrator: also with words that he listens for."""

from __future__ import annotations

from random import Random

_TALK = (
    "franchement je trouve que tu as beaucoup parlé ce soir",
    "moi j'ai très bien dormi et je n'ai rien entendu du tout",
    "passe-moi donc les chips au lieu de me regarder comme ça",
    "attendez, qui est-ce qui a dit ça hier, au juste",
    "mais pourquoi {name} ne dit rien depuis tout à l'heure",
    "la dernière fois {name} avait exactement le même sourire",
    "je te rappelle que c'est toi qui as commencé à m'accuser",
    "si on se trompe encore une fois, on a perdu la partie",
    "ma sœur joue à ça tous les dimanches avec ses collègues",
    "il y a quelqu'un à la porte, tu peux aller ouvrir",
    "quel temps de chien, on se croirait en novembre",
    "je crois que {name} ment, regardez un peu ses mains",
    "vous avez vu comment {name} a baissé les yeux",
    "cette bougie sent vraiment bizarre, vous ne trouvez pas",
    "on devrait voter pour quelqu'un qui ne parle jamais",
    "ah bah alors là je n'y comprends plus rien",
    "c'est ce que disent tous les menteurs",
    "et si c'était {name} et {other} ensemble depuis le début",
    "oui mais moi je te dis que {name} nous a menti",
    "non non non, je n'ai jamais dit une chose pareille",
    "personne n'a parlé de la sorcière depuis ce matin",
    "le joueur {number} a rougi quand on l'a montré du doigt",
    "tu as voté pour {name} ou pour le numéro {number}",
    "il reste {number} loups et vous voulez faire une pause",
    "ça fait trois fois qu'on répète la même histoire",
    "attends un instant, la voyante n'a rien annoncé",
    "{name} est coupable, c'est évident, regardez sa tête",
    "je passe mon tour, demandez plutôt à {name}",
    "alors donc, si je comprends bien, on aide le chasseur",
    "bonsoir, je suis villageois comme tout le monde",
    "à la suite de quoi {name} a changé de place",
    "on reprend un verre et puis on continue de jouer",
)
_NAMES = ("Alice", "Bruno", "Chloé", "David", "Emma", "Hugo", "Inès", "Jules", "Karim", "Léa", "Manon", "Paul")
_NUMBERS = ("deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix", "onze", "douze")


def sentence(chance: Random) -> str:
    """Return one of their sentences."""
    name, other = chance.sample(_NAMES, 2)
    return chance.choice(_TALK).format(name=name, other=other, number=chance.choice(_NUMBERS))
