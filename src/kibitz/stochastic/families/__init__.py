"""Families of games: for every n a game whose cells lead to those of other n."""
