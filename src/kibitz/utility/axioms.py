"""The axioms of linear utility, tried on a preference over lotteries, with counterexamples.

Order         the preference is complete and transitive.
Independence  (A1) P is at least as good as Q if and only if q P + (1-q) R is at least as good as
              q Q + (1-q) R, for every R and 0 < q < 1.
Continuity    (A2) if P is better than Q, then for any R a little of R does not change that: for
              some q > 0 both q R + (1-q) P is better than Q and P is better than q R + (1-q) Q.

A preference given by a rule is tried on all lotteries with probabilities that are multiples of 1/n;
a failure is a counterexample, success is not a proof. For continuity, q is halved many times before
a failure is called one. Ferguson, Appendix 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.numbers import exact
from kibitz.core.solution import Check
from kibitz.core.spelling import count_of
from kibitz.utility.expected_utility import Utility, utility
from kibitz.utility.lottery import Lottery, lottery, mix

AtLeastAsGood = Callable[[Lottery, Lottery], bool]
HALVINGS = 24
MOST_LOTTERIES = 66
MIXES = (Fraction(1, 2), Fraction(1, 3))


@dataclass(frozen=True)
class AxiomTest:
    """What was found for each axiom; a failed one has a counterexample.

    >>> print(axiom_test("lexicographic", ["A", "B", "C"], grid=2))
    6 lotteries over A, B, C
      ✓ order
      ✓ independence (A1)
      ✗ continuity (A2): B ≻ C, but it is not better than q A + (1-q) C for any q > 0 tried
    """

    outcomes: tuple[str, ...]
    count: int
    checks: tuple[Check, ...]

    @property
    def failed(self) -> tuple[str, ...]:
        """The axioms with a counterexample: order, A1, A2."""
        short = {"order": "order", "independence (A1)": "A1", "continuity (A2)": "A2"}
        return tuple(short[c.what] for c in self.checks if not c.passed)

    def holds(self, axiom: str) -> bool:
        """Whether no counterexample to order, A1 or A2 was found.

        Parameters
        ----------
        axiom : str
            "order", "A1" or "A2".
        """
        return axiom not in self.failed

    def __bool__(self) -> bool:
        return not self.failed

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": "axiom-test",
            "lotteries": self.count,
            "failed": list(self.failed),
            "method": "trying them",
            "exact": True,
            "checks": [{"axiom": c.what, "holds": c.passed, "found": c.found} for c in self.checks],
        }

    def __str__(self) -> str:
        head = f"{count_of(self.count, 'lottery')} over {', '.join(self.outcomes)}"
        return "\n".join([head, *(f"  {c}" for c in self.checks)])


def axiom_test(preference: Any, outcomes: Sequence[str], grid: int = 4) -> AxiomTest:
    """Try the axioms on a preference.

    The preference is a function (P, Q) -> "P is at least as good as Q", a utility (a mapping from
    outcomes), a function of one lottery to be maximized, or a name: lexicographic, peaked.

    Parameters
    ----------
    preference : callable, mapping or str
        The preference.
    outcomes : sequence of str
        The outcomes.
    grid : int, default 4
        Lotteries are tried whose probabilities are multiples of 1/grid.

    Returns
    -------
    AxiomTest
        Each axiom, with a counterexample where it fails.

    References
    ----------
    von Neumann and Morgenstern 1944.

    Examples
    --------
    >>> axiom_test({"A": 2, "B": 1, "C": 0}, ["A", "B", "C"], grid=3).failed
    ()
    >>> axiom_test("peaked", ["A", "B"], grid=4).failed
    ('A1',)
    """
    names = [str(name) for name in outcomes]
    if len(set(names)) != len(names) or not names:
        raise GameError("outcomes: give at least one, all different")
    if grid < 1:
        raise GameError(f"grid: {grid}; it must be at least 1")
    count = comb(grid + len(names) - 1, len(names) - 1)
    if count > MOST_LOTTERIES:
        raise GameError(
            f"a grid of {grid} has {count_of(count, 'lottery')} over "
            f"{count_of(len(names), 'outcome')}; the limit is "
            f"{MOST_LOTTERIES}; choose a coarser grid"
        )
    good = preference_rule(preference, names)
    spots = list(grid_lotteries(names, grid))
    return AxiomTest(
        tuple(names),
        len(spots),
        (_order(good, spots), _independence(good, spots), _continuity(good, spots)),
    )


def grid_lotteries(names: Sequence[str], grid: int) -> Iterator[Lottery]:
    """All lotteries whose probabilities are multiples of 1/grid."""
    for weights in product(range(grid + 1), repeat=len(names)):
        if sum(weights) == grid:
            yield lottery({n: Fraction(w, grid) for n, w in zip(names, weights, strict=True) if w})


def preference_rule(given: Any, outcomes: Sequence[str]) -> AtLeastAsGood:
    """A preference as a function of two lotteries."""
    if isinstance(given, str) and given in NAMED:
        return NAMED[given](outcomes)
    if isinstance(given, str) and "=" not in given and ":" not in given:
        raise GameError(f"unknown preference {given!r}{did_you_mean(given, NAMED)}")
    if callable(given) and not isinstance(given, Utility):
        import inspect

        if len(inspect.signature(given).parameters) == 1:
            return lambda p, q: bool(given(p) >= given(q))
        return lambda p, q: bool(given(p, q))
    u = utility(given)
    return lambda p, q: u(p) >= u(q)


def lexicographic(outcomes: Sequence[str]) -> AtLeastAsGood:
    """More of the first outcome is better; between equals, more of the second, and so on."""
    return lambda p, q: [p[n] for n in outcomes] >= [q[n] for n in outcomes]


def peaked(outcomes: Sequence[str]) -> AtLeastAsGood:
    """A liking for uncertainty: the nearer the first probability is to 1/2, the better."""
    half = exact("1/2")
    return lambda p, q: abs(p[outcomes[0]] - half) <= abs(q[outcomes[0]] - half)


NAMED = {"lexicographic": lexicographic, "peaked": peaked}


def _order(good: AtLeastAsGood, spots: list[Lottery]) -> Check:
    for p in spots:
        for q in spots:
            if not good(p, q) and not good(q, p):
                return Check("order", False, f"{p} and {q} cannot be compared")
    table = {(i, j): good(p, q) for i, p in enumerate(spots) for j, q in enumerate(spots)}
    size = range(len(spots))
    for i, j, k in product(size, repeat=3):
        if table[i, j] and table[j, k] and not table[i, k]:
            found = f"{spots[i]} ≽ {spots[j]} ≽ {spots[k]}, but not {spots[i]} ≽ {spots[k]}"
            return Check("order", False, found)
    return Check("order", True)


def _independence(good: AtLeastAsGood, spots: list[Lottery]) -> Check:
    what = "independence (A1)"
    for p, q, r in product(spots, repeat=3):
        for share in MIXES:
            left, right = mix(share, p, r), mix(share, q, r)
            if good(p, q) != good(left, right):
                sign = "≽" if good(p, q) else "≺"
                other = "≽" if good(left, right) else "≺"
                found = f"{p} {sign} {q}, but {left} {other} {right} (mixed with {r})"
                return Check(what, False, found)
    return Check(what, True)


def _continuity(good: AtLeastAsGood, spots: list[Lottery]) -> Check:
    what = "continuity (A2)"
    shares = [Fraction(1, 2**k) for k in range(1, HALVINGS)]

    def better(p: Lottery, q: Lottery) -> bool:
        return good(p, q) and not good(q, p)

    for p, q, r in product(sorted(spots, key=lambda s: len(s.prizes)), repeat=3):
        if not better(p, q):
            continue
        if not any(better(mix(s, r, p), q) for s in shares):
            found = f"{p} ≻ {q}, but q {r} + (1-q) {p} is not better than {q} for any q > 0 tried"
            return Check(what, False, found)
        if not any(better(p, mix(s, r, q)) for s in shares):
            found = f"{p} ≻ {q}, but it is not better than q {r} + (1-q) {q} for any q > 0 tried"
            return Check(what, False, found)
    return Check(what, True)
