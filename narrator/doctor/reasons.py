"""Why a keypad, a button or a light is not there, and what to do: the doctor's words for what the search gives."""

from __future__ import annotations

from narrator.devices.opening import Reason
from narrator.doctor.finding import DoctorWords

NO_EVDEV = DoctorWords(
    "Le paquet evdev, qui lit les claviers, manque.", "The package evdev, which reads keys, is missing."
)
GET_EVDEV = DoctorWords(
    "Installez-le : `sudo apt install python3-evdev`, ou bien : `pip install evdev`.",
    "Install it: `sudo apt install python3-evdev`, or else: `pip install evdev`.",
)
DENIED = DoctorWords("Les claviers de la machine ne se laissent pas lire.", "The machine's keys may not be read.")
JOIN = DoctorWords(
    "Entrez dans le groupe qui le peut : `sudo usermod -aG input $USER`, puis reconnectez-vous.",
    "Join the group that may: `sudo usermod -aG input $USER`, then log in again.",
)
BUSY = DoctorWords("Un autre programme s'en sert : {names}.", "Another program has it: {names}.")
STOP = DoctorWords("Arrêtez-le : `sudo systemctl stop narrator`.", "Stop that one: `sudo systemctl stop narrator`.")
NO_PAD = DoctorWords("Aucun pavé numérique ici.", "No numeric pad here.")
PLUG_PAD = DoctorWords(
    "Branchez-en un, par USB, ou appariez-le : `bluetoothctl`.", "Plug one in by USB, or pair it: `bluetoothctl`."
)
KEYBOARDS = DoctorWords(
    "Aucun pavé seul ; un clavier entier n'est pris que si on le nomme : {names}.",
    "No pad by itself; a whole keyboard is taken only by its name: {names}.",
)
NAME_IT = DoctorWords(
    "Nommez-le dans les réglages : `keypad: NOM`, ou branchez un pavé.",
    "Name it in the settings: `keypad: NAME`, or plug in a pad.",
)
UNNAMED = DoctorWords("Rien ne s'appelle « {text} ». Ici : {names}.", "Nothing is called “{text}”. Here: {names}.")
NAME_ANOTHER = DoctorWords("Corrigez les réglages : `keypad: auto`.", "Correct the settings: `keypad: auto`.")
NO_KEY = DoctorWords("La touche « {text} » n'est sur aucun appareil.", "No device has the key “{text}”.")
PLUG_KEY = DoctorWords(
    "Branchez l'appareil, ou nommez-le dans les réglages : `button: KEY_SPACE@NOM`.",
    "Plug the device in, or name it in the settings: `button: KEY_SPACE@NAME`.",
)
UNKNOWN_KEY = DoctorWords("« {text} » n'est ni une touche ni une broche.", "“{text}” is neither a key nor a pin.")
WRITE_KEY = DoctorWords(
    "Écrivez dans les réglages, pour une broche : `button: GPIO17`, pour une touche : `button: KEY_SPACE`.",
    "Write in the settings, for a pin: `button: GPIO17`, for a key: `button: KEY_SPACE`.",
)
ON_KEYPAD = DoctorWords(
    "« {text} » est une touche du pavé, qui sert déjà.", "“{text}” is a key of the pad, which is in use."
)
OTHER_KEY = DoctorWords(
    "Choisissez une autre touche, ou renoncez au pavé : `keypad: none`.",
    "Choose another key, or do without the pad: `keypad: none`.",
)
NO_PINS = DoctorWords("Il n'y a pas de broches ici ({detail}).", "There are no pins here ({detail}).")
ON_A_PI = DoctorWords(
    "Sur un Raspberry Pi, installez ce qui les lit : `sudo apt install python3-lgpio` ; ailleurs, prenez une touche : "
    "`button: KEY_SPACE`.",
    "On a Raspberry Pi, install what reads them: `sudo apt install python3-lgpio`; elsewhere, take a key: "
    "`button: KEY_SPACE`.",
)
NO_GPIOZERO = DoctorWords(
    "Le paquet gpiozero, qui lit les broches, manque.", "The package gpiozero, for pins, is missing."
)
GET_GPIOZERO = DoctorWords(
    "Installez-le : `sudo apt install python3-gpiozero python3-lgpio`, ou bien : `pip install gpiozero lgpio`.",
    "Install it: `sudo apt install python3-gpiozero python3-lgpio`, or else: `pip install gpiozero lgpio`.",
)
BROKEN = DoctorWords("Ce qui lit les broches est en panne ({detail}).", "What reads the pins is broken ({detail}).")
MEND_PINS = DoctorWords(
    "Des versions ne vont pas ensemble : `make pi` pose celles qui vont, ailleurs : "
    "`pip install --upgrade gpiozero lgpio` ; ou prenez une touche : `button: KEY_SPACE`.",
    "Versions do not fit each other: `make pi` installs some that do, elsewhere: "
    "`pip install --upgrade gpiozero lgpio`; or take a key: `button: KEY_SPACE`.",
)
REFUSED = DoctorWords(
    "La broche {text} n'est pas disponible ({detail}).", "The pin {text} is not to be had ({detail})."
)
OTHER_PIN = DoctorWords(
    "Libérez-la : `sudo systemctl stop narrator`, ou choisissez-en une autre dans les réglages.",
    "Free it: `sudo systemctl stop narrator`, or choose another in the settings.",
)
UNKNOWN_LIGHT = DoctorWords("« {text} » n'est pas une lumière.", "“{text}” is no light.")
WRITE_LIGHT = DoctorWords(
    "Écrivez dans les réglages, pour une broche : `light: GPIO27`, pour celle du pavé : `light: keypad`.",
    "Write in the settings, for a pin: `light: GPIO27`, for that of the pad: `light: keypad`.",
)
NO_LED = DoctorWords("Aucun pavé n'est là avec une lumière.", "No pad is here with a light.")
LED_ON_PIN = DoctorWords(
    "Branchez-en un qui en a une, ou une LED à une broche : `light: GPIO27`.",
    "Plug in one that has one, or wire an LED to a pin: `light: GPIO27`.",
)
OTHER = DoctorWords("Ce qui est demandé n'est pas là ({detail}).", "What is asked for is not here ({detail}).")
LOOK = DoctorWords("Vérifiez son branchement et les réglages.", "Look at its plug and at the settings.")

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


def said(reasons: tuple[Reason, ...]) -> tuple[DoctorWords, DoctorWords]:
    """Return what the first of some reasons is, of which there is one, and what to do."""
    reason = reasons[0]
    values = {name: term.value for name, term in reason.terms.items()}
    if reason.line not in SAID:
        return OTHER(detail=reason.line), LOOK
    text, remedy = SAID[reason.line]
    return text(**values), remedy
