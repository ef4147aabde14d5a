"""Linear utility: a lottery is worth what its prizes are worth on average.

Von Neumann and Morgenstern: preferences over lotteries that satisfy independence and continuity are
those of an expected utility, which is unique up to the choice of its zero and its unit.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from typing import Any, ClassVar

from kibitz.core.claim import Claim
from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.numbers import Number, exact, number, plain, show
from kibitz.core.solution import Solution
from kibitz.utility.lottery import Lottery, lottery


@dataclass(frozen=True)
class Utility:
    """A utility for every outcome.

    >>> u = utility({"A": 1, "B": 0, "C": "2/5"})
    >>> print(u("1/3 A + 2/3 B"), u("C"))
    1/3 2/5
    >>> print(u.compare("C", "1/3 A + 2/3 B"))
    C ≻ 1/3 A + 2/3 B
    """

    values: tuple[tuple[str, Fraction], ...]
    answers: tuple[str, ...] = field(default=(), compare=False)
    """The indifferences that it was elicited from, the outcomes with utility 0 and 1 first."""

    @property
    def outcomes(self) -> tuple[str, ...]:
        return tuple(name for name, _ in self.values)

    def __getitem__(self, outcome: str) -> Fraction:
        table = dict(self.values)
        if outcome not in table:
            raise GameError(f"there is no utility for {outcome!r}{did_you_mean(outcome, table)}")
        return table[outcome]

    def __call__(self, given: Any) -> Fraction:
        """The expected utility of a lottery."""
        played = lottery(given)
        return sum((p * self[name] for name, p in played.prizes), Fraction(0))

    def compare(self, first: Any, second: Any) -> LotteryComparison:
        """Which of two lotteries is preferred.

        Parameters
        ----------
        first, second : lottery
            Two lotteries.
        """
        left, right = lottery(first), lottery(second)
        return LotteryComparison(left, right, self(left), self(right))

    def order(self, lotteries: Iterable[Any]) -> tuple[Lottery, ...]:
        """Lotteries from the best to the worst.

        Parameters
        ----------
        lotteries : iterable of lotteries
            The lotteries.
        """
        return tuple(sorted(map(lottery, lotteries), key=lambda one: -self(one)))

    def affine(self, scale: Any, shift: Any) -> Utility:
        """``shift + scale * u`` with a positive scale: the same preferences.

        Parameters
        ----------
        scale : number
            A positive factor.
        shift : number
            What is added.
        """
        factor, summand = exact(scale, "scale"), exact(shift, "shift")
        if factor <= 0:
            raise GameError(f"scale: {show(factor)}; it must be positive to keep the preferences")
        return Utility(tuple((name, factor * u + summand) for name, u in self.values))

    def normalized(self, zero: str, one: str) -> Utility:
        """The equivalent utility that is 0 at one outcome and 1 at a better one.

        Parameters
        ----------
        zero, one : str
            Two outcomes, the second one better.
        """
        low, high = self[zero], self[one]
        if high <= low:
            raise GameError(f"{one} must be better than {zero} to be given the utility 1")
        return self.affine(1 / (high - low), -low / (high - low))

    def to_json(self) -> dict[str, Any]:
        fields: dict[str, Any] = {"utilities": {name: show(u) for name, u in self.values}}
        if self.answers:
            zero, one, *statements = self.answers
            fields |= {"statements": statements, "zero": zero, "one": one}
        return {"kind": "utility", **fields, "method": "elicitation", "exact": True}

    def __str__(self) -> str:
        return "   ".join(f"u({name}) = {show(u)}" for name, u in self.values)


@dataclass(frozen=True)
class LotteryComparison:
    """Two lotteries and what they are worth."""

    first: Lottery
    second: Lottery
    first_utility: Fraction
    second_utility: Fraction

    @property
    def preferred(self) -> Lottery | None:
        """The better one; None when both are worth the same."""
        if self.first_utility == self.second_utility:
            return None
        return self.first if self.first_utility > self.second_utility else self.second

    @property
    def indifferent(self) -> bool:
        return self.preferred is None

    def __str__(self) -> str:
        sign = "~" if self.indifferent else "≻" if self.preferred == self.first else "≺"
        return f"{self.first} {sign} {self.second}"


def utility(given: Any) -> Utility:
    """A utility from a mapping, pairs, or text such as ``"A=1, B=0, C=2/5"``.

    Parameters
    ----------
    given : mapping, sequence of pairs or str
        Outcomes with their utilities.

    Returns
    -------
    Utility
        The utility.
    """
    if isinstance(given, Utility):
        return given
    if isinstance(given, str):
        pieces = given.replace(";", ",").replace("\n", ",").split(",")
        if len(pieces) == 1:
            pieces = given.split()
        given = [_equation(part) for part in pieces if part.strip()]
    items = given.items() if isinstance(given, Mapping) else given
    try:
        values = tuple((str(name), exact(u, f"utility of {name}")) for name, u in items)
    except (TypeError, ValueError) as error:
        if isinstance(error, GameError):
            raise
        raise GameError(f"{given!r} is not a utility; write A=1, B=0") from None
    if len({name for name, _ in values}) != len(values) or not values:
        raise GameError("every outcome needs one utility; write A=1, B=0")
    return Utility(values)


def _equation(text: str) -> tuple[str, str]:
    for sign in ("=", ":"):
        name, found, value = text.partition(sign)
        if found:
            return name.strip().removeprefix("u(").removesuffix(")"), value.strip()
    raise GameError(f"utility: {text.strip()!r} has no number; write A=1, B=0")


def expected_utility(given: Any, utilities: Any) -> Number:
    """The expected utility of a lottery, by a table or by a function of the outcome.

    A function gets outcomes that are numbers as numbers.

    Parameters
    ----------
    given : lottery
        The lottery, in any spelling that :func:`~kibitz.utility.lottery.lottery` reads.
    utilities : mapping, str or callable
        The utility of each outcome.

    Returns
    -------
    number
        The expected utility.

    Examples
    --------
    >>> print(expected_utility("1/2 A + 1/2 B", {"A": 10, "B": 4}))
    7
    >>> print(expected_utility({100: "1/4", 0: "3/4"}, lambda money: money * money))
    2500
    """
    if callable(utilities) and not isinstance(utilities, Utility):
        worths = [(p, number(utilities(_outcome(n)), n)) for n, p in lottery(given).prizes]
        return sum((p * u for p, u in worths), Fraction(0))
    return utility(utilities)(given)


def _outcome(name: str) -> Any:
    try:
        return exact(name)
    except GameError:
        return name


@dataclass(frozen=True)
class AffineEquivalence(Solution, kind="affine-equivalence"):
    """Whether two utilities mean the same preferences: ``second = shift + scale * first``.

    Where they do not, ``witness`` has two lotteries that they rank differently.
    """

    how = "comparing ratios of differences"
    game: ClassVar[None] = None
    first: Utility
    second: Utility
    scale: Fraction | None
    shift: Fraction | None
    witness: tuple[Lottery, Lottery] | None

    @property
    def same_preferences(self) -> bool:
        return self.witness is None

    def __bool__(self) -> bool:
        return self.same_preferences

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "first": {name: plain(x) for name, x in self.first.values},
            "second": {name: plain(x) for name, x in self.second.values},
            "same_preferences": self.same_preferences,
            "scale": None if self.scale is None else show(self.scale),
            "shift": None if self.shift is None else show(self.shift),
            "witness": None if self.witness is None else [str(x) for x in self.witness],
        }

    @classmethod
    def from_json(cls, game: Any, data: dict[str, Any]) -> AffineEquivalence:
        claim = Claim(data)
        first, second = (utility(dict(claim.part(key).data)) for key in ("first", "second"))
        scale, shift = (
            None if claim.raw(key) is None else exact(claim.raw(key), key)
            for key in ("scale", "shift")
        )
        witness = None
        if claim.raw("witness") is not None:
            left, right = claim.items("witness", 2)
            witness = lottery(left, "witness"), lottery(right, "witness")
        return cls(first, second, scale, shift, witness)

    def __str__(self) -> str:
        if self.witness is None:
            if self.scale is None or self.shift is None:
                return "the same preferences: everything is indifferent"
            return f"the same preferences: w = {show(self.shift)} + {show(self.scale)} u"
        left, right = self.witness
        return (
            f"different preferences: {self.first.compare(left, right)} by the first, "
            f"{self.second.compare(left, right)} by the second"
        )


def affine_equivalence(first: Any, second: Any) -> AffineEquivalence:
    """Whether two utilities order all lotteries alike: a transform, or a counterexample.

    Parameters
    ----------
    first : mapping or str
        A utility.
    second : mapping or str
        Another one of the same outcomes.

    Returns
    -------
    AffineEquivalence
        The transform, or two lotteries that they order differently.

    References
    ----------
    von Neumann and Morgenstern 1944.

    Examples
    --------
    >>> print(affine_equivalence("A=0, B=1, C=3", "A=1, B=3, C=7"))
    the same preferences: w = 1 + 2 u
    >>> print(affine_equivalence("A=0, B=1, C=3", "A=0, B=1, C=2"))
    different preferences: B ≺ 7/12 A + 5/12 C by the first, B ≻ 7/12 A + 5/12 C by the second
    """
    u, w = utility(first), utility(second)
    if set(u.outcomes) != set(w.outcomes):
        odd = sorted(set(u.outcomes) ^ set(w.outcomes))
        raise GameError(f"the utilities have different outcomes: {', '.join(odd)}")
    ordered = sorted(u.outcomes, key=lambda name: u[name])
    low, high = ordered[0], ordered[-1]
    for a, b in combinations(u.outcomes, 2):
        if (u[a] > u[b]) != (w[a] > w[b]) or (u[a] < u[b]) != (w[a] < w[b]):
            return AffineEquivalence(u, w, None, None, (lottery(a), lottery(b)))
    if u[low] == u[high]:
        return AffineEquivalence(u, w, None, None, None)
    scale = (w[high] - w[low]) / (u[high] - u[low])
    shift = w[low] - scale * u[low]
    for name in ordered:
        if w[name] != shift + scale * u[name]:
            mine = (u[name] - u[low]) / (u[high] - u[low])
            other = (w[name] - w[low]) / (w[high] - w[low])
            share = (mine + other) / 2
            rival = lottery({low: 1 - share, high: share})
            return AffineEquivalence(u, w, None, None, (lottery(name), rival))
    return AffineEquivalence(u, w, scale, shift, None)
