"""Rules with chance and recurring positions, as stochastic games with policies to play by."""
