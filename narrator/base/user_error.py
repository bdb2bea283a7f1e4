"""The base of what ends a command: something that was asked for cannot be done."""


class UserError(Exception):
    """What was asked for cannot be done; the text says to whoever asked why, and what to do.

    The command line prints it, and ends with status 2.
    """
