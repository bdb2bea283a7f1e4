"""The voices, and how their recordings are made."""
