"""The Shapley value by sampling orders of arrival, for many players or costly worths.

Orders are drawn in groups, and the group means are independent, so their spread gives honest
standard errors. A pair reads an order forwards and backwards; a stratified group takes an order
through all its rotations, so that every player arrives once at every place (Castro, Gomez and
Tejada, 2009 and 2017). In each order the contributions add up to v(N), and so do the estimates.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from statistics import NormalDist
from typing import Any

import numpy as np
import numpy.typing as npt

from kibitz.coalitional.conditions import has_table
from kibitz.coalitional.game import CoalitionalGame
from kibitz.coalitional.names import player_objects
from kibitz.coalitional.solution import CoalitionalAnswer
from kibitz.core.errors import GameError
from kibitz.core.explanation import Explanation, Step
from kibitz.core.method import method
from kibitz.core.numbers import number
from kibitz.core.progress import work
from kibitz.core.solution import Certificate, Check
from kibitz.core.spelling import count_of
from kibitz.pictures import Picture

Floats = npt.NDArray[np.float64]
Orders = npt.NDArray[np.int64]
Worth = Callable[[Orders], Floats]

CONFIDENCE = 0.95
LEAST_GROUPS = 30
"""Groups that are drawn before the spread between them is believed."""
BATCH = 4096
"""Orders that are walked through between two looks at the clock, for tables of worths."""
FAR = 5.0
"""Standard errors that two independent samples may differ by."""


@dataclass(frozen=True)
class SampledShapley(CoalitionalAnswer, kind="sampled-shapley"):
    """Estimates of the Shapley value with their standard errors; it is not exact and says so.

    >>> from kibitz import coalition
    >>> game = coalition(weights=[10, 20, 30, 40], quota=51)
    >>> estimate = sampled_shapley(game, orders=4000, seed=7)
    >>> estimate.orders, round(sum(estimate.payoffs), 9)
    (4000, 1.0)
    >>> all(abs(x - v) < 4 * e for x, v, e in
    ...     zip(estimate.payoffs, [1/12, 1/4, 1/4, 5/12], estimate.errors))
    True
    """

    players: tuple[str, ...]
    payoffs: tuple[float, ...]
    errors: tuple[float, ...]
    total: float
    orders: int
    stratified: bool
    seed: int
    stopped_by: str
    confidence: float = CONFIDENCE
    source: Any = field(default=None, compare=False, repr=False)

    @property
    def half_widths(self) -> tuple[float, ...]:
        """Half the width of the confidence interval of each player."""
        z = NormalDist().inv_cdf((1 + self.confidence) / 2)
        return tuple(z * e for e in self.errors)

    @property
    def game(self) -> Any:
        """The game, or the function of coalitions."""
        return self.source[0]

    @property
    def method(self) -> str:
        """How it was found, in words."""
        return f"{count_of(self.orders, 'order')} of arrival"

    @property
    def exact(self) -> bool:
        return False

    def explain(self) -> Explanation:
        """How the estimate was made."""
        return Explanation("Shapley value", (Step("Orders of arrival", str(self)),))

    def draw(self) -> Picture:
        """The game, when it has a table of worths."""
        if isinstance(self.game, CoalitionalGame):
            return self.game.draw()
        raise GameError("a game given by a function cannot be drawn")

    def verify(self) -> Certificate:
        """Compare with the value of a game; of a function, with as many other orders."""
        if isinstance(self.game, CoalitionalGame):
            return super().verify()
        size = max(1e-300, *(abs(x) for x in self.payoffs), abs(self.total))
        other = sampled_shapley(
            self.source[0],
            self.source[1],
            orders=self.orders,
            stratified=self.stratified,
            seed=self.seed + 1,
        )
        apart = [
            abs(x - y) / max(math.hypot(a, b), 1e-9 * size)
            for x, y, a, b in zip(
                self.payoffs, other.payoffs, self.errors, other.errors, strict=True
            )
        ]
        gap = abs(sum(self.payoffs) - self.total)
        return Certificate(
            f"the Shapley value lies within the stated errors, at {self.confidence:.0%} for each",
            "statistics only, an independent sample",
            (
                Check("the estimates add up to v(N)", gap <= 1e-9 * size, f"{self.total:.10g}"),
                Check(
                    "another sample of the same size agrees with it",
                    max(apart) <= FAR,
                    f"at most {max(apart):.2g} standard errors apart",
                ),
            ),
        )

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "method": self.method,
            "players": list(self.players),
            "payoffs": list(self.payoffs),
            "standard_errors": list(self.errors),
            "half_widths": list(self.half_widths),
            "confidence": self.confidence,
            "orders": self.orders,
            "stratified": self.stratified,
            "seed": self.seed,
            "stopped_by": self.stopped_by,
            "exact": False,
        }

    @classmethod
    def from_json(cls, game: CoalitionalGame, data: dict[str, Any]) -> SampledShapley:
        payoffs, errors = (
            tuple(float(number(x, key)) for x in data.get(key, []))
            for key in ("payoffs", "standard_errors")
        )
        return cls(
            game.players,
            payoffs,
            errors,
            float(game.total),
            int(data.get("orders", 0)),
            bool(data.get("stratified")),
            int(data.get("seed", 0)),
            str(data.get("stopped_by", "")),
            float(data.get("confidence", CONFIDENCE)),
            (game, None),
        )

    def __str__(self) -> str:
        width = max(map(len, self.players))
        lines = [
            f"  {p:<{width}}  {x:.6g} ± {h:.2g}"
            for p, x, h in zip(self.players, self.payoffs, self.half_widths, strict=True)
        ]
        how = "stratified by place" if self.stratified else "read both ways"
        head = f"Shapley value, estimated from {count_of(self.orders, 'order')} {how}"
        return "\n".join([head, *lines, f"{self.confidence:.0%} intervals; {self.stopped_by}"])


@method(
    CoalitionalGame,
    "sampled-shapley",
    finds="an estimate of the Shapley value",
    cost="n worths for each order",
    reference="Castro, Gomez and Tejada 2009",
    applies=has_table,
)
def sampled_shapley(
    game: CoalitionalGame | Callable[[frozenset[Any]], Any],
    players: Any = None,
    *,
    orders: int = 100_000,
    error: float | None = None,
    stratified: bool = False,
    seed: int = 0,
    confidence: float = CONFIDENCE,
) -> SampledShapley:
    """Estimate the Shapley value of a game, or of a function of a frozenset of players.

    It stops when the confidence interval of every player is at most ``error`` to either side, after
    ``orders`` orders, or at Ctrl-C with what it has found.

    Parameters
    ----------
    game : CoalitionalGame or callable
        The game, or the worth as a function of a frozenset of players.
    players : int or sequence of str, optional
        The players, when the game is a function.
    orders : int, default 100000
        The largest number of orders drawn.
    error : float, optional
        Stop when every confidence interval is this narrow to either side.
    stratified : bool, default False
        Draw every position of a player equally often.
    seed : int, default 0
        Random seed.
    confidence : float, default CONFIDENCE
        The probability that all intervals hold.

    Returns
    -------
    SampledShapley
        An estimate of the Shapley value.

    Notes
    -----
    Cost: n worths for each order.

    References
    ----------
    Castro, Gomez and Tejada 2009.

    Examples
    --------
    >>> big = sampled_shapley(lambda s: len(s) ** 2, players=40, orders=200, seed=1)
    >>> round(big.payoffs[0], 6), max(big.errors) < 0.5
    (40.0, True)
    """
    _check(orders, error, confidence)
    if isinstance(game, CoalitionalGame):
        if players is not None:
            raise GameError("the game has its own players; omit players")
        names, worth = game.players, _table(game)
        batch = BATCH
    else:
        things = _many_players(players)
        names, worth = tuple(str(x) for x in things), _function(game, things)
        batch = 1
    n = len(names)
    if len(set(names)) < n or not n:
        raise GameError("players: there must be at least one, and no name twice")
    per_group = n if stratified else 2
    tally = _Tally(n)
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    random = np.random.default_rng(seed)
    groups = max(2, orders // per_group)
    step = max(1, batch // per_group)
    reason = f"{groups * per_group} orders were asked for"
    with work("drawing orders of arrival", total=groups) as task:
        while tally.count < groups:
            size = min(step, groups - tally.count)
            tally.add(_group_means(_draw(random, size, n, stratified), worth))
            task.advance(size)
            if task.stopped:
                reason = "it was stopped"
                break
            if error is not None and tally.count >= LEAST_GROUPS and z * tally.worst() <= error:
                reason = f"every interval is within ± {error:g}"
                break
    return SampledShapley(
        names,
        tuple(tally.mean.tolist()),
        tuple(tally.errors().tolist()),
        float(worth(np.arange(n).reshape(1, n))[0, -1]),
        tally.count * per_group,
        stratified,
        seed,
        reason,
        confidence,
        (game, players),
    )


def _check(orders: int, error: float | None, confidence: float) -> None:
    if orders < 4:
        raise GameError(f"orders is {orders}; at least 4 are needed to estimate the error")
    if error is not None and not error > 0:
        raise GameError(f"error is {error}; it must be positive")
    if not 0 < confidence < 1:
        raise GameError(f"confidence is {confidence}; it must lie between 0 and 1")


def _many_players(players: Any) -> list[Any]:
    """The players of a function of worths, of whom there may be more than a table could hold."""
    if players is None:
        raise GameError("worths given by a function need the players; give their number or names")
    if isinstance(players, int) and not isinstance(players, bool) and players > 0:
        return list(range(1, players + 1))
    return player_objects(players)


def _draw(random: np.random.Generator, groups: int, n: int, stratified: bool) -> Orders:
    """Orders of arrival, as positions: axes group, order, place."""
    first = random.permuted(np.tile(np.arange(n), (groups, 1)), axis=1)
    if stratified:
        return np.stack([np.roll(first, k, axis=1) for k in range(n)], axis=1)
    return np.stack([first, first[:, ::-1]], axis=1)


def _group_means(orders: Orders, worth: Worth) -> Floats:
    """What every player adds, averaged over the orders of each group."""
    groups, per_group, n = orders.shape
    flat = orders.reshape(-1, n)
    added = np.diff(worth(flat), axis=1, prepend=0.0)
    by_player = np.empty_like(added)
    np.put_along_axis(by_player, flat, added, axis=1)
    means: Floats = by_player.reshape(groups, per_group, n).mean(axis=1)
    return means


def _table(game: CoalitionalGame) -> Worth:
    """The worths of all beginnings of orders, looked up."""
    worths = game.worths.floats()

    def look_up(orders: Orders) -> Floats:
        masks = np.bitwise_or.accumulate(np.int64(1) << orders, axis=1)
        taken: Floats = worths[masks]
        return taken

    return look_up


def _function(worth: Callable[[frozenset[Any]], Any], players: Sequence[Any]) -> Worth:
    """The worths of all beginnings of orders, asked for one by one and remembered."""
    known: dict[frozenset[Any], float] = {}

    def ask(coalition: frozenset[Any]) -> float:
        if coalition not in known:
            try:
                answer = worth(coalition)
            except Exception as wrong:
                shown = ",".join(sorted(map(str, coalition)))
                raise GameError(f"the function fails for {shown}: {wrong!r}") from wrong
            if len(known) > 200_000:
                known.clear()
            known[coalition] = float(number(answer, "worth of a coalition"))
        return known[coalition]

    def ask_all(orders: Orders) -> Floats:
        rows = [
            [ask(frozenset(players[i] for i in row[: k + 1])) for k in range(len(row))]
            for row in orders.tolist()
        ]
        return np.array(rows, float)

    return ask_all


class _Tally:
    """Means and spreads of group means, added up batch by batch (Chan, Golub and LeVeque)."""

    def __init__(self, n: int) -> None:
        self.count = 0
        self.mean = np.zeros(n)
        self._spread = np.zeros(n)

    def add(self, batch: Floats) -> None:
        size = len(batch)
        mean = batch.mean(axis=0)
        gap = mean - self.mean
        both = self.count + size
        self._spread += ((batch - mean) ** 2).sum(axis=0) + gap**2 * self.count * size / both
        self.mean += gap * size / both
        self.count = both

    def errors(self) -> Floats:
        if self.count < 2:
            return np.full(len(self.mean), math.inf)
        errors: Floats = np.sqrt(self._spread / (self.count - 1) / self.count)
        return errors

    def worst(self) -> float:
        return float(self.errors().max())
