"""Trees as pictures: from left to right, from top to bottom, or as a comb."""
