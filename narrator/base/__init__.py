"""What everything stands on: files, YAML, the program's own sentences, where data lies, child processes, downloads."""
