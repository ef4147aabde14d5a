"""Stationary equilibria of general-sum stochastic games, by a logit homotopy.

At precision λ = 0 both players mix evenly everywhere. Along a path on which every choice is as
likely as exp(λ times its payoff), payoffs being those of the whole game, λ grows without limit and
the mixtures tend to a stationary equilibrium. Predictor and corrector steps follow the path;
Newton's method on the equations of the support it leads to sharpens the end. McKelvey and Palfrey
(1995); Eibelshäuser and Poensgen (2019).
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np

from kibitz.algebra.stopping_play import best_policy
from kibitz.core.claim import Claim
from kibitz.core.errors import GameError
from kibitz.core.explanation import Explanation, Step
from kibitz.core.explanation import Table as TextTable
from kibitz.core.method import method
from kibitz.core.numbers import number
from kibitz.core.solution import Solution
from kibitz.stochastic.conditions import has_a_last_stage
from kibitz.stochastic.game import StochasticGame
from kibitz.stochastic.methods.best_reply import reply_choices, weights_of
from kibitz.stochastic.methods.reply_bounds import secured
from kibitz.stochastic.state_answers import by_state, read_mixtures
from kibitz.stochastic.table import TransitionTable

MOST_UNKNOWNS = 250
FARTHEST = 1e7
MOST_STEPS = 4000
REGRET = 1e-9
"""What a player may gain, as a part of the spread of their payoffs."""
LEAST = (200.0, 5e3, 2e5)
"""How far the path is followed at least."""
SEEN = (1e-5, 1e-3, 1e-2, 5e-2)
"""Weights above which a choice counts as played."""
BENT = (1e-3, 1e-2)
"""How much payoffs are moved where the path of the game itself leads nowhere."""


@dataclass(frozen=True)
class StationaryEquilibrium(Solution, kind="stationary-equilibrium"):
    """A mixture for each player in every state, from which no player gains by deviating.

    >>> from kibitz.stochastic.game import stochastic_game
    >>> game = stochastic_game(
    ...     {"G": [[{"pay": [3, 3], "go": "G"}, {"pay": [0, 4], "go": "G"}],
    ...            [{"pay": [4, 0], "go": "G"}, {"pay": [1, 1], "go": "G"}]]}, discount="1/2")
    >>> found = game.solve()
    >>> [round(x, 6) for x in found.payoffs["G"]], found.verify().holds
    ([2.0, 2.0], True)
    """

    game: StochasticGame
    value_array: Any
    """Payoffs by state and player."""
    row_list: Sequence[Any]
    column_list: Sequence[Any]
    method: str
    path: tuple[tuple[float, float], ...] = field(default=(), repr=False)
    """Along the homotopy: λ, and the payoff of the first player at the start."""

    @property
    def exact(self) -> bool:
        return False

    @property
    def payoffs(self) -> dict[str, tuple[float, ...]]:
        """What each player gets from every state on."""
        return {
            str(name): tuple(float(x) for x in self.value_array[s])
            for s, name in enumerate(self.game.states)
        }

    @property
    def values(self) -> dict[str, tuple[float, ...]]:
        return self.payoffs

    @property
    def strategies(self) -> dict[str, tuple[tuple[float, ...], tuple[float, ...]]]:
        return {
            str(name): (tuple(map(float, row)), tuple(map(float, column)))
            for name, row, column in zip(
                self.game.states, self.row_list, self.column_list, strict=True
            )
        }

    def regrets(self) -> tuple[float, float]:
        """What each player could gain at most, in any state, by any other strategy."""
        table, last = self.game.rational, self.game.table.pay.shape[1] - 1
        replies = (
            secured(table, self.column_list, False, None),
            secured(table, self.row_list, True, None, last),
        )
        flip = -1 if table.zero_sum else 1
        first, second = (
            max(float(sign * x - Fraction(v)) for x, v in zip(reply, own, strict=True))
            for reply, own, sign in zip(
                replies, self.value_array.T.tolist(), (1, flip), strict=True
            )
        )
        return max(first, 0.0), max(second, 0.0)

    def explain(self) -> Explanation:
        """The path from even mixtures to the equilibrium."""
        some = self.path[:: max(1, len(self.path) // 12)]
        rows = tuple((f"{a:.4g}", f"{b:.6g}") for a, b in some)
        sides = tuple(
            (name, *("(" + ", ".join(f"{x:.4f}" for x in side) + ")" for side in pair))
            for name, pair in self.strategies.items()
        )
        steps = (
            Step(
                "From even mixtures",
                "Each choice is taken as exp(λ payoff); λ grows from 0.",
                TextTable(("λ", f"payoff of {self.game.players[0]} at the start"), rows),
            ),
            Step(
                "The equilibrium",
                "Where the path ends.",
                TextTable(("state", *self.game.players), sides),
            ),
        )
        return Explanation(self.game.title or "A stationary equilibrium", steps)

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "payoffs": {name: list(x) for name, x in self.payoffs.items()},
            "strategies": {
                name: [list(side) for side in sides] for name, sides in self.strategies.items()
            },
            "regrets": list(self.regrets()),
            "method": self.method,
        }

    @classmethod
    def from_json(cls, game: StochasticGame, data: dict[str, Any]) -> StationaryEquilibrium:
        claim = Claim(data)
        paid = []
        for row in by_state(game, claim, "payoffs"):
            if not isinstance(row, list) or len(row) != 2:
                raise GameError("payoffs: expected two numbers for every state")
            paid.append([float(number(x, "payoffs")) for x in row])
        rows, columns = read_mixtures(game, claim)
        return cls(game, np.array(paid), rows, columns, str(data.get("method", "")))

    def __str__(self) -> str:
        lines = []
        for name, sides in self.strategies.items():
            pays = ", ".join(f"{x:.8g}" for x in self.payoffs[name])
            lines.append(f"{name}  payoffs ({pays})")
            lines += [
                f"  {player}  (" + ", ".join(f"{x:.6g}" for x in side) + ")"
                for player, side in zip(self.game.players, sides, strict=True)
            ]
        return "\n".join([*lines, f"found by {self.method}"])


@method(
    StochasticGame,
    "equilibrium",
    finds="one stationary equilibrium",
    cost="a path through the mixtures of all states, a linear system per step",
    reference="McKelvey and Palfrey 1995; Eibelshäuser and Poensgen 2019",
    applies=has_a_last_stage,
    aliases=("homotopy", "logit", "nash", "stationary-equilibrium"),
)
def stationary_equilibrium(game: StochasticGame) -> StationaryEquilibrium:
    """One stationary equilibrium of a game with a discount or a chance to stop everywhere.

    Parameters
    ----------
    game : StochasticGame
        A stochastic game that pays both players.

    Returns
    -------
    StationaryEquilibrium
        The equilibrium, with the payoffs of every state.

    Notes
    -----
    Cost: a path through the mixtures of all states, a linear system per step.

    References
    ----------
    McKelvey and Palfrey 1995; Eibelshäuser and Poensgen 2019.
    """
    reason = has_a_last_stage(game)
    if reason is not None:
        raise GameError(reason)
    system = _Logit(game.effective.floats)
    if system.size > MOST_UNKNOWNS:
        raise GameError(
            f"{system.size} unknowns exceed the limit of {MOST_UNKNOWNS} for the homotopy"
        )
    best: tuple[float, StationaryEquilibrium] | None = None
    for bent in (0.0, *BENT):
        end = _ends(game, system.bent(bent), system)
        best = min([end] if best is None else [best, end], key=lambda pair: pair[0])
        if best[0] <= 1:
            return best[1]
    assert best is not None
    raise GameError(
        f"no stationary equilibrium was found: the paths end where a player can still gain "
        f"{max(best[1].regrets()):.2g}"
    )


def _allowed(table: TransitionTable) -> list[float]:
    """What each player may gain."""
    low, high = np.minimum(table.pay.min(axis=0), 0), np.maximum(table.pay.max(axis=0), 0)
    spread = [max(REGRET * float(x), 1e-300) for x in high - low]
    return spread if len(spread) == 2 else 2 * spread


def _paid(game: StochasticGame, rows: Any, columns: Any, values: Any) -> Any:
    """What the strategies pay in every state, rounded once; as Newton left it where unknown."""
    table, paid = game.rational, np.array(values, float)
    for k in (0, 1):
        line = k % table.pay.shape[1]
        choices: dict[int, list[tuple[Fraction, dict[int, Fraction]]]] = {}
        for s, own in enumerate(reply_choices(table, columns, False, line)):
            pay, go, weights = Fraction(0), dict[int, Fraction](), weights_of(rows[s])
            for weight, choice in zip(weights, own, strict=True):
                pay += weight * choice.pay
                for target, w in choice.go.items():
                    go[target] = go.get(target, Fraction(0)) + weight * w
            choices[s] = [(pay, go)]
        worth = best_policy(choices, 1)
        if worth is not None:
            sign = -1 if k and table.zero_sum else 1
            paid[:, k] = [float(sign * worth[s]) for s in range(table.states)]
    return paid


def _ends(
    game: StochasticGame, path_system: _Logit, system: _Logit
) -> tuple[float, StationaryEquilibrium]:
    """The best end of one path, followed farther while a player gains more than is allowed.

    With the greatest gain, as a part of what is allowed.
    """
    best: tuple[float, StationaryEquilibrium] | None = None
    allowed = _allowed(system.table)
    for least in LEAST:
        point, path = _follow(path_system, game.start, least)
        for seen in SEEN:
            mixtures, values = system.polished(point, seen)
            rows, columns = [m[0] for m in mixtures], [m[1] for m in mixtures]
            equilibrium = StationaryEquilibrium(
                game,
                _paid(game, rows, columns, values),
                rows,
                columns,
                "a logit homotopy from even mixtures",
                tuple(path),
            )
            regret = max(x / most for x, most in zip(equilibrium.regrets(), allowed, strict=True))
            if best is None or regret < best[0]:
                best = (regret, equilibrium)
            if regret <= 1:
                return best
    assert best is not None
    return best


class _Logit:
    """The equations of the path: unknown log-weights of all choices, and payoffs of all states."""

    def __init__(self, table: TransitionTable) -> None:
        self.table = table
        self.stages = []
        at = 0
        for s in range(table.states):
            m, n = int(table.rows[s]), int(table.columns[s])
            self.stages.append((at, at + m, at + m + n, m, n))
            at += m + n
        self.weights = at
        self.size = at + 2 * table.states
        both = table.pay if not table.zero_sum else np.hstack([table.pay, -table.pay])
        spread = float(both.max() - both.min()) or 1.0
        self.scale = spread
        self.pay = both / spread

    def games(self, values: Any) -> Any:
        """For every cell both payoffs, those of the states after it included."""
        table = self.table
        lengths = np.diff(table.link)
        source = np.repeat(np.arange(table.cells), lengths)
        after = [
            np.bincount(source, table.weight * values[table.target, i], table.cells) for i in (0, 1)
        ]
        return self.pay + np.stack(after, axis=1)

    def residual(self, point: Any, precision: float) -> Any:
        values = point[self.weights :].reshape(-1, 2)
        worth = self.games(values)
        out = np.empty(self.size)
        for s, (a, b, c, m, n) in enumerate(self.stages):
            logs, other = point[a:b], point[b:c]
            row, column = np.exp(np.minimum(logs, 2)), np.exp(np.minimum(other, 2))
            first = self.table.first[s]
            cells = worth[first : first + m * n].reshape(m, n, 2)
            mine, theirs = cells[:, :, 0] @ column, row @ cells[:, :, 1]
            out[a] = row.sum() - 1
            out[a + 1 : b] = logs[1:] - logs[0] - precision * (mine[1:] - mine[0])
            out[b] = column.sum() - 1
            out[b + 1 : c] = other[1:] - other[0] - precision * (theirs[1:] - theirs[0])
            out[self.weights + 2 * s] = values[s, 0] - row @ mine
            out[self.weights + 2 * s + 1] = values[s, 1] - theirs @ column
        return out

    def slopes(self, point: Any, precision: float) -> Any:
        """Derivatives in the unknowns and, in the last column, in λ; by central differences."""
        slopes = np.empty((self.size, self.size + 1))
        step = 1e-6
        for k in range(self.size):
            moved = point.copy()
            moved[k] += step
            up = self.residual(moved, precision)
            moved[k] -= 2 * step
            slopes[:, k] = (up - self.residual(moved, precision)) / (2 * step)
        ahead = step * max(1.0, precision)
        slopes[:, -1] = (
            self.residual(point, precision + ahead) - self.residual(point, precision - ahead)
        ) / (2 * ahead)
        return slopes

    def start(self) -> Any:
        point = np.zeros(self.size)
        for a, b, c, m, n in self.stages:
            point[a:b] = -np.log(m)
            point[b:c] = -np.log(n)
        for _ in range(10_000):
            gap = self.residual(point, 0.0)[self.weights :]
            point[self.weights :] -= gap
            if np.abs(gap).max() < 1e-14:
                break
        return point

    def mixtures(self, point: Any) -> list[tuple[Any, Any]]:
        mixtures = []
        for a, b, c, _, _ in self.stages:
            row, column = np.exp(point[a:b]), np.exp(point[b:c])
            mixtures.append((row / row.sum(), column / column.sum()))
        return mixtures

    def bent(self, size: float) -> _Logit:
        """The same equations with payoffs moved a little, so that nothing is degenerate."""
        if not size:
            return self
        other = copy(self)
        other.pay = self.pay + size * np.random.default_rng(0).uniform(-1, 1, self.pay.shape)
        return other

    def polished(self, point: Any, seen: float) -> tuple[list[tuple[Any, Any]], Any]:
        """The end of the path, sharpened on its support by Newton's method where that works."""
        mixtures = self.mixtures(point)
        values = point[self.weights :].reshape(-1, 2).copy()
        supports = [tuple(np.flatnonzero(x > seen) for x in pair) for pair in mixtures]
        tried = self._newton(mixtures, values, supports)
        return tried if tried is not None else (mixtures, values * self.scale)

    def _newton(self, mixtures: Any, values: Any, supports: Any) -> Any:
        x = np.concatenate(
            [
                np.concatenate([pair[i][sup[i]] for i in (0, 1)])
                for pair, sup in zip(mixtures, supports, strict=True)
            ]
            + [values.reshape(-1)]
        )
        for _ in range(50):
            gap = self._support_residual(x, supports)
            if np.abs(gap).max() < 1e-13:
                break
            slopes = np.empty((len(gap), len(x)))
            for k in range(len(x)):
                moved = x.copy()
                moved[k] += 1e-7
                up = self._support_residual(moved, supports)
                moved[k] -= 2e-7
                slopes[:, k] = (up - self._support_residual(moved, supports)) / 2e-7
            step = np.linalg.lstsq(slopes, -gap, rcond=None)[0]
            x = x + step
        if np.abs(self._support_residual(x, supports)).max() > 1e-10 or x[: -values.size].min() < 0:
            return None
        pairs, rest = self._unpack(x, supports)
        return pairs, rest * self.scale

    def _unpack(self, x: Any, supports: Any) -> tuple[list[tuple[Any, Any]], Any]:
        at, pairs = 0, []
        for (_, _, _, m, n), sup in zip(self.stages, supports, strict=True):
            pair = []
            for size, played in ((m, sup[0]), (n, sup[1])):
                weights = np.zeros(size)
                weights[played] = x[at : at + len(played)]
                at += len(played)
                pair.append(weights)
            pairs.append((pair[0], pair[1]))
        return pairs, x[at:].reshape(-1, 2)

    def _support_residual(self, x: Any, supports: Any) -> Any:
        pairs, values = self._unpack(x, supports)
        worth = self.games(values)
        out: list[float] = []
        for s, (_, _, _, m, n) in enumerate(self.stages):
            first = self.table.first[s]
            cells = worth[first : first + m * n].reshape(m, n, 2)
            row, column = pairs[s]
            mine, theirs = cells[:, :, 0] @ column, row @ cells[:, :, 1]
            out += list(mine[supports[s][0]] - values[s, 0])
            out += list(theirs[supports[s][1]] - values[s, 1])
            out += [row.sum() - 1, column.sum() - 1]
        return np.array(out)


def _follow(system: _Logit, start: int, least: float) -> tuple[Any, list[tuple[float, float]]]:
    """Along the path: Euler's step along its tangent, then Newton back to it."""
    point, precision = system.start(), 0.0
    at = system.weights + 2 * start
    path = [(0.0, float(point[at]) * system.scale)]
    length, direction = 0.05, None
    for _ in range(MOST_STEPS):
        slopes = system.slopes(point, precision)
        _, _, right = np.linalg.svd(slopes)
        tangent = right[-1]
        if direction is None:
            tangent = tangent * (1 if tangent[-1] > 0 else -1)
        elif tangent @ direction < 0:
            tangent = -tangent
        moved = _correct(system, point + length * tangent[:-1], precision + length * tangent[-1])
        if moved is None:
            length /= 2
            if length < 1e-9:
                raise GameError("the homotopy stalled; the game may be degenerate")
            continue
        (point, precision), steps = moved
        direction = tangent
        length = min(length * (1.6 if steps <= 3 else 0.8), max(1.0, 0.5 * abs(precision)))
        path.append((precision, float(point[at]) * system.scale))
        if precision > least and _settled(system, point):
            break
        if precision > FARTHEST:
            break
    return point, path


def _settled(system: _Logit, point: Any) -> bool:
    """Whether the support shows, and the equations on it have a solution nearby."""
    mixtures = system.mixtures(point)
    weights = np.concatenate([x for pair in mixtures for x in pair])
    unclear = (weights > 1e-9) & (weights < 1e-3)
    return not unclear.any()


def _correct(system: _Logit, point: Any, precision: float) -> Any:
    for k in range(8):
        gap = system.residual(point, precision)
        if not np.isfinite(gap).all():
            return None
        size = float(np.abs(gap).max())
        if size < 1e-9 * max(1.0, precision * 1e-3):
            return (point, precision), k
        slopes = system.slopes(point, precision)
        step = np.linalg.lstsq(slopes, -gap, rcond=None)[0]
        if np.abs(step[:-1]).max() > 5:
            return None
        point, precision = point + step[:-1], precision + step[-1]
    return None
