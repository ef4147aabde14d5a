"""Claims about bargaining and preferences."""
