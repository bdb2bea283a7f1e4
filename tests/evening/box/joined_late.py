"""`narrator` on a machine that joins a network only after power-on, when it has been looked for a first time."""

from __future__ import annotations

from ipaddress import IPv4Address
from itertools import chain, repeat

from narrator.cli import main
from narrator.screens.phone import addresses, hotspot
from narrator.screens.phone.addresses import Interface

if __name__ == "__main__":
    there = chain([[]], repeat([Interface("wlan0", 0x1, IPv4Address("127.0.0.1"))]))
    for module in (addresses, hotspot):
        vars(module)["interfaces"] = there.__next__
    main(prog_name="narrator")
