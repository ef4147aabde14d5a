"""Solving an infinite game: dominate, compare limits, or truncate and certify.

First the large numbers are dominated away, if one number dominates them. Then the limits of rows
and columns are compared: if they part, there is no value. At last truncations are solved, and
their strategies tested against all integers; as soon as both guarantee the same number it is the
value. A truncation's own value is never reported.
"""

from __future__ import annotations

from fractions import Fraction

from kibitz.core.explanation import Description, Explanation
from kibitz.core.method import method
from kibitz.core.numbers import show
from kibitz.core.verbs import describe, draw, explain
from kibitz.pictures import Picture
from kibitz.zero_sum.infinite.domination import InfiniteDomination, domination, why_no_domination
from kibitz.zero_sum.infinite.game import InfiniteGame
from kibitz.zero_sum.infinite.guarantee import Guarantee, column_guarantee, row_guarantee
from kibitz.zero_sum.infinite.solution import InfiniteSolution, NoValue, ValueBounds
from kibitz.zero_sum.infinite.strategy import FiniteMixture
from kibitz.zero_sum.infinite.truncation import truncation
from kibitz.zero_sum.strategies.mixture import Mixture

SIZES = (1, 2, 3, 4, 5, 6, 8, 12, 16, 24, 32, 48)
"""The truncations that are solved in search of strategies that hold against all integers."""


FINDS = "the value and optimal strategies, the proof that there is no value, or bounds"


@method(InfiniteGame, "auto", finds=FINDS, cost="same as the chosen method")
def solve_infinite(game: InfiniteGame) -> InfiniteSolution | NoValue | ValueBounds:
    """Its value with optimal strategies, the proof that it has none, or proved bounds.

    Parameters
    ----------
    game : InfiniteGame
        A game on the positive integers.

    Returns
    -------
    InfiniteSolution or NoValue or ValueBounds
        The value, the proof that there is none, or bounds.

    Examples
    --------
    >>> from kibitz.zero_sum.infinite.rules import silverman_on_integers
    >>> solve_infinite(silverman_on_integers("5/2")).value
    Fraction(0, 1)
    """
    return by_domination(game) or by_limits(game) or by_truncation(game)


@method(
    InfiniteGame,
    "domination",
    finds=FINDS,
    cost="one solve of the remaining matrix game",
    reference="Mendelsohn 1946; Ferguson II.4.7",
    applies=why_no_domination,
)
def by_domination(game: InfiniteGame) -> InfiniteSolution | None:
    """Solve the matrix game that domination leaves; None when it leaves infinitely many numbers.

    Parameters
    ----------
    game : InfiniteGame
        A game on the positive integers.

    Returns
    -------
    InfiniteSolution or None
        The value and optimal strategies; None when infinitely many numbers remain.

    References
    ----------
    Mendelsohn 1946; Ferguson II.4.7.
    """
    dominated = domination(game)
    if dominated is None:
        return None
    rows, columns = dominated.row_numbers, dominated.column_numbers
    rest = truncation(game, max(rows), max(columns))
    inner = rest.restrict([i - 1 for i in rows], [j - 1 for j in columns]).solve()
    assert isinstance(inner.value, Fraction)
    row, column = _named(inner.row, rows), _named(inner.column, columns)
    return InfiniteSolution(game, inner.value, row, column, _left(dominated), dominated)


def _why_no_limits(game: InfiniteGame) -> str | None:
    limits = game.rule.limits
    if limits is None:
        return "the limits of all rows and columns are not known"
    return "the limits of rows and columns leave no gap" if limits[0] >= limits[1] else None


@method(
    InfiniteGame,
    "limits",
    finds="the proof that there is no value",
    cost="a few payoffs",
    reference="Ferguson II.4.7",
    applies=_why_no_limits,
)
def by_limits(game: InfiniteGame) -> NoValue | None:
    """The proof that there is no value, when rows and columns tend to limits that part.

    Parameters
    ----------
    game : InfiniteGame
        A game on the positive integers.

    Returns
    -------
    NoValue or None
        The proof; None when the limits do not part or are not known.

    Notes
    -----
    Cost: a few payoffs.

    References
    ----------
    Ferguson II.4.7.
    """
    limits = game.rule.limits
    if limits is None or limits[0] >= limits[1]:
        return None
    row, column = _securing(game, *limits)
    if row.level != limits[0] or column.level != limits[1]:
        return None
    reasons = [
        f"against larger and larger numbers every row tends to {show(limits[0])} at most, so no "
        f"mixture of rows guarantees more",
        f"every column tends to {show(limits[1])} at least, so no mixture of columns concedes less",
    ]
    if game.rule.bounds is None:
        reasons.append(
            "the stakes are unbounded, so that mixtures of infinitely many numbers "
            "need not have an expected payoff; they are left out"
        )
    return NoValue(game, limits[0], limits[1], row, column, tuple(reasons))


@method(
    InfiniteGame,
    "truncation",
    finds="strategies of truncated games that hold against all integers, and what they guarantee",
    cost="a dozen linear programs, the largest of 48 rows",
)
def by_truncation(game: InfiniteGame) -> InfiniteSolution | ValueBounds:
    """Solve truncations until their strategies hold against all integers, or keep the best.

    Parameters
    ----------
    game : InfiniteGame
        A game on the positive integers.

    Returns
    -------
    InfiniteSolution or ValueBounds
        The value with strategies that hold against all integers, or bounds of it.

    Notes
    -----
    Cost: a dozen linear programs, the largest of 48 rows.
    """
    row, column = row_guarantee(game, 1), column_guarantee(game, 1)
    for size in SIZES:
        inner = truncation(game, size).solve()
        numbers = tuple(range(1, size + 1))
        mine = row_guarantee(game, _named(inner.row, numbers))
        theirs = column_guarantee(game, _named(inner.column, numbers))
        row = mine if mine.level > row.level else row
        column = theirs if theirs.level < column.level else column
        if row.level == column.level:
            method = f"truncation to 1..{size}, certified against all integers"
            level = row.level
            assert isinstance(level, Fraction)
            return InfiniteSolution(game, level, row.strategy, column.strategy, method)
    return ValueBounds(game, row, column, SIZES[-1])


def _securing(game: InfiniteGame, lower: Fraction, upper: Fraction) -> tuple[Guarantee, Guarantee]:
    """Pure strategies that secure the limits, among the first few numbers."""
    rows = [row_guarantee(game, k) for k in range(1, 9)]
    columns = [column_guarantee(game, k) for k in range(1, 9)]
    return (
        next((g for g in rows if g.level == lower), rows[0]),
        next((g for g in columns if g.level == upper), columns[0]),
    )


def _named(weights: Mixture, numbers: tuple[int, ...]) -> FiniteMixture:
    pairs = zip(numbers, weights, strict=True)
    return tuple((k, w) for k, w in pairs if isinstance(w, Fraction) and w > 0)


def _left(dominated: InfiniteDomination) -> str:
    names = _some(dominated.row_numbers)
    if dominated.row_numbers == dominated.column_numbers:
        only = f"the numbers {names} are" if len(dominated.row_numbers) > 1 else f"{names} is"
        return f"domination: only {only} worth naming"
    others = _some(dominated.column_numbers)
    return f"domination: only {names} for rows and {others} for columns are worth naming"


def _some(numbers: tuple[int, ...]) -> str:
    shown = numbers if len(numbers) <= 20 else (*numbers[:10], "…", numbers[-1])
    return ", ".join(map(str, shown))


@explain.register
def _(game: InfiniteGame, method: str = "auto") -> Explanation:
    return game.solve(method).explain()


@draw.register
def _(game: InfiniteGame) -> Picture:
    caption = f"{game.title or 'infinite game'}: the first 8 numbers of each player"
    return draw(truncation(game, 8)).with_caption(caption)


@describe.register
def _(game: InfiniteGame) -> Description:
    rule = game.rule
    facts = [("strategies", "the positive integers, for both players")]
    if rule.bounds is not None:
        facts.append(("payoffs", f"between {show(rule.bounds[0])} and {show(rule.bounds[1])}"))
    else:
        facts.append(("payoffs", "no bounds are known"))
    if rule.limits is not None:
        facts.append(
            (
                "limits",
                f"rows at most {show(rule.limits[0])}, columns at least {show(rule.limits[1])}",
            )
        )
    return Description(game.title or "Infinite game", tuple(facts))
