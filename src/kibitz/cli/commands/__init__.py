"""The commands, in rooms named as the sections of the help."""
