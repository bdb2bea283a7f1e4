#!/usr/bin/env bash
# Usage: install.sh [--speaker CARD] [--microphone CARD] [--languages "fr en"] [--stick FOLDER] [--hotspot yes]
#
# Makes a box of this machine: Debian's packages, an environment in /opt/narrator from this checkout, a user of its own,
# its data in /var/lib/narrator, the service; of the languages that are named, the first is the box's, and each has its
# model for listening. Asks nothing, and may be run again at any time; remove.sh takes all of it away.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
checkout=$(cd "$here/../.." && pwd)
place=/opt/narrator
# A version that is installed so; `narrator update` makes others beside it. $place/venv leads to the one that runs.
version=$place/versions/installed
data=/var/lib/narrator
wrapper=/usr/local/bin/narrator
unit=/etc/systemd/system/narrator.service
spare=$place/spare
rule=/etc/udev/rules.d/60-narrator-gpio.rules
network=/etc/NetworkManager/system-connections/narrator-box.nmconnection
packages=(libportaudio2 alsa-utils python3-venv python3-evdev)
# Raspberry Pi OS has it; what the lock names has no wheel for the Python of Debian 13.
wished=(python3-lgpio)

speaker='' microphone='' languages='' stick='' hotspot=''

say() {
	printf '%s\n' "$*" >&2
}

fail() {
	say "$*"
	exit 1
}

arguments() {
	while (($#)); do
		(($# > 1)) || fail "$1 wants something after it."
		case $1 in
		--speaker) speaker=$2 ;;
		--microphone) microphone=$2 ;;
		--languages) languages=$2 ;;
		--stick) stick=$2 ;;
		--hotspot)
			[[ $2 = yes ]] || fail "--hotspot yes, or nothing: $2 is not known here."
			hotspot=$2
			;;
		*) fail "$1 is not known here: --speaker, --microphone, --languages, --stick, --hotspot." ;;
		esac
		shift 2
	done
}

# What can be known before anything is changed.
check() {
	[[ -f $checkout/pyproject.toml ]] || fail "Run this from a clone of narrator's sources: make pi."
	command -v apt-get >/dev/null || fail "This needs Debian or Raspberry Pi OS: there is no apt-get here."
	/usr/bin/python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null ||
		! command -v /usr/bin/python3 >/dev/null ||
		fail "The system's Python is older than 3.11: take Raspberry Pi OS bookworm or trixie."
	[[ $(getconf LONG_BIT) = 64 ]] || fail "This system has 32 bits: take the 64-bit Raspberry Pi OS."
	[[ -z $hotspot ]] || command -v nmcli >/dev/null ||
		fail "A hotspot wants NetworkManager: take Raspberry Pi OS bookworm or trixie, or sudo apt install network-manager."
	! grep -qs 'overlayroot=tmpfs' /proc/cmdline ||
		fail "The system is read-only now, and all would be gone at the next start: sudo raspi-config, Performance," \
			"Overlay File System, No, and restart first."
	local home language
	for language in $languages; do
		[[ -f $checkout/scripts/common/$language/words.yaml ]] || fail "narrator does not speak $language."
	done
	home=$(getent passwd narrator | cut -d: -f6) || true
	[[ -z $home || $home = "$data" ]] ||
		fail "There is another user called narrator here, whose home is $home: rename that one first."
	# What would be kept in the folder below would be hidden by the partition.
	if findmnt --fstab --target "$data" --noheadings --output TARGET 2>/dev/null | grep -qxF "$data" &&
		! mountpoint -q "$data"; then
		mount "$data" || fail "/etc/fstab has a partition for $data, and it is not there: plug it in."
	fi
}

installed() {
	dpkg-query --show --showformat '${db:Status-Abbrev}${Package}\n' | sed -n 's/^ii *//p' | sort -u
}

missing() {
	local package
	for package; do
		[[ $(dpkg-query --show --showformat '${db:Status-Abbrev}' "$package" 2>/dev/null) = ii* ]] || echo "$package"
	done
}

# Notes what came with them, so that exactly that can go again.
system_packages() {
	local wanted before package available=()
	[[ -z $hotspot ]] || packages+=(dnsmasq-base) # NetworkManager gives addresses to phones with it
	mapfile -t wanted < <(missing "${packages[@]}")
	if ((${#wanted[@]})); then
		apt-get update -qq || say "The lists of packages could not be fetched; those that are here are used."
	fi
	mapfile -t wanted < <(missing "${packages[@]}" "${wished[@]}")
	for package in "${wanted[@]}"; do
		if [[ $(apt-cache policy "$package") =~ Candidate:\ [^\(] ]]; then
			available+=("$package")
		elif [[ " ${wished[*]} " != *" $package "* ]]; then
			fail "$package is not to be had here: connect this machine to the internet, then make pi again."
		fi
	done
	((${#available[@]})) || return 0
	say "Debian's packages: ${available[*]} ..."
	before=$(installed)
	apt-get install -qq -o Dpkg::Use-Pty=0 --no-install-recommends "${available[@]}" >/dev/null ||
		fail "They could not be installed: connect this machine to the internet, then make pi again."
	install -d "$place"
	comm -13 <(printf '%s\n' "$before") <(installed) >>"$place/packages"
}

# Debian has no group for pins, and lets root alone have them; Raspberry Pi OS has a group and a rule.
pins() {
	if ! getent group gpio >/dev/null; then
		groupadd --system gpio
		install -d "$place"
		touch "$place/made-group-gpio"
	fi
	[[ -d /etc/udev/rules.d ]] || return 0
	if ! grep -rqsE '^[^#]*SUBSYSTEM=="gpio".*GROUP' /etc/udev/rules.d /run/udev/rules.d /usr/lib/udev/rules.d \
		/lib/udev/rules.d; then
		printf '%s\n' "# narrator's box: made by make pi, for a button and a light at the pins." \
			'SUBSYSTEM=="gpio", KERNEL=="gpiochip*", GROUP="gpio", MODE="0660"' >"$rule"
		if [[ -S /run/udev/control ]]; then
			udevadm control --reload
			udevadm trigger --subsystem-match=gpio
		fi
	fi
}

user() {
	getent passwd narrator >/dev/null ||
		useradd --system --user-group --home-dir "$data" --no-create-home --shell /usr/sbin/nologin narrator
	local group
	for group in audio input gpio; do
		if getent group "$group" >/dev/null; then usermod --append --groups "$group" narrator; fi
	done
	install -d -o narrator -g narrator -m 0700 "$data"
	# Games that an earlier removal kept belong to root.
	chown -R narrator:narrator "$data"
}

# /tmp may be in memory, and small.
pip() {
	TMPDIR=/var/tmp "$version/bin/python" -m pip "$1" -qq --disable-pip-version-check --no-input --no-cache-dir "${@:2}"
}

locked() {
	(cd "$checkout/.ci" && pip install --require-hashes "$@")
}

environment() {
	local python=$version/bin/python info='import sys; print(sys.version_info[:2])'
	say "Python's packages, into $place: this takes some minutes ..."
	if [[ ! -e $version/complete || $("$python" -c "$info" 2>&1) != "$(/usr/bin/python3 -c "$info")" ]]; then
		# Debian's own are seen too: evdev has no wheel for this kind of machine.
		/usr/bin/python3 -m venv --clear --system-site-packages "$version"
	fi
	rm -f "$version/complete"
	# What builds the others comes first, and narrator last: each file of the others is known by its digest.
	if ! locked --only-binary :all: -r requirements-build.txt ||
		! locked --no-build-isolation -r requirements-play.txt -r requirements-pi.txt ||
		! pip install --no-deps --no-build-isolation "$checkout"; then
		fail "They could not be installed: connect this machine to the internet, then make pi again."
	fi
	# Only looked for: to load it makes a pipe in this folder.
	"$python" -c 'import importlib.util; raise SystemExit(importlib.util.find_spec("lgpio") is None)' ||
		say "Without lgpio a button or a light at the pins may not work."
	install -m 0755 "$here/remove.sh" "$here/versions.sh" "$place"
	touch "$version/complete"
	sync
	# Where an earlier narrator was installed, this is no link.
	[[ -L $place/venv ]] || rm -rf "$place/venv" "$place/complete"
	ln -sfn versions/installed "$place/venv"
	rm -f "$place/trial" "$place/before"
	find "$place/versions" -mindepth 1 -maxdepth 1 ! -name installed -exec rm -rf {} +
}

as_narrator() {
	(cd / && runuser -u narrator -- env HOME="$data" NARRATOR_HOME="$data" TMPDIR=/tmp LANG=C.UTF-8 "$@")
}

# On the box, `narrator` is the box's: its user, its games, its settings, its rights.
own_command() {
	if [[ -e $wrapper ]] && ! grep -q "^# narrator's box" "$wrapper"; then
		say "$wrapper is somebody else's and stays; the box's is $place/venv/bin/narrator."
		return
	fi
	cat >"$wrapper" <<-END
		#!/bin/sh
		# narrator's box: made by \`make pi\`.
		[ "\$(id -u)" = 0 ] || exec sudo -- "\$0" "\$@"
		[ "\${1-}" != update ] || exec $place/venv/bin/narrator "\$@"
		cd / && exec runuser -u narrator -- env HOME=$data NARRATOR_HOME=$data LANG=C.UTF-8 $place/venv/bin/narrator "\$@"
	END
	chmod 0755 "$wrapper"
}

# The name of a card in ALSA's own list, from a part of its name as people read it.
card() {
	paste -sd ' \n' /proc/asound/cards 2>/dev/null | grep -iF -- "$1" | sed -n 's/^ *[0-9]* *\[\([^] ]*\).*/\1/p' | head -n 1
}

# Without a login session there is no sound server: ALSA is used straight. A card that is named becomes the default one
# of the box's user and of nobody else, so nothing in /etc is touched. dmix lets a new audio process begin while the
# lost one still holds the card; plug converts rates and channels.
sound() {
	local playing='' hearing=''
	if [[ -z $speaker$microphone ]]; then
		return
	fi
	if [[ -n $speaker ]]; then
		playing=$(card "$speaker")
		[[ -n $playing ]] || say "No sound card is called $speaker now: plug it in, see \`aplay -l\`, then make pi again."
	fi
	if [[ -n $microphone ]]; then
		hearing=$(card "$microphone")
		[[ -n $hearing ]] || say "No sound card is called $microphone now: plug it in, see \`arecord -l\`, then make pi again."
	elif [[ -n $playing ]] && compgen -G "/proc/asound/$playing/pcm*c" >/dev/null; then
		hearing=$playing
	fi
	[[ -n $playing$hearing ]] || return 0
	asoundrc "$playing" "$hearing" | as_narrator tee "$data/.asoundrc" >/dev/null
}

# The first language is the box's, and that of its commands; what else the settings say stays.
language() {
	local first
	read -r first _ <<<"$languages"
	[[ -n $first ]] || return 0
	as_narrator touch "$data/settings.yaml"
	as_narrator sed -i '/^lang:/d' "$data/settings.yaml"
	echo "lang: $first" | as_narrator tee -a "$data/settings.yaml" >/dev/null
}

# A Wi-Fi network of its own, which NetworkManager opens where it knows none, and the phone's page in it. Its password
# is in a file of the box's user and in one of root's.
hotspot() {
	[[ -n $hotspot ]] || return 0
	as_narrator "$place/venv/bin/python" -m narrator.screens.phone.hotspot | install -m 0600 /dev/stdin "$network"
	nmcli connection load "$network" 2>/dev/null || say "The box opens its network once NetworkManager runs."
	install -d "$unit.d"
	printf '%s\n' "# Made by make pi, for the phone's page." '[Service]' 'RestrictAddressFamilies=AF_INET AF_INET6' \
		'IPAddressDeny=' >"$unit.d/phone.conf"
	as_narrator grep -qs '^remote:' "$data/settings.yaml" ||
		echo 'remote: on' | as_narrator tee -a "$data/settings.yaml" >/dev/null
}

# What the box speaks and answers with while the partition of its data is missing.
spare() {
	local file
	rm -rf "$spare"
	install -d -m 0755 "$spare"
	for file in settings.yaml .asoundrc; do
		# Read as its owner, who could have put a link there.
		[[ ! -f $data/$file ]] || as_narrator cat "$data/$file" >"$spare/$file"
	done
}

asoundrc() {
	printf '# Made by make pi, which writes it anew where a card is named.\npcm.!default {\n\ttype asym\n'
	[[ -z $1 ]] || printf '\tplayback.pcm narrator_speaker\n'
	[[ -z $2 ]] || printf '\tcapture.pcm narrator_microphone\n'
	printf '}\n'
	[[ -z $1 ]] || cat <<-END
		ctl.!default {
			type hw
			card $1
		}
		pcm.narrator_speaker {
			type plug
			slave.pcm {
				type dmix
				ipc_key 72511
				ipc_gid audio
				ipc_perm 0660
				slave {
					pcm "hw:CARD=$1"
					rate 48000
					period_size 480
					buffer_size 1920
				}
			}
		}
	END
	[[ -z $2 ]] || cat <<-END
		pcm.narrator_microphone {
			type plug
			slave.pcm "hw:CARD=$2"
		}
	END
}

# Whether archives were found in the folder `narrator` of a stick; they are copied, for not every user may read it.
carried() {
	[[ -d $1/narrator && ! -L $1/narrator ]] || return 1
	find "$1/narrator" -maxdepth 1 -type f -name 'vosk-model-*.zip' -size -200M -exec cp -t "$bag" {} +
	[[ -n $(ls -A "$bag") ]]
}

# Looks at sticks as they are mounted, and at others read-only; leaves them as they were.
search_sticks() {
	if [[ -n $stick ]]; then
		carried "$stick" || say "There is no vosk-model-...zip in $stick/narrator."
		return
	fi
	local device hotplug mounted place_for=$bag.stick
	while read -r device hotplug; do
		[[ $hotplug = 1 ]] || continue
		mounted=$(findmnt --noheadings --list --output TARGET --source "$device" | head -n 1) || true
		if [[ -n $mounted ]]; then
			if carried "$mounted"; then return; fi
			continue
		fi
		mkdir -p "$place_for"
		if mount -o ro,nosuid,nodev,noexec "$device" "$place_for" 2>/dev/null; then
			carried "$place_for" || true
			umount "$place_for"
		fi
		rmdir "$place_for"
		[[ -z $(ls -A "$bag") ]] || return 0
	done < <(lsblk --paths --noheadings --list --output NAME,HOTPLUG 2>/dev/null)
}

models() {
	local language narrator=$place/venv/bin/narrator
	bag=$(mktemp -d -p "$data" .stick-XXXXXX)
	trap 'rm -rf "$bag"' EXIT
	for language in $languages; do
		if compgen -G "$data/models/vosk-model-*-$language-*" >/dev/null; then
			as_narrator "$narrator" models fetch --lang "$language" && continue
		fi
		[[ -n $(ls -A "$bag") ]] || search_sticks
		chown -R narrator:narrator "$bag"
		if [[ -n $(ls -A "$bag") ]] && as_narrator "$narrator" models fetch --lang "$language" --from "$bag"; then
			continue
		fi
		as_narrator "$narrator" models fetch --lang "$language" ||
			say "The model for $language was not fetched. French is heard with the one that comes with narrator, other" \
				"languages are not heard; all the rest works. Connect the box to the internet, or put the archive on a stick" \
				"(folder narrator), then make pi again."
	done
}

service() {
	install -m 0644 "$here/narrator.service" "$unit"
	if [[ -d /run/systemd/system ]]; then
		systemctl daemon-reload
		systemctl enable --quiet narrator
		systemctl restart --no-block narrator
		say "It is here and begins to speak. It does so again whenever the machine is switched on."
	elif command -v systemctl >/dev/null; then
		systemctl enable --quiet narrator
		say "It is here, and begins to speak when the machine is switched on."
	else
		say "It is here, but without systemd nothing starts it: $place/venv/bin/narrator box."
	fi
}

main() {
	arguments "$@"
	if (($(id -u))); then
		command -v sudo >/dev/null || fail "Run this as root: there is no sudo here."
		exec sudo -- bash "$here/install.sh" "$@"
	fi
	export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8
	unset LANGUAGE
	umask 022
	check
	if [[ -d /run/systemd/system ]] && systemctl is-active --quiet narrator; then systemctl stop narrator; fi
	system_packages
	pins
	user
	environment
	own_command
	sound
	language
	hotspot
	spare
	models
	service
}

main "$@" </dev/null
