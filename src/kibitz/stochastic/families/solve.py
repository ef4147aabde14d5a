"""Choosing how to solve a family of games."""

from __future__ import annotations

from typing import Any

from kibitz.core.errors import GameError
from kibitz.core.method import method
from kibitz.stochastic.families.bounds import slope
from kibitz.stochastic.families.closed_form import KNOWN, closed_form
from kibitz.stochastic.families.family import GameFamily, shifted_point
from kibitz.stochastic.families.ladder import solve_ladder
from kibitz.stochastic.families.solution import FamilySolution
from kibitz.stochastic.families.truncation import truncate
from kibitz.stochastic.methods.pivot import pivot

MOST_MEMBERS = 5000


@method(
    GameFamily,
    "auto",
    finds="the value of every member",
    cost="a matrix game for each member from the first one on",
)
def solve_family(family: GameFamily) -> FamilySolution:
    """Values for all n by the increments of a ladder, by recursion from the members that are
    given, or bounded by cutting the family off.

    Parameters
    ----------
    family : GameFamily
        A family of games.

    Returns
    -------
    FamilySolution
        The value of every member, by a formula, a recursion or bounds.

    Notes
    -----
    Cost: a matrix game for each member from the first one on.

    Examples
    --------
    >>> from kibitz.stochastic.families.family import game_family
    >>> inspection = game_family("G(n): 1, 0; 0, G(n-1) | G(1): 1", n=6)
    >>> print(solve_family(inspection).formula)
    1/n
    """
    solved = solve_ladder(family)
    if solved is not None:
        a = slope(family)
        assert a is not None
        values = tuple(shifted_point(x, a * family.n) for x in solved.value_list)
        return FamilySolution(
            family,
            values,
            tuple(map(tuple, solved.row_list)),
            tuple(map(tuple, solved.column_list)),
            "the increments, which do not depend on n",
            solved.bound,
            increments=solved,
        )
    if family.members and all(step < 0 for step in family.steps):
        return _by_recursion(family)
    return _cut_off(family)


def _by_recursion(family: GameFamily) -> FamilySolution:
    known: dict[tuple[str, int], Any] = {}
    for key, rows in family.members.items():
        known[key] = pivot([list(row) for row in rows]).value
    lowest = max(min(n for name, n in known if name == own) for own in {name for name, _ in known})
    far = max(family.n, lowest + KNOWN)
    if far - lowest > MOST_MEMBERS:
        raise GameError(f"n is {family.n:,}; the limit is {MOST_MEMBERS:,}")
    if family.n < lowest:
        raise GameError(f"n is {family.n}; the first member that is given has n = {lowest}")
    for n in range(lowest, far + 1):
        for name in family.names:
            if (name, n) not in known:
                missing = [
                    f"{to}({n + k})"
                    for row in family.rules[name]
                    for c in row
                    for to, k, _ in c.go
                    if (to, n + k) not in known
                ]
                if missing and n <= family.n:
                    raise GameError(f"{name}({n}) leads to {missing[0]}, which is not given")
                known[name, n] = pivot(family.cells(name, n, known)).value
    last = [pivot(_rows(family, name, known)) for name in family.names]
    formula = None
    if len(family.rules) == 1:
        (name,) = family.rules
        formula = closed_form(family, {n: x for (_, n), x in known.items() if n <= lowest + KNOWN})
    return FamilySolution(
        family,
        tuple(known[name, family.n] for name in family.names),
        tuple(tuple(one.row) for one in last),
        tuple(tuple(one.column) for one in last),
        "backward induction",
        closed=formula,
        known=known,
    )


def _rows(family: GameFamily, name: str, known: Any) -> list[list[Any]]:
    if (name, family.n) in family.members:
        return [list(row) for row in family.members[name, family.n]]
    return family.cells(name, family.n, known)


def _cut_off(family: GameFamily) -> FamilySolution:
    brackets, solved = truncate(family)
    _, low, high = brackets[-1]
    names = [f"{name}({family.n})" for name in family.names]
    values = tuple(float(solved.values[name]) for name in names)
    rows, columns = zip(*(_strategies(solved, name) for name in names), strict=True)
    return FamilySolution(
        family,
        ((low + high) / 2, *values[1:]),
        tuple(rows),
        tuple(columns),
        "cutting off with a low and a high end",
        max((high - low) / 2, 1e-12),
        brackets=brackets,
    )


def _strategies(solved: Any, name: str) -> tuple[tuple[float, ...], tuple[float, ...]]:
    if hasattr(solved, "strategies"):
        row, column = solved.strategies[name]
        return tuple(map(float, row)), tuple(map(float, column))
    s = solved.game.index(name)
    m, n = int(solved.game.table.rows[s]), int(solved.game.table.columns[s])
    best = int(solved.policy[s])
    row = tuple(float(n > 1 or i == best) for i in range(m))
    return row, tuple(float(n == 1 or j == best) for j in range(n))
