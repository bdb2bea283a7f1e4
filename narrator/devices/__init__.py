"""Equipment that is pressed or shines: keyboard, keypad, button, pins, light.

It turns key events into entries and knows no rule.
"""
