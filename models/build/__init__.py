"""How the small French model of this project is made: words, synthetic speech, training, export, evaluation."""
