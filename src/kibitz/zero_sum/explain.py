"""Derivations on the blackboard, from the working of the method that was really run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from kibitz.core.explanation import Explanation, Step, Table
from kibitz.core.extension import extends
from kibitz.core.numbers import Number, magnitude, show, show_all
from kibitz.core.spelling import count_of
from kibitz.core.verbs import Verb, explain
from kibitz.linear.solution import Optimum
from kibitz.linear.tableau import PivotTrace
from kibitz.zero_sum.explanations.dominance import elimination_steps
from kibitz.zero_sum.game import MatrixGame
from kibitz.zero_sum.methods.diagonal import DiagonalWorking
from kibitz.zero_sum.methods.graphical import Graph
from kibitz.zero_sum.methods.invariance import InvarianceWorking
from kibitz.zero_sum.methods.kernel import Kernel
from kibitz.zero_sum.methods.magic_square import ConstantSums
from kibitz.zero_sum.methods.saddle_point import SaddleWorking, pure_values
from kibitz.zero_sum.methods.simplex import Basis
from kibitz.zero_sum.methods.symmetric import SymmetricWorking
from kibitz.zero_sum.methods.triangular import TriangularWorking
from kibitz.zero_sum.methods.two_by_two import TwoByTwoWorking
from kibitz.zero_sum.pictures.graph import draw_graph
from kibitz.zero_sum.show import payoff_table
from kibitz.zero_sum.solution import MatrixSolution
from kibitz.zero_sum.solve import DominanceWorking, RoundedWorking
from kibitz.zero_sum.strategies.expected_payoff import product
from kibitz.zero_sum.strategies.mixture import Mixture, support

MOST_TABLEAUX = 12
MOST_TERMS = 12


@explain.register
def _(game: MatrixGame, method: str = "auto", exact: bool | None = None) -> Explanation:
    return explain_solution(game.solve(method=method, exact=exact))


@extends(MatrixSolution)
def explain_solution(solution: MatrixSolution) -> Explanation:
    """The game, the steps of its method, and the check of the answer.

    Parameters
    ----------
    solution : MatrixSolution
        The solution to show.

    Returns
    -------
    Explanation
        The derivation, step by step.
    """
    game = solution.game
    m, n = game.shape
    first, second = game.players
    who = f"{first} chooses a row, {second} a column; "
    if game.total:
        who += f"{first} receives the entry, {second} the rest of {show(game.total)}."
    else:
        who += f"{second} pays the entry."
    start = Step(f"The game, {m} x {n}", who, payoff_table(game))
    steps = (
        start,
        *_saddle_search(solution),
        *steps_of(solution.working, solution),
        _check(solution),
    )
    return Explanation(game.title or "A matrix game", steps)


def steps_in_place(solution: MatrixSolution, heading: str, prose: str = "") -> tuple[Step, ...]:
    """A matrix game within another derivation: the table, how it is solved, and the check.

    Parameters
    ----------
    solution : MatrixSolution
        The solution to show.
    heading : str
        What the game is called; the headings of all steps begin with it.
    prose : str, default ""
        What stands above the table.

    Returns
    -------
    tuple of Step
        The steps of the explanation, in order.
    """
    solved = (*_saddle_search(solution), *steps_of(solution.working, solution), _check(solution))
    named = (replace(step, heading=f"{heading}: {_small(step.heading)}") for step in solved)
    return (Step(heading, prose, payoff_table(solution.game)), *named)


def _small(heading: str) -> str:
    return heading[:1].lower() + heading[1:]


def _saddle_search(solution: MatrixSolution) -> tuple[Step, ...]:
    """The first thing to look for, unless the method itself reports it."""
    if isinstance(solution.working, SaddleWorking) or min(solution.game.shape) > 10:
        return ()
    values = pure_values(solution.game)
    comparison = (
        f"The largest row minimum is {show(values.lower)}, the smallest column maximum is "
        f"{show(values.upper)}. "
    )
    if values.saddle_points:
        verdict = f"They agree, so a saddle point exists; here we continue by {solution.method}."
    else:
        verdict = "They differ, so no cell is both: the players must mix."
    return (Step("Is there a saddle point?", comparison + verdict),)


@Verb
def steps_of(working: Any, solution: MatrixSolution) -> tuple[Step, ...]:
    """The steps of one method, chosen by the kind of its working."""
    return ()


@steps_of.register
def _(working: SaddleWorking, solution: MatrixSolution) -> tuple[Step, ...]:
    game = solution.game
    values = pure_values(game)
    cells = ", ".join(f"({game.rows[i]}, {game.columns[j]})" for i, j in working.cells[:8])
    more = f" and {len(working.cells) - 8} more" if len(working.cells) > 8 else ""
    one = len(working.cells) == 1
    which = f"the cell {cells} is" if one else f"each of the cells {cells}{more} is"
    return (
        Step(
            "A saddle point",
            f"The largest row minimum, {show(values.lower)}, equals the smallest column maximum. "
            f"So {which} least in its row and greatest in its column: neither player can do "
            "better by leaving it.",
            payoff_table(game, marked=working.cells),
        ),
    )


@steps_of.register
def _(working: TwoByTwoWorking, solution: MatrixSolution) -> tuple[Step, ...]:
    game = solution.game
    (a, b), (c, d) = ([show(x) for x in row] for row in game.matrix.numbers())
    (r1, r2), (c1, c2) = game.rows, game.columns
    p, q = solution.row[0], solution.column[0]
    bottom = show(working.denominator)
    return (
        Step(
            "Make the column player indifferent",
            f"Play row {r1} with probability p, row {r2} with 1-p. Column {c1} then pays "
            f"{_b(a)}p + {_b(c)}(1-p), column {c2} pays {_b(b)}p + {_b(d)}(1-p). "
            f"They are equal at p = ({d} - {_b(c)}) / {_b(bottom)} = {show(p)}.",
        ),
        Step(
            "Make the row player indifferent",
            f"Play column {c1} with probability q, column {c2} with 1-q. Row {r1} then pays "
            f"{_b(a)}q + {_b(b)}(1-q), row {r2} pays {_b(c)}q + {_b(d)}(1-q). "
            f"They are equal at q = ({d} - {_b(b)}) / {_b(bottom)} = {show(q)}.",
        ),
    )


@steps_of.register
def _(working: Graph, solution: MatrixSolution) -> tuple[Step, ...]:
    game = solution.game
    mine, theirs = ("row", "column") if working.mixes_rows else ("column", "row")
    own, labels = game.rows, game.columns
    reply = solution.column
    if not working.mixes_rows:
        own, labels, reply = game.columns, game.rows, solution.row
    envelope, best = ("lower", "highest") if working.mixes_rows else ("upper", "lowest")
    off = [labels[j] for j in range(len(labels)) if j not in working.on_envelope]
    lines = theirs if len(off) == 1 else f"{theirs}s"
    remark = f" Not on it: {lines} {', '.join(off)}." if 0 < len(off) <= 8 else ""
    return (
        Step(
            f"One line for every {theirs}",
            f"Let x be the probability of {mine} {own[0]}, and 1-x that of {mine} {own[1]}. Every "
            f"{theirs} gives a straight line, and what the {mine} player can count on is the "
            f"{envelope} envelope.{remark}",
            picture=draw_graph(game, working),
        ),
        Step(
            f"The {best} point of the {envelope} envelope",
            f"It lies {_optimal_interval(working)}, at height {show(working.value)}. "
            + _graph_reply(working, labels, reply, theirs),
        ),
    )


def _optimal_interval(working: Graph) -> str:
    low, high = working.optimal
    if low == high:
        return f"at x = {show(low)}"
    return f"on the whole interval {show(low)} ≤ x ≤ {show(high)}, where every x is optimal"


def _graph_reply(working: Graph, labels: tuple[str, ...], reply: Mixture, side: str) -> str:
    """Which lines meet at the optimum, and how the other player mixes them."""
    played = support(reply)
    if len(played) == 2:
        first, second = played
        slopes: list[Number] = [working.lines[j][1] - working.lines[j][0] for j in played]
        weights = [show(reply[j]) for j in (first, second)]
        cancel = f"{_b(weights[0])}·{_b(show(slopes[0]))} + {_b(weights[1])}·{_b(show(slopes[1]))}"
        return (
            f"There the lines of {side}s {labels[first]} and {labels[second]} cross, one rising "
            f"and one falling: {_line(working, first)} = {_line(working, second)}. The {side} "
            f"player mixes the two so that the slopes cancel: {cancel} = 0."
        )
    only = labels[played[0]]
    if working.optimal[0] in (0, 1) and working.optimal[0] == working.optimal[1]:
        return f"It is at the edge, and {side} {only} alone holds it there."
    return f"There the line of {side} {only} is level, so the {side} player needs no other."


def _line(working: Graph, j: int) -> str:
    """A line of the graph as a function of x."""
    start, end = working.lines[j]
    slope = end - start
    size = show(magnitude(slope))
    term = "x" if size == "1" else f"{_b(size)}x"
    if not start:
        return f"-{term}" if slope < 0 else term
    return f"{show(start)} {'-' if slope < 0 else '+'} {term}"


@steps_of.register
def _(working: ConstantSums, solution: MatrixSolution) -> tuple[Step, ...]:
    m, n = solution.game.shape
    return (
        Step(
            f"A {working.pattern}",
            f"Every row adds up to {show(working.row_sum)} and every column to "
            f"{show(working.column_sum)}. Against an even mixture of the {n} columns every row "
            f"thus pays {show(solution.value)}, and so does every column against one of the {m} "
            "rows.",
        ),
    )


@steps_of.register
def _(working: DiagonalWorking, solution: MatrixSolution) -> tuple[Step, ...]:
    terms = " + ".join(f"1/{_b(show(d))}" for d in working.diagonal[:MOST_TERMS])
    dots = " + …" if len(working.diagonal) > MOST_TERMS else ""
    return (
        Step(
            "A diagonal game",
            "The entries on the diagonal have one sign. Line i gets weight V/d_i, so that every "
            f"line pays V; the weights add up to one, so V = 1 / ({terms}{dots}) = "
            f"{show(solution.value)}.",
        ),
    )


@steps_of.register
def _(working: TriangularWorking, solution: MatrixSolution) -> tuple[Step, ...]:
    m, n = solution.game.shape
    side = "below" if working.upper else "above"
    first = solution.game.columns[0] if working.upper else solution.game.columns[-1]
    return (
        Step(
            "A triangular game",
            f"Everything {side} the diagonal is zero, so the equations that make every line pay V "
            f"are solved one after another, starting with column {first}. All weights come out "
            "with the same sign, so the solution holds.",
        ),
        *_indifference(solution, range(m), range(n)),
    )


@steps_of.register
def _(working: SymmetricWorking, solution: MatrixSolution) -> tuple[Step, ...]:
    return (
        Step(
            "A symmetric game",
            "The matrix is skew-symmetric: exchanging the players changes the sign of all payoffs. "
            "So the value is 0, and what is optimal for one player is optimal for the other. It "
            "remains to find one strategy that never loses on average.",
        ),
        *steps_of(working.half.working, working.half),
    )


@steps_of.register
def _(working: Kernel, solution: MatrixSolution) -> tuple[Step, ...]:
    m, n = solution.game.shape
    k = len(working.rows)
    if k == m == n:
        used = len(support(solution.row)), len(support(solution.column))
        zero = "" if used == (k, k) else " (a strategy of weight zero is not played after all)"
        heading, prose = (
            "Suppose that every strategy is active",
            "Then every column must pay the same against p, and every row the same against q. "
            f"These are linear equations; their solution has no negative weight{zero}, so it is "
            "right.",
        )
    else:
        heading, prose = (
            f"{count_of(k, 'row')} and {k} columns are active",
            "The simplex method ends with these rows and columns: "
            f"rows {_some([solution.game.rows[i] for i in working.rows])}; "
            f"columns {_some([solution.game.columns[j] for j in working.columns])}.",
        )
    return (Step(heading, prose), *_indifference(solution, working.rows, working.columns))


@steps_of.register
def _(working: Basis, solution: MatrixSolution) -> tuple[Step, ...]:
    game = solution.game
    return (
        Step(
            f"{len(working.rows)} rows and as many columns are active",
            "The simplex method, in floating point, ends with "
            f"rows {_some([game.rows[i] for i in working.rows])} and "
            f"columns {_some([game.columns[j] for j in working.columns])}.",
        ),
        *_indifference(solution, working.rows, working.columns),
    )


@steps_of.register
def _(working: Optimum, solution: MatrixSolution) -> tuple[Step, ...]:
    return (
        Step(
            "As a linear program",
            "Maximize v subject to the weights p paying at least v against every column. The dual "
            "program, solved with it, gives the column player's weights.",
        ),
        *_indifference(solution),
    )


@steps_of.register
def _(working: PivotTrace, solution: MatrixSolution) -> tuple[Step, ...]:
    game = solution.game
    names = ""
    numbered = tuple(map(str, range(1, max(game.shape) + 1)))
    if game.rows != numbered[: game.shape[0]] or game.columns != numbered[: game.shape[1]]:
        names = (
            f" Here x1, x2, … stand for the rows {_some(list(game.rows))} and y1, y2, … for the "
            f"columns {_some(list(game.columns))}."
        )
    shift = (
        f"Add {show(working.shift)} to every entry, so that the value is positive."
        if working.shift
        else "Some row is positive, so the value is, and no constant need be added."
    )
    steps = []
    spots = [*working.pivots, None]
    shown = list(zip(working.tableaux, spots, strict=True))
    skipped = max(0, len(shown) - MOST_TABLEAUX)
    if skipped:
        shown = shown[: MOST_TABLEAUX - 1] + shown[-1:]
    for k, (tableau, spot) in enumerate(shown):
        if k == 0:
            heading, prose = (
                "The first tableau",
                f"{shift} Border it with ones and minus ones.{names}",
            )
        elif spot is None:
            heading, prose = "The last tableau", _reading(working)
        else:
            heading, prose = f"After {k} pivot{'s' if k > 1 else ''}", ""
        if spot is not None:
            prose = f"{prose} {_pivot_reason(tableau.left, tableau.top, spot)}".strip()
        elif skipped:
            prose = f"({skipped} tableaux are left out.) {prose}"
        steps.append(Step(heading, prose, tableau.table(spot)))
    return tuple(steps)


@steps_of.register
def _(working: DominanceWorking, solution: MatrixSolution) -> tuple[Step, ...]:
    return (
        *elimination_steps(working.elimination),
        Step("What remains", "", payoff_table(working.elimination.reduced)),
        *steps_of(working.reduced.working, working.reduced),
        Step("Back to the whole game", "The removed strategies get probability zero."),
    )


@steps_of.register
def _(working: RoundedWorking, solution: MatrixSolution) -> tuple[Step, ...]:
    return (
        Step(
            "Floats are not enough",
            "The payoffs are of such different sizes that sums of floats lose the small ones. So "
            "the game is solved in exact numbers, and the answer is rounded.",
        ),
        *steps_of(working.exact.working, working.exact),
    )


@steps_of.register
def _(working: InvarianceWorking, solution: MatrixSolution) -> tuple[Step, ...]:
    invariance, game = working.invariance, solution.game
    rows = "; ".join(_some([game.rows[i] for i in orbit]) for orbit in invariance.row_orbits)
    columns = "; ".join(
        _some([game.columns[j] for j in orbit]) for orbit in invariance.column_orbits
    )
    return (
        Step(
            "The game is invariant",
            f"Permuting rows and columns together leaves the payoffs unchanged. The orbits of the "
            f"rows are {rows}; of the columns {columns}. There are optimal strategies that treat "
            "an orbit's members alike, so average the payoffs over orbits.",
            payoff_table(invariance.reduced),
        ),
        *steps_of(working.reduced.working, working.reduced),
        Step("Back to the whole game", "Each orbit's probability is shared evenly by its members."),
    )


def _indifference(
    solution: MatrixSolution, rows: Sequence[int] = (), columns: Sequence[int] = ()
) -> tuple[Step, ...]:
    """The equations that hold at the solution, written out for games of readable size.

    Those of the kernel, if it is given: they have no other solution. Else what is played is
    unknown, and every line that pays the value gives an equation, whether it is played or not.
    """
    game = solution.game
    mine, other = rows or support(solution.row), columns or support(solution.column)
    if max(len(mine), len(other)) > MOST_TERMS or max(game.shape) > 40:
        return ()
    if not rows:
        rows = _paying(solution.value, product(solution.column, game.matrix.transpose()), mine)
        columns = _paying(solution.value, product(solution.row, game.matrix), other)
    lines = [
        _equation([game[i, j] for i in mine], [f"p({game.rows[i]})" for i in mine]) for j in columns
    ]
    answers = [
        _equation([game[i, j] for j in other], [f"q({game.columns[j]})" for j in other])
        for i in rows
    ]
    return (
        Step(
            "The indifference equations",
            f"Against p every active column pays V = {show(solution.value)}, against q every "
            "active row does; the weights add up to one:",
            Table(
                ("active", "equation"),
                (
                    *(
                        (f"column {game.columns[j]}", e)
                        for j, e in zip(columns, lines, strict=True)
                    ),
                    *((f"row {game.rows[i]}", e) for i, e in zip(rows, answers, strict=True)),
                ),
            ),
        ),
    )


def _paying(value: Number, payoffs: Mixture, played: Sequence[int]) -> list[int]:
    """The lines that are played, and in exact numbers all that pay the value."""
    return [k for k, x in enumerate(payoffs) if k in played or x == value]


def _equation(coefficients: list[Number], names: list[str]) -> str:
    terms = [f"{_b(show(c))}·{name}" for c, name in zip(coefficients, names, strict=True) if c]
    return (" + ".join(terms) or "0") + " = V"


def _check(solution: MatrixSolution) -> Step:
    game = solution.game
    certificate = solution.verify()
    m, n = game.shape
    answer = (
        f"The value is {show(solution.value)}. "
        f"{game.players[0]} plays {_strategy(game.rows, solution.row)}; "
        f"{game.players[1]} plays {_strategy(game.columns, solution.column)}."
    )
    if max(m, n) > 24:
        return Step("Check", "\n".join([answer, *map(str, certificate.checks)]))
    by_column, by_row = (
        product(solution.row, game.matrix),
        product(solution.column, game.matrix.transpose()),
    )
    prose = (
        f"{answer}\nAgainst {game.players[0]}'s strategy the columns pay {show_all(by_column)}: "
        f"never less than {show(min(by_column))}. Against {game.players[1]}'s strategy the rows "
        f"pay {show_all(by_row)}: never more than {show(max(by_row))}."
    )
    verdict = (
        "Both guarantee the same number, so it is the value." if certificate else str(certificate)
    )
    return Step("Check", f"{prose} {verdict}")


def _strategy(labels: tuple[str, ...], weights: Mixture) -> str:
    played = support(weights)
    if len(played) == 1:
        return labels[played[0]]
    shown = ", ".join(f"{labels[i]} with {show(weights[i])}" for i in played[:MOST_TERMS])
    return shown + (", …" if len(played) > MOST_TERMS else "")


def _pivot_reason(left: Any, top: Any, spot: tuple[int, int]) -> str:
    leaving, entering = left[spot[0]], top[spot[1]]
    return (
        f"Pivot in column {entering[0]}{entering[1] + 1}, whose bottom entry is negative, on row "
        f"{leaving[0]}{leaving[1] + 1}, whose ratio of right border to entry is least."
    )


def _reading(trace: PivotTrace) -> str:
    corner = trace.tableaux[-1].corner
    minus = f" - {show(trace.shift)}" if trace.shift else ""
    return (
        f"No bottom entry is negative. The value is 1/({show(corner)}){minus} = "
        f"{show(trace.value)}; p = {show_all(trace.row)} stands under the x's at the bottom, "
        f"q = {show_all(trace.column)} beside the y's at the right, both divided by the corner."
    )


def _some(labels: list[str]) -> str:
    return ", ".join(labels[:MOST_TERMS]) + (", …" if len(labels) > MOST_TERMS else "")


def _b(number: str) -> str:
    """A number in brackets when it would otherwise be misread."""
    return f"({number})" if number.startswith("-") or "/" in number else number
