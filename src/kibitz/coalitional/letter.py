"""Worths with a letter: for which values is the core empty, what are the values in it?

Worths are linear in the letter, v(S) = c(S) + a s(S). The values for which the core holds a point
are those a for which some x solves x(S) >= v(S), x(N) = v(N): a linear program in x and a, so they
form an interval, and each of its ends is proved by balanced weights (Bondareva 1963; Shapley 1967).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from kibitz.algebra.polynomial import Polynomial
from kibitz.coalitional.coalitions import members
from kibitz.coalitional.game import CoalitionalGame
from kibitz.coalitional.read_worths import formula_in, parse_table, read_worths
from kibitz.core.certificate import Certificate, Check
from kibitz.core.errors import GameError
from kibitz.core.extension import call
from kibitz.core.numbers import exact, plain, show, show_all
from kibitz.core.tensor import Tensor

if TYPE_CHECKING:
    from kibitz.coalitional.lexicographic.letter_nucleolus import LetterNucleolus

MOST_PLAYERS = 12
_LETTER = re.compile(r"(?<![A-Za-z])([A-Za-z])(?![A-Za-z])")
_FORMULA = re.compile(r"[-+*/^().\s\dA-Za-z]+")
SAMPLES = (Fraction(1009, 7), Fraction(2003, 11), Fraction(-3001, 13))
"""Values of the letter at which worths are read; none makes a worth 0 by accident."""

Weights = tuple[tuple[int, Fraction], ...]
"""Balanced weights by coalition."""


@dataclass(frozen=True)
class CoreRange:
    """The values of a letter for which the core is not empty: an interval, or none.

    >>> from kibitz import coalition
    >>> family = coalition({"A,B": "a", "A,C": 1, "B,C": 1, "A,B,C": 1})
    >>> print(family.core())
    the core is nonempty exactly for a <= 0
    """

    family: CoalitionalFamily
    low: Fraction | None
    high: Fraction | None
    empty: bool = False
    """Is the core empty whatever the letter is?"""
    low_weights: Weights = ()
    """Balanced weights that earn more than v(N) below the interval."""
    high_weights: Weights = ()
    """Balanced weights that earn more than v(N) above the interval."""
    points: tuple[tuple[Fraction, tuple[Fraction, ...]], ...] = ()
    """Values of the letter with a point of the core."""

    def __contains__(self, value: Any) -> bool:
        a = exact(value, self.family.letter)
        below = self.low is not None and a < self.low
        return not self.empty and not below and (self.high is None or a <= self.high)

    def verify(self) -> Certificate:
        """Points of the core inside, and balanced weights that earn too much outside."""
        checks = [*self._inside(), *self._outside()]
        theorem = "the theorem of Bondareva and Shapley, and convexity in the letter"
        return Certificate(str(self), theorem, tuple(checks))

    def _inside(self) -> list[Check]:
        found = []
        for a, x in self.points:
            game = self.family.at(a)
            good = sum(x) == game.total and all(
                sum(x[i] for i in members(mask)) >= game.value(mask)
                for mask in range(1, 1 << game.n)
            )
            found.append(
                Check(f"{show_all(x)} is in the core", good, f"{self.family.letter} = {a}")
            )
        for end, side in ((self.low, -1), (self.high, 1)):
            if end is None and not self.empty:
                found.append(Check("the interval is unbounded", self._endless(side)))
        return found

    def _endless(self, side: int) -> bool:
        """Whether the worths that the letter adds have a core themselves, in this direction."""
        slope = self.family.slope.worths
        far = CoalitionalGame(slope if side > 0 else -slope, self.family.players)
        return bool(call(far, "balancedness"))

    def _outside(self) -> list[Check]:
        found = []
        every = [(self.low, -1, self.low_weights), (self.high, 1, self.high_weights)]
        for end, side, weights in every:
            if weights:
                constant, slope = self.family.earned(weights)
                good = all(w > 0 for _, w in weights) and self.family.is_balanced(weights)
                if end is None:
                    good = good and constant > 0 and slope == 0
                else:
                    good = good and side * slope > 0 and constant + slope * end == 0
                where = "always" if end is None else ("above" if side > 0 else "below") + f" {end}"
                words = f"balanced weights earn more than v(N) {where}"
                found.append(Check(words, good, self.family.spelled(weights)))
            elif end is not None:
                found.append(Check("each end has its balanced weights", False))
        if self.empty and not (self.low_weights or self.high_weights):
            found.append(Check("balanced weights show that it is empty", False))
        return found

    def to_json(self) -> dict[str, Any]:
        game = self.family.constant

        def spelled(weights: Weights) -> dict[str, Any]:
            return {game.spell(mask): plain(w) for mask, w in weights}

        return {
            "kind": "core-range",
            "letter": self.family.letter,
            "empty": self.empty,
            "low": None if self.low is None else plain(self.low),
            "high": None if self.high is None else plain(self.high),
            "low_weights": spelled(self.low_weights),
            "high_weights": spelled(self.high_weights),
            "points": [[plain(a), [plain(y) for y in x]] for a, x in self.points],
        }

    def __str__(self) -> str:
        name = self.family.letter
        if self.empty:
            return f"the core is empty for every {name}"
        if self.low is None and self.high is None:
            return f"the core is nonempty for every {name}"
        return f"the core is nonempty exactly for {_range(self.low, self.high, name)}"


@dataclass(frozen=True)
class CoalitionalFamily:
    """Coalitional games whose worths are linear in a letter.

    >>> from kibitz import coalition
    >>> family = coalition("A:0 B:0 C:0 A,B:a A,C:1 B,C:1 A,B,C:2")
    >>> print(family.at(1).worth("A", "B"), *family.shapley())
    1 a/6 + 1/2 a/6 + 1/2 1 - a/3
    """

    constant: CoalitionalGame
    slope: CoalitionalGame
    letter: str

    @property
    def players(self) -> tuple[str, ...]:
        return self.constant.players

    def at(self, value: Any) -> CoalitionalGame:
        """The game for one value of the letter."""
        a = exact(value, self.letter)
        worths = self.constant.worths + self.slope.worths.affine(a, Fraction(0))
        return CoalitionalGame(worths, self.players, self.constant.title)

    def worth(self, mask: int) -> Polynomial:
        """The worth of a coalition, by bitmask."""
        return Polynomial.of([self.constant.value(mask), self.slope.value(mask)])

    def shapley(self) -> tuple[str, ...]:
        """The Shapley value, which is linear in the worths and so in the letter."""
        fixed: Any = call(self.constant, "shapley")
        moving: Any = call(self.slope, "shapley")
        pairs = zip(fixed.payoffs, moving.payoffs, strict=True)
        return tuple(Polynomial.of(pair).write(self.letter) for pair in pairs)

    def core(self) -> CoreRange:
        """For which values of the letter the core is not empty; cost: two linear programs."""
        return core_range(self)

    def nucleolus(self) -> LetterNucleolus:
        """The nucleolus, which is linear in the letter piece by piece."""
        return call(self, "letter_nucleolus")

    def earned(self, weights: Weights) -> tuple[Fraction, Fraction]:
        """What weights earn beyond v(N): a constant and what the letter multiplies."""
        games = self.constant, self.slope
        found = [sum((w * g.value(m) for m, w in weights), Fraction(0)) - g.total for g in games]
        return Fraction(found[0]), Fraction(found[1])

    def is_balanced(self, weights: Weights) -> bool:
        """Whether the weights of the coalitions of each player add up to one."""
        return all(sum(w for m, w in weights if m >> i & 1) == 1 for i in range(self.constant.n))

    def spelled(self, weights: Weights) -> str:
        """Balanced weights, written out."""
        terms = (
            f"v({self.constant.spell(m)})" if w == 1 else f"{show(w)} v({self.constant.spell(m)})"
            for m, w in weights
        )
        return " + ".join(terms)

    def to_json(self) -> dict[str, Any]:
        core = self.core()
        shares = dict(zip(self.players, self.shapley(), strict=True))
        found = self._nucleolus_or_why()
        return {
            "kind": "coalitional-family",
            "letter": self.letter,
            "players": list(self.players),
            "shapley": shares,
            "core": core.to_json(),
            "nucleolus": None if isinstance(found, str) else found.to_json(),
        }

    def _nucleolus_or_why(self) -> LetterNucleolus | str:
        """The nucleolus, or why there is none."""
        try:
            return self.nucleolus()
        except GameError as error:
            return str(error)

    def __str__(self) -> str:
        core = self.core()
        lines = [str(core)]
        for end, side, weights in (
            (core.low, "below", core.low_weights),
            (core.high, "above", core.high_weights),
        ):
            if weights:
                where = "" if end is None else f" {side} {show(end)}"
                lines.append(f"  {self.spelled(weights)} > v({self._all()}){where}")
        width = max(map(len, self.players))
        lines.append("Shapley value")
        pairs = zip(self.players, self.shapley(), strict=True)
        lines += [f"  {name:<{width}}  {share}" for name, share in pairs]
        found = self._nucleolus_or_why()
        lines.append(f"nucleolus: {found}" if isinstance(found, str) else str(found))
        return "\n".join(lines)

    def _all(self) -> str:
        return str(self.constant.spell(self.constant.grand))


def letter_in(given: Any) -> tuple[str, Mapping[Any, Any]] | None:
    """The one letter in the worths of a table, and the table; None where all are numbers."""
    if isinstance(given, str):
        if formula_in(given) is not None:
            return None
        given = parse_table(given)
    if not isinstance(given, Mapping):
        return None
    texts = [w for w in given.values() if isinstance(w, str) and _FORMULA.fullmatch(w)]
    letters = {
        x for w in texts if not re.search("[A-Za-z]{2}|[0-9]e", w) for x in _LETTER.findall(w)
    }
    if len(letters) > 1:
        shown = ", ".join(sorted(letters))
        raise GameError(f"the worths hold the letters {shown}; give all but one of them a number")
    return (letters.pop(), given) if letters else None


def read_family(
    letter: str, table: Mapping[Any, Any], players: Any, missing: str, title: str
) -> CoalitionalFamily:
    """A family from a table in which some worths are formulas such as ``a`` or ``1-2a``."""
    if missing == "cover":
        raise GameError("missing='cover' is for numbers; give all worths, or missing='zero'")
    formulas = {
        key: Polynomial.read(w, letter, f"worth of {key}")
        for key, w in table.items()
        if isinstance(w, str) and letter in w
    }
    steep = [key for key, formula in formulas.items() if formula.degree > 1]
    if steep:
        raise GameError(f"worth of {steep[0]}: it must be linear in {letter}, such as 1-2{letter}")
    read = []
    for a in SAMPLES[:2]:
        at = {key: formulas[key](a) if key in formulas else w for key, w in table.items()}
        tensor, names = read_worths(at, players, missing)
        read.append(tensor)
    if not all(t.exact for t in read):
        raise GameError(
            f"worths with a letter are exact; write fractions beside {letter}, not floats"
        )
    if len(names) > MOST_PLAYERS:
        raise GameError(f"a letter is for up to {MOST_PLAYERS} players, not {len(names)}")
    low, high = ([Fraction(x) for x in t.numbers()] for t in read)
    first, second = SAMPLES[:2]
    slope = [(y - x) / (second - first) for x, y in zip(low, high, strict=True)]
    constant = [x - first * s for x, s in zip(low, slope, strict=True)]
    fixed, moving = (CoalitionalGame(Tensor.read(w, 1), names, title) for w in (constant, slope))
    return CoalitionalFamily(fixed, moving, letter)


def core_range(family: CoalitionalFamily) -> CoreRange:
    """The least and the greatest value of the letter for which the core holds a point.

    Parameters
    ----------
    family : CoalitionalFamily
        Games whose worths are linear in a letter.

    Returns
    -------
    CoreRange
        The interval, with a point of the core and balanced weights at each end.

    Notes
    -----
    Cost: two linear programs with a row for each coalition.

    References
    ----------
    Bondareva 1963; Shapley 1967.
    """
    from kibitz.linear.program import LinearProgram
    from kibitz.linear.solution import Infeasible, Optimum

    n, grand = family.constant.n, family.constant.grand
    masks = list(range(1, grand + 1))
    rows = [[*(m >> i & 1 for i in range(n)), -family.slope.value(m)] for m in masks]
    relations = [">="] * (len(masks) - 1) + ["="]
    right = [family.constant.value(m) for m in masks]
    ends: list[Fraction | None] = []
    proofs: list[Weights] = []
    points = []
    for sense in ("min", "max"):
        program = LinearProgram.read(
            c=[0] * n + [1], A=rows, rel=relations, b=right, sense=sense, lower=[None] * (n + 1)
        )
        found = program.solve(exact=True)
        if isinstance(found, Infeasible):
            return CoreRange(family, None, None, True, (), _scaled(found.farkas, masks, grand))
        if isinstance(found, Optimum):
            a, x = Fraction(found.value), tuple(Fraction(y) for y in found.x[:n])
            ends.append(a)
            points.append((a, x))
            proofs.append(_scaled(found.dual, masks, grand))
        else:
            ends.append(None)
            proofs.append(())
    if not points:
        points.append(_some_point(family))
    return CoreRange(family, ends[0], ends[1], False, proofs[0], proofs[1], tuple(points))


def _some_point(family: CoalitionalFamily) -> tuple[Fraction, tuple[Fraction, ...]]:
    found: Any = call(family.at(0), "balancedness")
    return Fraction(0), tuple(found.point)


def _scaled(dual: Any, masks: list[int], grand: int) -> Weights:
    """The prices of the coalitions as balanced weights: those of the players add up to one."""
    prices = [Fraction(y) for y in dual]
    whole = abs(prices[-1])
    weights = ((m, abs(y) / whole) for m, y in zip(masks, prices, strict=True) if m != grand and y)
    return tuple(weights) if whole else ()


def _range(low: Fraction | None, high: Fraction | None, name: str) -> str:
    if low is None:
        return f"{name} <= {show(high)}"  # type: ignore[arg-type]
    if high is None:
        return f"{name} >= {show(low)}"
    return f"{name} = {show(low)}" if low == high else f"{show(low)} <= {name} <= {show(high)}"
