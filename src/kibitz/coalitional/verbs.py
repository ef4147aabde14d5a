"""What the verbs do with coalitional games and their answers, registered when first asked for."""

from kibitz.coalitional import (
    core_explain,
    describe,
    draw,
    draw_sets,
    explain,
    kernel_explain,
    nucleolus_explain,
    points_explain,
    shapley_explain,
    solve,
)
from kibitz.coalitional.families import voting_explain

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
