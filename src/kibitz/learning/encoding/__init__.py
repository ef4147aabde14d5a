"""From rules to arrays: what a learner sees of a position, and which numbers its moves have."""
