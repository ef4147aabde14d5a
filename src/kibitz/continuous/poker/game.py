"""Poker with hands from [0, 1]: La Relance, von Neumann's model, its variant, and Newman's."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from kibitz.continuous.poker.one_round import (
    BettingTree,
    Leaf,
    Steps,
    first_guarantees,
    pair_payoff,
    read_steps,
    second_concedes,
)
from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.explanation import Explanation
from kibitz.core.noun import Noun
from kibitz.core.numbers import Number, number, plain, show
from kibitz.core.picture import Picture
from kibitz.core.solution import Certificate, Check, Solution

MODELS = ("la-relance", "von-neumann", "check-call", "newman", "bet-sizes")
_ALSO = {
    "relance": "la-relance",
    "borel": "la-relance",
    "von-neumann-poker": "von-neumann",
    "neumann": "von-neumann",
    "vonneumann": "von-neumann",
    "newman-poker": "newman",
}


@dataclass(frozen=True)
class ContinuousPoker(Noun):
    """A model of poker: both hold a hand from [0, 1], the first bets or not, the second answers.

    >>> solved = continuous_poker("von-neumann", 2).solve()
    >>> print(solved.value, solved.thresholds["a"], solved.thresholds["b"], solved.thresholds["c"])
    1/9 1/9 7/9 5/9
    """

    kind: ClassVar[str] = "continuous-poker"
    verbs_in: ClassVar[str | None] = "kibitz.continuous.poker.verbs"

    model: str
    bets: tuple[Number, ...] = (Fraction(2),)
    ante: Number = Fraction(1)

    @property
    def bet(self) -> Number:
        return self.bets[0]

    @property
    def beta(self) -> Number:
        """The bet in antes."""
        return self.bets[0] / self.ante

    @property
    def title(self) -> str:
        names = {
            "la-relance": "La Relance",
            "von-neumann": "Von Neumann's poker",
            "check-call": "Poker with an answer to a check",
            "newman": "Newman's poker",
            "bet-sizes": "Poker with several bet sizes",
        }
        return names[self.model]

    @property
    def tree(self) -> BettingTree:
        """Actions, answers and payoffs; Newman's model has no finite one."""
        ante = self.ante
        answer = tuple(
            (("fold", Leaf(ante, False)), ("call", Leaf(ante + bet, True))) for bet in self.bets
        )
        names = ("bet",) if len(self.bets) == 1 else tuple(f"bet {show(b)}" for b in self.bets)
        if self.model == "la-relance":
            return BettingTree(("fold", *names), ((("take", Leaf(-ante, False)),), *answer))
        if self.model == "check-call":
            quiet = (("pass", Leaf(0 * ante, False)), ("call", Leaf(ante, True)))
            return BettingTree(("check", *names), (quiet, *answer))
        if self.model == "newman":
            raise GameError("Newman's model lets the first player bet any amount: no finite tree")
        return BettingTree(("check", *names), ((("show", Leaf(ante, True)),), *answer))

    def solve(self, **options: Any) -> Any:
        """Thresholds, value, and the proof that both guarantee it."""
        from kibitz.core import verbs

        return verbs.solve(self, **options)

    def discretized(self, hands: int = 33) -> Any:
        """The same game with that many equally likely hands, and bounds of the true value."""
        from kibitz.continuous.poker.discretized import discretized

        return discretized(self, hands)

    def __str__(self) -> str:
        bets = "any bet" if self.model == "newman" else f"bet {', '.join(map(show, self.bets))}"
        return f"{self.title}, ante {show(self.ante)}, {bets}"


def continuous_poker(model: str = "von-neumann", bet: Any = 2, ante: Any = 1) -> ContinuousPoker:
    """A model of poker on [0, 1] by name; ``bet`` may be a list of sizes for von Neumann's tree.

    >>> continuous_poker("la-relance", 0)
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: bet: 0; a bet must be positive
    """
    key = str(model).strip().lower().replace("_", "-").replace(" ", "-")
    name = _ALSO.get(key, key)
    if name not in MODELS:
        raise GameError(f"no model of poker is called {model!r}{did_you_mean(name, MODELS)}")
    several = list(bet) if isinstance(bet, (list, tuple)) else [bet]
    if not several:
        raise GameError("bet: give at least one size")
    sizes = tuple(number(x, "bet") for x in several)
    stake = number(ante, "ante")
    for size in sizes:
        if size <= 0:
            raise GameError(f"bet: {show(size)}; a bet must be positive")
    if stake <= 0:
        raise GameError(f"ante: {show(stake)}; the ante must be positive")
    if len(sizes) > 1:
        name = "bet-sizes" if name == "von-neumann" else name
        if name not in ("bet-sizes",):
            raise GameError(f"{name}: takes one bet size; several are for von Neumann's model")
        if len(set(sizes)) < len(sizes):
            raise GameError("bet: a size is there twice")
    return ContinuousPoker(name, tuple(sorted(sizes)), stake)


@dataclass(frozen=True)
class PokerSolution(Solution):
    """Thresholds and value of a model with one bet size, and both strategies as step functions.

    >>> print(continuous_poker("la-relance", 2).solve())
    value -1/4, favors II
    b = 1/2, fold_below = 1/4, II_calls_above = 1/2
    I: fold below 1/4, then bet
    II: after bet: fold below 1/2, then call
    """

    game: ContinuousPoker
    value: Number
    thresholds: dict[str, Number]
    first: Steps
    answers: tuple[Steps, ...]

    @property
    def exact(self) -> bool:
        return isinstance(self.value, Fraction)

    @property
    def favors(self) -> str | None:
        return "I" if self.value > 0 else "II" if self.value < 0 else None

    def probability(self, action: str) -> Number:
        """How often the first player takes an action."""
        at = self.game.tree.actions.index(action)
        found: Number = self.first.mass(at, 0, 1)
        return found

    @property
    def bluff_probability(self) -> Number:
        """How often the first player bets a hand that loses to every call."""
        called = self.answers[-1]
        start = called.points[-2]
        found: Number = self.first.mass(len(self.game.tree.actions) - 1, 0, start)
        return found

    def payoff(self, first: Any = None, answers: Any = None) -> Number:
        """What the first player gets when given strategies meet, these ones where none is given.

        A strategy is a list of pieces, an action up to each point; the second player has one for
        each action that can be answered: ``{"bet": [("fold", "1/2"), ("call", 1)]}``.
        """
        tree = self.game.tree
        mine = self.first if first is None else read_steps(first, tree.actions, "I")
        theirs = self.answers if answers is None else self._read_answers(answers)
        found: Number = pair_payoff(tree, mine, theirs)
        return found

    def guarantees(self, first: Any) -> Number:
        """What a strategy of the first player gets against the best answers."""
        tree = self.game.tree
        found: Number = first_guarantees(tree, read_steps(first, tree.actions, "I"))
        return found

    def concedes(self, answers: Any) -> Number:
        """What answers of the second player give away to the best play."""
        found: Number = second_concedes(self.game.tree, self._read_answers(answers))
        return found

    def is_optimal(self, first: Any) -> bool:
        """Whether a strategy of the first player guarantees the value.

        >>> solved = continuous_poker("la-relance", 2).solve()
        >>> solved.is_optimal([("bet", "1/4"), ("fold", "1/2"), ("bet", 1)])
        True
        """
        return self.guarantees(first) >= self.value - (0 if self.exact else 1e-9)

    def is_mistake(self, first: Any) -> bool:
        """Whether the first player gets less than the value against these optimal answers.

        >>> solved = continuous_poker("la-relance", 2).solve()
        >>> solved.is_mistake([("bet", 1)]), solved.is_mistake([("fold", "3/5"), ("bet", 1)])
        (False, True)
        """
        return self.payoff(first) < self.value - (0 if self.exact else 1e-9)

    def _read_answers(self, given: Any) -> tuple[Steps, ...]:
        tree = self.game.tree
        if not isinstance(given, Mapping):
            raise GameError(
                'answers: write them by action, {"bet": [("fold", "1/2"), ("call", 1)]}'
            )
        found = []
        for action, replies in zip(tree.actions, tree.replies, strict=True):
            names = tuple(name for name, _ in replies)
            if len(names) == 1:
                found.append(read_steps([(names[0], 1)], names, action))
                continue
            if action not in given:
                raise GameError(f"answers: there is none to {action}")
            found.append(read_steps(given[action], names, f"the answer to {action}"))
        return tuple(found)

    def verify(self) -> Certificate:
        """Integrate the best answer to each strategy, exactly."""
        tree = self.game.tree
        low, high = first_guarantees(tree, self.first), second_concedes(tree, self.answers)
        slack = 0 if self.exact else 1e-9
        return Certificate(
            f"the value is {show(self.value)}",
            "the exact best responses on the interval",
            (
                Check(
                    "I's strategy guarantees at least the value",
                    low >= self.value - slack,
                    f"least {show(low)}",
                ),
                Check(
                    "II's strategy concedes at most the value",
                    high <= self.value + slack,
                    f"most {show(high)}",
                ),
            ),
        )

    def explain(self) -> Explanation:
        """The indifference equations and their solution."""
        from kibitz.continuous.poker.explain import explain_poker

        return explain_poker(self)

    def draw(self) -> Picture:
        """Both strategies as strips of the interval."""
        from kibitz.continuous.poker.draw import draw_poker

        return draw_poker(self)

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": "poker-solution",
            "model": self.game.model,
            "value": plain(self.value),
            **{name: plain(x) for name, x in self.thresholds.items()},
            "favors": self.favors,
            "probabilities": {
                action: plain(self.probability(action)) for action in self.game.tree.actions
            },
            "exact": self.exact,
        }

    def __str__(self) -> str:
        tree = self.game.tree
        named = ", ".join(
            f"{name} = {show(x)}"
            for name, x in self.thresholds.items()
            if not name.startswith("I_")
        )
        side = f", favors {self.favors}" if self.favors else ", fair"
        lines = [f"value {show(self.value)}{side}", named, f"I: {_told(self.first, tree.actions)}"]
        for action, replies, steps in zip(tree.actions, tree.replies, self.answers, strict=True):
            if len(replies) > 1:
                labels = tuple(label for label, _ in replies)
                lines.append(f"II: after {action}: {_told(steps, labels)}")
        return "\n".join(lines)


def _told(steps: Steps, labels: tuple[str, ...]) -> str:
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
    told = [f"{what} below {show(end)}" if end != 1 else what for what, end in parts]
    return ", then ".join(told)
