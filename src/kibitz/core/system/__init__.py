"""What the computer has, and when long work stops."""
