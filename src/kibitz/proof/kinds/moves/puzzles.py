"""Claims about puzzles: a way to a goal or that there is none, all solutions, all distances."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from kibitz.core.claim import Claim, Proof, checks
from kibitz.core.errors import GameError
from kibitz.core.numbers import show
from kibitz.core.spelling import count_of
from kibitz.search.puzzles.puzzle import Puzzle

MOST, MOST_FILLED = 100_000, 50_000
"""States that are looked at, and those that are to count all solutions."""
KEPT = 20
"""States at the greatest distance that are listed."""


@checks("route", of=Puzzle)
def route(puzzle: Puzzle, claim: Claim, proof: Proof) -> None:
    """Walk the moves: each is legal, the costs add up, and a goal is reached."""
    solved = claim.raw("moves") is not None
    proof.says(claim, puzzle=puzzle.name, solved=solved)
    proof.found(claim, "counts", "expanded")
    if not solved:
        proof.states(f"{puzzle.name} has no solution", "exhaustion")
        proof.that("no goal can be reached", _is_hopeless(puzzle), f"in at most {MOST:,} states")
        proof.says(claim, cost=None, length=None, end=None)
        return
    moves = claim.items("moves")
    state, total = _walked(puzzle, moves, "moves")
    proof.states(f"{puzzle.name} is solved at cost {show(total)}", "play")
    proof.that("every move is legal", True)
    proof.that("a goal is reached", puzzle.is_goal(state))
    proof.says(claim, cost=total, length=len(moves), end=puzzle.show(state))
    if not puzzle.is_filled_in:
        proof.leaves("that no path is cheaper")


@checks("solutions", of=Puzzle)
def solutions(puzzle: Puzzle, claim: Claim, proof: Proof) -> None:
    """Every way to fill it in, counted again."""
    total, distinct = claim.count("solutions"), claim.count("distinct")
    proof.states(f"{puzzle.name} has {count_of(total, 'solution')}", "trying everything")
    proof.says(claim, puzzle=puzzle.name)
    proof.found(claim, "counts")
    if "moves" in claim:
        ways = [way if isinstance(way, list) else [way] for way in claim.items("moves")]
        ends = [_walked(puzzle, way, f"moves[{k}]")[0] for k, way in enumerate(ways)]
        proof.says(claim, all=[puzzle.show(end) for end in ends])
        good = all(map(puzzle.is_goal, ends)) and len(set(map(puzzle.show, ends))) == len(ends)
        proof.that("those that are listed are different solutions", good and len(ends) <= total)
    found = _filled(puzzle)
    if found is None:
        proof.leaves(f"solutions, distinct: there are {total:,}, more than are counted again")
        return
    proof.that("the number of solutions", total == len(found), f"{len(found):,}")
    proof.equal("distinct", distinct, len({puzzle.canonical(end) for end in found}))


@checks("distances", of=Puzzle)
def distances(puzzle: Puzzle, claim: Claim, proof: Proof) -> None:
    """All states, layer by layer."""
    counts, complete = claim.wholes("counts"), claim.flag("complete")
    if not counts:
        raise GameError("counts: expected how many states there are at each distance")
    proof.states(f"{puzzle.name}: how far its states are from the start", "counting by layers")
    layers, seen = [], 0
    for layer in _layers(puzzle):
        layers.append(layer)
        seen += len(layer)
        if len(layers) > len(counts) or seen > MOST:
            break
    proof.says(claim, puzzle=puzzle.name, farthest=len(counts) - 1)
    if seen > MOST and len(layers) <= len(counts):
        proof.theorem = f"no theorem: there are more than {MOST:,} states"
        proof.found(claim, "goals", "total", "last")
        proof.leaves("counts")
        return
    proof.that("whether there is no state beyond", complete == (len(layers) == len(counts)))
    layers = layers[: len(counts)]
    proof.equal("counts", list(counts), list(map(len, layers)))
    proof.says(
        claim, total=sum(map(len, layers)), goals=[sum(map(puzzle.is_goal, x)) for x in layers]
    )
    named, shown = claim.texts("last"), {puzzle.show(state) for state in layers[-1]}
    last = len(named) == len(set(named)) == min(KEPT, len(layers[-1])) and shown >= set(named)
    proof.that("the states named are farthest from the start", last)


def _walked(puzzle: Puzzle, moves: list[Any], where: str) -> tuple[Any, Any]:
    """Where moves lead to, and what they cost."""
    state: Any = puzzle.start()
    total = Fraction(0)
    for text in moves:
        known = {puzzle.show_move(state, move): move for move in puzzle.moves(state)}
        if str(text) not in known:
            raise GameError(f"{where}: no move {text!r:.40} here")
        total += Fraction(puzzle.cost(state, known[text]))
        state = puzzle.play(state, known[text])
    return state, total


def _layers(puzzle: Puzzle) -> Iterator[set[Any]]:
    """The states at each distance from the start."""
    layer = seen = {puzzle.start()}
    while layer:
        yield layer
        layer = {puzzle.play(state, move) for state in layer for move in puzzle.moves(state)} - seen
        seen = seen | layer


def _is_hopeless(puzzle: Puzzle) -> bool:
    """Whether no goal can be reached: a property of the start, or all states are seen."""
    if puzzle.is_hopeless(puzzle.start()):
        return True
    total = 0
    for layer in _layers(puzzle):
        total += len(layer)
        if total > MOST or any(map(puzzle.is_goal, layer)):
            return False
    return True


def _filled(puzzle: Puzzle) -> list[Any] | None:
    """The goals at the end of all ways to fill it in."""
    found, todo, seen = [], [puzzle.start()], 0
    while todo:
        state = todo.pop()
        seen += 1
        if seen > MOST_FILLED:
            return None
        if puzzle.is_goal(state):
            found.append(state)
        else:
            todo += [puzzle.play(state, move) for move in puzzle.moves(state)]
    return found
