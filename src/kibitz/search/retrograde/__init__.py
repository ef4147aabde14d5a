"""Games solved outright: retrograde analysis and proof-number search."""
