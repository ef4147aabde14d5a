"""Commands for the foundations: utility and contraction."""
