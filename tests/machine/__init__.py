"""A machine that is emulated: a real kernel, and a disk whose every write is recorded. `make power-cuts` runs it."""
