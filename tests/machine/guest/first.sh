#!/bin/sh
# The first process of a guest whose root is the machine's that runs it, read-only: its disks are mounted, and one Python
# plays what the kernel's command line says (python=, source=, tests=, plays=). Its work is done in /run, in memory.
export PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 TMPDIR=/run/tmp PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1
mkdir /run/tmp
for disk in /dev/vd?; do
	[ -b "$disk" ] || continue
	mkdir "/run/${disk#/dev/}"
	mount -o noatime "$disk" "/run/${disk#/dev/}" || exit
done
cd /run || exit
# shellcheck disable=SC2154 # the kernel hands over what stands in its command line
PYTHONPATH=$source:$tests "$python" "$tests/machine/guest/$plays.py" && sleep 1000
# Without its first process the kernel panics, and QEMU ends.
