"""Sharing joint costs: the rules of accountants and engineers beside those of game theory.

A player's separable cost is what serving everyone costs beyond serving all the others; what is left
of the joint cost is shared in different ways. Straffin and Heaney, "Game theory and the Tennessee
Valley Authority", 1981; Young (ed.), "Cost allocation: methods, principles, applications", 1985.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from kibitz.coalitional.coalitions import halves, subset_sums, tensor_difference
from kibitz.coalitional.cost_game import CostGame
from kibitz.coalitional.families.cost_shares import CostShares
from kibitz.coalitional.lexicographic.nucleolus import nucleolus as savings_nucleolus
from kibitz.coalitional.names import read_payoffs
from kibitz.coalitional.solution import DefinedAnswer, read_object
from kibitz.coalitional.values.shapley import shapley as savings_shapley
from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.explanation import Explanation, Step, Table
from kibitz.core.extension import extends
from kibitz.core.numbers import Number, plain, show, show_all

Payments = tuple[Number, ...]
ZERO, ONE = Fraction(0), Fraction(1)
MOST_FOR_NUCLEOLUS = 15


def joint_cost(game: CostGame) -> Number:
    """What serving everyone costs."""
    return game.costs[(1 << game.n) - 1,]


def separable_costs(game: CostGame) -> Payments:
    """What serving everyone costs beyond serving all but one.

    Parameters
    ----------
    game : CostGame
        The game.

    Returns
    -------
    Payments
        One separable cost for each player.

    Examples
    --------
    >>> from kibitz import game
    >>> [str(x) for x in separable_costs(game("cost-allocation"))]
    ['60', '80', '80']
    """
    everybody = (1 << game.n) - 1
    return tuple(joint_cost(game) - game.costs[everybody ^ (1 << i),] for i in range(game.n))


def nonseparable_cost(game: CostGame) -> Number:
    """What the separable costs leave of the joint cost.

    Parameters
    ----------
    game : CostGame
        The game.

    Returns
    -------
    number
        The joint cost less all separable costs.
    """
    return joint_cost(game) - sum(separable_costs(game))


@dataclass(frozen=True, slots=True)
class Proportion:
    """Everyone pays something of their own, and the rest in proportion to some parts."""

    own: Payments
    parts: Payments

    def payments(self, cost: Number) -> Payments:
        """What each player pays of a joint cost; equal parts when all are 0."""
        rest, total = cost - sum(self.own), sum(self.parts)
        if total == 0:
            return tuple(m + rest / len(self.own) for m in self.own)
        return tuple(m + rest * p / total for m, p in zip(self.own, self.parts, strict=True))


def equal_charge(game: CostGame) -> Proportion:
    """Everyone pays the same."""
    return Proportion((ZERO,) * game.n, (ONE,) * game.n)


def proportional_charge(game: CostGame) -> Proportion:
    """Everyone pays in proportion to the cost of being served alone. Moriarity, 1975."""
    return Proportion((ZERO,) * game.n, game.alone)


def equal_nonseparable(game: CostGame) -> Proportion:
    """Separable costs, and the rest equally: the equal allocation of nonseparable costs (ENSC).

    >>> from kibitz import game
    >>> tva = game("tennessee-valley")
    >>> [str(x) for x in equal_nonseparable(tva).payments(joint_cost(tva))]
    ['119424', '107973', '185187']
    """
    return Proportion(separable_costs(game), (ONE,) * game.n)


def alternate_cost_avoided(game: CostGame) -> Proportion:
    """Separable costs, and the rest in proportion to what each avoids: c(i) less that (ACA)."""
    own = separable_costs(game)
    return Proportion(own, tuple(c - m for c, m in zip(game.alone, own, strict=True)))


def remaining_benefits(game: CostGame, benefits: Any) -> Proportion:
    """Separable costs, and the rest in proportion to remaining benefits (SCRB).

    The benefit of a player counts up to the cost of being served alone, and what remains of it
    after the separable cost.

    >>> from kibitz import game
    >>> remaining_benefits(game("tennessee-valley"), [100000, 150000, 300000]).parts[0]
    Fraction(54786, 1)
    """
    worth = read_payoffs(benefits, game.players, "benefits")
    own = separable_costs(game)
    remain = []
    for player, b, c, m in zip(game.players, worth, game.alone, own, strict=True):
        if min(b, c) < m:
            raise GameError(
                f"benefits: {player} has {show(b)}, less than the separable cost {show(m)}; a "
                "player whose separable cost exceeds the benefit should not be served"
            )
        remain.append(min(b, c) - m)
    return Proportion(own, tuple(remain))


def cost_gap(game: CostGame) -> Proportion:
    """Separable costs, and the rest in proportion to the least gap of a coalition one is in (CGA).

    The gap of a coalition is its cost beyond the separable costs of its members; this is the
    tau-value of the savings. Tijs and Driessen, "Game theory and cost allocation problems", 1986.
    """
    own = separable_costs(game)
    gaps = tensor_difference(game.costs, subset_sums(own))
    least: list[Number] = []
    for i in range(game.n):
        smallest = halves(gaps.array, i)[1].min()
        least.append(Fraction(int(smallest), gaps.denominator) if gaps.exact else float(smallest))
    return Proportion(own, tuple(least))


def shapley_charge(game: CostGame) -> Payments:
    """The Shapley value of the costs."""
    return game.payments(savings_shapley(game.savings()).payoffs)


def nucleolus_charge(game: CostGame) -> Payments:
    """The nucleolus of the savings, as payments."""
    return game.payments(savings_nucleolus(game.savings()).payoffs)


@extends(CostGame)
def shapley_shares(game: CostGame) -> CostShares:
    """What each player pays by the Shapley value of the costs."""
    return CostShares(game, "Shapley value", shapley_charge(game), "the savings game")


@extends(CostGame)
def nucleolus_shares(game: CostGame) -> CostShares:
    """What each player pays by the nucleolus of the savings."""
    return CostShares(game, "nucleolus", nucleolus_charge(game), "the savings game")


PROPORTIONS: dict[str, tuple[str, Callable[[CostGame], Proportion]]] = {
    "equal": ("equal charge", equal_charge),
    "proportional": ("proportional to the cost alone", proportional_charge),
    "ensc": ("equal nonseparable costs (ENSC)", equal_nonseparable),
    "aca": ("alternate cost avoided (ACA)", alternate_cost_avoided),
    "cga": ("cost gap (CGA), the tau-value", cost_gap),
}
"""The rules that share in proportion, by name, with what they are called."""


@dataclass(frozen=True)
class CostAllocation(DefinedAnswer, kind="cost-allocation"):
    """What each player pays by each rule, and whether a coalition would do better on its own.

    >>> from kibitz import game
    >>> print(allocate_costs(game("cost-allocation")))
    sharing 220 among A, B, C
    rule                                  A       B       C   core
    ──────────────────────────────────────────────────────────────
    cost alone                          100     110     110
    separable cost                       60      80      80
    equal charge                      220/3   220/3   220/3     no
    proportional to the cost alone    275/4   605/8   605/8     no
    equal nonseparable costs (ENSC)      60      80      80    yes
    alternate cost avoided (ACA)         60      80      80    yes
    cost gap (CGA), the tau-value        60      80      80    yes
    Shapley value                     190/3   235/3   235/3     no
    nucleolus                            60      80      80    yes
    """

    game: CostGame
    shares: tuple[CostShares, ...]

    @property
    def exact(self) -> bool:
        return self.game.exact

    def __getitem__(self, rule: str) -> CostShares:
        by_name = {share.method: share for share in self.shares}
        if rule not in by_name:
            raise GameError(f"unknown rule {rule!r}{did_you_mean(rule, by_name)}")
        return by_name[rule]

    def table(self) -> Table:
        rows = [
            ("cost alone", *map(show, self.game.alone), ""),
            ("separable cost", *map(show, separable_costs(self.game)), ""),
        ]
        rows += [
            (share.rule, *map(show, share.payments), "yes" if share.in_core else "no")
            for share in self.shares
        ]
        return Table(("rule", *self.game.players, "core"), tuple(rows))

    def explain(self) -> Explanation:
        """The costs, the separable costs, and the payments by each rule."""
        game = self.game
        rest = nonseparable_cost(game)
        costs = Table(
            ("coalition", "cost"),
            tuple(
                (_spell(mask, game.players), show(game.costs[mask,]))
                for mask in range(1, 1 << game.n)
            )
            if game.n <= 5
            else (("everybody", show(joint_cost(game))),),
        )
        steps = (
            Step("The costs", "", costs),
            Step(
                "Separable costs",
                "Beyond serving all but one, serving all costs: "
                f"{show_all(separable_costs(game))}. They leave {show(rest)} of "
                f"{show(joint_cost(game))} to be shared.",
            ),
            Step(
                "Payments",
                "The last column says whether no coalition pays more than serving it alone costs.",
                self.table(),
            ),
        )
        return Explanation(game.title or "Sharing costs", steps)

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "method": self.method,
            "players": list(self.game.players),
            "cost": plain(joint_cost(self.game)),
            "separable": [plain(x) for x in separable_costs(self.game)],
            "payments": {s.method: [plain(x) for x in s.payments] for s in self.shares},
            "in_core": {s.method: s.in_core for s in self.shares},
            "exact": self.exact,
        }

    @classmethod
    def from_json(cls, game: CostGame, data: dict[str, Any]) -> CostAllocation:
        called = {name: said for name, (said, _) in PROPORTIONS.items()}
        called |= {"scrb": "remaining benefits (SCRB)", "shapley": "Shapley value"}
        return cls(
            game,
            tuple(
                CostShares(game, called.get(n, n), read_payoffs(x, game.players, "payments"), n)
                for n, x in read_object(data, "payments").items()
            ),
        )

    def __str__(self) -> str:
        who = ", ".join(self.game.players)
        return f"sharing {show(joint_cost(self.game))} among {who}\n{self.table().text()}"


def _spell(mask: int, players: tuple[str, ...]) -> str:
    return ",".join(p for i, p in enumerate(players) if mask >> i & 1)


def allocate_costs(game: CostGame, benefits: Any = None) -> CostAllocation:
    """What each player pays by every rule; with benefits also by remaining benefits (SCRB).

    Parameters
    ----------
    game : CostGame
        The game.
    benefits : sequence of numbers or mapping, optional
        What the project is worth to each player.

    Returns
    -------
    CostAllocation
        The payments by every rule.

    References
    ----------
    Straffin and Heaney 1981; Young 1985.

    Examples
    --------
    >>> from kibitz import game
    >>> tva = game("tennessee-valley")
    >>> allocation = allocate_costs(tva, benefits=[200000, 150000, 300000])
    >>> [str(x) for x in allocation["scrb"]] == [str(x) for x in allocation["aca"]]
    True
    """
    cost = joint_cost(game)
    points = {name: (said, rule(game)) for name, (said, rule) in PROPORTIONS.items()}
    if benefits is not None:
        points["scrb"] = ("remaining benefits (SCRB)", remaining_benefits(game, benefits))
    shares = [CostShares(game, said, p.payments(cost), name) for name, (said, p) in points.items()]
    shares.append(CostShares(game, "Shapley value", shapley_charge(game), "shapley"))
    if game.n <= MOST_FOR_NUCLEOLUS:
        shares.append(CostShares(game, "nucleolus", nucleolus_charge(game), "nucleolus"))
    return CostAllocation(game, tuple(shares))
