"""What a stationary strategy of a stochastic game guarantees, whatever the reply.

Against it the other side faces a decision process. States in which replies can keep the play
forever become one, with one more choice: to stay for the payoff of endless play. What is left
always stops. Values are only proposed; that they are guaranteed is checked in fractions: one
stage never loses more than δ, and no play expects more than ℓ stages, so that δℓ is lost at most.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from kibitz.algebra.stopping_play import best_policy
from kibitz.core.claim import Proof
from kibitz.proof.kernel.arithmetic import summed
from kibitz.stochastic.game import StochasticGame
from kibitz.stochastic.graph import end_components
from kibitz.stochastic.table import TransitionTable

Choice = tuple[Fraction, dict[int, Fraction], bool]
"""What a reply pays on average, where it leads, and whether play surely goes on."""
LONGER = Fraction(1001, 1000)
ROUNDED = 2.0**-53
"""What an operation of floats may lose, as a part of the result."""


def choices(
    table: TransitionTable, mixtures: Sequence[Any], by_rows: bool, payee: int
) -> list[list[Choice]]:
    """For every state the replies to mixtures over rows (or columns)."""
    found = []
    for s in range(table.states):
        own = [(k, Fraction(w)) for k, w in enumerate(mixtures[s]) if w > 0]
        total = summed(w for _, w in own)
        line = []
        for c in range(int(table.columns[s] if by_rows else table.rows[s])):
            pay, go, stays = Fraction(0), dict[int, Fraction](), True
            for k, w in own:
                cell = table.cell(s, k, c) if by_rows else table.cell(s, c, k)
                pay += w / total * Fraction(table.pay[cell, payee])
                stays = stays and table.stay[cell] == 1
                for t, p in table.go(cell):
                    go[t] = go.get(t, Fraction(0)) + w / total * Fraction(p)
            line.append((pay, go, stays))
        found.append(line)
    return found


def secured(
    table: TransitionTable,
    mixtures: Sequence[Any],
    by_rows: bool,
    endless: Any = None,
    sign: int = -1,
    payee: int = 0,
) -> list[Fraction] | None:
    """A proved bound, by state, of what the replies bring about; None where there is none.

    With ``sign`` -1 the side that replies lowers the payoffs, with 1 it raises them.
    """
    lines = choices(table, mixtures, by_rows, payee)
    merged = _merged(lines, endless)
    if merged is None:
        return None
    home, joined = merged
    worth = best_policy({s: [c[:2] for c in line] for s, line in joined.items()}, sign)
    if worth is None:
        return None
    lost = max(
        (sign * (worth_of(c, worth) - worth[s]) for s, line in joined.items() for c in line),
        default=Fraction(0),
    )
    if lost > 0:
        one = Fraction(1)
        stages = {s: [(one, c[1]) for c in line] for s, line in joined.items()}
        length = best_policy(stages, 1)
        if length is None:
            return None
        length = {s: LONGER * x + 1 for s, x in length.items()}
        if any(
            worth_of((*c, True), length) > length[s] for s, line in stages.items() for c in line
        ):
            return None
        worth = {s: x + sign * lost * length[s] for s, x in worth.items()}
    return [worth[home[s]] for s in range(len(lines))]


def _merged(
    lines: list[list[Choice]], endless: Any
) -> tuple[dict[int, int], dict[int, list[Choice]]] | None:
    staying = {s: [list(c[1]) for c in line if c[2]] for s, line in enumerate(lines)}
    home = {s: s for s in range(len(lines))}
    for part in end_components(staying):
        home |= dict.fromkeys(part, min(part))
    joined: dict[int, list[Choice]] = {}
    for s, line in enumerate(lines):
        into = joined.setdefault(home[s], [])
        for pay, go, stays in line:
            moved: dict[int, Fraction] = {}
            for t, p in go.items():
                moved[home[t]] = moved.get(home[t], Fraction(0)) + p
            if stays and set(moved) == {home[s]}:
                if pay or not isinstance(endless, (int, float, Fraction)):
                    return None
                into.append((Fraction(endless), {}, False))
            else:
                into.append((pay, moved, False))
    return home, joined


def worth_of(choice: Choice, worth: Mapping[int, Fraction] | Sequence[Fraction]) -> Fraction:
    """What a reply brings when every state is worth so much."""
    return choice[0] + summed(p * worth[t] for t, p in choice[1].items())


def terms(table: TransitionTable) -> float:
    """How many operations there are in what a reply is worth, against any mixture."""
    return float(np.diff(table.link).max() + table.rows.max() + table.columns.max() + 8)


def scale(proof: Proof, game: StochasticGame, numbers: Sequence[Any]) -> None:
    """A tolerance for claims in floats: relative to what the game pays, and to what it is."""
    pays = [game.table.pay.min(), game.table.pay.max()]
    if isinstance(game.endless, (Fraction, float, int)):
        pays.append(game.endless)
    floats = [x for x in numbers if isinstance(x, float)]
    proof.within([*pays, Fraction(0)], [*floats, *(() if game.exact else (0.0,))])
