"""Yahtzee for one: the best plan for every card and throw."""
