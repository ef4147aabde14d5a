"""Commands for heaps and coins."""
