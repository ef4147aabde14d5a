"""The whole kernel and the whole prekernel of a small game, as a union of polytopes.

Where it is known which coalition reaches each surplus, and which of two opposite surpluses is the
greater, the conditions are linear. All cases are gone through, pair by pair of players, and those
that cannot be met any more are left out with everything that would follow.

That nothing is missing is proved by exhaustion. At a point of the kernel some coalition reaches
each of the two surpluses of a pair, and these are equal, or the greater one is over a player who
gets no more than alone: so every point meets one case of every pair. The proof goes through the
pairs in the opposite order and ends each branch either inside a piece that was found or with
Farkas' lemma: multipliers that show that the conditions of the branch contradict each other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from typing import Any, ClassVar, Self

from kibitz.coalitional.conditions import all_of, has_imputations, up_to
from kibitz.coalitional.game import CoalitionalGame
from kibitz.coalitional.lexicographic.complaints import Excesses
from kibitz.coalitional.sets.convex_hull import convex_weights
from kibitz.coalitional.sets.imputations import imputations
from kibitz.coalitional.sets.kernel import in_kernel
from kibitz.coalitional.sets.prekernel import in_prekernel
from kibitz.coalitional.sets.surplus import surpluses
from kibitz.coalitional.solution import DefinedAnswer, read_points
from kibitz.core.errors import GameError
from kibitz.core.extension import call
from kibitz.core.method import method
from kibitz.core.numbers import Number, exact, plain, show_all
from kibitz.core.spelling import count_of
from kibitz.linear.polyhedra.vertices import Polyhedron, vertices
from kibitz.linear.program import LinearProgram
from kibitz.linear.solution import Infeasible
from kibitz.pictures import Picture

Point = tuple[Fraction, ...]
Line = tuple[tuple[int, ...], Fraction]
"""Coefficients of the payoffs, and what the sum must at most be."""
Case = tuple[list[Line], list[Line]]
"""Sums that are bounded from above, and sums that are given."""

MOST_PLAYERS = 4


@dataclass(frozen=True)
class PrekernelSet(DefinedAnswer, kind="prekernel"):
    """The prekernel: convex pieces, each by its vertices, that together are all of it."""

    concept: ClassVar[str] = "prekernel"
    member: ClassVar[Callable[[CoalitionalGame, Any], bool]] = staticmethod(in_prekernel)
    bounded: ClassVar[bool] = False
    """Whether payoffs must be individually rational."""

    game: CoalitionalGame
    pieces: tuple[tuple[Point, ...], ...]

    def __contains__(self, payoffs: object) -> bool:
        return type(self).member(self.game, payoffs)

    def draw(self) -> Picture:
        """In the imputation triangle for three players, in the tetrahedron for four."""
        return call(self.game, "draw_pieces", self.concept, self.pieces)

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "method": self.method,
            "players": list(self.game.players),
            "pieces": [[[plain(v) for v in x] for x in piece] for piece in self.pieces],
        }

    @classmethod
    def from_json(cls, game: CoalitionalGame, data: dict[str, Any]) -> Self:
        given = data.get("pieces")
        if not isinstance(given, list):
            raise GameError("pieces: expected a list of lists of payoffs")
        return cls(game, tuple(read_points(game, {"pieces": piece}, "pieces") for piece in given))

    def __str__(self) -> str:
        if len(self.pieces) == len(self.pieces[0]) == 1:
            return f"{self.concept}: the point {show_all(self.pieces[0][0])}"
        count = "1 piece" if len(self.pieces) == 1 else f"{len(self.pieces)} pieces"
        lines = ["  " + " ".join(map(show_all, piece)) for piece in self.pieces]
        return "\n".join([f"{self.concept}: {count}, each the hull of its vertices", *lines])


@dataclass(frozen=True)
class KernelSet(PrekernelSet, kind="kernel"):
    """The kernel: convex pieces, each by its vertices, that together are all of it."""

    concept: ClassVar[str] = "kernel"
    member: ClassVar[Callable[[CoalitionalGame, Any], bool]] = staticmethod(in_kernel)
    bounded: ClassVar[bool] = True


@method(
    CoalitionalGame,
    "prekernel-set",
    finds="the prekernel",
    cost="a case analysis for every pair of players",
    reference="Davis and Maschler 1965",
    applies=up_to(MOST_PLAYERS),
)
def prekernel_set(game: CoalitionalGame) -> PrekernelSet:
    """All points of the prekernel, exactly, for up to 4 players.

    Parameters
    ----------
    game : CoalitionalGame
        The game.

    Returns
    -------
    PrekernelSet
        The prekernel.

    Notes
    -----
    Cost: all cases of all pairs of players.

    References
    ----------
    Davis and Maschler 1965.

    Examples
    --------
    >>> from kibitz import coalition
    >>> print(prekernel_set(coalition({"A,B": 10, "A,B,C": 2})))
    prekernel: the point (3, 3, -4)
    """
    _check_size(game, "prekernel")
    search = _Search(game.rational(), bounded=False)
    return PrekernelSet(game, search.pieces())


@method(
    CoalitionalGame,
    "kernel-set",
    finds="the kernel",
    cost="a case analysis for every pair of players",
    reference="Davis and Maschler 1965",
    applies=all_of(up_to(MOST_PLAYERS), has_imputations),
)
def kernel_set(game: CoalitionalGame) -> KernelSet:
    """All points of the kernel, exactly, for up to 4 players.

    Parameters
    ----------
    game : CoalitionalGame
        The game.

    Returns
    -------
    KernelSet
        The kernel.

    Notes
    -----
    Cost: all cases of all pairs of players.

    References
    ----------
    Davis and Maschler 1965.

    Examples
    --------
    >>> from kibitz import coalition
    >>> print(kernel_set(coalition({"A,B": 10, "A,B,C": 2})))
    kernel: the point (1, 1, 0)
    """
    _check_size(game, "kernel")
    if imputations(game).empty:
        raise GameError(
            "single players earn more than all together, so there are no imputations and no "
            "kernel; compute the prekernel instead"
        )
    search = _Search(game.rational(), bounded=True)
    return KernelSet(game, search.pieces())


def _check_size(game: CoalitionalGame, concept: str) -> None:
    if game.n > MOST_PLAYERS:
        raise GameError(
            f"{count_of(game.n, 'player')}: the whole {concept} is computed for at most "
            f"{MOST_PLAYERS}; "
            f"compute a {concept} point instead"
        )


class _Search:
    """Goes through the cases, keeping the linear conditions of the case at hand."""

    def __init__(self, game: CoalitionalGame, bounded: bool) -> None:
        self._game = game
        self._bounded = bounded

    def pieces(self) -> tuple[tuple[Point, ...], ...]:
        """The pieces that are in no other, largest first."""
        n = self._game.n
        if n == 1:
            return (((exact(self._game.total),),),)
        cases = self._met([self._start()])
        for i, j in combinations(range(n), 2):
            options = list(self._cases(i, j))
            cases = self._met(
                (at_most + more, equal + given)
                for at_most, equal in cases.values()
                for more, given in options
            )
        ordered = sorted((case.vertices for case in cases), key=lambda piece: (-len(piece), piece))
        kept: list[tuple[Point, ...]] = []
        for piece in ordered:
            if not any(_covers(other, piece) for other in kept):
                kept.append(piece)
        return tuple(kept)

    def outside(self, pieces: tuple[tuple[Point, ...], ...]) -> Point | None:
        """A point that meets a case of every pair and lies in no piece, if there is one."""
        pairs = list(combinations(range(self._game.n), 2))
        waiting = [(self._start(), len(pairs))]
        seen: set[tuple[Polyhedron, int]] = set()
        while waiting:
            case, left = waiting.pop()
            region = self._region(case)
            key = (replace(region, tight=()), left)
            if region.empty and self._contradictory(case):
                continue
            if key in seen or (
                region.bounded and any(_covers(piece, region.vertices) for piece in pieces)
            ):
                continue
            seen.add(key)
            if left == 0:
                return region.vertices[0]
            at_most, equal = case
            waiting += [
                ((at_most + more, equal + given), left - 1)
                for more, given in self._cases(*pairs[left - 1])
            ]
        return None

    def _contradictory(self, case: Case) -> bool:
        """Whether the conditions exclude each other, by multipliers that show it."""
        at_most, equal = case
        lines = at_most + equal
        program = LinearProgram.read(
            [0] * self._game.n,
            [row for row, _ in lines],
            ["<="] * len(at_most) + ["="] * len(equal),
            [bound for _, bound in lines],
            lower=[None] * self._game.n,
        )
        answer = program.solve()
        return isinstance(answer, Infeasible) and answer.verify().holds

    def _start(self) -> Case:
        """What holds in all cases: v(N) is handed out, and no one gets less than alone."""
        n = self._game.n
        alone = [self._alone(i) for i in range(n)] if self._bounded else []
        return alone, [((1,) * n, exact(self._game.total))]

    def _region(self, case: Case) -> Polyhedron:
        at_most, equal = case
        return vertices(
            [row for row, _ in at_most] or [(0,) * self._game.n],
            [bound for _, bound in at_most] or [0],
            [row for row, _ in equal],
            [value for _, value in equal],
        )

    def _met(self, cases: Iterable[Case]) -> dict[Polyhedron, Case]:
        """The cases that can be met, one for each set of payoffs that meets some."""
        met = {}
        for case in cases:
            region = self._region(case)
            if not region.empty:
                met[replace(region, tight=())] = case
        return met

    def _cases(self, i: int, j: int) -> Iterator[Case]:
        """Which coalitions reach the two surpluses, and how these compare."""
        for_i, for_j = self._between(i, j), self._between(j, i)
        for one in for_i:
            reached = [self._above(one, other) for other in for_i if other != one]
            for other in for_j:
                most = [self._above(other, k) for k in for_j if k != other]
                yield reached + most, [self._above(one, other)]
            if self._bounded:
                yield reached + [self._above(one, k) for k in for_j], [self._alone(j)]
        if self._bounded:
            for one in for_j:
                over = [self._above(one, k) for k in (*for_j, *for_i) if k != one]
                yield over, [self._alone(i)]

    def _between(self, i: int, j: int) -> list[int]:
        """The coalitions with player i and without player j."""
        return [k for k in range(1 << self._game.n) if k >> i & 1 and not k >> j & 1]

    def _above(self, one: int, other: int) -> Line:
        """The excess of one coalition is at least that of another."""
        rows = Excesses(self._game).rows([one, other])
        bound = exact(self._game.value(one)) - exact(self._game.value(other))
        return tuple((rows[0] - rows[1]).tolist()), bound

    def _alone(self, i: int) -> Line:
        """A player gets at least as much as alone."""
        row = tuple(-int(i == k) for k in range(self._game.n))
        return row, -exact(self._game.value(1 << i))


def _reached(game: CoalitionalGame, x: tuple[Number, ...]) -> dict[tuple[int, int], set[int]]:
    """All the coalitions that reach the surplus of each player over each other one."""
    surplus = surpluses(game, x)
    excess = [
        game.value(k) - sum(v for i, v in enumerate(x) if k >> i & 1) for k in range(1 << game.n)
    ]
    return {
        (i, j): {
            k
            for k in range(1 << game.n)
            if k >> i & 1 and not k >> j & 1 and excess[k] >= surplus.values[i][j]
        }
        for i in range(game.n)
        for j in range(game.n)
        if i != j
    }


def _covers(piece: tuple[Point, ...], inner: tuple[Point, ...]) -> bool:
    """Whether all points of one list lie in the convex hull of the other."""
    return all(convex_weights(x, piece) is not None for x in inner)
