#!/bin/bash -e
# The last commit of the checkout that this stage is in, installed as anybody does it.
checkout=$(realpath "$(dirname "$0")/../../..")
place=${ROOTFS_DIR}/var/tmp/narrator
rm -rf "$place"
mkdir -p "$place"
git -c safe.directory='*' -C "$checkout" archive HEAD | tar -x -C "$place"
on_chroot <<EOF
make -C /var/tmp/narrator --no-print-directory pi
EOF
rm -rf "$place"
