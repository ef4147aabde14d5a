"""Stackelberg: the firms choose one after the other, and see what was chosen before.

Backward induction on continuous moves. The last one's reaction curve is put into the payoff of the
one before, whose reaction to the sum of all earlier moves is found in turn, exactly, with its
corners and jumps; the first one then maximizes a function of one variable. Quantities or prices,
any number of stages, as long as payoffs depend on one's own strategy and the sum of the others'.
Ferguson III.3.3.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from kibitz.algebra.expressions.piecewise import ring
from kibitz.algebra.expressions.tree import Expression, Symbol, expression
from kibitz.algebra.number_field import Element, NumberField
from kibitz.continuous.exact.payoff import Payoff
from kibitz.continuous.exact.reaction import Reaction, reaction
from kibitz.continuous.game import ContinuousGame
from kibitz.continuous.markets.any_number import MarketFamily, any_number_of_firms
from kibitz.continuous.markets.bertrand import Bertrand, bertrand
from kibitz.continuous.markets.cournot import Cournot, cournot
from kibitz.continuous.sequential.reply import Reply, select
from kibitz.core.errors import GameError
from kibitz.core.extension import extends
from kibitz.core.noun import Noun

if TYPE_CHECKING:
    from kibitz._types import SolveStackelberg

BEFORE = "s"
"""The sum of all moves made before, in the subgames of three stages and more."""


@dataclass(frozen=True, repr=False)
class Stackelberg(Noun):
    """A game on intervals whose players move in a given order.

    >>> game = stackelberg("17-Q", ["q+2", "3q+1"])
    >>> print(game.solve())
    Firm 1 leads: q1 = 9, q2 = 5/2; total 23/2, price 11/2, profits (77/2, 21/4)
      Firm 2 replies [0, 14]: (14-q1)/2, (14, ∞): 0
    found by backward induction
    """

    base: ContinuousGame
    order: tuple[int, ...]
    title: str = ""

    kind: ClassVar[str] = "continuous"
    model: ClassVar[str] = "stackelberg"
    usual_answer: ClassVar[str] = "stackelberg-solution"

    if TYPE_CHECKING:
        solve: ClassVar[SolveStackelberg]

    def __repr__(self) -> str:
        first = ", ".join(self.base.players[k] for k in self.order)
        return f"<{self.model}: {first} in order, in {self.base!r}>"

    def __str__(self) -> str:
        first = ", ".join(self.base.players[k] for k in self.order)
        return f"{self.base}\nthey move in the order {first}"

    def __post_init__(self) -> None:
        if sorted(self.order) != list(range(len(self.base.players))):
            raise GameError("the order must name every player once")
        if len(self.order) < 2:
            raise GameError("a leader needs a follower; for one firm use monopoly")

    @property
    def players(self) -> tuple[str, ...]:
        """The players in the order of their moves."""
        return tuple(self.base.players[k] for k in self.order)

    @property
    def variables(self) -> tuple[str, ...]:
        return tuple(self.base.variables[k] for k in self.order)

    @property
    def parameters(self) -> tuple[str, ...]:
        return self.base.parameters

    @property
    def exact(self) -> bool:
        """Whether answers are exact numbers or formulas, not enclosures."""
        return self.base.exact

    @property
    def prefer_low(self) -> bool:
        """At ties: do the earlier ones like a low reply?"""
        return not isinstance(self.base, Bertrand)

    def at(self, **values: Any) -> Stackelberg:
        """The same game with numbers for parameters.

        Parameters
        ----------
        **values : number
            A number for each parameter, by name.
        """
        return Stackelberg(self.base.at(**values), self.order, self.title)

    def simultaneous(self) -> ContinuousGame:
        """The same game with everyone choosing at once."""
        return self.base

    def __getstate__(self) -> dict[str, Any]:
        """Without what was computed on the way."""
        kept = {f.name for f in fields(self)} | {"made_by"}
        return {name: value for name, value in self.__dict__.items() if name in kept}

    @cached_property
    def stages(self) -> tuple[Stage, ...]:
        """The problem of each player, from the last to the first."""
        return tuple(_stages(self))

    @cached_property
    def last_reaction(self) -> Reaction:
        """What is best for the last player, whatever the moves before add up to."""
        return reaction(stage_problem(self, len(self.order) - 1, []), 0)


@dataclass(frozen=True)
class Stage:
    """One player's problem once all later replies are known.

    ``game`` is what it plays against the past: its own move, and the sum of all moves before as
    if a second player chose it. The leader's has one player.
    """

    place: int
    game: ContinuousGame
    reaction: Reaction | None
    reply: Reply | None

    def reply_to(self, over: NumberField, given: Element) -> Element | None:
        """The selected reply to the sum of the moves before, in the same field."""
        assert self.reply is not None
        past = self.game.variables[1]
        payoff = Payoff.of(self.reply.expression(Symbol(past)), ring([past]))
        return payoff.at(over, {past: given})


def _stages(game: Stackelberg) -> list[Stage]:
    found: list[Stage] = []
    last = len(game.order) - 1
    for place in range(last, -1, -1):
        problem = stage_problem(game, place, [s.reply for s in found])
        if place == 0:
            found.append(Stage(0, problem, None, None))
        else:
            reacts = game.last_reaction if place == last else reaction(problem, 0)
            found.append(Stage(place, problem, reacts, select(reacts, game.prefer_low)))
    return found


def stage_problem(game: Stackelberg, place: int, replies: Sequence[Reply | None]) -> ContinuousGame:
    """The game of one player against the past; ``replies`` of the later ones, the last first."""
    k = game.order[place]
    own = Symbol(game.base.variables[k])
    past = past_symbol(game, place)
    later = later_total(own if past is None else past + own, list(reversed(replies)))
    payoff = game.base.aggregate(k, own, later if past is None else past + later)
    name, interval = game.base.players[k], game.base.intervals[k]
    if past is None:
        return ContinuousGame((name,), (own.name,), (interval,), (payoff,))
    before = [game.base.intervals[j] for j in game.order[:place]]
    low = _sum([low for low, _ in before])
    high = _sum([high for _, high in before])
    return ContinuousGame(
        (name, "the moves before"),
        (own.name, past.name),
        (interval, (low, high)),
        (payoff, expression(0)),
    )


def past_symbol(game: Stackelberg, place: int) -> Symbol | None:
    """What stands for the sum of the earlier moves."""
    if place == 0:
        return None
    return Symbol(game.variables[0] if place == 1 else BEFORE)


def later_total(so_far: Expression, replies: Sequence[Reply | None]) -> Expression:
    """The sum of all later replies when the moves so far add up to this."""
    total: Expression = expression(0)
    for reply in replies:
        assert reply is not None
        move = reply.expression(so_far + total)
        total = total + move
    return total


def _sum(ends: Sequence[Fraction | None]) -> Fraction | None:
    total = Fraction(0)
    for end in ends:
        if end is None:
            return None
        total += end
    return total


@extends(MarketFamily)
def of_stackelberg(
    market: MarketFamily, demand: Expression, cost: Expression, firms: int
) -> Stackelberg:
    """The market of this many firms."""
    return stackelberg_of(cournot(demand, cost, firms, title=market.title))


@extends(Bertrand, Cournot)
def stackelberg_of(game: ContinuousGame, order: Sequence[Any] | None = None) -> Stackelberg:
    """A game on intervals, played in this order (as given when left out)."""
    places = range(len(game.players)) if order is None else [game.index(p) for p in order]
    return Stackelberg(game, tuple(places), game.title)


def stackelberg(
    demand: Any = None,
    costs: Any = 0,
    firms: int | str | None = None,
    *,
    prices: bool = False,
    order: Sequence[Any] | None = None,
    **options: Any,
) -> Stackelberg:
    """Firms that move one after the other: quantities, or with ``prices`` prices.

    Parameters
    ----------
    demand : str, callable, sequence or ContinuousGame, optional
        The demand, or a game on intervals.
    costs : number, str, callable or sequence, default 0
        One cost function for all firms, or one for each.
    firms : int or str, optional
        The number of firms, or a letter for it; two if omitted.
    prices : bool, default False
        Whether the firms choose prices rather than quantities.
    order : sequence, optional
        The firms in the order in which they move.
    **options : object
        Options of :func:`~kibitz.continuous.markets.cournot.cournot` or
        :func:`~kibitz.continuous.markets.bertrand.bertrand`.

    Returns
    -------
    Stackelberg
        The game; with a letter for the number of firms a
        :class:`~kibitz.continuous.markets.any_number.MarketFamily`.

    References
    ----------
    von Stackelberg 1934.

    Examples
    --------
    >>> [str(q) for q in stackelberg("17-Q", 1, firms=3).solve().quantities]
    ['8', '4', '2']
    >>> [str(p) for p in stackelberg(a=10, b=1, costs=2, prices=True).solve().prices]
    ['17', '29/2']
    """
    if isinstance(demand, ContinuousGame):
        return stackelberg_of(demand, order)
    if isinstance(firms, str) and not firms.strip().isdigit():
        others = {name for name in ("a", "b", "capacity", "players") if options.pop(name, None)}
        if options.pop("fixed", "sunk") != "sunk" or prices or order is not None or others:
            raise GameError(
                f"{firms} firms that move in turn choose quantities at one cost; give only the "
                f"demand and the cost, or a number for {firms}"
            )
        made: Any = any_number_of_firms("stackelberg", demand, costs, firms.strip(), **options)
        return made  # type: ignore[no-any-return]
    firms = int(firms) if isinstance(firms, str) else firms
    if prices:
        return stackelberg_of(bertrand(demand, costs, firms, **options), order)
    if demand is None:
        raise GameError("stackelberg needs a demand, such as '17-Q'; a= and b= are for prices=True")
    return stackelberg_of(cournot(demand, costs, firms, **options), order)
