"""Claims about single steps of learning."""
