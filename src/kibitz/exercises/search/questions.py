"""What exercises ask of a searched tree: its value, and the best move."""

from __future__ import annotations

from typing import Any

from kibitz.core.numbers import exact
from kibitz.exercises.judges.number import NumberJudge
from kibitz.exercises.judges.several import OneOfJudge
from kibitz.exercises.problem import Part

BACKED_UP = (
    "Replace the nodes above the leaves by their smallest or largest child, and work upward."
)


def value_part(found: Any, hint: str) -> Part:
    """The question for the value."""
    value = exact(found.to_json()["value"])
    return Part("What is the value of the tree?", NumberJudge(value, "the value"), hint)


def move_part(found: Any) -> Part:
    """The question for the move at the root."""
    move = str(found.to_json()["move"])
    return Part(
        "Which move does MAX make? Count from 1 at the left.",
        OneOfJudge((move,), "the number of the move"),
        "The move to the child with the largest value.",
    )


def has_one_best_move(found: Any) -> bool:
    """Whether one move at the root is better than all others."""
    values = [exact(x) for x in found.to_json()["moves"].values()]
    return values.count(max(values)) == 1
