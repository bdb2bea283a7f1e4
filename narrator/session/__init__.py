"""A game under way: journal, driver (the only loop), settings, rehearsal."""
