"""Interactive pictures, a file each.

A file has

- ``compute(noun, state)``, which runs in a worker process and returns what the picture shows as
  JSON data, or None where the game has no such picture;
- ``draw(data)``, the SVG;
- ``HINT``, what the user can do;
- ``react(data, state, act, event)``, the new state, or the new game, after an action.
"""
