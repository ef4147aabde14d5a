"""Questions that all impartial games are asked."""

from __future__ import annotations

from kibitz.combinatorial.game import ImpartialGame
from kibitz.combinatorial.solution import ImpartialSolution
from kibitz.exercises.judges.choice import outcome
from kibitz.exercises.judges.number import whole
from kibitz.exercises.judges.several import SetJudge
from kibitz.exercises.problem import Part


def left(game: ImpartialGame) -> str:
    """The position in words: "3, 4 and 5"."""
    words = game.show(game.position).split()
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def outcome_part(solution: ImpartialSolution) -> Part:
    """Whether the position is P or N."""
    return Part(
        "Is this a P-position (the previous player wins) or an N-position (the next one does)?",
        outcome(solution.to_json()["outcome"]),
        "From a P-position every move leads to an N-position; from an N-position some move "
        "leads to a P-position.",
    )


def moves_part(solution: ImpartialSolution) -> Part:
    """All positions that winning moves leave."""
    moves = solution.to_json()["winning_moves"]
    return Part(
        "Find all winning moves: write the position that each leaves.",
        SetJudge(tuple(move["leaves"] for move in moves), "positions that winning moves leave"),
        "A winning move leaves a position of nim-sum 0; there may be more than one.",
        points=2,
    )


def nimber_part(solution: ImpartialSolution) -> Part:
    """The Sprague-Grundy value."""
    return Part(
        "Find the Sprague-Grundy value of the position.",
        whole(solution.to_json()["nimber"], "the value"),
        "The value is the least number that is not the value of a follower (mex).",
    )
