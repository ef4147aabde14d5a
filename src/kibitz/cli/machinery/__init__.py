"""What the commands share: reading games, options, writing answers, help, and the shell."""
