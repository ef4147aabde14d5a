"""Models of markets: Cournot, Bertrand, Stackelberg, entry, and contests."""
