"""Sets of payoffs: the core and its relatives, the kernel, the bargaining set, stable sets."""
