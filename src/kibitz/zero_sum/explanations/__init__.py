"""Parts of derivations: dominance and block decomposition on the blackboard."""
