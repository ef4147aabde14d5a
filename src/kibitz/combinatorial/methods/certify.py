"""Proofs of outcomes and values, from the positions that can be reached."""

from __future__ import annotations

from itertools import islice
from typing import Any

import numpy as np

from kibitz.combinatorial.digraphs.analysis import LETTERS
from kibitz.combinatorial.digraphs.game import Digraph
from kibitz.combinatorial.digraphs.loopy import LoopyValue, labeled, loopy_sum
from kibitz.combinatorial.errors import LimitError
from kibitz.combinatorial.game import ImpartialGame
from kibitz.combinatorial.solution import ImpartialSolution
from kibitz.combinatorial.sums.sum import Sum
from kibitz.core.solution import Certificate, Check

LISTED = 1_000_000
"""Positions listed at most for a proof."""


def certify(solution: ImpartialSolution) -> Certificate:
    """Check the conditions that characterize the answer at every position within reach."""
    game, value = solution.game, solution.value
    claim = f"the outcome is {solution.outcome}"
    if value is None:
        return Certificate(claim, "the rule for P and N", _misere_checks(solution))
    claim += f" and the nimber {value}" if value.finite is not None else f" and the value {value}"
    if isinstance(game, Sum):
        rule = "the Sprague-Grundy theorem" if value.finite is not None else "the loopy sum rules"
        return Certificate(claim, rule, _sum_checks(game, solution))
    if game._proof() is not None:
        theorem = game.theorem
    elif value.finite is not None and game.ends():
        theorem = "the mex rule, which has one solution when play ends"
    else:
        theorem = "the labeling rules of Fraenkel and Smith"
    checks = [*_value_checks(game, value), _outcome_check(solution), *_move_checks(solution)]
    return Certificate(claim, theorem, tuple(c for c in checks if c is not None))


def _value_checks(game: ImpartialGame, value: LoopyValue) -> tuple[Check, ...]:
    """That the start of a game in normal play has this value."""
    proof = game._proof()
    if proof is not None:
        proved = game.nimber_at(game.position)
        what = "the start has the value that was claimed"
        return (*proof, Check(what, value == LoopyValue(proved), str(proved)))
    try:
        graph = game.graph(LISTED)
    except LimitError:
        return (_too_large(),)
    if graph.acyclic:
        return _nimber_checks(game, graph, value)
    return _loopy_checks(graph, value)


def _nimber_checks(game: ImpartialGame, graph: Digraph, value: LoopyValue) -> tuple[Check, ...]:
    from kibitz.combinatorial.digraphs.kernels import mex_violation

    count = f"{len(graph):,} positions"
    claimed = np.array([game.nimber_at(p) for p in graph.names], np.int64)
    bad = int(graph.analysis.run(mex_violation)(graph.starts, graph.followers, claimed))
    found = count if bad < 0 else f"not so at {game.show(graph.names[bad])}"
    start = int(claimed[graph.number(game.position)])
    return (
        Check("no position can come back", True, count),
        Check("every nimber is the mex of its options' nimbers", bad < 0, found),
        Check("the start has the value that was claimed", start == value.finite, str(start)),
    )


def _loopy_checks(graph: Digraph, value: LoopyValue) -> tuple[Check, ...]:
    from kibitz.combinatorial.digraphs.kernels import loopy_violation

    values, counters = labeled(graph)
    bad = int(graph.analysis.run(loopy_violation)(graph.starts, graph.followers, values, counters))
    found = f"{len(graph):,} positions" if bad < 0 else f"not so at {graph.show(graph.names[bad])}"
    start = graph.loopy_value()
    return (
        Check("every value is justified by the followers, with falling counters", bad < 0, found),
        Check("the start has the value that was claimed", start == value, str(start)),
    )


def _sum_checks(game: Sum, solution: ImpartialSolution) -> tuple[Check, ...]:
    checks: list[Check | None] = []
    for i, (part, value) in enumerate(zip(game.components, game.values, strict=True), 1):
        failed = [c for c in _value_checks(part, value) if not c.passed]
        what = f"component {i}, {part.name}, is worth {value}"
        checks.append(Check(what, not failed, failed[0].found or failed[0].what if failed else ""))
    total = loopy_sum(game.values)
    checks.append(Check("the components add up to the claim", total == solution.value, str(total)))
    checks += [_outcome_check(solution), *_move_checks(solution)]
    return tuple(c for c in checks if c is not None)


def _misere_checks(solution: ImpartialSolution) -> tuple[Check, ...]:
    from kibitz.combinatorial.digraphs.kernels import label_violation

    game = solution.game
    proof = game._proof()
    if proof is not None:
        proved = game.outcome_at(game.position)
        what = "the start has the outcome that was claimed"
        check = Check(what, proved == solution.outcome, proved)
        return (*proof, check, *_move_checks(solution))
    try:
        graph = game.graph(LISTED)
    except LimitError:
        return (_too_large(),)
    labels: Any
    if graph.acyclic:
        letters = [game.outcome_at(p) for p in graph.names]
        labels = np.array([np.flatnonzero(x == LETTERS)[0] for x in letters], np.int8)
        nearness = graph.analysis.longest
    else:
        labels, nearness = graph.analysis.labeled
    check = graph.analysis.run(label_violation)
    bad = int(check(graph.starts, graph.followers, labels, nearness, game.is_misere))
    found = f"{len(graph):,} positions" if bad < 0 else f"not so at {game.show(graph.names[bad])}"
    start = str(LETTERS[labels[graph.number(game.position)]])
    return (
        Check("an end is N, an N leads to some P nearer the end, a P only to N", bad < 0, found),
        Check("the start has the outcome that was claimed", start == solution.outcome, start),
        *_move_checks(solution),
    )


def _outcome_check(solution: ImpartialSolution) -> Check | None:
    """Shown only when the outcome does not follow from the value."""
    value = solution.value
    if value is None or value.outcome == solution.outcome:
        return None
    return Check("the outcome follows from the value", False, f"{value} means {value.outcome}")


def _move_checks(solution: ImpartialSolution) -> tuple[Check, ...]:
    """That exactly the moves to P-positions are listed."""
    game = solution.game
    if not solution.listed:
        return _range_checks(solution)
    good = "value 0" if solution.value is not None else "P-positions"
    listed = [move.position for move in solution.moves]
    every = list(islice(game.options(game.position), LISTED + 1))
    if len(every) > LISTED:
        passed = all(_lost(game, p) for p in listed)
        return (Check(f"every winning move leads to {good}", passed, f"{len(listed)}"),)
    right = {p for p in every if _lost(game, p)}
    return (
        Check(
            f"the winning moves are the moves to {good}",
            set(listed) == right,
            f"{len(right)} of {len(every)}",
        ),
    )


def _range_checks(solution: ImpartialSolution) -> tuple[Check, ...]:
    """That the moves shown win, and the first and the last of every range."""
    shown = [*solution.moves, *(move for r in solution.ranges for move in r.ends)]
    passed = all(_lost(solution.game, move.position) for move in shown)
    return (Check("the winning moves that are shown win", passed, f"{len(shown)}"),)


def _lost(game: ImpartialGame, position: Any) -> bool:
    return game.outcome_at(position) == "P"


def _too_large() -> Check:
    return Check(
        "the positions within reach can be listed", False, f"there are more than {LISTED:,} of them"
    )
