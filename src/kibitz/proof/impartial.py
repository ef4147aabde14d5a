"""Claims about impartial games: who wins, the nimber or the value, and the winning moves.

Positions within reach are listed and labels for them are proposed; each label is then compared with
those of the options, which proves all of them, whoever proposed them. Where positions are too many,
the theorem about the family is applied, whose conditions the family checks.
"""

from __future__ import annotations

from collections import Counter
from itertools import islice
from typing import Any

import numpy as np

from kibitz.combinatorial.coins.game import CoinGame
from kibitz.combinatorial.digraphs.analysis import LETTERS
from kibitz.combinatorial.digraphs.game import Digraph
from kibitz.combinatorial.digraphs.loopy import LoopyValue, labeled, loopy_sum
from kibitz.combinatorial.errors import LimitError
from kibitz.combinatorial.game import ImpartialGame
from kibitz.combinatorial.nim_family.sos import EMPTY, MOST_HOLES, SOS
from kibitz.combinatorial.sums.sum import Sum
from kibitz.combinatorial.transfinite import Transfinite
from kibitz.core.claim import Claim, Proof, checks
from kibitz.core.errors import GameError, did_you_mean

LISTED = 1_000_000
"""Positions, or moves, listed at most."""
WRITTEN_TURNS = 50
"""Turns of a large game of coins that a claim lists."""
WRITTEN = 10_000
"""Vertices up to which a claim says the labels of all."""


@checks("impartial-solution", of=ImpartialGame)
def impartial_solution(game: ImpartialGame, claim: Claim, proof: Proof) -> None:
    """The labels obey the mex rule, or the rule for P and N, which have one solution."""
    outcome = claim.text("outcome")
    if outcome not in ("N", "P", "T"):
        raise GameError(f"outcome: {outcome!r} is not one of N, P and T")
    stated = [claim.raw(key) for key in ("nimber", "value") if key in claim]
    without = all(x is None for x in stated)
    value: Any = None
    if isinstance(game, Transfinite):
        value = _transfinite(game, outcome, proof)
    elif isinstance(game, SOS):
        _sos(game, outcome, proof)
    elif game.is_misere or (without and stated):
        _outcome(game, outcome, proof)
    else:
        value = _value(game, proof)
        proof.equal("outcome", outcome, value.outcome)
        named = f"nimber {value}" if value.finite is not None else f"value {value}"
        proof.states(f"the outcome is {value.outcome} and the {named}", proof.theorem)
    finite = getattr(value, "finite", None)
    if isinstance(game, Transfinite) and value is not None and value.is_finite:
        finite = int(value)
    proof.says(claim, "nimber", finite)
    proof.says(claim, "value", None if value is None else str(value))
    proof.says(claim, "winner", {"N": "first", "P": "second"}.get(outcome))
    proof.says(claim, "position", game.show(game.position))
    proof.says(claim, "play", game.play)
    _moves(game, outcome, claim, proof)
    if isinstance(game, Digraph):
        _vertices(game, claim, proof)


def _value(game: ImpartialGame, proof: Proof) -> LoopyValue:
    """The value of the start in normal play, proved."""
    if isinstance(game, Sum):
        values = []
        for i, part in enumerate(game.components, 1):
            inner = Proof()
            values.append(_value(part, inner))
            failed = next((c for c in inner.checks if not c.passed), None)
            words = "" if failed is None else failed.found or failed.what
            what = f"component {i}, {part.name}, is worth {values[-1]}"
            proof.that(what, failed is None, words)
        total = loopy_sum(values)
        rule = "the Sprague-Grundy theorem" if total.finite is not None else "the loopy sum rules"
        proof.states(proof.claim, rule)
        proof.that("the components add up", True, str(total))
        return total
    family = game._proof()
    if family is not None:
        proof.checks.extend(family)
        proof.states(proof.claim, game.theorem)
        return LoopyValue(game.nimber_at(game.position))
    graph = _listed(game, proof)
    if graph is None:
        return LoopyValue(None)
    if graph.acyclic:
        proof.states(proof.claim, "the mex rule, which has one solution when play ends")
        return LoopyValue(_nimbers(game, graph, proof)[graph.number(game.position)])
    proof.states(proof.claim, "the labeling rules of Fraenkel and Smith")
    return _loopy(graph, proof)[graph.number(game.position)]


def _listed(game: ImpartialGame, proof: Proof) -> Digraph | None:
    """The positions within reach; a failed check where they are too many."""
    try:
        return game.graph(LISTED)
    except LimitError:
        found = f"there are more than {LISTED:,} of them"
        proof.that("the positions within reach can be listed", False, found)
        return None


def _nimbers(game: ImpartialGame, graph: Digraph, proof: Proof) -> list[int]:
    """Nimbers of all positions of a graph in which play ends, each the mex of its options'."""
    from kibitz.combinatorial.digraphs.kernels import mex_violation

    proposed = np.array([game.nimber_at(p) for p in graph.names], np.int64)
    bad = int(graph.analysis.run(mex_violation)(graph.starts, graph.followers, proposed))
    count = f"{len(graph):,} positions"
    proof.that("no position can come back", True, count)
    found = count if bad < 0 else f"not so at {game.show(graph.names[bad])}"
    proof.that("every nimber is the mex of its options' nimbers", bad < 0, found)
    return [int(x) for x in proposed]


def _loopy(graph: Digraph, proof: Proof) -> list[LoopyValue]:
    """Values of all positions where play can cycle, each justified by those of its followers."""
    from kibitz.combinatorial.digraphs.kernels import loopy_violation

    values, counters = labeled(graph)
    bad = int(graph.analysis.run(loopy_violation)(graph.starts, graph.followers, values, counters))
    found = f"{len(graph):,} positions" if bad < 0 else f"not so at {graph.show(graph.names[bad])}"
    proof.that("every value is justified by the followers, with falling counters", bad < 0, found)
    told = []
    for v in range(len(graph)):
        reach = values[graph.followers[graph.starts[v] : graph.starts[v + 1]]].tolist()
        infinite = LoopyValue(None, frozenset(k for k in reach if k >= 0))
        told.append(LoopyValue(int(values[v])) if values[v] >= 0 else infinite)
    return told


def _labels(game: ImpartialGame, graph: Digraph, proof: Proof) -> list[str]:
    """P, N or T of every position, by the rule of the game's own play."""
    from kibitz.combinatorial.digraphs.kernels import label_violation

    labels: Any
    if graph.acyclic:
        letters = [game.outcome_at(p) for p in graph.names]
        labels = np.array([np.flatnonzero(x == LETTERS)[0] for x in letters], np.int8)
        nearness = graph.analysis.longest
    else:
        labels, nearness = graph.analysis.labeled
    run = graph.analysis.run(label_violation)
    bad = int(run(graph.starts, graph.followers, labels, nearness, game.is_misere))
    found = f"{len(graph):,} positions" if bad < 0 else f"not so at {game.show(graph.names[bad])}"
    end = "N" if game.is_misere else "P"
    what = f"an end is {end}, an N leads to some P nearer the end, a P only to N"
    proof.that(what, bad < 0, found)
    return [str(LETTERS[label]) for label in labels]


def _outcome(game: ImpartialGame, outcome: str, proof: Proof) -> None:
    """Who wins, without a nimber."""
    proof.states(f"the outcome is {outcome}", "the rule for P and N")
    family = game._proof()
    if family is not None:
        proof.checks.extend(family)
        right: str | None = game.outcome_at(game.position)
    else:
        graph = _listed(game, proof)
        if graph is None:
            return
        right = _labels(game, graph, proof)[graph.number(game.position)]
    proof.that("the start has the outcome that was claimed", right == outcome, str(right))


def _transfinite(game: Transfinite, outcome: str, proof: Proof) -> Any:
    """Ordinals add power by power."""
    proof.states(f"the outcome is {outcome}", game.theorem)
    proof.checks.extend(game._proof() or ())
    proof.equal("outcome", outcome, game.outcome_at(game.position))
    return None if game.is_misere else game.value()


def _sos(game: SOS, outcome: str, proof: Proof) -> None:
    """The best of the moves leads to the outcome; large boards are known when they are empty."""
    proof.states(f"the outcome is {outcome}", "minimax")
    if game.position.count(EMPTY) > MOST_HOLES:
        proof.states(f"the outcome is {outcome}", game.theorem)
        even = len(game.position) % 2 == 0
        what = "the board is empty, and even boards from 16 on are P, odd ones N"
        empty = set(game.position) == {EMPTY} and len(game.position) >= 15
        right = "P" if even else "N"
        proof.that(what, empty and outcome == right, f"{len(game.position)} squares")
        return
    replies = [game.outcome_at(option) for option in game.options(game.position)]
    best = "N" if "P" in replies else "T" if "T" in replies or not replies else "P"
    best = "P" if "SOS" in game.position else best
    proof.that("the best of the moves leads there", best == outcome, best)


def _moves(game: ImpartialGame, outcome: str, claim: Claim, proof: Proof) -> None:
    """The winning moves: all of them, or some where they are too many to look through."""
    told = _told(claim)
    if isinstance(game, CoinGame) and game.is_large and not game.is_misere:
        _turns(game, told, claim, proof)
        return
    listed = claim.flag("winning_moves_listed") if "winning_moves_listed" in claim else True
    if isinstance(game, SOS) and game.position.count(EMPTY) > MOST_HOLES:
        _compare(game, told, game.winning_moves(), proof)
        proof.that("only the move that the theorem names is told", listed == (outcome == "P"))
        if outcome == "N":
            proof.leaves("that there are no other winning moves")
        return
    if not listed:
        _some_moves(game, told, claim, proof)
        return
    try:
        known = game.winning_moves()
    except LimitError as error:
        raise GameError(f"winning_moves: {error}") from None
    _compare(game, told, known, proof)
    lost = all(game.outcome_at(m.position) == "P" for m in known)
    if isinstance(game, Transfinite):
        over = next(iter(game.moves(game.position)), None) is None
        agree = bool(known) == (outcome == "N") or (over and game.is_misere)
        proof.that("the winning moves lead to P-positions", lost and agree, f"{len(known)}")
        proof.leaves("that there are no other winning moves")
        return
    good = "P-positions" if claim.data.get("value") is None else "value 0"
    every = list(islice(game.options(game.position), LISTED + 1))
    if len(every) > LISTED:
        proof.that(f"every winning move leads to {good}", lost, f"{len(known)}")
        proof.leaves("that there are no other winning moves")
        return
    right = {p for p in every if game.outcome_at(p) == "P"}
    same = {m.position for m in known} == right
    proof.that(f"the winning moves are the moves to {good}", same, f"{len(right)} of {len(every)}")


def _told(claim: Claim) -> list[tuple[str, str | None]]:
    """The moves of a claim, each in words and with what it leaves, if it says so."""
    found: list[tuple[str, str | None]] = []
    for k, entry in enumerate(claim.items("winning_moves") if "winning_moves" in claim else []):
        if isinstance(entry, str):
            found.append((entry, None))
            continue
        part = Claim(entry, f"winning_moves[{k}]")
        found.append((part.text("move"), part.text("leaves") if "leaves" in part else None))
        if part.unread():
            raise GameError(f"winning_moves[{k}]: unknown fields, {', '.join(part.unread())}")
    return found


def _compare(
    game: ImpartialGame, told: list[tuple[str, str | None]], known: Any, proof: Proof
) -> None:
    right = Counter((m.description, game.show(m.position)) for m in known)
    words = [m for m, _ in right]
    for k, (move, _) in enumerate(told, 1):
        if move not in words and not _is_a_move(game, move):
            near = did_you_mean(move, words)
            raise GameError(f"winning_moves, item {k}: there is no move {move!r}{near}")
    if any(leaves is None for _, leaves in told):
        same = Counter(m for m, _ in told) == Counter(m.description for m in known)
    else:
        same = Counter(told) == right
    if not same:
        found = f"{len(told)} are claimed, {right.total()} are right"
        proof.that("these are the winning moves", False, found)


def _is_a_move(game: ImpartialGame, words: str) -> bool:
    some = islice(game.moves(game.position), LISTED // 5)
    return any(words == m[0] for m in some)


def _some_moves(
    game: ImpartialGame, told: list[tuple[str, str | None]], claim: Claim, proof: Proof
) -> None:
    """The moves that are shown win; ranges are those of the family, tried at their ends."""
    some = (*game.some_winning_moves(), *islice(game.moves(game.position), LISTED // 100))
    known = {m[0]: m[1] for m in some}
    for move, leaves in told:
        if move not in known:
            raise GameError(f"winning_moves: there is no move {move!r} among those looked at")
        proof.equal(f"what {move!r} leaves", leaves, game.show(known[move]))
    shown = [known[move] for move, _ in told]
    if "winning_ranges" in claim:
        ranges = game.winning_ranges()
        proof.says(claim, "winning_ranges", [r.to_json() for r in ranges])
        shown += [move.position for r in ranges for move in r.ends]
    wins = all(game.outcome_at(p) == "P" for p in shown)
    distinct = len(told) == len(set(told))
    proof.that("the winning moves that are shown win", wins and distinct, f"{len(shown)}")
    proof.leaves("that there are no other winning moves")


def _turns(game: Any, told: list[tuple[str, str | None]], claim: Claim, proof: Proof) -> None:
    """The first winning turns of a large game of coins, and how many there are."""
    known, count = game.first_winning_moves()
    known = known[:WRITTEN_TURNS]
    _compare(game, told, known, proof)
    lost = all(game.outcome_at(frozenset(m.position)) == "P" for m in known)
    proof.that("the winning turns that are shown lead to value 0", lost, f"{len(known)}")
    proof.that("a turn wins unless the nimber is 0", bool(known) == bool(game.nimber()))
    proof.says(claim, "winning_move_count", count)


def _vertices(game: Digraph, claim: Claim, proof: Proof) -> None:
    """The labels and values of all vertices."""
    if len(game) > WRITTEN:
        return
    labels = _labels(game, game, proof)
    names = [game.show(v) for v in game.names]
    proof.says(claim, "outcomes", dict(zip(names, labels, strict=True)))
    values: dict[str, str] = {}
    if not game.is_misere:
        told: Any = _nimbers(game, game, proof) if game.acyclic else _loopy(game, proof)
        values = {name: str(value) for name, value in zip(names, told, strict=True)}
    proof.says(claim, "values", values)
