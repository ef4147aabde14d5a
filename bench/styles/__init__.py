"""Ten games in ten styles of Python, as newcomers write them, and their twins in C."""
