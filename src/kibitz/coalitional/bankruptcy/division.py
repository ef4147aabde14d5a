"""All divisions of an estate side by side, each checked by what characterizes its rule."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, pairwise
from typing import Any

from kibitz.coalitional.bankruptcy.game import Bankruptcy, bankruptcy
from kibitz.coalitional.bankruptcy.random_arrival import TABLED
from kibitz.coalitional.bankruptcy.rules import (
    ALIASES,
    CONSISTENT,
    RULES,
    Awards,
    applicable,
    minimal_rights,
    overlap_level,
    rule_called,
)
from kibitz.coalitional.solution import ROUNDING, agree, agree_all
from kibitz.coalitional.values.shapley import ShapleyValue
from kibitz.core.errors import GameError
from kibitz.core.explanation import Explanation, Table
from kibitz.core.method import method
from kibitz.core.numbers import Number, magnitude, plain, show, show_all
from kibitz.core.picture import Picture
from kibitz.core.solution import Certificate, Check, Solution

WIDEST = 8
"""Claimants up to which a table has a column for each."""
MOST_TABLED = 6
"""Claimants up to which the worths of all coalitions are part of what is written out."""
MOST_PAIRED = 40
"""Claimants up to which all pairs are looked at."""


@dataclass(frozen=True)
class Award(Solution):
    """What everybody gets by one rule.

    >>> award = divide(100, [100, 200, 300]).award("talmud")
    >>> print(award)
    Talmud, the nucleolus: (100/3, 100/3, 100/3)
    >>> print(award.verify())
    (100/3, 100/3, 100/3) by the rule Talmud, the nucleolus: proved by consistency in pairs
      ✓ everything is handed out, and nothing else: 100
      ✓ nobody gets less than nothing or more than the claim
      ✓ who claims more gets no less, and loses no less
      ✓ any two share what both get as if they were alone with it: 3 pairs
    """

    problem: Bankruptcy
    rule: str
    payoffs: Awards

    @property
    def exact(self) -> bool:
        return self.problem.exact

    @property
    def name(self) -> str:
        return RULES[self.rule][0]

    @property
    def by_claimant(self) -> dict[str, Number]:
        return dict(zip(self.problem.players, self.payoffs, strict=True))

    def __iter__(self) -> Iterator[Number]:
        return iter(self.payoffs)

    def __getitem__(self, claimant: Any) -> Number:
        return self.payoffs[self.problem.position(claimant)]

    def verify(self) -> Certificate:
        """Check what every rule keeps to, and what characterizes this one."""
        problem, x, close = self.problem, self.payoffs, slack(self.problem)
        general = (
            agree("everything is handed out, and nothing else", sum(x), problem.estate, close),
            within_claims(problem, x, close),
            in_order(problem, x, close),
        )
        if self.rule in CONSISTENT:
            theorem, own = "consistency in pairs", consistent(problem, x, self.rule, close)
        elif self.rule == "random-arrival":
            theorem, own = arrival_check(problem, x, close)
        else:
            theorem, own = "its definition", defined(problem, x, self.rule, close)
        shown = show_all(x) if len(x) <= WIDEST else "awards"
        return Certificate(f"{shown} by the rule {self.name}", theorem, (*general, own))

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": "bankruptcy-award",
            "rule": self.rule,
            "players": list(self.problem.players),
            "payoffs": [plain(x) for x in self.payoffs],
            "exact": self.exact,
        }

    def __str__(self) -> str:
        return f"{self.name}: {show_all(self.payoffs)}"


@dataclass(frozen=True)
class Division(Solution):
    """What everybody gets by each of the classical rules.

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
        """The division by the rule of this name."""
        name = rule_called(rule)
        if name not in self.rules:
            raise GameError(
                f"the rule {name!r} is for estates up to the largest claim, "
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

    def verify(self) -> Certificate:
        """Verify every division by what characterizes its rule."""
        checks = []
        for award in self.awards:
            certificate = award.verify()
            failed = [check for check in certificate.checks if not check.passed]
            found = f"{failed[0].what} fails" if failed else f"by {certificate.theorem}"
            checks.append(Check(award.name, certificate.holds, found))
        return Certificate("these are the divisions", "what characterizes each", tuple(checks))

    @property
    def nucleolus(self) -> Award:
        """What the Talmud says."""
        return self.award("talmud")

    @property
    def shapley(self) -> Award:
        """What everybody gets on average when claimants arrive in random order."""
        return self.award("random-arrival")

    def explain(self) -> Explanation:
        """The problem, the game behind it, and how each rule comes to its awards."""
        from kibitz.coalitional.bankruptcy.explain import explain_division

        return explain_division(self)

    def draw(self) -> Picture:
        """The vessels that share the estate by the rule of the Talmud."""
        from kibitz.coalitional.bankruptcy.hydraulic import draw_hydraulic

        return draw_hydraulic(self.problem)

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": "bankruptcy-division",
            "players": list(self.problem.players),
            "estate": plain(self.problem.estate),
            "claims": [plain(c) for c in self.problem.claims],
            **self._worths(),
            "awards": {a.rule: [plain(x) for x in a.payoffs] for a in self.awards},
            "also_called": {name: ALIASES[name] for name in ("nucleolus", "shapley", "tau")},
            "exact": self.exact,
        }

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

    >>> division = divide(300, [100, 200, 300])
    >>> [str(x) for x in division["nucleolus"]], [str(x) for x in division["shapley"]]
    (['50', '100', '150'], ['50', '100', '150'])
    """
    return division_of(bankruptcy(estate, claims, players))


@method(
    Bankruptcy,
    "auto",
    finds="the awards by every classical rule",
    cost="O(n log n) for most rules",
    reference="Thomson 2003",
    aliases=("division",),
)
def division_of(problem: Bankruptcy) -> Division:
    """Every rule that says something about a problem."""
    names = applicable(problem.estate, problem.claims)
    awards = tuple(Award(problem, name, problem.award(name)) for name in names)
    return Division(problem, awards)


def slack(problem: Bankruptcy) -> Number:
    """How far numbers may be apart that should be equal: nothing when all is exact."""
    return Fraction(0) if problem.exact else ROUNDING * max(1e-300, float(sum(problem.claims)))


def within_claims(problem: Bankruptcy, x: Awards, close: Number) -> Check:
    """Nobody gets less than nothing or more than the claim."""
    what = "nobody gets less than nothing or more than the claim"
    for name, award, claim in zip(problem.players, x, problem.claims, strict=True):
        if not -close <= award <= claim + close:
            return Check(what, False, f"{name} gets {show(award)} of {show(claim)}")
    return Check(what, True)


def in_order(problem: Bankruptcy, x: Awards, close: Number) -> Check:
    """Larger claims get no less, and lose no less."""
    what = "who claims more gets no less, and loses no less"
    claims = problem.claims
    order = sorted(range(len(claims)), key=lambda i: claims[i])
    for i, j in pairwise(order):
        more, lost = x[j] - x[i], (claims[j] - x[j]) - (claims[i] - x[i])
        if more < -close or lost < -close:
            return Check(what, False, f"{problem.players[i]} and {problem.players[j]}")
    return Check(what, True)


def consistent(problem: Bankruptcy, x: Awards, rule: str, close: Number) -> Check:
    """Any two claimants share what both get as the rule says for two.

    Only one division can have this property: of two that differ one would give some claimant more
    and another less, and these two would share a larger amount so that one of them gets less.
    """
    what = "any two share what both get as if they were alone with it"
    claims = problem.claims
    count = 0
    for i, j in _pairs(problem, rule):
        two = _two_claimants(rule, x[i] + x[j], claims[i], claims[j])
        if magnitude(two[0] - x[i]) > close or magnitude(two[1] - x[j]) > close:
            pair = f"{problem.players[i]} and {problem.players[j]}"
            return Check(what, False, f"{pair}: {show_all((x[i], x[j]))}, not {show_all(two)}")
        count += 1
    return Check(what, True, f"{count} pairs")


def _pairs(problem: Bankruptcy, rule: str) -> Iterator[tuple[int, int]]:
    """All pairs, or of many claimants each with the largest.

    That is enough when the largest gets more of every larger amount, as all these rules but one
    see to.
    """
    n = problem.n
    if n <= MOST_PAIRED or rule == "constrained-egalitarian":
        yield from combinations(range(n), 2)
        return
    largest = problem.claims.index(max(problem.claims))
    yield from ((largest, j) for j in range(n) if j != largest)


def _two_claimants(rule: str, estate: Number, first: Number, second: Number) -> Awards:
    """What a rule says for two; for the Talmud, each concedes what is beyond the own claim."""
    if rule != "talmud":
        return RULES[rule][1](min(estate, first + second), (first, second))
    to_first, to_second = max(estate - second, 0 * first), max(estate - first, 0 * first)
    contested = (estate - to_first - to_second) / 2
    return to_first + contested, to_second + contested


def arrival_check(problem: Bankruptcy, x: Awards, close: Number) -> tuple[str, Check]:
    """Random arrival is the Shapley value, and its losses are the awards of the dual problem."""
    if problem.n <= TABLED:
        certificate = ShapleyValue(problem, x, "random arrival").verify()
        bad = [check for check in certificate.checks if not check.passed]
        found = str(bad[0]) if bad else ""
        return certificate.theorem, Check("it is the Shapley value", not bad, found)
    losses = problem.dual_problem().award("random-arrival")
    wanted = tuple(c - y for c, y in zip(problem.claims, losses, strict=True))
    what = "what is lost is shared as an estate would be"
    return "self-duality", agree_all(what, problem.players, x, wanted, close)


def defined(problem: Bankruptcy, x: Awards, rule: str, close: Number) -> Check:
    """The awards once more, from the definition of a rule."""
    if rule == "adjusted-proportional":
        return _adjusted(problem, x, close)
    estate, claims = problem.estate, problem.claims
    over = estate > max(claims)
    level = overlap_level(estate, claims) if over else estate
    wanted: list[Number] = [max(c - level, 0 * c) if over else 0 * c for c in claims]
    cuts = sorted({0 * level, level, *(min(c, level) for c in claims)})
    for low, high in pairwise(cuts):
        reach = [i for i, c in enumerate(claims) if c >= high]
        for i in reach:
            wanted[i] = wanted[i] + (high - low) / len(reach)
    what = "every slice is shared by those whose claims reach it"
    return agree_all(what, problem.players, x, tuple(wanted), close)


def _adjusted(problem: Bankruptcy, x: Awards, close: Number) -> Check:
    rights = minimal_rights(problem.estate, problem.claims)
    left = problem.estate - sum(rights)
    open_claims = [min(c - m, left) for c, m in zip(problem.claims, rights, strict=True)]
    total = sum(open_claims)
    wanted = tuple(
        m + (left * c / total if total else c) for m, c in zip(rights, open_claims, strict=True)
    )
    what = "minimal rights, and the rest in proportion to what is still claimed"
    return agree_all(what, problem.players, x, wanted, close)
