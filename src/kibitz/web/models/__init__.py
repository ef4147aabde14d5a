"""What is being written in an editor: plain data that need not be a game yet, with undo."""
