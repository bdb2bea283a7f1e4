"""The names of the doctor's checks."""

from __future__ import annotations

from narrator.doctor.finding import DoctorWords

LOUDSPEAKER = DoctorWords("name.loudspeaker")
VOICE = DoctorWords("name.voice")
KEPT_PHRASES = DoctorWords("name.kept_phrases")
GAPS = DoctorWords("name.gaps")
MICROPHONE = DoctorWords("name.microphone")
RECOGNISER = DoctorWords("name.recogniser")
SELF_TEST = DoctorWords("name.self_test")
KEYPAD = DoctorWords("name.keypad")
BUTTON = DoctorWords("name.button")
LIGHT = DoctorWords("name.light")
DISK = DoctorWords("name.disk")
JOURNAL = DoctorWords("name.journal")
SETTINGS = DoctorWords("name.settings")
CLOCK = DoctorWords("name.clock")
HEAT = DoctorWords("name.heat")
SERVICE = DoctorWords("name.service")
PROGRAM = DoctorWords("name.program")
