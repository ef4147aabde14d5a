"""Average payments: games without a discount in which endless play is worth its average payment."""
