"""What is looked at: the terminal, with its private screen, and plain lines for pipes and screen readers."""
