"""All divisions of an estate side by side, each checked by what characterizes its rule."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from kibitz.coalitional.bankruptcy.game import Bankruptcy, bankruptcy
from kibitz.coalitional.bankruptcy.rules import (
    ALIASES,
    RULES,
    Awards,
    applicable,
    rule_called,
)
from kibitz.coalitional.solution import CoalitionalAnswer, read_object
from kibitz.core.errors import GameError
from kibitz.core.explanation import Explanation, Table
from kibitz.core.extension import call, extends
from kibitz.core.method import method
from kibitz.core.numbers import Number, plain, show, show_all
from kibitz.pictures import Picture

WIDEST = 8
"""Claimants up to which a table has a column for each."""
MOST_TABLED = 6
"""Claimants up to which the worths of all coalitions are part of what is written out."""


@dataclass(frozen=True)
class Award(CoalitionalAnswer, kind="bankruptcy-award"):
    """What each player gets by one rule.

    >>> award = divide(100, [100, 200, 300]).award("talmud")
    >>> print(award)
    Talmud, the nucleolus: (100/3, 100/3, 100/3)
    >>> print(award.verify())
    (100/3, 100/3, 100/3) by the rule talmud: proved by its definition
      ✓ talmud: the awards add up to the estate
      ✓ talmud: each player gets what the rule says
      ✓ the remaining fields follow from these
    """

    problem: Bankruptcy
    rule: str
    payoffs: Awards

    @property
    def exact(self) -> bool:
        return self.problem.exact

    @property
    def game(self) -> Bankruptcy:
        return self.problem

    @property
    def method(self) -> str:
        return f"the rule {self.name}"

    @property
    def name(self) -> str:
        return RULES[self.rule][0]

    def __iter__(self) -> Iterator[Number]:
        return iter(self.payoffs)

    def __getitem__(self, claimant: Any) -> Number:
        return self.payoffs[self.problem.position(claimant)]

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "method": self.method,
            "rule": self.rule,
            "players": list(self.problem.players),
            "payoffs": [plain(x) for x in self.payoffs],
            "exact": self.exact,
        }

    @classmethod
    def from_json(cls, game: Bankruptcy, data: dict[str, Any]) -> Award:
        rule = rule_called(str(data.get("rule")))
        return cls(game, rule, game.payoffs(data.get("payoffs"), "awards"))

    def __str__(self) -> str:
        return f"{self.name}: {show_all(self.payoffs)}"


@dataclass(frozen=True)
class Division(CoalitionalAnswer, kind="bankruptcy-division"):
    """What each player gets by each of the classical rules.

    >>> division = divide(200, {"A": 100, "B": 200, "C": 300})
    >>> print(division)
    an estate of 200 and claims of 100, 200, 300
    rule                                       A       B       C
    ────────────────────────────────────────────────────────────
    claim                                    100     200     300
    proportional                           100/3   200/3     100
    constrained equal awards               200/3   200/3   200/3
    constrained equal losses                   0      50     150
    Talmud, the nucleolus                     50      75      75
    random arrival, the Shapley value      100/3   250/3   250/3
    adjusted proportional, the tau-value      40      80      80
    minimal overlap                        100/3   250/3   250/3
    Ibn Ezra                               100/3   250/3   250/3
    Piniles                                   50      75      75
    constrained egalitarian                   50      75      75
    reverse Talmud                          50/3   200/3   350/3
    >>> division["cea"]["A"]
    Fraction(200, 3)
    >>> division.verify().holds
    True
    """

    problem: Bankruptcy
    awards: tuple[Award, ...]
    method: str = "the definition of each rule"

    @property
    def game(self) -> Bankruptcy:
        return self.problem

    @property
    def exact(self) -> bool:
        return self.problem.exact

    @property
    def rules(self) -> tuple[str, ...]:
        return tuple(award.rule for award in self.awards)

    def award(self, rule: str) -> Award:
        """The division by the rule of this name.

        Parameters
        ----------
        rule : str
            The name of a rule, such as "talmud" or "proportional".
        """
        name = rule_called(rule)
        if name not in self.rules:
            raise GameError(
                f"the rule {name!r} applies to estates up to the largest claim, "
                f"{show(max(self.problem.claims))}"
            )
        return self.awards[self.rules.index(name)]

    def __getitem__(self, rule: str) -> Award:
        return self.award(rule)

    def table(self) -> Table:
        """Rules as rows, or with many claimants as columns."""
        columns = {"claim": self.problem.claims, **{a.name: a.payoffs for a in self.awards}}
        if self.problem.n <= WIDEST:
            rows = tuple((name, *map(show, column)) for name, column in columns.items())
            return Table(("rule", *self.problem.players), rows)
        short = {"claim": self.problem.claims, **{a.rule: a.payoffs for a in self.awards[:6]}}
        spelled = [[f"{float(x):.6g}" for x in column] for column in short.values()]
        rows = tuple(zip(self.problem.players, *spelled, strict=True))
        return Table(("claimant", *short), rows)

    @property
    def nucleolus(self) -> Award:
        """What the Talmud says."""
        return self.award("talmud")

    @property
    def shapley(self) -> Award:
        """What each player gets on average when claimants arrive in random order."""
        return self.award("random-arrival")

    def explain(self) -> Explanation:
        """The problem, the game behind it, and how each rule comes to its awards."""
        return call(self, "explain_division")

    def draw(self) -> Picture:
        """The vessels that share the estate by the rule of the Talmud."""
        return call(self.problem, "draw_hydraulic")

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "players": list(self.problem.players),
            "estate": plain(self.problem.estate),
            "claims": [plain(c) for c in self.problem.claims],
            **self._worths(),
            "awards": {a.rule: [plain(x) for x in a.payoffs] for a in self.awards},
            "also_called": {name: ALIASES[name] for name in ("nucleolus", "shapley", "tau")},
            "exact": self.exact,
            "method": self.method,
        }

    @classmethod
    def from_json(cls, game: Bankruptcy, data: dict[str, Any]) -> Division:
        awards = read_object(data, "awards")
        return cls(
            game,
            tuple(Award.from_json(game, {"rule": r, "payoffs": x}) for r, x in awards.items()),
        )

    def _worths(self) -> dict[str, Any]:
        problem = self.problem
        if problem.n > MOST_TABLED:
            return {}
        names = problem.coalitions()
        return {"worths": {problem.spell(mask): plain(problem.value(mask)) for mask in names}}

    def __str__(self) -> str:
        return f"{self.problem}\n{self.table().text()}"

    def _repr_html_(self) -> str:
        return self.table().html()


def divide(estate: Any, claims: Any, players: Any = None) -> Division:
    """Share an estate among claims, by every classical rule at once.

    Parameters
    ----------
    estate : number
        The amount to divide; ``"E"`` for every amount.
    claims : sequence of numbers or dict
        The claims, in order or by name.
    players : sequence of str, optional
        Names of the players; 1, 2, 3, ... if omitted.

    Returns
    -------
    Division
        The awards by every rule; for every amount an
        :class:`~kibitz.coalitional.bankruptcy.schedule.EstateSchedule`.

    Notes
    -----
    Cost: O(n log n) for most rules.

    References
    ----------
    Thomson 2003.

    Examples
    --------
    >>> division = divide(300, [100, 200, 300])
    >>> [str(x) for x in division["nucleolus"]], [str(x) for x in division["shapley"]]
    (['50', '100', '150'], ['50', '100', '150'])
    """
    if isinstance(estate, str) and estate.strip() == "E":
        schedule: Any = call(bankruptcy(0, claims, players), "schedule_of")
        return schedule  # type: ignore[no-any-return]
    return division_of(bankruptcy(estate, claims, players))


@extends(Bankruptcy)
@method(
    Bankruptcy,
    "auto",
    finds="the awards by every classical rule",
    cost="O(n log n) for most rules",
    reference="Thomson 2003",
    aliases=("division",),
)
def division_of(problem: Bankruptcy) -> Division:
    """The awards by every rule that applies to a problem.

    Parameters
    ----------
    problem : Bankruptcy
        The problem.

    Returns
    -------
    Division
        The awards by every classical rule.

    Notes
    -----
    Cost: O(n log n) for most rules.

    References
    ----------
    Thomson 2003.
    """
    names = applicable(problem.estate, problem.claims)
    awards = tuple(Award(problem, name, problem.award(name)) for name in names)
    return Division(problem, awards)
