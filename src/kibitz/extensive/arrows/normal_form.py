"""The arrow to the strategic form: every pure strategy against every other, expected payoffs.

Exponential in the tree, so that it is counted first and refused where it is too large.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import prod
from typing import Any

import numpy as np

from kibitz.core.errors import GameError
from kibitz.core.extension import extends
from kibitz.core.tensor import Tensor
from kibitz.extensive.game import ExtensiveGame
from kibitz.extensive.strategies.pure_strategies import (
    PureStrategies,
    count_pure,
    count_reduced,
    pure_strategies,
    reaches,
    reduced_strategies,
)

MOST_CELLS = 5_000_000


@dataclass(frozen=True, eq=False)
class NormalForm:
    """Payoff arrays, one for each player, with the strategies that they belong to."""

    game: ExtensiveGame
    payoffs: tuple[Tensor, ...]
    strategies: tuple[tuple[str, ...], ...]
    """What they are called."""
    plans: tuple[PureStrategies, ...]
    kept: tuple[tuple[int, ...], ...]
    """Which of the plans the rows of the arrays are; all, unless equal ones were merged."""

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(len(names) for names in self.strategies)


@extends(ExtensiveGame)
def normal_form(
    game: ExtensiveGame, reduced: bool = True, merge: bool = False, most: int = MOST_CELLS
) -> NormalForm:
    """Expected payoffs of all pure strategies, reduced or in full.

    Parameters
    ----------
    game : ExtensiveGame
        A game in extensive form.
    reduced : bool, default True
        Whether to leave out moves that a strategy itself rules out.
    merge : bool, default False
        Whether strategies that pay everyone the same against everything become one.
    most : int, optional
        The most cells that are written out.

    Returns
    -------
    NormalForm
        The strategies of each player, and the payoffs of all profiles.

    Notes
    -----
    Cost: the number of profiles times that of the leaves.

    Examples
    --------
    >>> from kibitz.extensive import chance, decision, extensive_game
    >>> game = extensive_game(
    ...     chance(
    ...         win=("1/4", decision("I", "win", bet=3, check=1)),
    ...         lose=("3/4", decision("I", "lose", bet=-3, check=-1)),
    ...     ),
    ...     ("I", "II"),
    ... )
    >>> form = normal_form(game)
    >>> dict(zip(form.strategies[0], [str(x[0]) for x in form.payoffs[0].numbers()]))
    {'bet,bet': '-3/2', 'bet,check': '0', 'check,bet': '-2', 'check,check': '-1/2'}
    """
    players = range(len(game.players))
    count = count_reduced if reduced and not game.forgetting else count_pure
    sizes = [count(game, k) for k in players]
    if prod(sizes) > most and not (reduced and game.forgetting):
        shown = " x ".join(f"{n:,}" if n < 10**12 else f"10^{len(str(n)) - 1}" for n in sizes)
        instead = "the sequence form is as small as the tree"
        if len(game.players) > 2:
            instead = "kibitz cfr, or cfr in Python, takes the tree as it is"
        raise GameError(f"the strategic form has {shown} cells, more than {most:,}; {instead}")
    plans = tuple((reduced_strategies if reduced else pure_strategies)(game, k) for k in players)
    payoffs = _expected(game, [reaches(plan) for plan in plans])
    names = tuple(plan.labels() for plan in plans)
    kept = tuple(tuple(range(len(n))) for n in names)
    form = NormalForm(game, payoffs, names, plans, kept)
    return _merge(form) if merge else form


def _expected(game: ExtensiveGame, reach: list[Any]) -> tuple[Tensor, ...]:
    """Sum over the leaves: weight times payoff times who lets it happen."""
    weights, bottom = game.chance_weights
    tensors = []
    for player in range(len(game.players)):
        if game.exact:
            terms = weights.astype(object) * game.amounts[:, player].astype(object)
            small = len(terms) * max((abs(int(t)) for t in terms), default=0) < 1 << 53
            kind: Any = np.int64 if small else object
            total = _contract(terms.astype(kind), [r.astype(kind) for r in reach])
            assert game.unit is not None
            tensors.append(_tensor(total, game.unit / bottom))
        else:
            scale = 1.0 if game.unit is None else float(game.unit)
            terms = weights.astype(float) * game.amounts[:, player].astype(float) * scale
            floats = _contract(terms, [r.astype(float) for r in reach])
            tensors.append(Tensor(floats))
    return tuple(tensors)


def _contract(terms: Any, reach: list[Any]) -> Any:
    """The array over all players' strategies; players are joined one by one, leaves last."""
    head = reach[0] * terms
    for k, r in enumerate(reach[1:], 1):
        if k == len(reach) - 1:
            return head.reshape(-1, len(terms)).dot(r.T).reshape(*head.shape[:-1], len(r))
        head = head[..., None, :] * r
    return head.sum(axis=-1)


def _tensor(total: Any, unit: Fraction) -> Tensor:
    array = total.astype(object) * unit.numerator
    flat = array.reshape(-1).tolist()
    read = Tensor.read([Fraction(int(x), unit.denominator) for x in flat], 1)
    return Tensor(read.array.reshape(total.shape), read.denominator)


def _merge(form: NormalForm) -> NormalForm:
    kept = []
    payoffs = form.payoffs
    for axis in range(len(form.plans)):
        keep = _distinct(payoffs, axis)
        payoffs = tuple(_take(tensor, keep, axis) for tensor in payoffs)
        kept.append(tuple(keep))
    names = tuple(
        tuple(labels[k] for k in keep) for labels, keep in zip(form.strategies, kept, strict=True)
    )
    return NormalForm(form.game, payoffs, names, form.plans, tuple(kept))


def _distinct(payoffs: tuple[Tensor, ...], axis: int) -> list[int]:
    seen: dict[Any, int] = {}
    for k in range(payoffs[0].array.shape[axis]):
        cells = tuple(tuple(t.array.take(k, axis).reshape(-1).tolist()) for t in payoffs)
        seen.setdefault(cells, k)
    return sorted(seen.values())


def _take(tensor: Tensor, keep: list[int], axis: int) -> Tensor:
    return Tensor(np.ascontiguousarray(tensor.array.take(keep, axis)), tensor.denominator)
