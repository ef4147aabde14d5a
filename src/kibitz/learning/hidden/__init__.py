"""Learning with hidden information, every learner beside the exact exploitability."""
