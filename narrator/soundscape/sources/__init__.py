"""What sounds in a scene: birds, animals of the night, elements, instruments; each made of chance and arithmetic."""
