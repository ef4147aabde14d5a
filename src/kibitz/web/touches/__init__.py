"""Pictures that can be touched, a file each.

A file has ``told(noun, state)``, which runs in a worker process and gives what the picture shows as
JSON can hold it, or None where the game has no such picture; ``drawn(told)``, the SVG; ``HINT``,
what a person can do with it; and ``acted(told, state, act, event)``, what becomes of the state, or
of the game, when that is done.
"""
