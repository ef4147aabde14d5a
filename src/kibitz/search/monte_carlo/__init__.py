"""Monte Carlo: bandits, random games, and trees grown by upper confidence bounds."""
