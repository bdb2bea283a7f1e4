#!/usr/bin/env bash
# Usage: remove.sh [remove]
#
# Takes away all that install.sh has made, and asks nothing. Games, packs and settings stay in /var/lib/narrator, for
# root's eyes, unless `remove` is said.
set -euo pipefail

place=/opt/narrator
data=/var/lib/narrator
wrapper=/usr/local/bin/narrator
unit=/etc/systemd/system/narrator.service
rule=/etc/udev/rules.d/60-narrator-gpio.rules
network=/etc/NetworkManager/system-connections/narrator-box.nmconnection
self=${BASH_SOURCE[0]}

say() {
	printf '%s\n' "$*" >&2
}

service() {
	if [[ -d /run/systemd/system ]]; then
		systemctl disable --quiet --now narrator 2>/dev/null || true
	fi
	rm -f "$unit" /etc/systemd/system/multi-user.target.wants/narrator.service
	if [[ -d /run/systemd/system ]]; then
		systemctl daemon-reload
		systemctl reset-failed narrator 2>/dev/null || true
	fi
}

network() {
	[[ -f $network ]] || return 0
	nmcli connection delete narrator-box >/dev/null 2>&1 || true
	rm -f "$network" "$unit.d/phone.conf"
	rmdir --ignore-fail-on-non-empty "$unit.d"
}

# Exactly those that came with it, and only where nothing else has begun to need them.
packages() {
	[[ -s $place/packages ]] || return 0
	local came others
	mapfile -t came < <(sort -u "$place/packages" | while read -r package; do
		if [[ $(dpkg-query --show --showformat '${db:Status-Abbrev}' "$package" 2>/dev/null) = ii* ]]; then echo "$package"; fi
	done)
	((${#came[@]})) || return 0
	others=$(apt-get --simulate purge "${came[@]}" | sed -n 's/^\(Purg\|Remv\) \([^ ]*\).*/\2/p' | sort -u |
		comm -23 - <(printf '%s\n' "${came[@]}" | sort -u))
	if [[ -n $others ]]; then
		apt-mark auto "${came[@]}" >/dev/null
		say "Debian's packages stay, for these need some of them: ${others//$'\n'/ }. \`sudo apt autoremove\` takes the rest."
	else
		apt-get purge -qq -o Dpkg::Use-Pty=0 "${came[@]}" >/dev/null 2>&1 ||
			say "Debian's packages could not be removed: sudo apt purge ${came[*]}"
	fi
}

# Exactly what was made, and only while nobody else has begun to use it.
pins() {
	local chip
	if [[ -f $rule ]]; then
		rm -f "$rule"
		for chip in /dev/gpiochip*; do
			if [[ -c $chip ]]; then chown root:root "$chip" && chmod 0600 "$chip"; fi
		done
		if [[ -S /run/udev/control ]]; then udevadm control --reload; fi
	fi
	[[ -e $place/made-group-gpio ]] || return 0
	if [[ -n $(getent group gpio | cut -d: -f4) ]]; then
		say "The group gpio stays, for others are in it by now."
	elif getent group gpio >/dev/null; then
		groupdel gpio || true
	fi
}

data() {
	[[ -d $data ]] || return 0
	rm -rf "$data/cache" "$data/.asoundrc" "$data"/.stick-*
	if [[ -d $data/models ]]; then # a manifest of the players' own stays
		find "$data/models" -mindepth 1 -maxdepth 1 ! -name manifest.yaml -exec rm -rf {} +
		rmdir --ignore-fail-on-non-empty "$data/models"
	fi
	if [[ $1 = remove ]]; then
		find "$data" -mindepth 1 -delete
	fi
	# It may be a partition of its own.
	if [[ -n $(ls -A "$data") ]]; then
		# The number of a user who is gone may become somebody else's, who must not read who held what.
		chown -R root:root "$data"
		chmod 0700 "$data"
		say "Games and settings are kept in $data; GAMES=remove removes them too."
	elif ! mountpoint -q "$data"; then
		rmdir "$data"
	fi
}

main() {
	local games=${1:-}
	if [[ -n $games && $games != remove ]]; then
		say "GAMES=remove, or nothing: $games is not known here."
		exit 2
	fi
	if (($(id -u))); then
		exec sudo -- bash "$self" "$@"
	fi
	if grep -qs 'overlayroot=tmpfs' /proc/cmdline; then
		say "The system is read-only now, and all would be back at the next start: sudo raspi-config, Performance," \
			"Overlay File System, No, and restart first."
		exit 1
	fi
	export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8
	network
	service
	packages
	data "$games"
	if [[ $(getent passwd narrator | cut -d: -f6) = "$data" ]]; then userdel narrator; fi
	pins
	if grep -qs "^# narrator's box" "$wrapper"; then rm -f "$wrapper"; fi
	rm -rf "$place"
	say "The box is gone."
	exit
}

main "$@" </dev/null
