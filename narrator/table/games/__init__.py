"""The games as a session knows them: set-up, header, engine, saved games.

The one place where the pure rules meet journal and words.
"""
