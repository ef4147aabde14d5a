"""Solutions of bargaining problems: Nash, Kalai and Smorodinsky, and others."""
