"""AlphaZero: a network that learns from games that a tree search plays against itself."""
