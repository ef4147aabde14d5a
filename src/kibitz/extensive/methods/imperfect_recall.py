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

from kibitz.core.claim import Claim
from kibitz.core.errors import GameError
from kibitz.core.explanation import Explanation
from kibitz.core.extension import call
from kibitz.core.method import method
from kibitz.core.numbers import Number, plain, show
from kibitz.core.picture import Picture
from kibitz.core.solution import Solution
from kibitz.extensive.arrows.normal_form import NormalForm, normal_form
from kibitz.extensive.game import ExtensiveGame
from kibitz.extensive.methods.zero_sum import needs_zero_sum, require_zero_sum
from kibitz.extensive.strategies.pure_strategies import OPEN, PureStrategies
from kibitz.linear.program import LinearProgram
from kibitz.linear.solution import Optimum

ROUNDS = 50
STARTS = 64


@dataclass(frozen=True, eq=False)
class MixedSolution(Solution, kind="mixed-solution"):
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
        constant: Any = self.game.constant_sum
        lower, upper = (self._sure(player)[0] for player in range(2))
        return lower, constant - upper

    def _sure(self, player: int) -> tuple[Any, dict[str, dict[str, Number]]]:
        """What a player is sure of in behavior strategies, and by which."""
        worth, behavior = behavioral_guarantee(self.form, player)
        names, moves = self.game.infoset_names, self.game.moves
        infosets = self.form.plans[player].infosets.tolist()
        table = {}
        for column, infoset in enumerate(infosets):
            row = behavior.get(column) or _sure(0, len(moves(infoset)))
            row = [*row, *[Fraction(0)] * (len(moves(infoset)) - len(row))]
            table[names[infoset]] = dict(zip(moves(infoset), row, strict=True))
        return worth, table

    def limits(self) -> tuple[Number | None, Number | None]:
        """The same, and None for players who are absent-minded."""
        try:
            return self.behavioral()
        except GameError:
            return None, None

    @property
    def exact(self) -> bool:
        return self.form.payoffs[0].exact

    def explain(self) -> Explanation:
        """The derivation from the normal form."""
        return call(self, "explain_solution")

    def draw(self) -> Picture:
        """The tree; a mixture of whole plans cannot be drawn on its branches."""
        return self.game.draw()

    @classmethod
    def from_json(cls, game: ExtensiveGame, data: dict[str, Any]) -> MixedSolution:
        claim = Claim(data)
        form = game.normal_form()
        tables = claim.part("mixed")
        mixtures = []
        for name in game.players:
            table = tables.part(name)
            mixtures.append({label: table.number(label) for label in table.data})
        method = str(data.get("method", ""))
        return cls(game, form, claim.number("value"), (mixtures[0], mixtures[1]), method)

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
        return {
            "kind": self.kind,
            "game": self.game.title,
            "value": plain(self.value),
            "payoffs": [plain(p) for p in self.payoffs],
            "mixed": {
                name: {s: plain(p) for s, p in mixture.items()}
                for name, mixture in zip(self.game.players, self.mixtures, strict=True)
            },
            "behavioural": self._behavioral_json(),
            "exact": self.exact,
            "method": self.method,
        }

    def _behavioral_json(self) -> dict[str, Any]:
        """What behavior strategies guarantee, with strategies that do."""
        low, high = self.limits()
        if low is None or high is None:
            return {"lower": None, "upper": None}
        found: dict[str, Any] = {"lower": plain(low), "upper": plain(high)}
        for player, key in enumerate(("lower_strategy", "upper_strategy")):
            table = self._sure(player)[1]
            found[key] = {k: {m: plain(p) for m, p in row.items()} for k, row in table.items()}
        return found


@method(
    ExtensiveGame,
    "normal-form",
    finds="the value and an optimal mixed strategy of each player",
    cost="a linear program with a row and a column for each reduced pure strategy",
    reference="von Neumann 1928; Kuhn 1953",
    applies=needs_zero_sum,
    aliases=("mixed",),
)
def mixed_value(game: ExtensiveGame, reduced: bool = True) -> MixedSolution:
    """Solve a zero-sum game of two in mixed strategies, whatever players forget.

    Parameters
    ----------
    game : ExtensiveGame
        A game of two players whose payoffs have a constant sum.
    reduced : bool
        Whether to leave out moves that a player's own earlier moves exclude.

    Examples
    --------
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
    """The most that a player is sure of in behavior strategies, as far as it was found."""
    worth: Number = behavioral_guarantee(form, player)[0]
    return worth


def behavioral_guarantee(form: NormalForm, player: int) -> tuple[Any, dict[int, list[Any]]]:
    """The same, with the behavior: for each information set of the plans a distribution.

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
        found = _ascend(full, payoffs, start)
        best = found if best is None or found[0] > best[0] else best
    worth, behavior = best
    return worth, behavior


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
) -> tuple[Any, dict[int, list[Any]]]:
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
    return worth, behavior


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
