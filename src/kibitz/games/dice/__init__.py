"""Games with dice: Pig and its kin, races, backgammon, Yahtzee."""
