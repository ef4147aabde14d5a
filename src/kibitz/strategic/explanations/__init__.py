"""Derivations of equilibria on the blackboard."""
