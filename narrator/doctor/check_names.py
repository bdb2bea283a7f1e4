"""What the doctor's checks are called."""

from __future__ import annotations

from narrator.doctor.finding import DoctorWords

LOUDSPEAKER = DoctorWords("Haut-parleur", "Loudspeaker")
VOICE = DoctorWords("Voix", "Voice")
KEPT_PHRASES = DoctorWords("Phrases gardées", "Kept phrases")
GAPS = DoctorWords("Coupures de son", "Gaps in the sound")
MICROPHONE = DoctorWords("Micro", "Microphone")
RECOGNISER = DoctorWords("Reconnaissance", "Recogniser")
SELF_TEST = DoctorWords("Épreuve de la reconnaissance", "Trial of the recogniser")
KEYPAD = DoctorWords("Pavé numérique", "Keypad")
BUTTON = DoctorWords("Bouton", "Button")
LIGHT = DoctorWords("Lumière", "Light")
DISK = DoctorWords("Disque", "Disk")
JOURNAL = DoctorWords("Journal", "Journal")
SETTINGS = DoctorWords("Réglages", "Settings")
CLOCK = DoctorWords("Horloge", "Clock")
HEAT = DoctorWords("Chaleur et courant", "Heat and power")
SERVICE = DoctorWords("Service", "Service")
PROGRAM = DoctorWords("Programme", "Program")
