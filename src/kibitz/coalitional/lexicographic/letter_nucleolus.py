"""The nucleolus of games with a letter: linear in the letter, piece by piece.

At one value of the letter the nucleolus comes with rounds of balanced coalitions. These say which
excesses are equal, so they fix payoffs that are linear in the letter; and they prove them wherever
no open coalition complains more than its round allows and no one gets less than alone. Both are
linear inequalities, so each set of rounds is good for an interval. Intervals follow one another,
for the nucleolus is continuous. Maschler, Peleg and Shapley (1979); Kohlberg (1971).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from kibitz.algebra.polynomial import Polynomial
from kibitz.coalitional.coalitions import members
from kibitz.coalitional.letter import CoalitionalFamily
from kibitz.coalitional.lexicographic.nucleolus import nucleolus
from kibitz.coalitional.lexicographic.span import Span
from kibitz.core.claim import Claim
from kibitz.core.errors import GameError
from kibitz.core.method import method
from kibitz.core.numbers import exact, plain, show
from kibitz.core.solution import Solution

MOST_PLAYERS = 8
"""Players up to which every coalition is looked at for every piece."""
MOST_PIECES, MOST_STEPS = 10_000, 1_000
Linear = tuple[Fraction, Fraction]
"""A constant, and what the letter multiplies."""
Reach = tuple[Fraction | None, Fraction | None]
"""An interval of the letter; None is infinity."""


@dataclass(frozen=True)
class LetterRound:
    """What one round settles: complaints at a level that is linear in the letter."""

    level: Linear
    tight: tuple[int, ...]
    weights: tuple[Fraction, ...]
    bound: tuple[int, ...]
    bound_weights: tuple[Fraction, ...]
    dimension: int


@dataclass(frozen=True)
class Proved:
    """Rounds that prove payoffs for an interval of the letter."""

    low: Fraction | None
    high: Fraction | None
    rounds: tuple[LetterRound, ...]

    def cut(self, low: Fraction | None, high: Fraction | None) -> Proved:
        return Proved(low, high, self.rounds)


@dataclass(frozen=True)
class NucleolusPiece:
    """Payoffs that are linear in the letter, and the values for which they are the nucleolus."""

    low: Fraction | None
    high: Fraction | None
    payoffs: tuple[Linear, ...]
    proofs: tuple[Proved, ...] = field(default=(), repr=False)
    """Rounds for one part of the interval after another."""

    def at(self, a: Fraction) -> tuple[Fraction, ...]:
        return tuple(constant + slope * a for constant, slope in self.payoffs)

    @property
    def is_point(self) -> bool:
        """Whether it is good for one value of the letter alone."""
        return self.low is not None and self.low == self.high

    def holds(self, a: Fraction) -> bool:
        return (self.low is None or self.low <= a) and (self.high is None or a <= self.high)


@dataclass(frozen=True)
class LetterNucleolus(Solution, kind="letter-nucleolus"):
    """The nucleolus of every game of a family, piece by piece.

    >>> from kibitz import coalition
    >>> family = coalition("A:0 B:0 C:0 A,B:a A,C:1 B,C:1 A,B,C:2")
    >>> print(family.nucleolus())
    nucleolus
      a <= 1/2: A 1/2, B 1/2, C 1
      1/2 <= a <= 2: A a/3 + 1/3, B a/3 + 1/3, C 4/3 - 2a/3
      a >= 2: A 1, B 1, C 0
    """

    how = "rounds of linear programs, each good for an interval of the letter"
    game: CoalitionalFamily
    pieces: tuple[NucleolusPiece, ...]

    def at(self, value: Any) -> tuple[Fraction, ...]:
        """The nucleolus at one value of the letter."""
        a = exact(value, self.game.letter)
        for piece in self.pieces:
            if piece.holds(a):
                return piece.at(a)
        raise GameError(f"{self.game.letter} = {show(a)}: there are no imputations")

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "letter": self.game.letter,
            "pieces": [
                {
                    **_ends(piece.low, piece.high),
                    "payoffs": dict(zip(self.game.players, self._written(piece), strict=True)),
                    "proofs": [
                        {**_ends(p.low, p.high), "rounds": [*map(self._round, p.rounds)]}
                        for p in piece.proofs
                    ],
                }
                for piece in self.pieces
            ],
        }

    def _round(self, letter_round: LetterRound) -> dict[str, Any]:
        game = self.game.constant
        return {
            "level": Polynomial.of(letter_round.level).write(self.game.letter),
            "tight": [game.spell(mask) for mask in letter_round.tight],
            "weights": [plain(w) for w in letter_round.weights],
            "at_lower_bound": [game.players[i] for i in letter_round.bound],
            "bound_weights": [plain(w) for w in letter_round.bound_weights],
            "dimension": letter_round.dimension,
        }

    @classmethod
    def from_json(cls, game: CoalitionalFamily, data: dict[str, Any]) -> LetterNucleolus:
        def line(given: Any) -> Linear:
            polynomial = Polynomial.read(given, game.letter, "letter-nucleolus")
            if polynomial.degree > 1:
                raise GameError(f"{given}: it must be linear in {game.letter}")
            constant, slope, *_ = *polynomial.coefficients, Fraction(0), Fraction(0)
            return constant, slope

        def ends(part: Claim) -> Reach:
            low, high = (
                None if part.raw(key) is None else exact(part.raw(key), key)
                for key in ("low", "high")
            )
            return low, high

        def numbers(part: Claim, key: str) -> tuple[Fraction, ...]:
            return tuple(exact(x, key) for x in part.items(key))

        def rounds(part: Claim) -> tuple[LetterRound, ...]:
            return tuple(
                LetterRound(
                    line(r.raw("level")),
                    tuple(game.constant.mask(name) for name in r.items("tight")),
                    numbers(r, "weights"),
                    r.places("at_lower_bound", game.players),
                    numbers(r, "bound_weights"),
                    r.count("dimension"),
                )
                for r in part.parts("rounds")
            )

        def payoffs(part: Claim) -> tuple[Linear, ...]:
            given = part.part("payoffs")
            return tuple(line(given.raw(name)) for name in game.players)

        pieces = (
            NucleolusPiece(
                *ends(part),
                payoffs(part),
                tuple(Proved(*ends(p), rounds(p)) for p in part.parts("proofs")),
            )
            for part in Claim(data).parts("pieces")
        )
        return cls(game, tuple(pieces))

    def _written(self, piece: NucleolusPiece) -> list[str]:
        return [Polynomial.of(pair).write(self.game.letter) for pair in piece.payoffs]

    def __str__(self) -> str:
        lines = ["nucleolus"]
        for piece in self.pieces:
            pairs = zip(self.game.players, self._written(piece), strict=True)
            listed = ", ".join(
                f"x{name} = {share}" if name.isdecimal() else f"{name} {share}"
                for name, share in pairs
            )
            lines.append(f"  {_range(piece, self.game.letter)}: {listed}")
        return "\n".join(lines)


def _ends(low: Fraction | None, high: Fraction | None) -> dict[str, Any]:
    return {
        "low": None if low is None else plain(low),
        "high": None if high is None else plain(high),
    }


def _range(piece: NucleolusPiece, name: str) -> str:
    low, high = piece.low, piece.high
    if low is None:
        return f"every {name}" if high is None else f"{name} <= {show(high)}"
    if high is None:
        return f"{name} >= {show(low)}"
    return f"{name} = {show(low)}" if low == high else f"{show(low)} <= {name} <= {show(high)}"


@method(
    CoalitionalFamily,
    "nucleolus",
    finds="the nucleolus for every value of the letter",
    cost="for each piece one nucleolus, and a linear system and 2^n inequalities per round",
    reference="Kohlberg 1971; Maschler, Peleg and Shapley 1979",
)
def letter_nucleolus(family: CoalitionalFamily) -> LetterNucleolus:
    """The nucleolus of games whose worths are linear in a letter.

    Parameters
    ----------
    family : CoalitionalFamily
        The games.

    Returns
    -------
    LetterNucleolus
        Payoffs linear in the letter, and the values for which they are the nucleolus.

    Notes
    -----
    Cost: for each piece one nucleolus, and a linear system and 2^n inequalities per round.

    References
    ----------
    Kohlberg 1971; Maschler, Peleg and Shapley 1979.

    Examples
    --------
    >>> from kibitz import coalition
    >>> found = letter_nucleolus(coalition("A:0 B:0 A,B:a"))
    >>> print(found)
    nucleolus
      a >= 0: A a/2, B a/2
    """
    if family.constant.n > MOST_PLAYERS:
        raise GameError(
            f"the nucleolus with a letter is computed for up to {MOST_PLAYERS} players; give "
            f"{family.letter} a number"
        )
    low, high = _with_imputations(family)
    start = max(low, Fraction(0)) if low is not None else Fraction(0)
    start = min(start, high) if high is not None else start
    right = list(_walk(family, start, high, 1))
    left = list(_walk(family, start, low, -1))
    pieces = _merged([*reversed(left), *right])
    if not pieces:
        pieces = [_at_one_value(start, nucleolus(family.at(start)))]
    return LetterNucleolus(family, tuple(pieces))


def _with_imputations(family: CoalitionalFamily) -> Reach:
    """The values of the letter for which the players together earn no less than alone."""
    n, grand = family.constant.n, family.constant.grand
    surplus = [
        exact(game.value(grand)) - sum(exact(game.value(1 << i)) for i in range(n))
        for game in (family.constant, family.slope)
    ]
    reach = _where([(-surplus[0], -surplus[1])])
    if reach is None:
        raise GameError(
            f"there are no imputations for any {family.letter}: the players earn less "
            f"together than alone"
        )
    return reach


def _where(conditions: Sequence[Linear]) -> Reach | None:
    """The values a for which constant + slope a <= 0 for each of these; None if there are none."""
    low: Fraction | None = None
    high: Fraction | None = None
    for constant, slope in conditions:
        if slope == 0:
            if constant > 0:
                return None
        elif slope > 0:
            high = -constant / slope if high is None else min(high, -constant / slope)
        else:
            low = -constant / slope if low is None else max(low, -constant / slope)
    return None if low is not None and high is not None and low > high else (low, high)


def _walk(
    family: CoalitionalFamily, start: Fraction, end: Fraction | None, side: int
) -> Iterator[NucleolusPiece]:
    """Pieces from a value of the letter to the end of its range, upward or downward."""
    here: Fraction | None = start
    for _ in range(MOST_PIECES):
        if here is None or here == end:
            return
        piece = _next(family, here, end, side)
        yield piece
        here = piece.high if side > 0 else piece.low
    raise GameError(f"more than {MOST_PIECES:,} pieces")


def _next(
    family: CoalitionalFamily, here: Fraction, end: Fraction | None, side: int
) -> NucleolusPiece:
    """The piece that begins here, from rounds at a value that is near enough."""
    step = Fraction(1009, 1013) if end is None else abs(end - here) * Fraction(1009, 1013)
    for _ in range(MOST_STEPS):
        a = here + side * step
        piece = _piece(family, a)
        near, far = (piece.low, piece.high) if side > 0 else (piece.high, piece.low)
        if not piece.is_point and (near is None or side * (near - here) <= 0):
            if end is not None and (far is None or side * (far - end) > 0):
                far = end
            low, high = (here, far) if side > 0 else (far, here)
            return NucleolusPiece(low, high, piece.payoffs, (piece.proofs[0].cut(low, high),))
        gap = step if near is None or piece.is_point else abs(near - here)
        step = gap * Fraction(503, 1013)
    raise GameError(f"no piece of the nucleolus was found beside {family.letter} = {show(here)}")


def _piece(family: CoalitionalFamily, a: Fraction) -> NucleolusPiece:
    """The payoffs that the rounds at one value of the letter prove, and where they do."""
    n, grand = family.constant.n, family.constant.grand
    inner = nucleolus(family.at(a))

    def worth(mask: int) -> Linear:
        return exact(family.constant.value(mask)), exact(family.slope.value(mask))

    count = len(inner.rounds)
    rows: list[tuple[list[int], Linear]] = [([1] * n + [0] * count, worth(grand))]
    for j, r in enumerate(inner.rounds):
        for mask in r.tight:
            here = [int(k == j) for k in range(count)]
            rows.append(([*_row(mask, n), *here], worth(mask)))
        rows += [([*_row(1 << i, n), *[0] * count], worth(1 << i)) for i in r.bound]
    solved = _solve(rows, n + count)
    if solved is None:
        return _at_one_value(a, inner)
    payoffs, levels = solved[:n], solved[n:]
    conditions = [_less(worth(1 << i), payoffs[i]) for i in range(n)]
    span = Span(n, [(1,) * n])
    for r, level in zip(inner.rounds, levels, strict=True):
        for mask in range(1, grand):
            if _row(mask, n) not in span:
                paid = _added(payoffs[i] for i in members(mask))
                conditions.append(_less(worth(mask), _added((paid, level))))
        for mask in r.tight:
            span.add(_row(mask, n))
        for i in r.bound:
            span.add(_row(1 << i, n))
    where = _where(conditions)
    assert where is not None, "the rounds prove the payoffs where they were found"
    return NucleolusPiece(*where, tuple(payoffs), (Proved(*where, _rounds(inner, levels)),))


def _rounds(inner: Any, levels: Sequence[Linear]) -> tuple[LetterRound, ...]:
    """The rounds at one value of the letter, with levels that are linear in it."""
    return tuple(
        LetterRound(
            level,
            r.tight,
            tuple(map(exact, r.weights)),
            r.bound,
            tuple(map(exact, r.bound_weights)),
            r.dimension,
        )
        for r, level in zip(inner.rounds, levels, strict=True)
    )


def _at_one_value(a: Fraction, inner: Any) -> NucleolusPiece:
    """The nucleolus where it is proved for one value of the letter alone."""
    payoffs = tuple((exact(x), Fraction(0)) for x in inner.payoffs)
    levels = [(exact(r.level), Fraction(0)) for r in inner.rounds]
    return NucleolusPiece(a, a, payoffs, (Proved(a, a, _rounds(inner, levels)),))


def _row(mask: int, n: int) -> list[int]:
    return [mask >> i & 1 for i in range(n)]


def _added(terms: Any) -> Linear:
    constant, slope = Fraction(0), Fraction(0)
    for a, b in terms:
        constant, slope = constant + a, slope + b
    return constant, slope


def _less(small: Linear, large: Linear) -> Linear:
    """The condition, to be at most 0, that one is at most the other."""
    return small[0] - large[0], small[1] - large[1]


def _solve(rows: list[tuple[list[int], Linear]], unknowns: int) -> list[Linear] | None:
    """The unknowns as linear functions of the letter; None where the equations fix the letter."""
    table = [[*map(Fraction, left), *right] for left, right in rows]
    place = 0
    for column in range(unknowns):
        pivot = next((k for k in range(place, len(table)) if table[k][column]), None)
        assert pivot is not None, "the rounds settle all payoffs and levels"
        table[place], table[pivot] = table[pivot], table[place]
        table[place] = [x / table[place][column] for x in table[place]]
        for k, row in enumerate(table):
            if k != place and row[column]:
                times = row[column]
                table[k] = [x - times * y for x, y in zip(row, table[place], strict=True)]
        place += 1
    if any(rest[-1] or rest[-2] for rest in table[place:]):
        return None
    return [(solved[-2], solved[-1]) for solved in table[:unknowns]]


def _merged(pieces: list[NucleolusPiece]) -> list[NucleolusPiece]:
    """Neighbors with the same payoffs as one piece."""
    merged: list[NucleolusPiece] = []
    for piece in pieces:
        if merged and merged[-1].payoffs == piece.payoffs:
            last = merged[-1]
            proofs = (*last.proofs, *piece.proofs)
            merged[-1] = NucleolusPiece(last.low, piece.high, piece.payoffs, proofs)
        else:
            merged.append(piece)
    return merged
