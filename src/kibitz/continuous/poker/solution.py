"""Solutions of poker on [0, 1] by thresholds, and what they are worth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from kibitz.algebra.function_number import FunctionNumber
from kibitz.continuous.poker.betting_tree import BettingLeaf
from kibitz.continuous.poker.game import ContinuousPoker
from kibitz.continuous.poker.steps import Plan, Steps, guarantee, payoff, read_steps
from kibitz.core.claim import Claim
from kibitz.core.errors import GameError
from kibitz.core.explanation import Explanation
from kibitz.core.extension import call
from kibitz.core.numbers import Number, number, plain, show
from kibitz.core.solution import Solution
from kibitz.pictures import Picture

NAMES = {
    "la-relance": ("fold_below", "II_calls_above"),
    "von-neumann": ("a", "b", "c"),
    "check-call": ("a", "b", "c", "d"),
}
"""The thresholds that make the strategies of a model."""
ALSO = ("b", "I_fold_probability", "I_bluff_probability")
"""What else may be said of La Relance."""


def strategies(model: str, found: Mapping[str, Number]) -> tuple[Steps, ...]:
    """What both players do by their thresholds: a step function for every turn of the tree.

    >>> first, answer = strategies("la-relance", {"fold_below": 0.25, "II_calls_above": 0.5})
    >>> first.points, answer.points
    ((Fraction(0, 1), 0.25, 1.0), (Fraction(0, 1), 0.5, 1.0))
    """
    t = [found[name] for name in NAMES[model]]
    one: Any = 1.0 if any(isinstance(x, float) for x in t) else Fraction(1)
    if model == "la-relance":
        return Steps.pure(2, (t[0], 0), (one, 1)), Steps.pure(2, (t[1], 0), (one, 1))
    first = Steps.pure(2, (t[0], 1), (t[1], 0), (one, 1))
    answer = Steps.pure(2, (t[2], 0), (one, 1))
    if model == "check-call":
        return first, Steps.pure(2, (t[3], 0), (one, 1)), answer
    return first, answer


@dataclass(frozen=True)
class PokerSolution(Solution, kind="poker-solution"):
    """Thresholds and value of a model with one bet size, and both strategies as step functions.

    >>> from kibitz.continuous.poker.game import continuous_poker
    >>> print(continuous_poker("la-relance", 2).solve())
    value -1/4, favors II
    b = 1/2, fold_below = 1/4, II_calls_above = 1/2
    I: fold below 1/4, then bet
    II: after bet: fold below 1/2, then call
    """

    method: ClassVar[str] = "thresholds"

    game: ContinuousPoker
    value: Number
    thresholds: dict[str, Number]

    @property
    def exact(self) -> bool:
        return isinstance(self.value, (Fraction, FunctionNumber))

    def at(self, value: Any) -> PokerSolution:
        """The solution with a number in place of the letter.

        >>> from kibitz.continuous.poker.game import continuous_poker
        >>> print(continuous_poker("von-neumann", "b").solve().at(2).value)
        1/9
        """
        return self.game.at(value).solve("thresholds")

    @property
    def plan(self) -> tuple[Steps, ...]:
        """Both strategies: a step function for every turn of the tree."""
        return strategies(self.game.model, self.thresholds)

    @property
    def first(self) -> Steps:
        """What the first player does."""
        return self.plan[0]

    @property
    def answers(self) -> tuple[Steps, ...]:
        """What the second player answers to each action; nothing where the action ends play."""
        children = self.game.tree.turns[0].children
        idle = Steps.pure(1, (Fraction(1), 0))
        return tuple(idle if isinstance(k, BettingLeaf) else self.plan[k] for k in children)

    @property
    def favors(self) -> str | None:
        return "I" if self.value > 0 else "II" if self.value < 0 else None

    def probability(self, action: str) -> Number:
        """How often the first player takes an action."""
        actions = self.game.tree.turns[0].actions
        if action not in actions:
            raise GameError(f"no action {action!r}; there are {', '.join(actions)}")
        found: Number = self.first.mass(actions.index(action), 0, 1)
        return found

    @property
    def bluff_probability(self) -> Number:
        """How often the first player bets a hand that loses to every call."""
        start = self.plan[-1].points[-2]
        found: Number = self.first.mass(len(self.first.weights[0]) - 1, 0, start)
        return found

    def payoff(self, first: Any = None, answers: Any = None) -> Number:
        """What the first player gets when given strategies meet, these ones where none is given.

        A strategy is a list of pieces, an action up to each point; the second player has one for
        each action that can be answered: ``{"bet": [("fold", "1/2"), ("call", 1)]}``.
        """
        mine = self.first if first is None else self._read_first(first)
        theirs = self.plan[1:] if answers is None else self._read_answers(answers)
        return self._as(payoff(self.game.tree, (mine, *theirs)))

    def guarantees(self, first: Any) -> Number:
        """What a strategy of the first player gets against the best answers."""
        return self._as(guarantee(self.game.tree, (self._read_first(first), *self.plan[1:]), 0))

    def concedes(self, answers: Any) -> Number:
        """What answers of the second player give away to the best play."""
        return self._as(guarantee(self.game.tree, (self.first, *self._read_answers(answers)), 1))

    def is_optimal(self, first: Any) -> bool:
        """Whether a strategy of the first player guarantees the value.

        >>> from kibitz.continuous.poker.game import continuous_poker
        >>> solved = continuous_poker("la-relance", 2).solve()
        >>> solved.is_optimal([("bet", "1/4"), ("fold", "1/2"), ("bet", 1)])
        True
        """
        return self.guarantees(first) >= self.value - (0 if self.exact else 1e-9)

    def is_mistake(self, first: Any) -> bool:
        """Whether the first player gets less than the value against these optimal answers.

        >>> from kibitz.continuous.poker.game import continuous_poker
        >>> solved = continuous_poker("la-relance", 2).solve()
        >>> solved.is_mistake([("bet", 1)]), solved.is_mistake([("fold", "3/5"), ("bet", 1)])
        (False, True)
        """
        return self.payoff(first) < self.value - (0 if self.exact else 1e-9)

    def _as(self, x: Fraction) -> Number:
        return x if self.exact else float(x)

    def _read_first(self, given: Any) -> Steps:
        return read_steps(given, self.game.tree.turns[0].actions, "I")

    def _read_answers(self, given: Any) -> Plan:
        if not isinstance(given, Mapping):
            raise GameError(
                'answers: write them by action, {"bet": [("fold", "1/2"), ("call", 1)]}'
            )
        found = []
        for turn in self.game.tree.turns[1:]:
            if turn.history not in given:
                raise GameError(f"answers: none is given to {turn.history}")
            where = f"the answer to {turn.history}"
            found.append(read_steps(given[turn.history], turn.actions, where))
        return found

    def explain(self) -> Explanation:
        """The indifference equations and their solution."""
        return call(self, "explain_poker")

    def draw(self) -> Picture:
        """Both strategies as strips of the interval."""
        if self.game.letter:
            raise GameError(f"give {self.game.letter} a number to draw its strategies, such as 2")
        from kibitz.continuous.poker.draw import draw_plan

        return draw_plan(self.game.tree, self.plan, str(self.game), f"value {show(self.value)}")

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "model": self.game.model,
            "value": plain(self.value),
            **{name: plain(x) for name, x in self.thresholds.items()},
            "favors": self.favors,
            "probabilities": {
                action: plain(self.probability(action))
                for action in self.game.tree.turns[0].actions
            },
            "exact": self.exact,
            "method": self.method,
        }

    @classmethod
    def from_json(cls, game: ContinuousPoker, data: dict[str, Any]) -> Solution:
        if game.model == "newman":
            from kibitz.continuous.poker.newman import NewmanSolution

            return NewmanSolution.from_json(game, data)
        value = read_amount(game, Claim(data).raw("value"), "value")
        return cls(game, value, read_thresholds(game, data))

    def __str__(self) -> str:
        named = ", ".join(
            f"{'threshold ' if name == self.game.letter else ''}{name} = {show(x)}"
            for name, x in self.thresholds.items()
            if not name.startswith("I_")
        )
        side = f", favors {self.favors}" if self.favors else ", fair"
        first, *later = self.game.tree.turns
        lines = [f"value {show(self.value)}{side}", named]
        lines.append(f"I: {_text(self.first, first.actions)}")
        for turn, steps in zip(later, self.plan[1:], strict=True):
            lines.append(f"II: after {turn.history}: {_text(steps, turn.actions)}")
        return "\n".join(lines)


def read_amount(game: ContinuousPoker, given: Any, where: str) -> Number:
    """A number of a claim about a model; a function of the letter where it has one."""
    if not game.letter:
        return number(given, where)
    found: Any = FunctionNumber.read(given, game.letter, where)
    return found  # type: ignore[no-any-return]


def read_thresholds(game: ContinuousPoker, data: Mapping[str, Any]) -> dict[str, Number]:
    """The thresholds that a claim about a model gives, all between 0 and 1."""
    if game.model not in NAMES:
        raise GameError("several bet sizes have no thresholds; claim a poker-discretized solution")
    needed = NAMES[game.model]
    for name in needed:
        if name not in data:
            raise GameError(f"{name}: this threshold is missing")
    more = ALSO if game.model == "la-relance" else ()
    found = {name: read_amount(game, data[name], name) for name in (*needed, *more) if name in data}
    for name, x in found.items():
        if not 0 <= x <= 1:
            raise GameError(f"{name}: {show(x)}; thresholds lie between 0 and 1")
    return found


def _text(steps: Steps, labels: tuple[str, ...]) -> str:
    parts = []
    pieces = list(zip(steps.points[1:], steps.weights, strict=True))
    for k, (end, weights) in enumerate(pieces):
        if k + 1 < len(pieces) and end == steps.points[k]:
            continue
        mixed = [
            f"{label}" if w == 1 else f"{label} {show(w)}"
            for label, w in zip(labels, weights, strict=True)
            if w
        ]
        parts.append((" and ".join(mixed), end))
    lines = [f"{what} below {show(end)}" if end != 1 else what for what, end in parts]
    return ", then ".join(lines)
