"""What problems about impartial games share."""

from __future__ import annotations

from kibitz.combinatorial.game import ImpartialGame
from kibitz.combinatorial.solution import ImpartialSolution
from kibitz.exercises.judges.choice import outcome
from kibitz.exercises.judges.number import whole
from kibitz.exercises.judges.several import SetJudge
from kibitz.exercises.problem import Part, Problem
from kibitz.exercises.properties import impartial  # noqa: F401
from kibitz.exercises.wish import Wish


def left(game: ImpartialGame) -> str:
    """The position in words: "3, 4 and 5"."""
    words = [word for word in game.show(game.position).split() if word.isdigit()]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def outcome_part(solution: ImpartialSolution, position: str = "this") -> Part:
    """Whether the position is P or N."""
    return Part(
        f"Is {position} a P-position (the previous player wins) or an N-position (the next one "
        "does)?",
        outcome(solution.to_json()["outcome"]),
        "From a P-position every move leads to an N-position; from an N-position some move "
        "leads to a P-position.",
    )


def nimber_part(solution: ImpartialSolution, hint: str = "") -> Part:
    """The Sprague-Grundy value."""
    return Part(
        "Find the Sprague-Grundy value of the position.",
        whole(int(solution.to_json()["nimber"]), "the value"),
        hint or "The value is the least number that is not the value of a follower (mex).",
    )


def moves_part(solution: ImpartialSolution, heaps: bool = True, hint: str = "") -> Part:
    """All winning moves, by the positions that they leave."""
    moves = solution.to_json()["winning_moves"]
    return Part(
        "Find all winning moves: write the position that each leaves.",
        SetJudge(
            tuple(dict.fromkeys(move["leaves"] for move in moves)),
            "positions that winning moves leave",
            unordered=heaps,
        ),
        hint or "A winning move leaves a P-position; there may be more than one.",
        points=2,
    )


def named_moves_part(solution: ImpartialSolution, what: str, word: str, hint: str = "") -> Part:
    """All winning moves, by their names without the word that they begin with."""
    moves = [m["move"].removeprefix(word).strip() for m in solution.to_json()["winning_moves"]]
    return Part(
        f"Find all winning moves: write {what}.",
        SetJudge(tuple(moves), what),
        hint or "A winning move leaves a position of value 0; there may be more than one.",
        points=2,
    )


def impartial_problem(
    title: str,
    prose: str,
    game: ImpartialGame,
    properties: tuple[Wish, ...],
    hint: str = "",
    heaps: bool = True,
) -> Problem:
    """Find the value and all winning moves."""
    solution = game.solve()
    parts = (nimber_part(solution, hint), outcome_part(solution), moves_part(solution, heaps))
    return Problem(title, prose, game, parts, (solution,), properties)
