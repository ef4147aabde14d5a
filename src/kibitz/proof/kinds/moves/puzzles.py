"""Claims about puzzles: a way to a goal, or that there is none."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from kibitz.core.claim import Claim, Proof, checks
from kibitz.core.errors import GameError
from kibitz.core.numbers import show
from kibitz.search.puzzles.puzzle import Puzzle

MOST = 100_000
"""States that are looked at to show that no goal can be reached."""


@checks("route", of=Puzzle)
def route(puzzle: Puzzle, claim: Claim, proof: Proof) -> None:
    """Walk the moves: each is legal, the costs add up, and a goal is reached."""
    proof.says(claim, "puzzle", puzzle.name)
    solved = claim.raw("moves") is not None
    proof.says(claim, "solved", solved)
    proof.found(claim, "counts", "expanded")
    if not solved:
        proof.states(f"{puzzle.name} has no solution", "exhaustion")
        proof.that("no goal can be reached", _is_hopeless(puzzle), f"in at most {MOST:,} states")
        for key in ("cost", "length", "end"):
            proof.says(claim, key, None)
        return
    state: Any = puzzle.start()
    total: Any = Fraction(0)
    moves = claim.items("moves")
    for text in moves:
        move = _named(puzzle, state, text)
        total += Fraction(puzzle.cost(state, move))
        state = puzzle.play(state, move)
    proof.states(f"{puzzle.name} is solved at cost {show(total)}", "play")
    proof.that("every move is legal", True)
    proof.that("a goal is reached", puzzle.is_goal(state))
    proof.says(claim, cost=total, length=len(moves), end=puzzle.show(state))
    if not puzzle.is_filled_in:
        proof.leaves("that no way is cheaper")


def _named(puzzle: Puzzle, state: Any, text: Any) -> Any:
    for move in puzzle.moves(state):
        if puzzle.show_move(state, move) == text:
            return move
    raise GameError(f"moves: no move {text!r:.40} here")


def _is_hopeless(puzzle: Puzzle) -> bool:
    """Whether no goal can be reached: a property of the start, or all states are seen."""
    if puzzle.is_hopeless(puzzle.start()):
        return True
    todo: list[Any] = [puzzle.start()]
    seen = set(todo)
    while todo and len(seen) <= MOST:
        state = todo.pop()
        if puzzle.is_goal(state):
            return False
        after = {puzzle.play(state, move) for move in puzzle.moves(state)} - seen
        seen |= after
        todo += after
    return not todo
