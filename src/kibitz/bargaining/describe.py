"""What a bargaining problem is: the set, its frontier, the point of disagreement, what is hoped."""

from __future__ import annotations

from kibitz.bargaining.game import BargainingProblem, tu_set
from kibitz.bargaining.sets.feasible import ChainSet, show_pair
from kibitz.bargaining.sets.ideal import ideal_point
from kibitz.bargaining.sets.polygon import Polygon
from kibitz.bargaining.solution import pareto_ends
from kibitz.bargaining.solutions.fixed_threats import fixed_threats
from kibitz.core.errors import GameError
from kibitz.core.explanation import Description
from kibitz.core.verbs import describe


@describe.register
def describe_bargaining(problem: BargainingProblem) -> Description:
    """The facts about a bargaining problem.

    Parameters
    ----------
    problem : BargainingProblem
        A feasible set with a disagreement point.

    Returns
    -------
    Description
        The facts.
    """
    facts = [
        ("form", "bargaining problem of two players"),
        ("players", ", ".join(problem.players)),
        ("feasible", problem.feasible.words()),
    ]
    if isinstance(problem.feasible, Polygon):
        facts.append(("Pareto frontier", _chain(problem.feasible)))
    ends = pareto_ends(problem)
    if ends is not None:
        facts.append(("Pareto frontier", f"from {show_pair(ends[0])} to {show_pair(ends[1])}"))
    if problem.game is not None:
        facts.append(("with side payments", tu_set(problem.game).words()))
        facts.append(("fixed threats", _fixed(problem)))
    if problem.disagreement is None:
        facts.append(("disagreement", "open: each player chooses a threat"))
    else:
        facts.append(("disagreement", show_pair(problem.disagreement)))
        facts += _hopes(problem)
    return Description(problem.title or "A bargaining problem", tuple(facts))


def _chain(feasible: Polygon) -> str:
    chain = feasible.pareto
    shown = " to ".join(map(show_pair, chain[:6]))
    return f"the single point {shown}" if len(chain) == 1 else shown


def _fixed(problem: BargainingProblem) -> str:
    assert problem.game is not None
    found = fixed_threats(problem.game)
    if found.point is None:
        return "none: the best threats depend on how utilities are compared"
    rows, columns = problem.game.strategies
    cells = ", ".join(f"({rows[i]}, {columns[j]})" for i, j in found.cells) or "mixed"
    return f"{cells}, which lead to {show_pair(found.point)}"


def _hopes(problem: BargainingProblem) -> list[tuple[str, str]]:
    try:
        ideal = show_pair(ideal_point(problem.feasible, problem.point))
    except GameError as error:
        ideal = str(error)
    facts = [("ideal point", ideal)]
    if isinstance(problem.feasible, ChainSet):
        chain = problem.feasible.gains(problem.point)
        d = problem.point
        lone = len(chain) == 1 and (chain[0][0] == d[0] or chain[0][1] == d[1])
        facts.append(("both can gain", "no" if lone else "yes"))
    return facts
