"""The inspection game: an inspector with few inspections, an act planned in one of many periods."""

from __future__ import annotations

from fractions import Fraction

from kibitz.core.errors import GameError
from kibitz.core.registry import named
from kibitz.core.spelling import count_of
from kibitz.games.zero_sum.build import whole, zero_sum
from kibitz.zero_sum.game import MatrixGame

MOST_STAGES = 10_000


@named("inspection", family="zero-sum")
def inspection(inspections: int = 1, periods: int = 3) -> MatrixGame:
    """First stage of the inspection game: m inspections, n periods, 1 if the act is caught.

    The payoffs of later stages are their values, found by backward induction; the value is
    min(1, m/n), the inspector inspects with probability m/n and the act comes with 1/n.

    Parameters
    ----------
    inspections : int, default 1
        The number of inspections.
    periods : int, default 3
        The number of periods.

    Returns
    -------
    MatrixGame
        The game.

    Examples
    --------
    >>> game = inspection(2, 5)
    >>> print(game.solve().value, *game.solve().row, *game.solve().column)
    2/5 2/5 3/5 1/5 4/5
    """
    m, n = whole(inspections, "inspections", 0), whole(periods, "periods", 1)
    later = inspection_values(m, n - 1)
    return _stage(m, n, later)


def inspection_values(inspections: int, periods: int) -> dict[tuple[int, int], Fraction]:
    """The value with m inspections and n periods left, for all m and n up to these.

    Each stage is a matrix game; cost O(mn).

    >>> print(inspection_values(2, 5)[2, 5])
    2/5
    """
    if inspections * periods > MOST_STAGES:
        raise GameError(
            f"inspection: {inspections * periods} stages are more than {MOST_STAGES}; "
            "the value is min(1, inspections/periods)"
        )
    values: dict[tuple[int, int], Fraction] = {}
    for n in range(1, periods + 1):
        for m in range(inspections + 1):
            values[m, n] = Fraction(_stage(m, n, values).solve().value)
    return values


def _stage(m: int, n: int, later: dict[tuple[int, int], Fraction]) -> MatrixGame:
    """In the last period the act can wait no longer; without inspections left none is made."""
    payoffs = [[Fraction(1)], [Fraction(0)]]
    if n > 1:
        payoffs[0].append(later[max(m - 1, 0), n - 1])
        payoffs[1].append(later[m, n - 1])
    rows, columns = ("inspect", "wait"), ("act", "wait")
    title = f"Inspection, {m} inspection{'s' if m != 1 else ''} in {count_of(n, 'period')}"
    kept = slice(None) if m else slice(1, None)
    return zero_sum(
        title, payoffs[kept], rows[kept], columns[: len(payoffs[0])], ("inspector", "inspectee")
    )
