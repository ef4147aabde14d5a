"""Claims about all solutions of a puzzle."""

from __future__ import annotations

from typing import Any

from kibitz.core.claim import Claim, Proof, checks
from kibitz.core.errors import GameError
from kibitz.core.spelling import count_of
from kibitz.search.puzzles.puzzle import Puzzle

MOST = 50_000
"""States that are looked at to count all solutions."""


@checks("solutions", of=Puzzle)
def solutions(puzzle: Puzzle, claim: Claim, proof: Proof) -> None:
    """Every way to fill it in, counted again."""
    total, distinct = claim.count("solutions"), claim.count("distinct")
    proof.states(f"{puzzle.name} has {count_of(total, 'solution')}", "trying everything")
    proof.says(claim, "puzzle", puzzle.name)
    proof.found(claim, "counts")
    ends = _walk(puzzle, claim) if "moves" in claim else []
    if "moves" in claim:
        proof.says(claim, "all", [puzzle.show(end) for end in ends])
        good = all(map(puzzle.is_goal, ends)) and len(set(map(puzzle.show, ends))) == len(ends)
        proof.that("those that are listed are different solutions", good and len(ends) <= total)
    found = _all(puzzle)
    if found is None:
        proof.leaves(f"that there are {total:,}, more than are counted again")
        return
    proof.that("the number of solutions", total == len(found), f"{len(found):,}")
    proof.equal("distinct", distinct, len({puzzle.canonical(end) for end in found}))


def _walk(puzzle: Puzzle, claim: Claim) -> list[Any]:
    """Where the ways that are listed lead."""
    ends = []
    for k, way in enumerate(claim.items("moves")):
        state: Any = puzzle.start()
        for text in way if isinstance(way, list) else [way]:
            moves = {puzzle.show_move(state, move): move for move in puzzle.moves(state)}
            if text not in moves:
                raise GameError(f"moves[{k}]: no move {text!r:.40} here")
            state = puzzle.play(state, moves[text])
        ends.append(state)
    return ends


def _all(puzzle: Puzzle) -> list[Any] | None:
    found, todo, seen = [], [puzzle.start()], 0
    while todo:
        state = todo.pop()
        seen += 1
        if seen > MOST:
            return None
        if puzzle.is_goal(state):
            found.append(state)
        else:
            todo += [puzzle.play(state, move) for move in puzzle.moves(state)]
    return found
