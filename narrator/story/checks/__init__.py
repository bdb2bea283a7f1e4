"""What is wrong in a pack: its words, its rules, its grammar. It knows packs, and of engines their names and shapes."""
