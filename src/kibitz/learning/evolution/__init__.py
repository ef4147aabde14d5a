"""Evolution: selection, crossover and mutation of evaluations and of automata."""
