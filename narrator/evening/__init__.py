"""An evening, put together: games at a terminal, on a box or rehearsed, and their tales."""
