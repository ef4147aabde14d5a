"""Games made from games, and games that are the same up to scale."""
