"""Commands for boards and moves."""
