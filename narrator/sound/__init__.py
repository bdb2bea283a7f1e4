"""What is heard: samples, ambience, the mixer and the process that holds loudspeaker and microphone."""
