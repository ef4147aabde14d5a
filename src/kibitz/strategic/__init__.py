"""Strategic games: players choose at the same time. Two-person zero-sum games are complete."""

from kibitz.strategic.best_response import best_columns, best_rows
from kibitz.strategic.block_decomposition import block_decomposition, solve_by_blocks
from kibitz.strategic.convert_coalitional import (
    CoalitionValues,
    coalition_matrix,
    coalition_values,
)
from kibitz.strategic.describe import describe_matrix
from kibitz.strategic.diagonal import diagonal
from kibitz.strategic.dominance import (
    dominated,
    dominating_mixtures,
    eliminate,
    eliminate_at_once,
)
from kibitz.strategic.dominance_explain import elimination_steps
from kibitz.strategic.draw import draw_tableaux
from kibitz.strategic.draw_graph import draw_graph
from kibitz.strategic.draw_table import draw_bimatrix, draw_solution, draw_table
from kibitz.strategic.expected_payoff import expected_payoff, payoff_by_column, payoff_by_row
from kibitz.strategic.explain import explain_solution
from kibitz.strategic.game import MatrixGame, StrategicGame, bimatrix, matrix, strategic_game
from kibitz.strategic.graphical import graph, graphical
from kibitz.strategic.invariance import Invariance, exchange_symmetry, invariance
from kibitz.strategic.magic_square import is_latin_square, magic_square
from kibitz.strategic.nonsingular import nonsingular
from kibitz.strategic.optimal_strategies import OptimalStrategies, optimal_strategies
from kibitz.strategic.pivoting import pivoting
from kibitz.strategic.randomizer import randomizer
from kibitz.strategic.saddle_point import pure_values, saddle_point, saddle_points
from kibitz.strategic.safety_level import column_safety, row_safety
from kibitz.strategic.shapley_snow import shapley_snow
from kibitz.strategic.simplex import simplex
from kibitz.strategic.solution import MatrixSolution
from kibitz.strategic.solve import solve_matrix
from kibitz.strategic.sure_fire import sure_fire
from kibitz.strategic.symmetric import is_symmetric, symmetric
from kibitz.strategic.triangular import triangular
from kibitz.strategic.two_by_two import two_by_two

__all__ = [
    "CoalitionValues",
    "Invariance",
    "MatrixGame",
    "MatrixSolution",
    "OptimalStrategies",
    "StrategicGame",
    "best_columns",
    "best_rows",
    "bimatrix",
    "block_decomposition",
    "coalition_matrix",
    "coalition_values",
    "column_safety",
    "describe_matrix",
    "diagonal",
    "dominated",
    "dominating_mixtures",
    "draw_bimatrix",
    "draw_graph",
    "draw_solution",
    "draw_table",
    "draw_tableaux",
    "eliminate",
    "eliminate_at_once",
    "elimination_steps",
    "exchange_symmetry",
    "expected_payoff",
    "explain_solution",
    "graph",
    "graphical",
    "invariance",
    "is_latin_square",
    "is_symmetric",
    "magic_square",
    "matrix",
    "nonsingular",
    "optimal_strategies",
    "payoff_by_column",
    "payoff_by_row",
    "pivoting",
    "pure_values",
    "randomizer",
    "row_safety",
    "saddle_point",
    "saddle_points",
    "shapley_snow",
    "simplex",
    "solve_by_blocks",
    "solve_matrix",
    "strategic_game",
    "sure_fire",
    "symmetric",
    "triangular",
    "two_by_two",
]
