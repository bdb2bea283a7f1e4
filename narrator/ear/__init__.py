"""The narrator's ear: when somebody spoke, and which phrase of the open question it was.

It knows phrases and no rule.
"""
