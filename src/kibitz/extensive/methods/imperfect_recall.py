"""Players who forget: mixed strategies against behavior strategies.

Where recall is not perfect, a player who draws a whole plan before the game may do better than one
who draws each move when it comes. The value in mixed strategies is a linear program over the
normal form, exponential in the tree. For behavior strategies the payoff is a polynomial, and its
maximin is another problem: :mod:`kibitz.extensive.methods.behavioral_maximin`.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from kibitz.algebra.surd import plain_point, write_point
from kibitz.core.claim import Claim
from kibitz.core.errors import GameError
from kibitz.core.explanation import Explanation
from kibitz.core.extension import call
from kibitz.core.method import method
from kibitz.core.numbers import Number, plain, show
from kibitz.core.solution import Solution
from kibitz.extensive.arrows.normal_form import NormalForm, normal_form
from kibitz.extensive.game import ExtensiveGame
from kibitz.extensive.methods.behavioral_maximin import (
    BehavioralGuarantee,
    guaranteed,
    solve_matrix,
)
from kibitz.extensive.methods.zero_sum import needs_zero_sum, require_zero_sum
from kibitz.extensive.strategies.multilinear import is_absent_minded
from kibitz.pictures import Picture


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

    def behavioral(self) -> tuple[Any, Any]:
        """What the first player can guarantee in behavior strategies, and the second.

        Both are attained, by the strategies of :attr:`guarantees`, which also say whether it is
        proved that no others guarantee more. Numbers may be irrational.
        """
        constant: Any = self.game.constant_sum
        lower, upper = self.guarantees
        return lower.worth, constant - upper.worth

    @cached_property
    def guarantees(self) -> tuple[BehavioralGuarantee, BehavioralGuarantee]:
        """What each player can guarantee in behavior strategies, with a bound and its proof."""
        constant: Any = self.game.constant_sum
        sides = ((self.value, self.row), (constant - self.value, self.column))
        lower, upper = (
            guaranteed(self.game, player, worth, self.form.plans[player], mixture)
            for player, (worth, mixture) in enumerate(sides)
        )
        return lower, upper

    def limits(self) -> tuple[Any, Any]:
        """The same as :meth:`behavioral`, and None for players who are absent-minded."""
        try:
            return self.behavioral()
        except GameError:
            return None, None

    def forgetting_costs(self) -> str:
        """In words, what is known of behavior strategies; nothing where they do as well."""
        low, high = self.limits()
        absent = [x for k, x in enumerate(self.game.players) if is_absent_minded(self.game, k)]
        if absent:
            return (
                f"{' and '.join(absent)} may meet an information set twice in one play; behavior "
                "strategies, which randomize at each visit, can do better there and are not "
                "computed"
            )
        if low is None or (low == self.value and high == self.value):
            return ""
        first, second = self.game.players
        sure, held = self.guarantees
        constant: Any = self.game.constant_sum
        least, most = constant - held.at_most, sure.at_most
        words = (
            f"in behavior strategies {first} gets at least {write_point(low)}{_open(sure, most)}, "
            f"{second} holds it to {write_point(high)}{_open(held, least)}"
        )
        if most < least:
            return f"{words}: forgetting costs the difference, and there is no value"
        return f"{words}: forgetting costs the difference" if low != high else words

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
        if costs := self.forgetting_costs():
            lines.append(costs)
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
            "behavioral": self._behavioral_json(),
            "exact": self.exact,
            "method": self.method,
        }

    def _behavioral_json(self) -> dict[str, Any]:
        """What behavior strategies guarantee, by which, and why no others guarantee more."""
        if self.limits()[0] is None:
            return {"lower": None, "upper": None}
        constant: Any = self.game.constant_sum
        data: dict[str, Any] = {}
        for key, one in zip(("lower", "upper"), self.guarantees, strict=True):
            ends = (one.worth, one.at_most)
            worth, bound = ends if key == "lower" else (constant - x for x in ends)
            data[key] = plain_point(worth)
            data[f"{key}_bound"] = plain_point(bound)
            data[f"{key}_proved"] = one.proved
            data[f"{key}_strategy"] = {
                self.game.infoset_names[infoset]: {
                    move: plain_point(p)
                    for move, p in zip(self.game.moves(infoset), row, strict=True)
                }
                for infoset, row in zip(one.infosets, one.strategy, strict=True)
            }
            data[f"{key}_proof"] = one.proof
        return data


def _open(one: BehavioralGuarantee, bound: Any) -> str:
    """What is not proved of a guarantee."""
    if one.proved:
        return ""
    return f" (found, not proved to be the best: the bound is {float(bound):.6g})"


@method(
    ExtensiveGame,
    "normal-form",
    finds="the value and an optimal mixed strategy of each player",
    cost="a linear program with a row and a column for each reduced pure strategy",
    reference="von Neumann 1928; Kuhn 1953",
    applies=needs_zero_sum,
    aliases=(
        "mixed",
        "behavioral",
        "behavioral-maximin",
        "strategic-form",
        "reduced-normal-form",
    ),
)
def mixed_value(game: ExtensiveGame, reduced: bool = True) -> MixedSolution:
    """Solve a zero-sum game of two in mixed strategies, whatever players forget.

    Parameters
    ----------
    game : ExtensiveGame
        A game of two players whose payoffs have a constant sum.
    reduced : bool
        Whether to leave out moves that a player's own earlier moves exclude.

    Returns
    -------
    MixedSolution
        The value, and an optimal mixed strategy of each player.

    Notes
    -----
    Cost: a linear program with a row and a column for each reduced pure strategy.

    References
    ----------
    von Neumann 1928; Kuhn 1953.

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
    value, row, column = solve_matrix(matrix.numbers())
    mixtures = tuple(
        {s: p for s, p in zip(names, weights, strict=True) if p}
        for names, weights in zip(form.strategies, (row, column), strict=True)
    )
    method = "the linear program of the normal form, " + (
        "exactly" if matrix.exact else "in floats"
    )
    return MixedSolution(game, form, value, (mixtures[0], mixtures[1]), method)


def behavioral_maximin(form: NormalForm, player: int) -> Any:
    """The most that a player is sure of in behavior strategies, as far as it was found."""
    return behavioral_guarantee(form, player)[0]


def behavioral_guarantee(form: NormalForm, player: int) -> tuple[Any, dict[int, list[Any]]]:
    """The same, with the behavior: for each information set of the plans a distribution."""
    matrix = form.payoffs[0].numbers()
    value, row, column = solve_matrix(matrix)
    constant: Any = form.game.constant_sum
    worth, mixture = ((value, row), (constant - value, column))[player]
    guarantee = guaranteed(form.game, player, worth, form.plans[player], mixture)
    return guarantee.worth, dict(enumerate(guarantee.strategy))
