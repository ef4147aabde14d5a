"""Claims about impartial games, from the moves alone: the mex rule, and the rule for P and N.

Normal play of heaps and of coins falls into parts, and a sum into its components, whose nimbers
add (Sprague and Grundy). Where positions are too many, the formula of the family must obey the mex
rule at the start; that it does so everywhere is the family's theorem, which is not proved here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import reduce
from itertools import count, islice
from operator import xor
from typing import Any

from kibitz.combinatorial.coins.game import CoinGame
from kibitz.combinatorial.digraphs.game import Digraph
from kibitz.combinatorial.digraphs.loopy import LoopyValue, loopy_sum
from kibitz.combinatorial.game import ImpartialGame
from kibitz.combinatorial.heaps.game import HeapGame
from kibitz.combinatorial.sums.sum import Sum
from kibitz.core.claim import Claim, Proof, checks
from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.spelling import count_of
from kibitz.proof.kernel.impartial import LISTED, graph_of, labels_of, nimbers, parts_of
from kibitz.proof.kernel.walks import Cycles, Graph, Unsettled, turned

LOOKED = 100
"""Moves that are looked at where there may be no end of them."""
WRITTEN = 10_000
"""Vertices up to which a claim says the labels of all."""
ELSEWHERE = "that the formula of its family holds at other positions ({})"
Value = Callable[[Any], Any]
Label = Callable[[Any], str]
Wins = list[tuple[str, str | None]]


@checks("impartial-solution", of=ImpartialGame)
def impartial_solution(game: ImpartialGame, claim: Claim, proof: Proof) -> None:
    """The values obey the mex rule, or the rule for P and N, which have one solution."""
    outcome = claim.choice("outcome", "NPT")
    stated = [claim.raw(key) for key in ("nimber", "value") if key in claim]
    told = _claimed_wins(claim)
    value: Any = None
    if game.is_misere or (stated and all(x is None for x in stated)):
        label = _labels(game, outcome, proof)
    else:
        values = _values(game, proof, claim)
        value = None if values is None else values(game.position)
        label = None if values is None else lambda p: _outcome(game, p, values(p))
        named = f"nimber {value}" if _finite(value) is not None else f"value {value}"
        more = "" if value is None else f" and the {named}"
        proof.states(f"the outcome is {outcome}{more}", proof.theorem)
    if label is None:
        return
    proof.equal("outcome", outcome, label(game.position))
    proof.says(claim, nimber=_finite(value), value=None if value is None else str(value))
    proof.says(claim, "winner", {"N": "first", "P": "second"}.get(outcome))
    proof.says(claim, position=game.show(game.position), play=game.play)
    _moves(game, label, told, claim, proof)
    if isinstance(game, Digraph) and len(game) <= WRITTEN:
        _vertices(game, claim, proof)


def _outcome(game: ImpartialGame, position: Any, value: Any) -> str:
    if value is None:
        return str(game._outcome(position))
    return value.outcome if isinstance(value, LoopyValue) else "N" if value else "P"


def _finite(value: Any) -> int | None:
    if value is None or isinstance(value, LoopyValue):
        return None if value is None else value.finite
    return int(value) if value.is_finite else None


def _values(game: ImpartialGame, proof: Proof, claim: Claim | None = None) -> Value | None:
    """What every position is worth in normal play; None with a failed check if no one knows."""
    if isinstance(game, Sum) and not hasattr(game, "value_at"):
        return _sum(game, proof, claim)
    if _is_small(game) or isinstance(game, (HeapGame, CoinGame)):
        starts = list(game.names) if isinstance(game, Digraph) else parts_of(game, game.position)
        found = graph = None
        try:
            found = nimbers(game, starts)
        except Cycles:
            graph = graph_of(game, starts)
        except Unsettled:
            pass
        if found is not None:
            positions = count_of(len(found), "position")
            proof.states(proof.claim, "the mex rule, which has one solution when play ends")
            proof.that("no position can repeat", True, positions)
            proof.that("every nimber is the mex of its options' nimbers", True, positions)
            return lambda p: LoopyValue(reduce(xor, (found[x] for x in parts_of(game, p)), 0))
        if graph is not None:
            known = _loopy_values(graph)
            proof.states(proof.claim, "the labeling rules of Fraenkel and Smith")
            proof.that("every value is that of these rules", True, f"{len(graph):,} positions")
            return known.__getitem__
    return _formula(game, proof)


def _loopy_values(graph: Graph) -> dict[Any, LoopyValue]:
    """The values of Fraenkel and Smith, nimber by nimber; the rest is infinite.

    A position gets k if its options lack k and have all smaller ones, and every option without a
    value has an option worth k.
    """
    value: dict[Any, int] = {}
    before = turned(graph)
    for k in count():
        rest = [
            p for p in graph if p not in value and {value.get(q) for q in graph[p]} >= {*range(k)}
        ]
        if not rest:
            break
        todo, candidates = rest, set(rest)
        while todo:
            new = [p for p in dict.fromkeys(todo) if p not in value and _gets(graph, value, p, k)]
            value |= dict.fromkeys(new, k)
            todo = [r for p in new for q in before[p] for r in before[q] if r in candidates]
    reach = {p: frozenset(value[q] for q in graph[p] if q in value) for p in graph}
    return {p: LoopyValue(value[p]) if p in value else LoopyValue(None, reach[p]) for p in graph}


def _gets(graph: Graph, value: dict[Any, int], p: Any, k: int) -> bool:
    known = {value.get(q) for q in graph[p]}
    return (
        k not in known
        and known >= {*range(k)}
        and all(q in value or any(value.get(r) == k for r in graph[q]) for q in graph[p])
    )


def _is_small(game: ImpartialGame) -> bool:
    """Whether its positions can be listed, as far as is known beforehand."""
    reach = LISTED + 1 if hasattr(game, "value_at") else game._reach(game.position)
    return reach is None or reach <= LISTED


def _sum(game: Sum, proof: Proof, claim: Claim | None) -> Value | None:
    """Nimbers add without carrying, infinite values by the rules of Smith."""
    parts: list[Value] = []
    for i, part in enumerate(game.components, 1):
        inner = Proof()
        value = _values(part, inner)
        if value is None:
            proof.checks.extend(inner.checks)
            return None
        inner.states(f"{part.name} is worth {value(part.position)}", inner.theorem)
        proof.includes(f"component {i}", inner.certificate())
        parts.append(value)
    worth = [value(p) for value, p in zip(parts, game.position, strict=True)]
    if claim is not None:
        told = [
            {"game": g.name, "position": g.show(g.position), "value": str(v)}
            for g, v in zip(game.components, worth, strict=True)
        ]
        proof.says(claim, components=told)
    total = loopy_sum(worth)
    finite = total.finite is not None
    proof.states(proof.claim, "the Sprague-Grundy theorem" if finite else "the loopy sum rules")
    proof.that("the components add up", True, str(total))
    return lambda p: loopy_sum([value(x) for value, x in zip(parts, p, strict=True)])


def _formula(game: ImpartialGame, proof: Proof) -> Value | None:
    """What the family's formula says, if it obeys the mex rule at the start."""
    at: Value = getattr(game, "value_at", None) or _wrapped(game._nimber)
    value = at(game.position)
    if value is None:
        return None if _told_labels(game, proof) is None else at
    proof.states(proof.claim, game.theorem)
    some = [at(p) for p in islice(game.options(game.position), LOOKED)]
    proof.that("no move keeps the value of the formula", value not in some, str(value))
    finite = _finite(value)
    if finite is not None and len(some) < LOOKED and None not in some:
        reached = {_finite(x) for x in some}
        proof.that("moves lead to all smaller values", reached >= {*range(finite)})
    proof.leaves(ELSEWHERE.format(game.theorem))
    return at


def _wrapped(formula: Callable[[Any], int | None]) -> Value:
    def at(position: Any) -> LoopyValue | None:
        found = _known(formula, position)
        return None if found is None else LoopyValue(found)

    return at


def _known(formula: Callable[[Any], Any], position: Any) -> Any:
    """What the family's formula says, or None where it would have to search too far."""
    try:
        return formula(position)
    except GameError:
        return None


def _labels(game: ImpartialGame, outcome: str, proof: Proof) -> Label | None:
    """P, N or T at every position, by the game's own play, from the ends backward."""
    proof.states(f"the outcome is {outcome}", "the rule for P and N")
    starts = list(game.names) if isinstance(game, Digraph) else [game.position]
    labels = labels_of(game, starts) if _is_small(game) else None
    if labels is None:
        return _told_labels(game, proof)
    end = "N" if game.is_misere else "P"
    what = f"the end is {end}; N-positions lead to some P nearer the end, P-positions only to N"
    proof.that(what, True, count_of(len(labels), "position"))
    return labels.__getitem__


def _told_labels(game: ImpartialGame, proof: Proof) -> Label | None:
    """What the family's formula says of outcomes, if it obeys the rule at the start."""
    right = game._outcome(game.position)
    if right is None:
        proof.that("the positions within reach can be listed", False, f"more than {LISTED:,}")
        return None
    proof.states(proof.claim, game.theorem)
    if right == "P":
        few = islice(game.options(game.position), LOOKED)
        after = [_known(game._outcome, position) for position in few]
        proof.that("no move leads to P by the formula", "P" not in after)
    proof.leaves(ELSEWHERE.format(game.theorem))
    return lambda p: str(game._outcome(p))


def _moves(game: ImpartialGame, label: Label, wins: Wins, claim: Claim, proof: Proof) -> None:
    """The winning moves: all of them, or some where they are too many to look through."""
    large = hasattr(game, "value_at") or (isinstance(game, CoinGame) and game.is_large)
    most = LOOKED if large else LISTED
    every = list(islice(game.moves(game.position), most + 1))
    many = len(every) > most
    words = {m[0]: m[1] for m in every}
    for k, (move, _) in enumerate(wins, 1):
        if move not in words and not many:
            near = did_you_mean(move, words)
            raise GameError(f"winning_moves, item {k}: there is no move {move!r}{near}")
    listed = claim.flag("winning_moves_listed", True)
    looked = every if listed and not many else []
    try:
        right = [(m[0], game.show(m[1])) for m in looked if label(m[1]) == "P"]
    except GameError:
        many = True
    if many or not listed:
        _some_moves(game, label, wins, words, claim, proof)
        return
    proof.says(claim, "winning_moves_listed", True)
    if "winning_move_count" in claim:
        proof.says(claim, "winning_move_count", len(right))
        right = right[: len(wins)] if len(wins) == min(50, len(right)) else right
    words_only = any(leaves is None for _, leaves in wins)
    both = [Counter(m if words_only else (m, x) for m, x in them) for them in (wins, right)]
    same = both[0] == both[1]
    good = "P-positions" if claim.data.get("value") is None else "value 0"
    found = f"{len(right)} of {len(every)}" if same else f"{len(wins)} are claimed"
    proof.that(f"the winning moves are the moves to {good}", same, found)


def _some_moves(
    game: ImpartialGame, label: Label, wins: Wins, words: dict[str, Any], claim: Claim, proof: Proof
) -> None:
    """The claimed moves win, as far as they can be found and labeled."""
    for move, leaves in wins:
        left = _known(label, words[move]) if move in words else None
        if left is None:
            after = _heaps(game, leaves)
            if after is not None:
                proof.that(f"{move} leaves a lost position", label(after) == "P", str(leaves))
            proof.leaves(f"that {move} {'wins' if after is None else 'is a move'}")
        else:
            good = left == "P" and leaves in (None, game.show(words[move]))
            proof.that(f"{move} wins", good)
    for part in claim.parts("winning_ranges") if claim.raw("winning_ranges", None) else []:
        _range(game, label, part, proof)
    won = label(game.position) == "N"
    if wins or not won or claim.data.get("winning_moves_listed", True):
        proof.that("a move wins if and only if the outcome is N", bool(wins) == won)
    else:
        proof.leaves("which moves win")
    proof.also("no move is listed twice", len(set(wins)) == len(wins))
    keys = ("winning_moves_listed", "winning_ranges", "winning_move_count")
    proof.leaves("that there are no other winning moves, and how many there are", claim, *keys)


def _heaps(game: ImpartialGame, text: str | None) -> Any:
    """The heaps that are written so; None in games of other kinds."""
    words = (text or "").split()
    heaps = isinstance(game, HeapGame) and all(word.isdigit() for word in words)
    return tuple(map(int, words)) if heaps and words else None


def _range(game: ImpartialGame, label: Label, part: Claim, proof: Proof) -> None:
    """The first and the last of many moves win, which leave a heap of some size instead."""
    heap, least, most = (part.count(key) for key in ("heap", "leave_least", "leave_most"))
    proof.equal(part.path("moves"), part.raw("moves"), most - least + 1)
    rest = list(game.position)
    proof.also(part.path("heap"), heap in rest and least <= most < heap)
    if heap in rest:
        rest.remove(heap)
        ends = [tuple(sorted([*rest, *[left] * (left > 0)])) for left in (least, most)]
        proof.that("the ends of a range of moves win", all(label(p) == "P" for p in ends))


def _claimed_wins(claim: Claim) -> Wins:
    """The moves of a claim, each in words and with what it leaves, if it says so."""
    found: Wins = []
    for k, entry in enumerate(claim.items("winning_moves", None, [])):
        part = Claim({"move": entry} if isinstance(entry, str) else entry, f"winning_moves[{k}]")
        found.append((part.text("move"), part.text("leaves") if "leaves" in part else None))
        if part.unread():
            raise GameError(f"winning_moves[{k}]: unknown fields, {', '.join(part.unread())}")
    return found


def _vertices(game: Digraph, claim: Claim, proof: Proof) -> None:
    """The labels and values of all vertices."""
    inner = Proof()
    label = _labels(game, "", inner)
    names = {game.show(v): v for v in game.names}
    if label is not None:
        proof.says(claim, "outcomes", {name: label(v) for name, v in names.items()})
    values = None if game.is_misere else _values(game, inner)
    right = {name: str(values(v)) for name, v in names.items()} if values is not None else {}
    proof.says(claim, "values", right)
