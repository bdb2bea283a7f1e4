"""What was answered, on disk before anybody hears of it.

It knows answers as data, files and their digests, and no game.
"""
