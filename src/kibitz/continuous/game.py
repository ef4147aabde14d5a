"""The noun: players who each choose a number from an interval, and their payoffs."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from kibitz.algebra.expressions.piecewise import NotRational, ring
from kibitz.algebra.expressions.read import read_expression
from kibitz.algebra.expressions.trace import trace
from kibitz.algebra.expressions.tree import Expression
from kibitz.algebra.number_field import Element, NumberField
from kibitz.continuous.exact.payoff import Payoff, Slice
from kibitz.continuous.markets.market import by_player
from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.extension import call
from kibitz.core.noun import Noun
from kibitz.core.numbers import exact, show
from kibitz.core.players import which_player
from kibitz.core.spelling import count_of

if TYPE_CHECKING:
    from kibitz._types import SolveContinuousGame
    from kibitz.continuous.exact.best_response import BestResponse
    from kibitz.continuous.exact.dominance import IntervalElimination
    from kibitz.continuous.exact.reaction import Reaction
    from kibitz.continuous.solution import EquilibriumSet

Interval = tuple[Fraction | None, Fraction | None]
"""A closed interval; None is infinity."""

MOST_PLAYERS = 60
_NAME = re.compile(r"[A-Za-z_][A-Za-z_0-9]*")
_RANGE = re.compile(
    r"\s*[\[(]?\s*([^,;\[\]()]+?)\s*(?:,|;|\.\.|:| to )\s*([^,;\[\]()]+?)\s*[\])]?\s*"
)
_INFINITE = {"inf", "infinity", "oo", "∞", "+inf", "+oo", "+∞", "-inf", "-infinity", "-oo", "-∞"}


@dataclass(frozen=True)
class ContinuousGame(Noun):
    """Players, the variable each one chooses, its interval, and a payoff for each.

    >>> game = continuous_game(["x(6-x-y)", "y(6-x-y)"], [(0, 6), (0, 6)])
    >>> game.payoff(x=1, y=2)
    (Fraction(3, 1), Fraction(6, 1))
    >>> [str(x) for x in game.solve().strategies]
    ['2', '2']
    """

    players: tuple[str, ...]
    variables: tuple[str, ...]
    intervals: tuple[Interval, ...]
    payoffs: tuple[Expression, ...]
    title: str = ""

    kind: ClassVar[str] = "continuous"
    usual_answer: ClassVar[str] = "continuous-equilibria"
    model: ClassVar[str] = "game"
    strategy_word: ClassVar[str] = "strategies"
    payoff_word: ClassVar[str] = "payoffs"

    if TYPE_CHECKING:
        solve: ClassVar[SolveContinuousGame]

    def __post_init__(self) -> None:
        n = len(self.players)
        if n < 1:
            raise GameError("a game needs at least one player")
        if n > MOST_PLAYERS:
            raise GameError(f"{count_of(n, 'player')}; at most {MOST_PLAYERS} are handled")
        for what, given in (
            ("variables", self.variables),
            ("intervals", self.intervals),
            ("payoffs", self.payoffs),
        ):
            if len(given) != n:
                raise GameError(
                    f"{len(given)} {what} for {count_of(n, 'player')}; there must be one for each"
                )
        for what, names in (("player", self.players), ("variable", self.variables)):
            twice = next((x for x in names if names.count(x) > 1), None)
            if twice is not None:
                raise GameError(f"the {what} {twice!r} is used twice; names must differ")
        for player, (low, high) in zip(self.players, self.intervals, strict=True):
            if low is not None and high is not None and low > high:
                raise GameError(
                    f"the interval of {player} runs from {show(low)} down to {show(high)}; "
                    "its low end comes first"
                )

    @cached_property
    def parameters(self) -> tuple[str, ...]:
        """Names that occur in payoffs and are not strategies."""
        names = frozenset().union(*(u.symbols for u in self.payoffs))
        return tuple(sorted(names - set(self.variables)))

    def at(self, **values: Any) -> ContinuousGame:
        """The same game with numbers for parameters.

        Parameters
        ----------
        **values : number
            A number for each parameter, by name.

        Examples
        --------
        >>> game = continuous_game("x(a-x)", variables=["x"])
        >>> print(game.at(a=6).solve().strategies[0])
        3
        """
        read = _parameter_values(self.parameters, values)
        return replace(self, payoffs=tuple(u.substitute(read) for u in self.payoffs))

    def require_numbers(self) -> None:
        """Refuse when a parameter has no value yet."""
        if self.parameters:
            names = ", ".join(self.parameters)
            raise GameError(f"give {names} a value first, such as {self.parameters[0]}=1")

    @cached_property
    def known_reactions(self) -> dict[int, Reaction]:
        """The reaction curves that have been computed, by player."""
        return {}

    @cached_property
    def cut_payoffs(self) -> tuple[Payoff, ...] | None:
        """The payoffs in pieces, or None when exp, log or sqrt occur."""
        self.require_numbers()
        context = ring(self.variables)
        try:
            return tuple(Payoff.of(u, context) for u in self.payoffs)
        except NotRational:
            return None

    @property
    def algebraic(self) -> bool:
        """Are all payoffs piecewise rational, so that everything can be decided exactly?"""
        return self.cut_payoffs is not None

    def index(self, player: Any) -> int:
        """The position of a player, given by name, by variable, or by position from 0.

        Parameters
        ----------
        player : str or int
            The player.
        """
        if player in self.variables:
            return self.variables.index(player)
        return which_player(player, self.players)

    def slice(self, i: int, field: NumberField, profile: Sequence[Element]) -> Slice:
        """Player i's payoff as a function of that player's own strategy.

        Parameters
        ----------
        i : int
            The position of the player, from 0.
        field : NumberField
            The number field of the others' strategies.
        profile : sequence of Element
            A strategy of each player in this field; that of player i does not count.
        """
        assert self.cut_payoffs is not None
        others = {
            name: x
            for k, (name, x) in enumerate(zip(self.variables, profile, strict=True))
            if k != i
        }
        return Slice.of(self.cut_payoffs[i], self.variables[i], self.intervals[i], field, others)

    def payoff(self, *profile: Any, **named: Any) -> tuple[Any, ...]:
        """What each player receives at a profile; exact for rational strategies.

        Parameters
        ----------
        *profile : number
            A strategy of each player, in order; or one list or mapping of all.
        **named : number
            Strategies by the name of the variable.

        Returns
        -------
        tuple
            A payoff for each player.
        """
        read = self.read_profile(*profile, **named)
        if self.cut_payoffs is None:
            values = {n: float(x) for n, x in zip(self.variables, read, strict=True)}
            return tuple(u.at_float(values) for u in self.payoffs)
        field = NumberField(Fraction(0))
        point = {n: field.number(x) for n, x in zip(self.variables, read, strict=True)}
        return tuple(field.point(u.at(field, point)) for u in self.cut_payoffs)

    def read_profile(self, *profile: Any, **named: Any) -> tuple[Fraction, ...]:
        """A strategy of each player: in order, by name, or as one list or dictionary.

        Parameters
        ----------
        *profile : number
            A strategy of each player, in order; or one list or mapping of all.
        **named : number
            Strategies by the name of the variable.

        Returns
        -------
        tuple of Fraction
            The strategies; one that is missing or outside its interval is refused.
        """
        if len(profile) == 1 and isinstance(profile[0], Mapping):
            named, profile = {**profile[0], **named}, ()
        elif (
            len(profile) == 1
            and not isinstance(profile[0], str)
            and hasattr(profile[0], "__iter__")
        ):
            profile = tuple(profile[0])
        given: dict[int, Any] = dict(enumerate(profile))
        for name, value in named.items():
            given[self.index(name)] = value
        if sorted(given) != list(range(len(self.players))):
            raise GameError(
                f"{count_of(len(given), 'strategy')} for "
                f"{count_of(len(self.players), 'player')}; give one for each of "
                + ", ".join(self.variables)
            )
        read = []
        for k, (low, high) in enumerate(self.intervals):
            x = exact(given[k], self.variables[k])
            if (low is not None and x < low) or (high is not None and x > high):
                raise GameError(
                    f"{self.variables[k]} = {show(x)} is not in {interval_text((low, high))}"
                )
            read.append(x)
        return tuple(read)

    def formulas(self) -> dict[str, Any]:
        """What else is worth knowing at a profile, as formulas of the strategies."""
        return {}

    def search_intervals(self) -> tuple[Interval, ...]:
        """The tightest known bounds on best responses."""
        return self.intervals

    def leader_intervals(self) -> tuple[Interval, ...]:
        """Where best moves of players whom others answer can be."""
        return self.search_intervals()

    def ceilings(self) -> tuple[Expression | None, ...]:
        """Functions of one's own strategy alone that no payoff exceeds, where they are of use."""
        return (None,) * len(self.players)

    def idle_remark(self) -> str:
        """Words for equilibria that leave everyone with nothing at the far ends; mostly none."""
        return ""

    def aggregate(self, k: int, own: Expression, rest: Expression) -> Expression:
        """Player k's payoff from the player's own strategy and the sum of all others'.

        Parameters
        ----------
        k : int
            The position of the player, from 0.
        own : Expression
            The player's own strategy.
        rest : Expression
            The sum of the strategies of all others.
        """
        if len(self.players) > 2:
            raise GameError("the payoffs do not depend on a sum of strategies")
        places = {self.variables[k]: own}
        if len(self.players) == 2:
            places[self.variables[1 - k]] = rest
        return self.payoffs[k].substitute(places)

    @property
    def exact(self) -> bool:
        """Whether answers are exact numbers or formulas, not enclosures."""
        return bool(self.parameters) or self.algebraic

    def equilibria(self) -> EquilibriumSet:
        """All pure equilibria."""
        return call(self, "equilibria")

    def best_response(self, player: Any, *others: Any, **named: Any) -> BestResponse:
        """What is best for a player when all others stand.

        Parameters
        ----------
        player : str or int
            The player, by name, by variable, or by position from 0.
        *others : number
            The strategies of the others, in order.
        **named : number
            The strategies of the others, by name.

        Returns
        -------
        BestResponse
            All best responses, and the payoff.
        """
        return call(self, "best_response", player, *others, **named)

    def reaction(self, player: Any = 1) -> Reaction:
        """The best responses of a player of a two-person game to everything the other can do.

        Parameters
        ----------
        player : str or int, default 1
            The player, by name, by variable, or by position from 0.
        """
        return call(self, "reaction", self.index(player))

    def eliminate(self, rounds: int = 20) -> IntervalElimination:
        """Cut off strategies that are strictly dominated, again and again.

        Parameters
        ----------
        rounds : int, default 20
            The largest number of rounds.
        """
        return call(self, "eliminate", rounds)

    def __getstate__(self) -> dict[str, Any]:
        """Without what was computed on the way: polynomials of FLINT do not pickle."""
        kept = {f.name for f in fields(self)} | {"made_by"}
        return {name: value for name, value in self.__dict__.items() if name in kept}

    def __repr__(self) -> str:
        called = f" {self.title!r}" if self.title else ""
        return f"<{self.model}{called}: {', '.join(self.variables)}>"

    def __str__(self) -> str:
        lines = [self.title or repr(self)]
        every = zip(self.players, self.variables, self.intervals, self.payoffs, strict=True)
        for player, variable, (low, high), payoff in every:
            left = "(-∞" if low is None else f"[{show(low)}"
            right = "∞)" if high is None else f"{show(high)}]"
            lines.append(f"{player} chooses {variable} in {left}, {right} and gets {payoff}")
        return "\n".join(lines)


def continuous_game(
    payoffs: Any,
    intervals: Any = (0, None),
    variables: Sequence[str] | str | None = None,
    players: Sequence[str] | None = None,
    parameters: Mapping[str, Any] | None = None,
    title: str = "",
) -> ContinuousGame:
    """Build a game from formulas or Python functions of all strategies, one for each player.

    Parameters
    ----------
    payoffs : sequence or mapping of str or callable
        One payoff function for each player, in order or by name.
    intervals : pair or sequence of pairs, default (0, None)
        One interval for all players, or one for each; None or ``"inf"`` for infinity.
    variables : sequence of str or str, optional
        What the players choose; found in the formulas if omitted.
    players : sequence of str, optional
        Names of the players.
    parameters : Mapping[str, Any], optional
        Values of parameters, by name; the others stay symbolic.
    title : str, optional
        A title for output.

    Returns
    -------
    ContinuousGame
        The game.

    Examples
    --------
    >>> game = continuous_game({"A": "x*y - x^2", "B": lambda x, y: y - x*y}, "[0, 1]")
    >>> game.variables, [str(x) for x in game.solve().strategies]
    (('x', 'y'), ['1/2', '1'])
    """
    payoffs, players = by_player(payoffs, players)
    given = _payoff_list(payoffs)
    names = tuple(map(str, players or range(1, len(given) + 1)))
    letters = _variables(given, variables)
    read = tuple(
        trace(u, letters, f"payoff of {name}")
        if callable(u) and not isinstance(u, Expression)
        else read_expression(u, where=f"payoff of {name}")
        for name, u in zip(names, given, strict=False)
    )
    if parameters:
        known = sorted(frozenset().union(*(u.symbols for u in read)) - set(letters))
        values = _parameter_values(known, parameters)
        read = tuple(u.substitute(values) for u in read)
    ranges = read_intervals(intervals, letters)
    return ContinuousGame(names, letters, ranges, read, title)


def _payoff_list(payoffs: Any) -> list[Any]:
    if isinstance(payoffs, str) or callable(payoffs) or not hasattr(payoffs, "__iter__"):
        return [payoffs]
    return list(payoffs)


def _variables(payoffs: Sequence[Any], given: Sequence[str] | str | None) -> tuple[str, ...]:
    if given is not None:
        names = given.replace(",", " ").split() if isinstance(given, str) else list(given)
        for name in names:
            if not isinstance(name, str) or not _NAME.fullmatch(name):
                raise GameError(f"{name!r} cannot be a variable; write letters such as x or q1")
        return tuple(names)
    import inspect

    for u in payoffs:
        if callable(u) and not isinstance(u, Expression):
            return tuple(inspect.signature(u).parameters)
    found = sorted(frozenset().union(*(read_expression(u).symbols for u in payoffs)))
    if len(found) != len(payoffs):
        raise GameError(
            f"the payoffs contain {count_of(len(found), 'name')} ({', '.join(found)}) for "
            f"{len(payoffs)} "
            "players; say which of them are strategies, as in variables=['x', 'y']"
        )
    return tuple(found)


def read_intervals(given: Any, variables: Sequence[str]) -> tuple[Interval, ...]:
    """Intervals from one pair for all, a list of pairs, or a dictionary by variable."""
    if isinstance(given, Mapping):
        strange = [k for k in given if k not in variables]
        if strange:
            raise GameError(
                f"unknown variable {strange[0]!r}{did_you_mean(str(strange[0]), variables)}"
            )
        return tuple(read_interval(given.get(v, (0, None)), v) for v in variables)
    if isinstance(given, str) or (
        isinstance(given, (list, tuple))
        and len(given) == 2
        and all(
            x is None
            or isinstance(x, (int, float, Fraction))
            or (isinstance(x, str) and not _RANGE.fullmatch(x))
            for x in given
        )
    ):
        return tuple(read_interval(given, v) for v in variables)
    pairs = list(given)
    if len(pairs) != len(variables):
        raise GameError(
            f"{count_of(len(pairs), 'interval')} for "
            f"{count_of(len(variables), 'player')}; give one for each"
        )
    return tuple(read_interval(pair, v) for pair, v in zip(pairs, variables, strict=True))


def read_interval(given: Any, where: str) -> Interval:
    """One interval: a pair, or text such as ``"[0, 1]"``, ``"0..inf"``."""
    if isinstance(given, str):
        found = _RANGE.fullmatch(given)
        if found is None:
            raise GameError(f"{where}: {given!r} is not an interval; write [0, 1] or 0..inf")
        given = found.groups()
    try:
        low, high = given
    except (TypeError, ValueError):
        raise GameError(
            f"{where}: {given!r} is not an interval; write a pair such as (0, 1)"
        ) from None
    return _end(low, where), _end(high, where)


def _end(x: Any, where: str) -> Fraction | None:
    if x is None or str(x).strip().lower() in _INFINITE:
        return None
    return exact(x, f"{where}: the end of its interval")


def interval_text(interval: Interval) -> str:
    """Write an interval.

    >>> interval_text((Fraction(0), None))
    '[0, ∞)'
    """
    low, high = interval
    left = "(-∞" if low is None else f"[{show(low)}"
    return f"{left}, " + ("∞)" if high is None else f"{show(high)}]")


def _parameter_values(known: Sequence[str], values: Mapping[str, Any]) -> dict[str, Fraction]:
    for name in values:
        if name not in known:
            raise GameError(f"unknown parameter {name!r}{did_you_mean(name, known)}")
    return {name: exact(value, name) for name, value in values.items()}
