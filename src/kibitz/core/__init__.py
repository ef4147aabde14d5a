"""What every form stands on: numbers, errors, solutions, explanations, verbs, progress."""
