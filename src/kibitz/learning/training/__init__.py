"""What all learners share: lessons, rounds, checkpoints, histories, models in files."""
