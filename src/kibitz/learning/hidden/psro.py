"""Policy-space response oracles: a small matrix game of strategies that grows by best responses.

Each round solves the matrix game between the strategies found so far, and adds an exact best
response of each player to the other's mixture. When neither gains anything, the mixtures are
optimal in the whole game.
"""

from __future__ import annotations

from fractions import Fraction
from math import lcm
from typing import Any, ClassVar

import numpy as np

from kibitz.core.errors import GameError
from kibitz.core.explanation import Explanation, Step
from kibitz.core.explanation import Table as TextTable
from kibitz.core.method import method
from kibitz.core.numbers import Number, show
from kibitz.extensive.methods.best_response import realization, respond, sequence_gains
from kibitz.extensive.strategies.profile import Profile
from kibitz.learning.hidden.hidden_tree import hidden_tree, why_no_tree
from kibitz.learning.training.learner import Kept, Learner
from kibitz.learning.training.lesson import Lesson
from kibitz.rules.game import Move, State
from kibitz.zero_sum.game import matrix

LARGEST_EXACT = 40
"""Strategies of a player up to which the meta-game is solved in fractions by default."""
TIE = 1e-9
"""How much an opponent who moves at random counts, with floats; it decides between equals."""
ROUNDING = 1e-10
"""A gap below this is zero, with floats and for the largest stake."""
SHOWN = 8


class PSRO(Learner):
    """Pure strategies of both players, and an optimal mixture of each."""

    headline: ClassVar[str] = "exploitability"

    def __init__(self, lesson: Lesson, exact: bool | None = None) -> None:
        super().__init__(lesson)
        self.tree = hidden_tree(lesson.rules)
        game = self.game = self.tree.game
        if exact and not game.exact:
            raise GameError(f"{lesson.title} pays floats; exact=True needs whole numbers")
        self.exact = exact
        own = np.repeat(game.treeplex.owner, np.diff(game.offset))
        self.mine = tuple(np.append(own == player, False) for player in range(2))
        amounts, chances = game.amounts[:, 0], game.chance_weights[0]
        self.paid = amounts * (chances if game.exact else chances.astype(float))
        self.size = max(1.0, float(np.abs(game.amounts.astype(float)).max(initial=0)))
        self.even = realization(game, game.uniform())
        self.begin()

    def begin(self) -> None:
        """No strategies yet; both players move at random."""
        width = self.game.treeplex.sequences + 1
        self.plans: list[Any] = [np.zeros((0, width), np.uint8) for _ in range(2)]
        self.meta: Any = np.zeros((0, 0), self.paid.dtype)
        self.meta_value: Number = 0.0
        self.mixtures: list[tuple[Number, ...]] = [(), ()]
        self.is_proof = False
        self._answer()

    @property
    def in_fractions(self) -> bool:
        """Whether the mixtures of this round are exact."""
        if self.exact is not None:
            return self.exact
        return self.is_proof or (self.game.exact and max(map(len, self.plans)) <= LARGEST_EXACT)

    def learn(self) -> dict[str, float]:
        for player in range(2):
            if not self._is_known(player):
                answer = self.answers[player][None]
                self.plans[player] = np.concatenate([self.plans[player], answer])
        self._extend()
        self._settle()
        return {"strategies": float(sum(map(len, self.plans))), "value": float(self.meta_value)}

    def _extend(self) -> None:
        """The payoffs of strategies that are new."""
        rows, columns = self.meta.shape
        wider = np.zeros((len(self.plans[0]), len(self.plans[1])), self.meta.dtype)
        wider[:rows, :columns] = self.meta
        for i in range(rows, len(wider)):
            wider[i] = self._against(self.plans[0][i], 0, self.plans[1])
        for j in range(columns, wider.shape[1]):
            wider[:rows, j] = self._against(self.plans[1][j], 1, self.plans[0][:rows])
        self.meta = wider

    def _against(self, plan: Any, player: int, others: Any) -> Any:
        """What one strategy pays the first player against each of the other player's."""
        at_leaf = self.game.treeplex.at_leaf
        own, other = at_leaf[:, player], at_leaf[:, 1 - player]
        met = plan[own] != 0
        earned = np.zeros(others.shape[1], self.paid.dtype)
        np.add.at(earned, other[met], self.paid[met])
        return others.astype(earned.dtype) @ earned

    def _settle(self) -> None:
        """Solve the meta-game and answer; once more in fractions when floats find no gain."""
        self.is_proof = False
        self._solve()
        self._answer()
        if self.exact is None and self.game.exact and not self.in_fractions and self.is_finished:
            self.is_proof = True
            self._solve()
            self._answer()

    def _solve(self) -> None:
        """Optimal mixtures of the meta-game, by Kibitz's own solver."""
        exact, bottom = self.in_fractions, self.game.chance_weights[1]
        unit = 1.0 if self.game.unit is None else self.game.unit
        if exact:
            rows = [[Fraction(int(x), bottom) * unit for x in row] for row in self.meta.tolist()]
        else:
            rows = (self.meta.astype(float) * float(unit) / bottom).tolist()
        found = matrix(rows).solve()
        self.meta_value = found.value
        self.mixtures = [tuple(found.row), tuple(found.column)]

    def plan(self) -> tuple[Any, int]:
        """The realization plan of the mixtures, and what to divide it by."""
        if not len(self.plans[0]):
            return _whole(self.even) if self.game.exact else (self.even, 1)
        weights = [np.array(mixture, object) for mixture in self.mixtures]
        bottom = 1
        if self.in_fractions:
            bottom = lcm(*(Fraction(p).denominator for mix in weights for p in mix))
        plan = np.zeros(self.plans[0].shape[1], object if self.in_fractions else float)
        for player, mix in enumerate(weights):
            whole = [int(p * bottom) if self.in_fractions else float(p) for p in mix]
            scaled = np.array(whole, plan.dtype)
            plan += (scaled[:, None] * self.plans[player]).sum(axis=0) * self.mine[player]
        plan[-1] = bottom
        return plan, bottom

    def _answer(self) -> None:
        """Best responses to the mixtures, and what they gain."""
        plan, bottom = self.plan()
        even = _whole(self.even)[0] if plan.dtype == object else self.even.astype(float)
        profile = Profile(self.game, self.even[:-1].astype(plan.dtype))
        self.gap: Number = 0
        self.answers = []
        for player in range(2):
            gains = sequence_gains(self.game, player, plan)
            self.gap += respond(self.game, player, profile, gains).value / bottom
            ties = sequence_gains(self.game, player, even)
            factor = 1 / TIE if plan.dtype == float else 1 + 2 * int(np.abs(ties).sum())
            best = respond(self.game, player, profile, gains * factor + ties).strategy
            made = realization(self.game, best) != 0
            made[:-1] &= self.mine[player][:-1]
            self.answers.append(made.astype(np.uint8))
        self._behavior = self.tree.behavior((plan / bottom).astype(float))

    def measure(self) -> dict[str, float]:
        """What best responses gain in all: zero at an equilibrium."""
        return {"exploitability": max(0.0, float(self.gap))}

    @property
    def is_finished(self) -> bool:
        """Whether no strategy outside of the meta-game gains anything."""
        if not len(self.plans[0]):
            return False
        if self.in_fractions:
            return self.gap == 0
        return float(self.gap) <= ROUNDING * self.size or all(map(self._is_known, range(2)))

    def _is_known(self, player: int) -> bool:
        return bool((self.plans[player] == self.answers[player]).all(axis=1).any())

    def state(self) -> Kept:
        arrays = {"first": self.plans[0].copy(), "second": self.plans[1].copy()}
        return Kept({}, {**arrays, "meta": self.meta.copy()})

    def restore(self, kept: Kept) -> None:
        if not {"first", "second", "meta"} <= set(kept.arrays):
            raise GameError("the strategies of the players are missing")
        plans, meta = [kept.arrays[name] for name in ("first", "second")], kept.arrays["meta"]
        width = self.game.treeplex.sequences + 1
        if any(p.ndim != 2 or p.shape[1] != width for p in plans):
            raise GameError("the saved strategies do not fit this game")
        if meta.shape != tuple(len(p) for p in plans):
            raise GameError("the saved payoffs do not fit the strategies")
        self.begin()
        self.plans, self.meta = [np.array(p, np.uint8) for p in plans], meta.copy()
        if len(meta):
            self._settle()

    def policy(self, state: State, player: int) -> dict[Move, float]:
        return self.tree.policy(self._behavior, state, player)

    def explain(self) -> Explanation:
        """The first rounds from nothing, and what it came to."""
        fresh = PSRO(self.lesson, self.exact)
        rows = []
        for number in range(1, SHOWN + 1):
            fresh.learn()
            sizes = f"{len(fresh.plans[0])} x {len(fresh.plans[1])}"
            rows.append((str(number), sizes, show(fresh.meta_value), show(fresh.gap)))
            if fresh.is_finished:
                break
        head = ("round", "meta-game", "its value", "gain by best responses")
        table = TextTable(head, tuple(rows), caption="the first rounds")
        idea = (
            "Each player has a few pure strategies of the whole game. The matrix game between "
            "them, the meta-game, is solved; then each player adds a best response to the other's "
            "mixture, over all strategies of the game. Between equally good moves, the better one "
            "against an opponent who moves at random is taken."
        )
        used = [sum(p > 0 for p in mixture) for mixture in self.mixtures]
        sizes = " and ".join(f"{n} of {len(p)}" for n, p in zip(used, self.plans, strict=True))
        result = (
            f"The players mix {sizes} strategies. The value of the meta-game is "
            f"{show(self.meta_value)}, and best responses gain {show(self.gap)} in all."
        )
        if self.is_finished and self.in_fractions:
            result += " So this is the value of the game, and the mixtures are optimal."
        steps = (
            Step("How it learns", idea),
            Step("The rounds", "", table),
            Step("What it came to", result),
        )
        return Explanation(f"{self.lesson.title}: policy-space response oracles", steps)


def _whole(plan: Any) -> tuple[Any, int]:
    """A plan of fractions as whole numbers, and what to divide them by."""
    bottom = lcm(*(Fraction(p).denominator for p in plan.tolist()))
    tops = np.empty(len(plan), object)
    tops[:] = [int(p * bottom) for p in plan.tolist()]
    return tops, bottom


@method(
    Lesson,
    "psro",
    finds="optimal mixtures with small supports",
    cost="a matrix game and two walks over the tree per round",
    reference="Lanctot et al. 2017; McMahan, Gordon and Blum 2003",
    applies=why_no_tree,
)
def psro(lesson: Lesson, exact: bool | None = None) -> PSRO:
    """Learn a game of hidden information by exact best responses.

    Parameters
    ----------
    lesson : Lesson
        The game and the seed, which is not used: nothing is random.
    exact : bool, optional
        Whether the meta-game is solved in fractions; by default while it is small, and at the end.

    Returns
    -------
    PSRO
        The learner.

    Notes
    -----
    Cost: a matrix game and two walks over the tree per round. It ends after finitely many rounds,
    since a best response that gains anything is new.

    References
    ----------
    Lanctot et al. 2017; McMahan, Gordon and Blum 2003.

    Examples
    --------
    >>> import kibitz
    >>> learner = psro(Lesson(kibitz.game("kuhn-poker")))
    >>> while not learner.is_finished:
    ...     found = learner.learn()
    >>> learner.meta_value
    Fraction(-1, 18)
    """
    return PSRO(lesson, exact)
