"""Why a keypad, a button or a light is not there, and what to do: the doctor's words for what the search gives."""

from __future__ import annotations

from narrator.doctor.finding import Words
from narrator.session.pieces import Reason

NO_EVDEV = Words("Le paquet evdev, qui lit les claviers, manque.", "The package evdev, which reads keys, is missing.")
GET_EVDEV = Words(
    "Installez-le : `sudo apt install python3-evdev`, ou bien : `pip install evdev`.",
    "Install it: `sudo apt install python3-evdev`, or else: `pip install evdev`.",
)
DENIED = Words("Les claviers de la machine ne se laissent pas lire.", "The machine's keys may not be read.")
JOIN = Words(
    "Entrez dans le groupe qui le peut : `sudo usermod -aG input $USER`, puis reconnectez-vous.",
    "Join the group that may: `sudo usermod -aG input $USER`, then log in again.",
)
BUSY = Words("Un autre programme s'en sert : {names}.", "Another program has it: {names}.")
STOP = Words("Arrêtez-le : `sudo systemctl stop narrator`.", "Stop that one: `sudo systemctl stop narrator`.")
NO_PAD = Words("Aucun pavé numérique ici.", "No numeric pad here.")
PLUG_PAD = Words(
    "Branchez-en un, par USB, ou appariez-le : `bluetoothctl`.", "Plug one in by USB, or pair it: `bluetoothctl`."
)
KEYBOARDS = Words(
    "Aucun pavé seul ; un clavier entier n'est pris que si on le nomme : {names}.",
    "No pad by itself; a whole keyboard is taken only by its name: {names}.",
)
NAME_IT = Words(
    "Nommez-le dans les réglages : `keypad: NOM`, ou branchez un pavé.",
    "Name it in the settings: `keypad: NAME`, or plug in a pad.",
)
UNNAMED = Words("Rien ne s'appelle « {text} ». Ici : {names}.", "Nothing is called “{text}”. Here: {names}.")
NAME_ANOTHER = Words("Corrigez les réglages : `keypad: auto`.", "Correct the settings: `keypad: auto`.")
NO_KEY = Words("La touche « {text} » n'est sur aucun appareil.", "No device has the key “{text}”.")
PLUG_KEY = Words(
    "Branchez l'appareil, ou nommez-le dans les réglages : `button: KEY_SPACE@NOM`.",
    "Plug the device in, or name it in the settings: `button: KEY_SPACE@NAME`.",
)
UNKNOWN_KEY = Words("« {text} » n'est ni une touche ni une broche.", "“{text}” is neither a key nor a pin.")
WRITE_KEY = Words(
    "Écrivez dans les réglages, pour une broche : `button: GPIO17`, pour une touche : `button: KEY_SPACE`.",
    "Write in the settings, for a pin: `button: GPIO17`, for a key: `button: KEY_SPACE`.",
)
ON_KEYPAD = Words("« {text} » est une touche du pavé, qui sert déjà.", "“{text}” is a key of the pad, which is in use.")
OTHER_KEY = Words(
    "Choisissez une autre touche, ou renoncez au pavé : `keypad: none`.",
    "Choose another key, or do without the pad: `keypad: none`.",
)
NO_PINS = Words("Il n'y a pas de broches ici ({detail}).", "There are no pins here ({detail}).")
ON_A_PI = Words(
    "Sur un Raspberry Pi, installez ce qui les lit : `sudo apt install python3-lgpio` ; ailleurs, prenez une touche : "
    "`button: KEY_SPACE`.",
    "On a Raspberry Pi, install what reads them: `sudo apt install python3-lgpio`; elsewhere, take a key: "
    "`button: KEY_SPACE`.",
)
NO_GPIOZERO = Words("Le paquet gpiozero, qui lit les broches, manque.", "The package gpiozero, for pins, is missing.")
GET_GPIOZERO = Words(
    "Installez-le : `sudo apt install python3-gpiozero python3-lgpio`, ou bien : `pip install gpiozero lgpio`.",
    "Install it: `sudo apt install python3-gpiozero python3-lgpio`, or else: `pip install gpiozero lgpio`.",
)
BROKEN = Words("Ce qui lit les broches est en panne ({detail}).", "What reads the pins is broken ({detail}).")
MEND_PINS = Words(
    "Des versions ne vont pas ensemble : `make pi` pose celles qui vont, ailleurs : "
    "`pip install --upgrade gpiozero lgpio` ; ou prenez une touche : `button: KEY_SPACE`.",
    "Versions do not fit each other: `make pi` installs some that do, elsewhere: "
    "`pip install --upgrade gpiozero lgpio`; or take a key: `button: KEY_SPACE`.",
)
REFUSED = Words("La broche {text} n'est pas disponible ({detail}).", "The pin {text} is not to be had ({detail}).")
OTHER_PIN = Words(
    "Libérez-la : `sudo systemctl stop narrator`, ou choisissez-en une autre dans les réglages.",
    "Free it: `sudo systemctl stop narrator`, or choose another in the settings.",
)
UNKNOWN_LIGHT = Words("« {text} » n'est pas une lumière.", "“{text}” is no light.")
WRITE_LIGHT = Words(
    "Écrivez dans les réglages, pour une broche : `light: GPIO27`, pour celle du pavé : `light: keypad`.",
    "Write in the settings, for a pin: `light: GPIO27`, for that of the pad: `light: keypad`.",
)
NO_LED = Words("Aucun pavé n'est là avec une lumière.", "No pad is here with a light.")
LED_ON_PIN = Words(
    "Branchez-en un qui en a une, ou une LED à une broche : `light: GPIO27`.",
    "Plug in one that has one, or wire an LED to a pin: `light: GPIO27`.",
)
OTHER = Words("Ce qui est demandé n'est pas là ({detail}).", "What is asked for is not here ({detail}).")
LOOK = Words("Vérifiez son branchement et les réglages.", "Look at its plug and at the settings.")

SAID = {
    "hands.no_evdev": (NO_EVDEV, GET_EVDEV),
    "hands.denied": (DENIED, JOIN),
    "hands.busy": (BUSY, STOP),
    "hands.no_gpiozero": (NO_GPIOZERO, GET_GPIOZERO),
    "keypad.none": (NO_PAD, PLUG_PAD),
    "keypad.keyboards": (KEYBOARDS, NAME_IT),
    "keypad.unnamed": (UNNAMED, NAME_ANOTHER),
    "button.none": (NO_KEY, PLUG_KEY),
    "button.unknown": (UNKNOWN_KEY, WRITE_KEY),
    "button.on_keypad": (ON_KEYPAD, OTHER_KEY),
    "pins.none": (NO_PINS, ON_A_PI),
    "pins.broken": (BROKEN, MEND_PINS),
    "pins.refused": (REFUSED, OTHER_PIN),
    "light.unknown": (UNKNOWN_LIGHT, WRITE_LIGHT),
    "light.no_keypad": (NO_LED, LED_ON_PIN),
}
"""By the line that a game says for the same reason."""

TAKEN = ("hands.busy", "pins.refused")
"""Those that are so where another program has the piece."""


def said(reasons: tuple[Reason, ...]) -> tuple[Words, Words]:
    """Return what the first of some reasons is, of which there is one, and what to do."""
    reason = reasons[0]
    values = {name: term.value for name, term in reason.terms.items()}
    if reason.line not in SAID:
        return OTHER(detail=reason.line), LOOK
    text, remedy = SAID[reason.line]
    return text(**values), remedy
