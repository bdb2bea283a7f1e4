"""The table on a full screen: who sits, lives and is asked, what is being said; and the private panel of a window."""
