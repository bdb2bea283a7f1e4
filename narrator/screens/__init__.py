"""What is looked at: plain lines, a terminal, a full screen, a phone. It shows what it is told and knows no card."""
