"""The commands of the command line that are no game: each returns its exit status."""
