"""What the doctor's checks are called."""

from __future__ import annotations

from narrator.doctor.finding import Words

LOUDSPEAKER = Words("Haut-parleur", "Loudspeaker")
VOICE = Words("Voix", "Voice")
KEPT_PHRASES = Words("Phrases gardées", "Kept phrases")
GAPS = Words("Coupures de son", "Gaps in the sound")
MICROPHONE = Words("Micro", "Microphone")
RECOGNISER = Words("Reconnaissance", "Recogniser")
SELF_TEST = Words("Épreuve de la reconnaissance", "Trial of the recogniser")
KEYPAD = Words("Pavé numérique", "Keypad")
BUTTON = Words("Bouton", "Button")
LIGHT = Words("Lumière", "Light")
DISK = Words("Disque", "Disk")
JOURNAL = Words("Journal", "Journal")
SETTINGS = Words("Réglages", "Settings")
CLOCK = Words("Horloge", "Clock")
HEAT = Words("Chaleur et courant", "Heat and power")
SERVICE = Words("Service", "Service")
PROGRAM = Words("Programme", "Program")
