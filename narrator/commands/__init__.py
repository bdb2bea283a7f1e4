"""What the commands of the command line do: each returns its exit status."""
