"""What the verbs do with coalitional games and their answers, registered when first asked for."""

from kibitz.coalitional import describe, draw, explain, solve
from kibitz.coalitional.explanations import core as core_explain
from kibitz.coalitional.explanations import kernel as kernel_explain
from kibitz.coalitional.explanations import nucleolus as nucleolus_explain
from kibitz.coalitional.explanations import points as points_explain
from kibitz.coalitional.explanations import shapley as shapley_explain
from kibitz.coalitional.pictures import sets as draw_sets
from kibitz.coalitional.voting import explain as voting_explain

__all__ = [
    "core_explain",
    "describe",
    "draw",
    "draw_sets",
    "explain",
    "kernel_explain",
    "nucleolus_explain",
    "points_explain",
    "shapley_explain",
    "solve",
    "voting_explain",
]
