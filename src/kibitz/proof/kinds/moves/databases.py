"""Claims about databases: counts, tables of all positions, and one position."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import numpy as np

from kibitz.core.claim import Claim, Proof, checks
from kibitz.core.errors import GameError
from kibitz.core.spelling import count_of
from kibitz.proof.kernel.positions import MOST, at, labeled
from kibitz.rules.game import OVER, Rules

FOLLOWED = 10_000
"""Positions of a larger table whose moves are made by the rules."""


@checks("database-entry")
def database_entry(game: Any, claim: Claim, proof: Proof) -> None:
    """Retrograde analysis of all that can be reached from the position."""
    here = at(game, claim)
    rules = here.rules
    value = claim.raw("value")
    proof.states(f"{rules.name}: this position is worth {value}", "retrograde analysis")
    proof.says(claim, game=rules.name, position=rules.show(here.state))
    found = labeled([here])
    if found is None:
        proof.that(f"retrograde analysis of at most {MOST:,} positions", False, "it is larger")
        return
    right, far = found[here.state]
    proof.equal("value", value, right)
    proof.says(claim, "plies", None if far < 0 else far)
    own = 1 if here.player == 0 else -1
    scores = {}
    for move in here.moves:
        worth, length = found[rules.play(here.state, move)]
        soon = -length if own * worth > 0 else length if worth else 0
        scores[rules.show_move(here.state, move)] = own * worth, soon
    best = max(scores.values(), default=None)
    right_moves = [move for move, score in scores.items() if score == best]
    proof.that("the best moves win soonest or lose latest", claim.items("best") == right_moves)


@checks("database", of=Rules)
def database(rules: Rules, claim: Claim, proof: Proof) -> None:
    """Every value follows from those one move on, and every distance counts down."""
    count = claim.count("positions")
    words = f"{rules.name}: the values of {count_of(count, 'position')}"
    proof.states(words, "retrograde analysis")
    if "table" in claim:
        _table(rules, claim.raw("table"), count, proof)
        return
    found = labeled([rules.position()])
    if found is None:
        proof.that(f"retrograde analysis of at most {MOST:,} positions", False, "it is larger")
        return
    names = [rules.player_name(k) for k in range(2)]
    proof.equal("positions", count, len(found))
    counts = {name: {"won": 0, "drawn": 0, "lost": 0} for name in names}
    plies: dict[str, Counter[int]] = {name: Counter() for name in names}
    ends = {f"won by {names[0]}": 0, "drawn": 0, f"won by {names[1]}": 0}
    for state, (value, far) in found.items():
        mover = rules.player(state)
        if mover == OVER:
            ends["drawn" if not value else f"won by {names[0 if value > 0 else 1]}"] += 1
            continue
        own = value if mover == 0 else -value
        counts[names[mover]][("drawn", "won", "lost")[own]] += 1
        if value:
            plies[names[mover]][far] += 1
    longest = max((far for table in plies.values() for far in table), default=0)
    proof.says(claim, counts=counts, ends=ends)
    told = {name: {str(k): n for k, n in table.items()} for name, table in plies.items()}
    given = claim.raw("by_plies", told)
    if isinstance(given, dict) and all(isinstance(x, dict) for x in given.values()):
        given = {name: {str(k): n for k, n in table.items()} for name, table in given.items()}
    proof.equal("by_plies", given, told)
    proof.says(claim, longest_win=longest, longest_win_moves=(longest + 1) // 2)


@checks("database-on-disk", of=Rules)
def database_on_disk(rules: Rules, claim: Claim, proof: Proof) -> None:
    """What the parts of a folder hold adds up; the folder itself is checked where it lies."""
    proof.states(f"{rules.name}: what a database holds", "no theorem: it lies in a folder")
    proof.says(claim, game=rules.name)
    layers = [_layer(part, proof) for part in claim.parts("layers", [])]
    whole = _layer(claim, proof)
    for k, what in enumerate(("positions", "won", "drawn", "lost")):
        right = sum(layer[k] for layer in layers) if layers else whole[k]
        proof.equal(f"{what} of all layers", whole[k], right)
    proof.leaves("positions, counts, longest and by_plies: the folder is not part of the claim")
    proof.found(claim, "folder", "layers", "unfinished")


def _layer(part: Claim, proof: Proof) -> list[int]:
    """How many positions there are, and how many of them are won, drawn and lost."""
    total, counts = part.count("positions"), part.part("counts")
    found = [counts.count(key) for key in ("won", "drawn", "lost")]
    proof.that("won, drawn and lost are all", sum(found) == total)
    part.count("longest"), part.raw("by_plies", None), part.raw("name", None)
    return [total, *found]


def _table(rules: Rules, table: Any, count: int, proof: Proof) -> None:
    """Arrays of a file: all of them add up, and positions lead where the rules do.

    Which positions are followed is not known beforehand.
    """
    if not hasattr(table, "movers"):
        raise GameError("table: it is kept in a file of its own, which ends in .kbdb")
    proof.equal("positions", count, len(table))
    proof.that("each value and distance follows from those after it", _adds_up(table))
    some = range(count) if count <= FOLLOWED else Random().sample(range(count), FOLLOWED)
    wrong = next((k for k in some if not _leads(rules, table, k)), None)
    found = "" if wrong is None else f"it fails at position {wrong}"
    proof.that(f"{len(some):,} positions lead where the rules lead", wrong is None, found)
    table.find(rules.start())
    if count > FOLLOWED:
        proof.leaves(f"where the other {count - FOLLOWED:,} positions lead")


def _leads(rules: Rules, table: Any, k: int) -> bool:
    """Whether one position has the mover, the payoffs and the moves of the rules."""
    state = table.state(k)
    mover = rules.player(state)
    if table.find(state) != k or mover != table.movers[k]:
        return False
    if mover == OVER:
        return bool(rules.payoffs(state)[0] == table.values[k] and table.distance[k] == 0)
    after = [rules.play(state, move) for move in rules.moves(state)]
    listed = table.after[table.first[k] : table.first[k + 1]].tolist()
    return sorted(map(table.find, after)) == sorted(listed)


def _adds_up(table: Any) -> bool:
    """A value is the best of those after it; a win comes soonest, a loss latest."""
    inner = np.flatnonzero(table.movers >= 0)
    if not len(inner):
        return True
    sign = np.where(table.movers == 1, -1, 1).astype(np.int8)
    starts = table.first[:-1][inner]
    seen = np.repeat(sign, np.diff(table.first)) * table.values[table.after]
    far = np.where(table.distance[table.after] < 0, 1 << 30, table.distance[table.after])
    own = sign[inner] * table.values[inner]
    if (np.maximum.reduceat(seen, starts) != own).any():
        return False
    soonest = np.minimum.reduceat(np.where(seen == 1, far, 1 << 30), starts)
    latest = np.maximum.reduceat(np.where(seen == -1, far, -1), starts)
    reach = table.distance[inner]
    return bool(
        (reach[own == 1] == soonest[own == 1] + 1).all()
        and (reach[own == -1] == latest[own == -1] + 1).all()
    )
