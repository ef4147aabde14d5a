"""The Weber set: averages of what players add when they arrive in some order.

It is the convex hull of the n! marginal vectors. The core lies in it (Weber, "Probabilistic values
for games", 1988), and is all of it just when the game is convex (Shapley 1971, Ichiishi 1981).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import permutations
from typing import Any

from kibitz.coalitional.conditions import up_to
from kibitz.coalitional.game import CoalitionalGame
from kibitz.coalitional.properties import is_convex
from kibitz.coalitional.sets.convex_hull import convex_weights
from kibitz.coalitional.solution import DefinedAnswer, read_exact, read_objects
from kibitz.core.errors import GameError
from kibitz.core.extension import call, extends
from kibitz.core.method import method
from kibitz.core.numbers import Number, common_denominator, exact, plain, show, show_all
from kibitz.core.spelling import count_of
from kibitz.linear.program import LinearProgram
from kibitz.linear.solution import Optimum
from kibitz.pictures import Picture

Point = tuple[Fraction, ...]
Order = tuple[int, ...]

MOST_LISTED = 7
MOST_PLAYERS = 12
SHOWN = 12


@dataclass(frozen=True)
class WeberSet(DefinedAnswer, kind="weber-set"):
    """The Weber set by its marginal vectors, each with one order of arrival that leads to it.

    >>> from kibitz import coalition
    >>> print(weber_set(coalition({"A,B": 2, "A,C": 4, "B,C": 6, "A,B,C": 7})))
    Weber set: the hull of 6 vertices
      (4, 3, 0)
      (2, 0, 5)
      (1, 6, 0)
      (1, 0, 6)
      (0, 3, 4)
      (0, 2, 5)
    the game is not convex, so it is larger than the core
    """

    game: CoalitionalGame
    marginal_vectors: tuple[tuple[Point, Order], ...]

    @cached_property
    def vertices(self) -> tuple[Point, ...]:
        """The marginal vectors that are not averages of others."""
        points = [x for x, _ in self.marginal_vectors]
        if self.is_core:
            return tuple(points)
        return tuple(x for x in points if convex_weights(x, [y for y in points if y != x]) is None)

    @property
    def is_core(self) -> bool:
        """Whether the core is all of it, that is, whether the game is convex."""
        return bool(is_convex(self.game))

    def __contains__(self, payoffs: object) -> bool:
        return bool(in_weber_set(self.game, payoffs))

    def draw(self) -> Picture:
        """In the imputation triangle for three players, in the tetrahedron for four."""
        return call(self.game, "draw_pieces", "Weber set", (self.vertices,))

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "method": self.method,
            "players": list(self.game.players),
            "marginal_vectors": [
                {
                    "order": [self.game.players[i] for i in order],
                    "payoffs": [plain(v) for v in x],
                }
                for x, order in self.marginal_vectors
            ],
            "is_core": self.is_core,
        }

    @classmethod
    def from_json(cls, game: CoalitionalGame, data: dict[str, Any]) -> WeberSet:
        vectors = read_objects(data, "marginal_vectors")
        return cls(game, tuple((read_exact(game, v), _read_order(game, v)) for v in vectors))

    def __str__(self) -> str:
        lines = [f"  {show_all(x)}" for x in self.vertices[:SHOWN]]
        if len(self.vertices) > SHOWN:
            lines.append(f"  and {len(self.vertices) - SHOWN} more")
        tail = "the game is convex, so it is the core"
        if not self.is_core:
            tail = "the game is not convex, so it is larger than the core"
        return "\n".join([f"Weber set: the hull of {len(self.vertices)} vertices", *lines, tail])


@dataclass(frozen=True)
class WeberMembership(DefinedAnswer, kind="weber-set-membership"):
    """Whether payoffs are an average of marginal vectors; if not, a direction that separates.

    >>> from kibitz import coalition
    >>> game = coalition({"A,B": 2, "A,C": 4, "B,C": 6, "A,B,C": 7})
    >>> bool(in_weber_set(game, [1, 2, 4])), bool(in_weber_set(game, [5, 1, 1]))
    (True, False)
    """

    game: CoalitionalGame
    payoffs: Point
    orders: tuple[tuple[Order, Fraction], ...]
    direction: Point | None

    def __bool__(self) -> bool:
        return self.direction is None

    def to_json(self) -> dict[str, Any]:
        players = self.game.players
        return {
            "kind": self.kind,
            "method": self.method,
            "players": list(players),
            "payoffs": [plain(x) for x in self.payoffs],
            "in_weber_set": bool(self),
            "orders": [
                {"order": [players[i] for i in order], "weight": plain(w)}
                for order, w in self.orders
            ],
            "direction": None if self.direction is None else [plain(x) for x in self.direction],
        }

    @classmethod
    def from_json(cls, game: CoalitionalGame, data: dict[str, Any]) -> WeberMembership:
        orders = tuple(
            (_read_order(game, given), exact(given.get("weight")))
            for given in read_objects(data, "orders")
        )
        outside = data.get("direction") is not None
        direction = read_exact(game, data, "direction") if outside else None
        return cls(game, read_exact(game, data), orders, direction)

    def __str__(self) -> str:
        if self.direction is not None:
            return f"{show_all(self.payoffs)} is not in the Weber set"
        terms = [
            f"{show(w)} {' '.join(self.game.players[i] for i in order)}" for order, w in self.orders
        ]
        return f"{show_all(self.payoffs)} is in the Weber set: {', '.join(terms)}"


@method(
    CoalitionalGame,
    "weber",
    finds="the Weber set",
    cost="O(n n!)",
    reference="Weber 1988",
    applies=up_to(MOST_LISTED),
    aliases=("weber-set",),
)
def weber_set(game: CoalitionalGame) -> WeberSet:
    """All marginal vectors, for up to 7 players: there are n! orders of arrival.

    Parameters
    ----------
    game : CoalitionalGame
        The game.

    Returns
    -------
    WeberSet
        The Weber set.

    Notes
    -----
    Cost: O(n n!).

    References
    ----------
    Weber 1988.
    """
    if game.n > MOST_LISTED:
        raise GameError(
            f"{game.n} players arrive in {count_of(math.factorial(game.n), 'order')}; "
            "marginal vectors are "
            f"listed for at most {MOST_LISTED} players, membership is tested for more"
        )
    rational = game.rational()
    order_of: dict[Point, Order] = {}
    for order in permutations(range(game.n)):
        order_of.setdefault(marginal_vector(rational, order), order)
    return WeberSet(game, tuple(sorted(order_of.items(), reverse=True)))


def marginal_vector(game: CoalitionalGame, order: Order) -> Point:
    """What every player adds, arriving in this order, in exact numbers.

    Parameters
    ----------
    game : CoalitionalGame
        The game.
    order : Order
        The players by name, in the order in which they arrive.

    Returns
    -------
    Point
        One payoff for each player.

    Examples
    --------
    >>> from kibitz import coalition
    >>> marginal_vector(coalition({"1": 1, "2": 3, "1,2": 6}), (1, 0))
    (Fraction(3, 1), Fraction(3, 1))
    """
    added = [Fraction(0)] * game.n
    mask, before = 0, Fraction(0)
    for i in order:
        mask |= 1 << i
        worth = exact(game.value(mask))
        added[i] = worth - before
        before = worth
    return tuple(added)


@extends(CoalitionalGame)
@method(
    CoalitionalGame,
    "weber-membership",
    finds="whether payoffs are in the Weber set",
    cost="linear programs, each with O(n 2^n) further operations",
    reference="Weber 1988",
    applies=up_to(MOST_PLAYERS),
)
def in_weber_set(game: CoalitionalGame, payoffs: Any) -> WeberMembership:
    """Test payoffs for the Weber set, for up to 12 players, without listing all orders.

    A direction that separates the point from the marginal vectors known so far is sought by a
    linear program; the order that goes furthest in it is found coalition by coalition, in n 2^n
    steps, and joins the list, until the point is an average of the list or is proved outside.

    Parameters
    ----------
    game : CoalitionalGame
        The game.
    payoffs : sequence of numbers or mapping
        One payoff for each player, in order or by name.

    Returns
    -------
    WeberMembership
        Whether they are, as a mixture of marginal vectors or with a separating direction.

    Notes
    -----
    Cost: linear programs, each with O(n 2^n) further operations.

    References
    ----------
    Weber 1988.
    """
    if game.n > MOST_PLAYERS:
        raise GameError(
            f"{count_of(game.n, 'player')}: the Weber set is tested for at most "
            f"{MOST_PLAYERS} players"
        )
    rational = game.rational()
    x: Point = tuple(map(exact, game.payoffs(payoffs)))
    orders = [tuple(range(game.n)), tuple(reversed(range(game.n)))]
    while True:
        known = [marginal_vector(rational, order) for order in orders]
        optimum = _separating(x, known)
        if optimum.value == 0:
            weights = zip(orders, map(exact, optimum.dual), strict=True)
            return WeberMembership(game, x, tuple((o, w) for o, w in weights if w), None)
        direction = tuple(map(exact, optimum.x[: game.n]))
        most, order = best_order(rational, direction)
        if sum(a * b for a, b in zip(direction, x, strict=True)) > most:
            return WeberMembership(game, x, (), direction)
        orders.append(order)


def _separating(x: Point, known: Sequence[Point]) -> Optimum:
    """The direction, in a box, in which x is furthest out beyond all the points known."""
    n = len(x)
    program = LinearProgram.read(
        [*x, -1],
        [[*p, -1] for p in known],
        "<=",
        [0] * len(known),
        lower=[-1] * n + [None],
        upper=[1] * n + [None],
    )
    answer = program.solve()
    assert isinstance(answer, Optimum), "the box bounds the direction"
    return answer


def best_order(game: CoalitionalGame, direction: Sequence[Number]) -> tuple[Fraction, Order]:
    """The greatest product of a direction with a marginal vector, and an order that reaches it.

    The best order for a coalition ends with one of its members: n 2^n steps in all.

    >>> from kibitz import coalition
    >>> best_order(coalition({"1": 1, "2": 3, "1,2": 6}), (1, 0))
    (Fraction(3, 1), (1, 0))
    """
    parts, scale = common_denominator(map(exact, direction))
    worths = game.worths.array.tolist()
    best = [0] * len(worths)
    last = [0] * len(worths)
    for mask in range(1, len(worths)):
        choices = []
        rest = mask
        while rest:
            low = rest & -rest
            i = low.bit_length() - 1
            before = mask ^ low
            choices.append((best[before] + parts[i] * (worths[mask] - worths[before]), i))
            rest ^= low
        best[mask], last[mask] = max(choices)
    order = []
    mask = game.grand
    while mask:
        order.append(last[mask])
        mask ^= 1 << last[mask]
    return Fraction(best[game.grand], scale * game.worths.denominator), tuple(reversed(order))


def _read_order(game: CoalitionalGame, data: dict[str, Any]) -> Order:
    given = data.get("order")
    order = tuple(game.position(p) for p in given) if isinstance(given, list) else ()
    if sorted(order) != list(range(game.n)):
        raise GameError("order: it must name every player once")
    return order
