"""Games whose strategies fill intervals: duopolies, contests, and any game given by formulas."""

from kibitz.algebra.expressions.read import read_expression
from kibitz.continuous.enclosures.interval_search import interval_search
from kibitz.continuous.exact.aggregate import aggregate_equilibria
from kibitz.continuous.exact.best_response import BestResponse, best_response
from kibitz.continuous.exact.dominance import IntervalElimination, eliminate
from kibitz.continuous.exact.first_order import first_order_systems
from kibitz.continuous.exact.reaction import Reaction, reaction
from kibitz.continuous.game import ContinuousGame, continuous_game
from kibitz.continuous.markets.advertising import Contest, advertising
from kibitz.continuous.markets.bertrand import Bertrand, bertrand
from kibitz.continuous.markets.cournot import Cournot, Monopoly, cournot, monopoly
from kibitz.continuous.markets.entry import Entry, EntrySolution, entry
from kibitz.continuous.markets.stackelberg import Stackelberg, stackelberg
from kibitz.continuous.sequential.subgame_perfect import SequentialSolution
from kibitz.continuous.solution import Continuum, Equilibrium, EquilibriumSet
from kibitz.continuous.solve import equilibria
from kibitz.continuous.symbolic.equilibria import SymbolicEquilibria, solve_symbolically

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
