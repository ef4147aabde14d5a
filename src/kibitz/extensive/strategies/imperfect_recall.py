"""Players who forget: mixed strategies against behavior strategies.

Where recall is not perfect, a player who draws a whole plan before the game may do better than one
who draws each move when it comes. The value in mixed strategies is a linear program over the
normal form, exponential in the tree. For behavior strategies the payoff is a polynomial; moving
one information set at a time is a linear program each, and ends where none of them helps: what is
found there is really guaranteed, but there may be more.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np

from kibitz.core.errors import GameError
from kibitz.core.numbers import Number, plain, show
from kibitz.core.solution import Certificate, Check, Solution
from kibitz.extensive.arrows.normal_form import NormalForm, normal_form
from kibitz.extensive.game import ExtensiveGame
from kibitz.extensive.strategies.pure_strategies import OPEN, PureStrategies
from kibitz.linear.program import LinearProgram
from kibitz.linear.solution import Optimum

ROUNDS = 50
STARTS = 64


@dataclass(frozen=True, eq=False)
class MixedSolution(Solution):
    """The value in mixed strategies, with an optimal mixture of pure strategies for each player."""

    game: ExtensiveGame
    form: NormalForm
    value: Number
    mixtures: tuple[dict[str, Number], dict[str, Number]]
    method: str = "the linear program of the normal form, exactly"

    @property
    def payoffs(self) -> tuple[Number, Number]:
        constant: Any = self.game.constant_sum
        return self.value, constant - self.value

    @property
    def row(self) -> tuple[Number, ...]:
        """The first player's mixture, a number for each pure strategy of the form."""
        return tuple(self.mixtures[0].get(s, Fraction(0)) for s in self.form.strategies[0])

    @property
    def column(self) -> tuple[Number, ...]:
        return tuple(self.mixtures[1].get(s, Fraction(0)) for s in self.form.strategies[1])

    def behavioral(self) -> tuple[Number, Number]:
        """What the first player can guarantee in behavior strategies, and the second.

        Both are attained; ends found by moving one information set at a time. Between them and
        the value in mixed strategies lies what forgetting costs.
        """
        lower = behavioral_maximin(self.form, 0)
        constant: Any = self.game.constant_sum
        return lower, constant - behavioral_maximin(self.form, 1)

    def limits(self) -> tuple[Number | None, Number | None]:
        """The same, and None for players who are absent-minded."""
        try:
            return self.behavioral()
        except GameError:
            return None, None

    def verify(self) -> Certificate:
        """Neither mixture can be beaten by any pure strategy of the other."""
        matrix = np.array(self.form.payoffs[0].numbers(), object)
        row, column = np.array(self.row, object), np.array(self.column, object)
        slack = 0 if self.form.payoffs[0].exact else 1e-7
        floor, ceiling = min(row @ matrix), max(matrix @ column)
        names = self.game.players
        proper = _is_distribution(row, slack) and _is_distribution(column, slack)
        sure, held = bool(floor >= self.value - slack), bool(ceiling <= self.value + slack)
        checks = (
            Check("both mixtures are distributions", proper),
            Check(f"{names[0]} is sure of {show(self.value)}", sure, show(floor)),
            Check(f"{names[1]} concedes no more", held, show(ceiling)),
        )
        claim = f"the value in mixed strategies is {show(self.value)}"
        return Certificate(claim, "the minimax theorem", checks)

    def __str__(self) -> str:
        lines = [f"value in mixed strategies {show(self.value)}"]
        for name, mixture in zip(self.game.players, self.mixtures, strict=True):
            each = "   ".join(f"{s}: {show(p)}" for s, p in mixture.items())
            lines.append(f"{name}   {each}")
        low, high = self.limits()
        if low is not None and high is not None and (low, high) != (self.value, self.value):
            lines.append(
                f"in behavior strategies {self.game.players[0]} gets at least {show(low)}, "
                f"{self.game.players[1]} holds it to {show(high)}: forgetting costs the difference"
            )
        lines.append(f"found by {self.method}")
        return "\n".join(lines)

    def to_json(self) -> dict[str, Any]:
        low, high = (None if x is None else plain(x) for x in self.limits())
        return {
            "kind": "mixed-solution",
            "game": self.game.title,
            "value": plain(self.value),
            "payoffs": [plain(p) for p in self.payoffs],
            "mixed": {
                name: {s: plain(p) for s, p in mixture.items()}
                for name, mixture in zip(self.game.players, self.mixtures, strict=True)
            },
            "behavioural": {"lower": low, "upper": high},
            "method": self.method,
        }


def mixed_value(game: ExtensiveGame, reduced: bool = True) -> MixedSolution:
    """Solve a zero-sum game of two in mixed strategies, whatever players forget.

    >>> from kibitz.extensive import decision, extensive_game
    >>> forgotten = lambda c, d: decision("I", "two", c=c, d=d)
    >>> game = extensive_game(
    ...     decision(
    ...         "II", "first",
    ...         a=decision("I", "one", f=1, g=forgotten(0, -1)),
    ...         b=decision("I", "one", f=forgotten(-1, 0), g=2),
    ...     )
    ... )
    >>> found = mixed_value(game)
    >>> str(found.value), [str(x) for x in found.behavioral()]
    ('2/3', ['1/2', '2/3'])
    """
    from kibitz.extensive.methods.zero_sum import require_zero_sum

    require_zero_sum(game)
    form = normal_form(game, reduced)
    matrix = form.payoffs[0]
    value, row, column = _solve_matrix(matrix.numbers())
    mixtures = tuple(
        {s: p for s, p in zip(names, weights, strict=True) if p}
        for names, weights in zip(form.strategies, (row, column), strict=True)
    )
    method = "the linear program of the normal form, " + (
        "exactly" if matrix.exact else "in floats"
    )
    return MixedSolution(game, form, value, (mixtures[0], mixtures[1]), method)


def behavioral_maximin(form: NormalForm, player: int) -> Number:
    """The most that a player is sure of in behavior strategies, as far as it was found.

    Starts from pure strategies and from the middle; at each start one information set after the
    other gets its best distribution against everything the opponent may do.
    """
    game, plans = form.game, form.plans[player]
    if _absent_minded(game, player):
        raise GameError(
            f"{game.players[player]} meets one information set twice; its behavior strategies "
            "are not linear in the moves there"
        )
    payoffs = np.array(form.payoffs[player].numbers(), object)
    payoffs = payoffs if player == 0 else payoffs.T
    full = _completed(plans)
    best: Any = None
    for start in _starts(full):
        worth = _ascend(full, payoffs, start)
        best = worth if best is None or worth > best else best
    result: Number = best
    return result


def _completed(plans: PureStrategies) -> list[tuple[dict[int, int], int]]:
    """What each plan does, without the moves that do not matter, and its row."""
    rows = []
    for k, row in enumerate(plans.moves.tolist()):
        moves = {c: m for c, m in enumerate(row) if m != OPEN}
        rows.append((moves, k))
    return rows


def _sizes(full: list[tuple[dict[int, int], int]]) -> dict[int, int]:
    sizes: dict[int, int] = {}
    for moves, _ in full:
        for column, move in moves.items():
            sizes[column] = max(sizes.get(column, 0), move + 1)
    return sizes


def _starts(full: list[tuple[dict[int, int], int]]) -> Iterator[dict[int, list[Fraction]]]:
    sizes = _sizes(full)
    yield {c: [Fraction(1, n)] * n for c, n in sizes.items()}
    corners = product(*(range(n) for n in sizes.values()))
    for _, corner in zip(range(STARTS), corners, strict=False):
        yield {
            c: [Fraction(int(m == k)) for m in range(sizes[c])]
            for c, k in zip(sizes, corner, strict=True)
        }


def _ascend(
    full: list[tuple[dict[int, int], int]], payoffs: Any, behavior: dict[int, list[Fraction]]
) -> Any:
    worth: Any = min(_guarantee(full, payoffs, behavior))
    for _ in range(ROUNDS):
        before = worth
        for column in behavior:
            parts = [
                _guarantee(full, payoffs, {**behavior, column: _sure(m, len(behavior[column]))})
                for m in range(len(behavior[column]))
            ]
            value, mixture, _ = _solve_matrix([list(part) for part in parts])
            if value > worth:
                worth, behavior = value, {**behavior, column: list(mixture)}
        if worth == before:
            break
    return worth


def _sure(move: int, size: int) -> list[Fraction]:
    return [Fraction(int(m == move)) for m in range(size)]


def _guarantee(
    full: list[tuple[dict[int, int], int]], payoffs: Any, behavior: dict[int, list[Fraction]]
) -> Any:
    """What a behavior strategy earns against each of the other's pure strategies."""
    total: Any = 0
    for moves, k in full:
        weight = Fraction(1)
        for column, move in moves.items():
            weight *= behavior[column][move]
        if weight:
            total = total + weight * payoffs[k]
    return total


def _absent_minded(game: ExtensiveGame, player: int) -> bool:
    tree = game.tree
    for node in np.flatnonzero(tree.actor == player).tolist():
        mine = [int(tree.infoset[n]) for n in tree.path(node) if int(tree.actor[n]) == player]
        if len(set(mine)) < len(mine):
            return True
    return False


def _solve_matrix(rows: Any) -> tuple[Any, tuple[Any, ...], tuple[Any, ...]]:
    """Value and optimal mixtures of a matrix game by one linear program."""
    m, n = len(rows), len(rows[0])
    table = [[-rows[i][j] for i in range(m)] + [1] for j in range(n)]
    program = LinearProgram.read(
        [0] * m + [1],
        [*table, [1] * m + [0]],
        ["<="] * n + ["="],
        [0] * n + [1],
        lower=[0] * m + [None],
    )
    found = program.solve()
    assert isinstance(found, Optimum), "a matrix game always has a value"
    return found.value, tuple(found.x[:m]), tuple(found.dual[:n])


def _is_distribution(weights: Any, slack: float) -> bool:
    return bool(min(weights) >= -slack and abs(sum(weights) - 1) <= slack)
