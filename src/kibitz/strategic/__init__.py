"""Strategic games: players choose at the same time. Matrix games, and games of n players."""

from kibitz.strategic.best_replies import BestReplies, best_replies
from kibitz.strategic.best_response import BestResponse, best_columns, best_rows
from kibitz.strategic.bimatrix_draw import (
    draw_best_responses,
    draw_equilibria,
    draw_path,
    draw_regions,
)
from kibitz.strategic.bimatrix_two_by_two import two_by_two_equilibria
from kibitz.strategic.block_decomposition import block_decomposition, solve_by_blocks
from kibitz.strategic.coarse_correlated_equilibrium import coarse_correlated_equilibrium
from kibitz.strategic.convert_coalitional import (
    CoalitionValues,
    coalition_matrix,
    coalition_values,
)
from kibitz.strategic.correlated_equilibrium import (
    Correlated,
    CorrelatedEquilibrium,
    correlated_equilibrium,
    correlated_test,
)
from kibitz.strategic.describe import describe_matrix
from kibitz.strategic.describe_strategic import describe_strategic
from kibitz.strategic.diagonal import diagonal
from kibitz.strategic.dominance import (
    Domination,
    Elimination,
    dominated,
    dominating_mixtures,
    eliminate,
    eliminate_at_once,
)
from kibitz.strategic.dominance_explain import elimination_steps, explain_elimination
from kibitz.strategic.dominant import DominantStrategies, dominant_strategies
from kibitz.strategic.draw import draw_tableaux
from kibitz.strategic.draw_blocks import draw_blocks
from kibitz.strategic.draw_cube import draw_cube
from kibitz.strategic.draw_graph import draw_graph
from kibitz.strategic.draw_table import draw_bimatrix, draw_solution, draw_table
from kibitz.strategic.equalizing import EqualizingEquilibria, equalizing
from kibitz.strategic.equilibria import equilibria
from kibitz.strategic.equilibrium import Equilibria, Equilibrium, claimed
from kibitz.strategic.equilibrium_test import Deviation, EquilibriumTest, equilibrium_test
from kibitz.strategic.evaluation import Evaluation, evaluation
from kibitz.strategic.expected_payoff import expected_payoff, payoff_by_column, payoff_by_row
from kibitz.strategic.expected_payoffs import best_responses, expected_payoffs, payoffs_by_strategy
from kibitz.strategic.explain import explain_solution
from kibitz.strategic.game import MatrixGame, StrategicGame, bimatrix, matrix, strategic_game
from kibitz.strategic.graphical import graph, graphical
from kibitz.strategic.interchangeable import Interchangeability, interchangeable
from kibitz.strategic.invariance import Invariance, exchange_symmetry, invariance
from kibitz.strategic.joint_optimum import JointOptimum, joint_optimum
from kibitz.strategic.lemke_howson import (
    LemkeHowsonRuns,
    LemkePath,
    lemke_howson,
    lemke_howson_all,
    quick_equilibrium,
)
from kibitz.strategic.magic_square import is_latin_square, magic_square
from kibitz.strategic.maxmin import SafetyLevels, safety_levels
from kibitz.strategic.movement_diagram import MovementDiagram, movement_diagram
from kibitz.strategic.movement_draw import draw_movement
from kibitz.strategic.nash_regions import NashRegion, nash_regions
from kibitz.strategic.nonsingular import nonsingular
from kibitz.strategic.optimal_strategies import OptimalStrategies, optimal_strategies
from kibitz.strategic.pareto import ParetoSet, pareto
from kibitz.strategic.pivoting import pivoting
from kibitz.strategic.player_symmetry import is_player_symmetric
from kibitz.strategic.potential import Potential, exact_potential, ordinal_potential
from kibitz.strategic.profile import read_profile
from kibitz.strategic.pure_equilibria import PureEquilibria, best_cells, pure_equilibria
from kibitz.strategic.quadratic_program import QuadraticPoint, quadratic_program
from kibitz.strategic.randomizer import randomizer
from kibitz.strategic.rationalizable import Rationalizable, point_rationalizable, rationalizable
from kibitz.strategic.repeated import (
    RepeatedGame,
    RepeatedSolution,
    backward_induction,
    repeated,
    subgame_perfect_payoffs,
)
from kibitz.strategic.saddle_point import pure_values, saddle_point, saddle_points
from kibitz.strategic.safety_level import column_safety, row_safety
from kibitz.strategic.shapley_snow import shapley_snow
from kibitz.strategic.simplex import simplex
from kibitz.strategic.solution import MatrixSolution
from kibitz.strategic.solve import solve_matrix
from kibitz.strategic.solve_bimatrix import solve_bimatrix
from kibitz.strategic.solve_strategic import all_equilibria, solve_strategic
from kibitz.strategic.stackelberg import Commitment, pure_stackelberg, stackelberg
from kibitz.strategic.support_enumeration import support_enumeration
from kibitz.strategic.sure_fire import sure_fire
from kibitz.strategic.symmetric import is_symmetric, symmetric
from kibitz.strategic.symmetric_equilibria import SymmetricEquilibria, symmetric_equilibria
from kibitz.strategic.symmetric_two_action import (
    SymmetricTwoAction,
    finger_game,
    symmetric_two_action,
)
from kibitz.strategic.triangular import triangular
from kibitz.strategic.two_by_two import two_by_two
from kibitz.strategic.vertex_enumeration import vertex_enumeration
from kibitz.strategic.zero_sum_equivalence import (
    StrategicZeroSum,
    ZeroSumEquivalence,
    strategic_zero_sum,
    zero_sum_equivalence,
)

__all__ = [
    "BestReplies",
    "BestResponse",
    "CoalitionValues",
    "Commitment",
    "Correlated",
    "CorrelatedEquilibrium",
    "Deviation",
    "DominantStrategies",
    "Domination",
    "Elimination",
    "EqualizingEquilibria",
    "Equilibria",
    "Equilibrium",
    "EquilibriumTest",
    "Evaluation",
    "Interchangeability",
    "Invariance",
    "JointOptimum",
    "LemkeHowsonRuns",
    "LemkePath",
    "MatrixGame",
    "MatrixSolution",
    "MovementDiagram",
    "NashRegion",
    "OptimalStrategies",
    "ParetoSet",
    "Potential",
    "PureEquilibria",
    "QuadraticPoint",
    "Rationalizable",
    "RepeatedGame",
    "RepeatedSolution",
    "SafetyLevels",
    "StrategicGame",
    "StrategicZeroSum",
    "SymmetricEquilibria",
    "SymmetricTwoAction",
    "ZeroSumEquivalence",
    "all_equilibria",
    "backward_induction",
    "best_cells",
    "best_columns",
    "best_replies",
    "best_responses",
    "best_rows",
    "bimatrix",
    "block_decomposition",
    "claimed",
    "coalition_matrix",
    "coalition_values",
    "coarse_correlated_equilibrium",
    "column_safety",
    "correlated_equilibrium",
    "correlated_test",
    "describe_matrix",
    "describe_strategic",
    "diagonal",
    "dominant_strategies",
    "dominated",
    "dominating_mixtures",
    "draw_best_responses",
    "draw_bimatrix",
    "draw_blocks",
    "draw_cube",
    "draw_equilibria",
    "draw_graph",
    "draw_movement",
    "draw_path",
    "draw_regions",
    "draw_solution",
    "draw_table",
    "draw_tableaux",
    "eliminate",
    "eliminate_at_once",
    "elimination_steps",
    "equalizing",
    "equilibria",
    "equilibrium_test",
    "evaluation",
    "exact_potential",
    "exchange_symmetry",
    "expected_payoff",
    "expected_payoffs",
    "explain_elimination",
    "explain_solution",
    "finger_game",
    "graph",
    "graphical",
    "interchangeable",
    "invariance",
    "is_latin_square",
    "is_player_symmetric",
    "is_symmetric",
    "joint_optimum",
    "lemke_howson",
    "lemke_howson_all",
    "magic_square",
    "matrix",
    "movement_diagram",
    "nash_regions",
    "nonsingular",
    "optimal_strategies",
    "ordinal_potential",
    "pareto",
    "payoff_by_column",
    "payoff_by_row",
    "payoffs_by_strategy",
    "pivoting",
    "point_rationalizable",
    "pure_equilibria",
    "pure_stackelberg",
    "pure_values",
    "quadratic_program",
    "quick_equilibrium",
    "randomizer",
    "rationalizable",
    "read_profile",
    "repeated",
    "row_safety",
    "saddle_point",
    "saddle_points",
    "safety_levels",
    "shapley_snow",
    "simplex",
    "solve_bimatrix",
    "solve_by_blocks",
    "solve_matrix",
    "solve_strategic",
    "stackelberg",
    "strategic_game",
    "strategic_zero_sum",
    "subgame_perfect_payoffs",
    "support_enumeration",
    "sure_fire",
    "symmetric",
    "symmetric_equilibria",
    "symmetric_two_action",
    "triangular",
    "two_by_two",
    "two_by_two_equilibria",
    "vertex_enumeration",
    "zero_sum_equivalence",
]
