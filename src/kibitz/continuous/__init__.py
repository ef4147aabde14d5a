"""Games whose strategies fill intervals: duopolies, contests, and any game given by formulas."""

from kibitz.continuous.advertising import Contest, advertising
from kibitz.continuous.aggregate import aggregate_equilibria
from kibitz.continuous.bertrand import Bertrand, bertrand
from kibitz.continuous.best_response import BestResponse, best_response
from kibitz.continuous.cournot import Cournot, Monopoly, cournot, monopoly
from kibitz.continuous.dominance import IntervalElimination, eliminate
from kibitz.continuous.entry import Entry, EntrySolution, entry
from kibitz.continuous.first_order import first_order_systems
from kibitz.continuous.game import ContinuousGame, continuous_game
from kibitz.continuous.interval_search import interval_search
from kibitz.continuous.reaction import Reaction, reaction
from kibitz.continuous.read_expression import read_expression
from kibitz.continuous.sequential import SequentialSolution
from kibitz.continuous.solution import Continuum, Equilibrium, EquilibriumSet
from kibitz.continuous.solve import equilibria
from kibitz.continuous.stackelberg import Stackelberg, stackelberg
from kibitz.continuous.symbolic import SymbolicEquilibria, solve_symbolically

__all__ = [
    "Bertrand",
    "BestResponse",
    "Contest",
    "ContinuousGame",
    "Continuum",
    "Cournot",
    "Entry",
    "EntrySolution",
    "Equilibrium",
    "EquilibriumSet",
    "IntervalElimination",
    "Monopoly",
    "Reaction",
    "SequentialSolution",
    "Stackelberg",
    "SymbolicEquilibria",
    "advertising",
    "aggregate_equilibria",
    "bertrand",
    "best_response",
    "continuous_game",
    "cournot",
    "eliminate",
    "entry",
    "equilibria",
    "first_order_systems",
    "interval_search",
    "monopoly",
    "reaction",
    "read_expression",
    "solve_symbolically",
    "stackelberg",
]
