"""The arithmetic of learning, one step at a time: questions, genes, and updates of values."""
