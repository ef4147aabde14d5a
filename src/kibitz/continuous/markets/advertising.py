"""Contests: a prize is shared in proportion to what everyone spends. Ferguson III.3.5, 7."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, ClassVar

from kibitz.algebra.expressions.cases import Comparison, choice
from kibitz.algebra.expressions.derivative import differentiate
from kibitz.algebra.expressions.read import read_expression
from kibitz.algebra.expressions.tree import ZERO, Constant, Expression, Symbol, expression
from kibitz.continuous.game import ContinuousGame
from kibitz.continuous.markets.any_number import MarketFamily, any_number_of_firms
from kibitz.continuous.markets.market import MOST_FIRMS, by_player, firm_names, with_values
from kibitz.core.errors import GameError
from kibitz.core.extension import extends
from kibitz.core.numbers import show
from kibitz.core.spelling import count_of, parted


@dataclass(frozen=True, repr=False)
class Contest(ContinuousGame):
    """Firms spend x on advertising, at a cost each per unit, for shares of a prize.

    Where no one spends anything the prize is shared equally, so payoffs jump there.

    >>> print(advertising(9, [1, 2]).solve())
    1 pure equilibrium
      x1 = 2, x2 = 1; payoffs (4, 1)
    found by the crossings of the reaction curves
    >>> [str(x) for x in advertising("V", ["c1", "c2"]).solve().strategies]
    ['V*c2/(c1 + c2)^2', 'V*c1/(c1 + c2)^2']
    """

    prize: Expression = field(default_factory=lambda: expression(0))
    costs: tuple[Expression, ...] = ()

    model: ClassVar[str] = "advertising"

    def aggregate(self, k: int, own: Expression, rest: Expression) -> Expression:
        """What firm k gets by spending ``own`` when all others spend ``rest`` together."""
        share = choice(
            Comparison(own + rest, ">", Constant(Fraction(0))),
            self.prize * own / (own + rest),
            self.prize / len(self.players),
        )
        return share - self.costs[k] * own

    def at(self, **values: Any) -> Contest:
        """The same contest with numbers for parameters."""
        prize, *costs = with_values([self.prize, *self.costs], [], values)
        _positive(prize, costs)
        return replace(
            self,
            prize=prize,
            costs=tuple(costs),
            payoffs=tuple(u.substitute(values) for u in self.payoffs),
        )


def advertising(
    prize: Any = "V",
    costs: Any = 1,
    firms: int | str | None = None,
    *,
    players: Sequence[str] | None = None,
    parameters: Mapping[str, Any] | None = None,
    title: str = "",
) -> Contest:
    """A contest for a prize; each firm wins in proportion to what it spends.

    Parameters
    ----------
    prize : number or str, default "V"
        The prize.
    costs : number, str, callable or sequence, default 1
        One cost for all, or one for each: per unit, or a function of x.
    firms : int or str, optional
        The number of firms, or a letter for it; two if omitted.
    players : sequence of str, optional
        Names of the players.
    parameters : Mapping[str, Any], optional
        Values of parameters, by name; the others stay symbolic.
    title : str, optional
        A title for output.

    Returns
    -------
    Contest
        The game; with a letter for the number of firms a
        :class:`~kibitz.continuous.markets.any_number.MarketFamily`.

    References
    ----------
    Tullock 1980.

    Examples
    --------
    >>> advertising(9, ["x", "2*y"]) == advertising(9, [1, 2])
    True
    """
    if isinstance(firms, str) and not firms.strip().isdigit():
        made_of: Any = _of_letter(prize, costs, firms.strip(), players, parameters, title)
        return made_of  # type: ignore[no-any-return]
    firms = int(firms) if isinstance(firms, str) else firms
    costs, players = by_player(costs, players)
    single = isinstance(costs, (str, Expression)) or not hasattr(costs, "__iter__")
    given = parted(costs) if isinstance(costs, str) else [costs] if single else list(costs)
    n = firms if firms is not None else (2 if len(given) == 1 else len(given))
    if isinstance(n, bool) or not isinstance(n, int) or n < 2 or n > MOST_FIRMS:
        raise GameError(f"{n!r} firms; a contest has 2 to {MOST_FIRMS}")
    given = given * n if len(given) == 1 else given
    if len(given) != n:
        raise GameError(
            f"{count_of(len(given), 'cost')} for {count_of(n, 'firm')}; give one "
            "for all or one for each"
        )
    value = read_expression(prize, where="prize")
    read = [read_expression(c, where=f"cost of firm {k}") for k, c in enumerate(given, 1)]
    made = [_per_unit(c, k) for k, c in enumerate(read, 1)]
    value, *made = with_values([value, *made], [], parameters)
    _positive(value, made)
    variables = tuple(f"x{k}" for k in range(1, n + 1))
    bare = Contest(
        firm_names(players, n),
        variables,
        tuple((Fraction(0), None) for _ in variables),
        tuple(expression(0) for _ in variables),
        title,
        value,
        tuple(made),
    )
    symbols: list[Expression] = [Symbol(v) for v in variables]
    payoffs = []
    for k, own in enumerate(symbols):
        rest: Expression = expression(0)
        for other in symbols[:k] + symbols[k + 1 :]:
            rest = rest + other
        payoffs.append(bare.aggregate(k, own, rest))
    return replace(bare, payoffs=tuple(payoffs))


def _of_letter(
    prize: Any,
    costs: Any,
    letter: str,
    players: Sequence[str] | None,
    parameters: Mapping[str, Any] | None,
    title: str,
) -> MarketFamily:
    if players is not None:
        raise GameError(f"{letter} firms have no names; leave out players")
    family = any_number_of_firms(
        "advertising", prize, costs, letter, parameters=parameters, title=title
    )
    unit = _per_unit(family.cost, 1)
    _positive(family.demand, [unit])
    return replace(family, cost=unit)


@extends(MarketFamily)
def of_advertising(
    market: MarketFamily, demand: Expression, cost: Expression, firms: int
) -> Contest:
    """The contest of this many firms."""
    return advertising(demand, cost, firms, title=market.title)


def _per_unit(cost: Expression, k: int) -> Expression:
    """What a unit costs firm k, where the cost may be written in terms of what the firm spends."""
    spent = sorted({"x", "y", f"x{k}", f"y{k}"} & cost.symbols)
    if not spent:
        return cost
    unit = differentiate(cost, spent[0])
    if len(spent) > 1 or spent[0] in unit.symbols or cost.substitute({spent[0]: 0}) != ZERO:
        raise GameError(
            f"the cost of firm {k} is {cost}; it must be proportional to {spent[0]}, such as 2*x, "
            "or what a unit costs"
        )
    return unit


def _positive(prize: Expression, costs: Sequence[Expression]) -> None:
    if isinstance(prize, Constant) and prize.value <= 0:
        raise GameError(f"the prize is {show(prize.value)}; it must be positive")
    for k, c in enumerate(costs, 1):
        if isinstance(c, Constant) and c.value <= 0:
            raise GameError(
                f"the cost of firm {k} is {show(c.value)} per unit; it must be positive, or "
                "spending would have no limit"
            )
