"""What sounds in a scene, one kind a file: wind, fire, owls, wolves. Each is made of chance and arithmetic."""
