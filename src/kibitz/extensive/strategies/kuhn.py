"""Kuhn's theorem: with perfect recall mixed and behavior strategies reach the same.

A mixed strategy draws a pure strategy before the game; a behavior strategy draws a move at each
information set. H. Kuhn, *Extensive games and the problem of information* (1953).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.numbers import Number, number, show
from kibitz.core.spelling import count_of
from kibitz.extensive.methods.best_response import realization
from kibitz.extensive.strategies.profile import Profile, profile
from kibitz.extensive.strategies.pure_strategies import OPEN, PureStrategies, reduced_strategies

if TYPE_CHECKING:
    from kibitz.extensive.game import ExtensiveGame

FORGIVEN = 1e-6
"""Printed probabilities may miss 1 by so much and are then scaled."""


@dataclass(frozen=True, eq=False)
class Behavior:
    """One player's behavior strategy: None where own moves make an information set irrelevant."""

    game: ExtensiveGame
    player: int
    table: dict[str, dict[str, Number] | None]

    @property
    def irrelevant(self) -> tuple[str, ...]:
        """Information sets that the player's own moves keep away from."""
        return tuple(name for name, row in self.table.items() if row is None)

    def __getitem__(self, infoset: str) -> dict[str, Number] | None:
        return self.table[self.game.infoset_names[self.game.find(infoset, self.player)]]

    def filled(self) -> dict[str, dict[str, Number]]:
        """The table with all moves equally likely where nothing matters."""
        rows = {}
        for name, row in self.table.items():
            moves = self.game.moves(self.game.find(name, self.player))
            rows[name] = row or {move: Fraction(1, len(moves)) for move in moves}
        return rows

    def __str__(self) -> str:
        lines = [f"{self.game.players[self.player]}:"]
        for name, row in self.table.items():
            each = ", ".join(f"{m} {show(p)}" for m, p in row.items()) if row else "irrelevant"
            lines.append(f"  {name}: {each}")
        return "\n".join(lines)


def behavior_from_plan(game: ExtensiveGame, player: str | int, plan: Any) -> Behavior:
    """Behavior from a realization plan: each move's share of what leads to it.

    The plan is a list, the empty sequence first or left out, or names of sequences with weights.

    Parameters
    ----------
    game : ExtensiveGame
        A game in extensive form.
    player : int or str
        The player, by name or by position from 0.
    plan : mapping or sequence
        The weight of each sequence.

    Returns
    -------
    Behavior
        A probability for each move, by information set.
    """
    who = game.player(player)
    mine = np.flatnonzero(game.owners == who).tolist()
    weights = _read_plan(game, who, plan)
    table: dict[str, dict[str, Number] | None] = {}
    for infoset in mine:
        start, stop = game.offset[infoset : infoset + 2].tolist()
        row = [weights[s] for s in range(start, stop)]
        before = weights[int(game.treeplex.parent[infoset])]
        name = game.infoset_names[infoset]
        total: Any = sum(row)
        if abs(total - before) > (FORGIVEN if isinstance(total, float) else 0):
            raise GameError(
                f"{name!r}: the weights of the moves add up to {show(total)}, but that of the "
                f"sequence before is {show(before)}"
            )
        shares = (
            {m: x / total for m, x in zip(game.moves(infoset), row, strict=True)} if total else None
        )
        table[name] = shares
    return Behavior(game, who, table)


def realization_plan(game: ExtensiveGame, player: str | int, strategy: Any) -> dict[str, Number]:
    """The weight of each of a player's sequences; the empty one, ∅, has weight 1.

    The strategy is a profile, a table of behavior, or a mixture as for
    :func:`behavior_from_mixed`.

    Parameters
    ----------
    game : ExtensiveGame
        A game in extensive form.
    player : int or str
        The player, by name or by position from 0.
    strategy : profile, table or mixture
        A strategy of the player.

    Returns
    -------
    dict[str, Number]
        The weights, by the names of the sequences.

    Examples
    --------
    >>> from kibitz.extensive import decision, extensive_game
    >>> tree = decision("A", "first", l=(1, 0), r=decision("A", "second", x=(0, 0), y=(2, 0)))
    >>> game = extensive_game(tree)
    >>> plan = realization_plan(game, "A", {"first": {"r": 1}, "second": {"x": "1/2", "y": "1/2"}})
    >>> {name: str(weight) for name, weight in plan.items()}
    {'∅': '1', 'first: l': '0', 'first: r': '1', 'second: x': '1/2', 'second: y': '1/2'}
    """
    who = game.player(player)
    full = strategy if isinstance(strategy, Profile) else one_sided(game, who, strategy)
    weights = realization(game, full)
    plan: dict[str, Number] = {"∅": Fraction(1) if full.exact else 1.0}
    for infoset in np.flatnonzero(game.owners == who).tolist():
        start = int(game.offset[infoset])
        for k, move in enumerate(game.moves(infoset)):
            plan[f"{game.infoset_names[infoset]}: {move}"] = weights[start + k]
    return plan


def one_sided(game: ExtensiveGame, player: int, table: Any) -> Profile:
    """A profile from one player's table; the others choose all moves alike."""
    rows: dict[Any, Any] = {}
    for key, row in dict(table).items():
        rows[game.find(key, player) if isinstance(key, str) else key] = row
    for infoset in range(game.infosets):
        size = int(game.sizes[infoset])
        if game.owners[infoset] != player:
            rows[infoset] = [Fraction(1, size)] * size
    return profile(game, rows)


def behavior_from_mixed(game: ExtensiveGame, player: str | int, mixed: Any) -> Behavior:
    """The behavior strategy that reaches everything as often as a mixed one does.

    ``mixed`` gives probabilities to pure strategies: to their labels, as
    :meth:`~kibitz.extensive.strategies.pure_strategies.PureStrategies.labels` spells them, or as
    a list of
    pairs ``({infoset: move, ...}, probability)``, or as a list of numbers, one for each reduced
    strategy. Refused where recall is not perfect: there the theorem fails.

    Parameters
    ----------
    game : ExtensiveGame
        A game in extensive form.
    player : int or str
        The player, by name or by position from 0.
    mixed : mapping or sequence
        The probabilities of pure strategies.

    Returns
    -------
    Behavior
        A probability for each move, by information set.

    Examples
    --------
    >>> from kibitz.extensive import decision, extensive_game
    >>> tree = decision("A", "first", l=(1, 0), r=decision("A", "second", x=(0, 0), y=(2, 0)))
    >>> game = extensive_game(tree)
    >>> print(behavior_from_mixed(game, "A", {"l,*": "1/2", "r,x": "1/6", "r,y": "1/3"}))
    A:
      first: l 1/2, r 1/2
      second: x 1/3, y 2/3
    """
    who = game.player(player)
    plex = game.treeplex
    pairs = _read_mixture(game, who, mixed)
    exact = not any(isinstance(p, float) for _, p in pairs)
    weights: dict[int, Any] = {plex.empty: Fraction(1) if exact else 1.0}
    mine = np.flatnonzero(game.owners == who).tolist()
    for infosets in plex.rounds:
        for infoset in (i for i in infosets.tolist() if game.owners[i] == who):
            for move in range(int(game.sizes[infoset])):
                weights[int(game.offset[infoset]) + move] = Fraction(0) if exact else 0.0
    for plan, p in pairs:
        for infoset in mine:
            if infoset in plan and _plays_to(game, plan, infoset):
                weights[int(game.offset[infoset]) + plan[infoset]] += p
    return behavior_from_plan(game, who, weights)


def mixed_from_behavior(game: ExtensiveGame, player: str | int, strategy: Any) -> dict[str, Number]:
    """A mixed strategy that reaches everything as often as a behavior strategy does.

    Each reduced strategy gets the product of its moves' probabilities; those of zero are left out.

    Parameters
    ----------
    game : ExtensiveGame
        A game in extensive form.
    player : int or str
        The player, by name or by position from 0.
    strategy : profile or table
        A behavior strategy of the player.

    Returns
    -------
    dict[str, Number]
        The probabilities, by the labels of the pure strategies.
    """
    who = game.player(player)
    full = strategy if isinstance(strategy, Profile) else one_sided(game, who, strategy)
    plans = reduced_strategies(game, who)
    labels = plans.labels()
    mixture: dict[str, Number] = {}
    for k, row in enumerate(plans.moves.tolist()):
        weight: Any = Fraction(1) if full.exact else 1.0
        for infoset, move in zip(plans.infosets.tolist(), row, strict=True):
            if move != OPEN:
                weight *= full.weights[int(game.offset[infoset]) + move]
        if weight:
            mixture[labels[k]] = weight
    return mixture


def _plays_to(game: ExtensiveGame, plan: dict[int, int], infoset: int) -> bool:
    """Whether a pure strategy's own moves lead to an information set."""
    plex = game.treeplex
    before = int(plex.parent[infoset])
    while before != plex.empty:
        above = int(plex.infoset_of[before])
        if plan.get(above) != before - int(game.offset[above]):
            return False
        before = int(plex.parent[above])
    return True


def _read_mixture(game: ExtensiveGame, player: int, mixed: Any) -> list[tuple[dict[int, int], Any]]:
    pairs: list[tuple[Any, Any]]
    if isinstance(mixed, Mapping):
        pairs = list(mixed.items())
    else:
        pairs = list(mixed)
        if pairs and not isinstance(pairs[0], (tuple, list)):
            plans = reduced_strategies(game, player)
            if len(pairs) != len(plans):
                raise GameError(
                    f"{count_of(len(pairs), 'probability')} for {len(plans)} reduced strategies"
                )
            pairs = list(zip(range(len(plans)), pairs, strict=True))
    found = []
    total: Any = 0
    known = _Known(game, player)
    for which, given in pairs:
        p = number(given, f"the probability of {which!r}")
        if p < 0:
            raise GameError(f"the probability of {which!r} is negative: {show(p)}")
        total += p
        found.append((known.plan(which), p))
    if abs(total - 1) > (FORGIVEN if isinstance(total, float) else 0):
        raise GameError(f"the probabilities of the pure strategies add up to {show(total)}, not 1")
    return [(plan, p / total) for plan, p in found]


class _Known:
    """Finds pure strategies by number, by label, or by their moves."""

    def __init__(self, game: ExtensiveGame, player: int) -> None:
        self.game, self.player = game, player
        self._reduced: PureStrategies | None = None

    def plan(self, which: Any) -> dict[int, int]:
        if isinstance(which, Mapping):
            return {k: m for name, move in which.items() for k, m in [self._move(name, move)]}
        if self._reduced is None:
            self._reduced = reduced_strategies(self.game, self.player)
        plans = self._reduced
        if not isinstance(which, int):
            labels = plans.labels()
            if which not in labels:
                return self._full(str(which), labels)
            which = labels.index(which)
        row = plans.moves[which].tolist()
        return {i: m for i, m in zip(plans.infosets.tolist(), row, strict=True) if m != OPEN}

    def _full(self, label: str, labels: tuple[str, ...]) -> dict[int, int]:
        """A label that names a move everywhere, needed or not."""
        mine = np.flatnonzero(self.game.owners == self.player).tolist()
        words = label.strip("()").split(",")
        if len(words) != len(mine):
            raise GameError(f"unknown pure strategy {label!r}{did_you_mean(label, labels)}")
        pairs = [self._move(i, w.strip()) for i, w in zip(mine, words, strict=True) if w != "*"]
        return dict(pairs)

    def _move(self, infoset: Any, move: Any) -> tuple[int, int]:
        k = self.game.find(infoset, self.player) if isinstance(infoset, str) else int(infoset)
        moves = self.game.moves(k)
        if move not in moves:
            name = self.game.infoset_name(k)
            raise GameError(f"{name!r}: no move {move!r}{did_you_mean(str(move), moves)}")
        return k, moves.index(move)


def _read_plan(game: ExtensiveGame, player: int, plan: Any) -> dict[int, Any]:
    plex = game.treeplex
    mine = np.flatnonzero(game.owners == player).tolist()
    order = [s for i in mine for s in range(int(game.offset[i]), int(game.offset[i + 1]))]
    one = Fraction(1)
    if isinstance(plan, Mapping) and all(isinstance(k, int) for k in plan):
        return {plex.empty: one, **plan}
    if isinstance(plan, Mapping):
        names = list(realization_plan(game, player, _first_moves(game, player)))[1:]
        unknown = [k for k in plan if k not in names and k != "∅"]
        if unknown:
            raise GameError(f"unknown sequence {unknown[0]!r}{did_you_mean(unknown[0], names)}")
        values = [plan.get(name, 0) for name in names]
    else:
        values = list(plan)
        if len(values) == len(order) + 1:
            values = values[1:]
        if len(values) != len(order):
            raise GameError(
                f"{count_of(len(values), 'weight')}; {game.players[player]} has "
                f"{count_of(len(order), 'sequence')} and the "
                "empty one"
            )
    read = [number(x, f"weight {k}") for k, x in enumerate(values, 1)]
    if any(x < 0 for x in read):
        raise GameError(f"a weight is negative: {show(min(read))}")
    return {plex.empty: one, **dict(zip(order, read, strict=True))}


def _first_moves(game: ExtensiveGame, player: int) -> dict[int, Sequence[int]]:
    mine = np.flatnonzero(game.owners == player).tolist()
    return {i: [1] + [0] * (int(game.sizes[i]) - 1) for i in mine}
