#!/bin/sh
# Usage: versions.sh take NAME | begin | settled
#
# Which version of narrator a box runs. Beside this file, `venv` leads to its folder in `versions`, and `before` to the one
# that ran until then. A version that was taken is on trial until it has spoken: `trial` has how often it was started
# meanwhile. The service calls `begin` before each start, which goes back where two have failed, and `settled` after it.
# Whenever the power goes, `venv` leads to a version that is whole: each step is on the disk before the next.
set -eu
cd "$(dirname "$0")"
STARTS=2

lead() {
	ln -sfn "versions/$2" ".$1"
	mv -T ".$1" "$1"
	sync .
}

started() {
	echo "$1" >.trial
	sync .trial
	mv .trial trial
	sync .
}

take() {
	if ! { [ -x "versions/$1/bin/narrator" ] && [ -e "versions/$1/complete" ]; }; then
		echo "versions/$1 is not whole" >&2
		exit 1
	fi
	sync
	lead before "$(basename "$(readlink venv)")"
	started 0
	lead venv "$1"
}

over() {
	rm -f trial
	sync .
}

begin() {
	[ -e trial ] || return 0
	times=$(cat trial)
	if [ "$times" -lt "$STARTS" ]; then
		started $((times + 1))
		return
	fi
	echo "This version of narrator does not begin to speak: the one before it is back." >&2
	lead venv "$(basename "$(readlink before)")"
	rm -f before
	over
}

# The box tells systemd that it asks something, or plays, once it has said hello.
settled() {
	[ -e trial ] || return 0
	while :; do
		case $(systemctl show --property=StatusText --value narrator) in
		set-up | playing) break ;;
		esac
		kill -0 "$MAINPID"
		sleep 1
	done
	over
}

case ${1-} in
take) take "$2" ;;
begin | settled) "$1" ;;
*) exit 2 ;;
esac
