"""Public questions: how one is put, answered, repeated and left open. It knows entries and ports, and no secret."""
