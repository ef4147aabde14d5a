"""Card games and bluffing: poker as rules, Kuhn's matrix, Goofspiel, liar's dice, tricks."""
