from kibitz.strategic.coalitions.coalition_values import CoalitionValues as CoalitionValues
from kibitz.strategic.coalitions.coalition_values import coalition_matrix as coalition_matrix
from kibitz.strategic.coalitions.coalition_values import coalition_values as coalition_values
from kibitz.strategic.concepts.best_replies import BestReplies as BestReplies
from kibitz.strategic.concepts.best_replies import best_replies as best_replies
from kibitz.strategic.concepts.coarse_correlated_equilibrium import (
    coarse_correlated_equilibrium as coarse_correlated_equilibrium,
)
from kibitz.strategic.concepts.correlated_equilibrium import Correlated as Correlated
from kibitz.strategic.concepts.correlated_equilibrium import (
    CorrelatedEquilibrium as CorrelatedEquilibrium,
)
from kibitz.strategic.concepts.correlated_equilibrium import (
    correlated_equilibrium as correlated_equilibrium,
)
from kibitz.strategic.concepts.correlated_equilibrium import correlated_test as correlated_test
from kibitz.strategic.concepts.dominant import DominantStrategies as DominantStrategies
from kibitz.strategic.concepts.dominant import dominant_strategies as dominant_strategies
from kibitz.strategic.concepts.equilibrium_test import Deviation as Deviation
from kibitz.strategic.concepts.equilibrium_test import EquilibriumTest as EquilibriumTest
from kibitz.strategic.concepts.equilibrium_test import equilibrium_test as equilibrium_test
from kibitz.strategic.concepts.interchangeable import Interchangeability as Interchangeability
from kibitz.strategic.concepts.interchangeable import interchangeable as interchangeable
from kibitz.strategic.concepts.joint_optimum import JointOptimum as JointOptimum
from kibitz.strategic.concepts.joint_optimum import joint_optimum as joint_optimum
from kibitz.strategic.concepts.movement_diagram import MovementDiagram as MovementDiagram
from kibitz.strategic.concepts.movement_diagram import movement_diagram as movement_diagram
from kibitz.strategic.concepts.pareto import ParetoSet as ParetoSet
from kibitz.strategic.concepts.pareto import pareto as pareto
from kibitz.strategic.concepts.player_symmetry import is_player_symmetric as is_player_symmetric
from kibitz.strategic.concepts.potential import Potential as Potential
from kibitz.strategic.concepts.potential import exact_potential as exact_potential
from kibitz.strategic.concepts.potential import ordinal_potential as ordinal_potential
from kibitz.strategic.concepts.pure_equilibria import PureEquilibria as PureEquilibria
from kibitz.strategic.concepts.pure_equilibria import best_cells as best_cells
from kibitz.strategic.concepts.pure_equilibria import pure_equilibria as pure_equilibria
from kibitz.strategic.concepts.rationalizable import Rationalizable as Rationalizable
from kibitz.strategic.concepts.rationalizable import point_rationalizable as point_rationalizable
from kibitz.strategic.concepts.rationalizable import rationalizable as rationalizable
from kibitz.strategic.concepts.safety_levels import SafetyLevels as SafetyLevels
from kibitz.strategic.concepts.safety_levels import safety_levels as safety_levels
from kibitz.strategic.concepts.zero_sum_equivalence import StrategicZeroSum as StrategicZeroSum
from kibitz.strategic.concepts.zero_sum_equivalence import ZeroSumEquivalence as ZeroSumEquivalence
from kibitz.strategic.concepts.zero_sum_equivalence import strategic_zero_sum as strategic_zero_sum
from kibitz.strategic.concepts.zero_sum_equivalence import (
    zero_sum_equivalence as zero_sum_equivalence,
)
from kibitz.strategic.describe import describe_strategic as describe_strategic
from kibitz.strategic.expected_payoffs import best_responses as best_responses
from kibitz.strategic.expected_payoffs import expected_payoffs as expected_payoffs
from kibitz.strategic.expected_payoffs import payoffs_by_strategy as payoffs_by_strategy
from kibitz.strategic.game import StrategicGame as StrategicGame
from kibitz.strategic.game import bimatrix as bimatrix
from kibitz.strategic.game import strategic_game as strategic_game
from kibitz.strategic.n_player.nash_regions import NashRegion as NashRegion
from kibitz.strategic.n_player.nash_regions import nash_regions as nash_regions
from kibitz.strategic.n_player.symmetric_two_action import SymmetricTwoAction as SymmetricTwoAction
from kibitz.strategic.n_player.symmetric_two_action import finger_game as finger_game
from kibitz.strategic.n_player.symmetric_two_action import (
    symmetric_two_action as symmetric_two_action,
)
from kibitz.strategic.pictures.blocks import draw_blocks as draw_blocks
from kibitz.strategic.pictures.cube import draw_cube as draw_cube
from kibitz.strategic.pictures.movement import draw_movement as draw_movement
from kibitz.strategic.pictures.two_player import draw_best_responses as draw_best_responses
from kibitz.strategic.pictures.two_player import draw_equilibria as draw_equilibria
from kibitz.strategic.pictures.two_player import draw_path as draw_path
from kibitz.strategic.pictures.two_player import draw_regions as draw_regions
from kibitz.strategic.profile import read_profile as read_profile
from kibitz.strategic.sequential.grim_trigger import GrimTrigger as GrimTrigger
from kibitz.strategic.sequential.grim_trigger import grim_trigger as grim_trigger
from kibitz.strategic.sequential.repeated import RepeatedGame as RepeatedGame
from kibitz.strategic.sequential.repeated import RepeatedSolution as RepeatedSolution
from kibitz.strategic.sequential.repeated import backward_induction as backward_induction
from kibitz.strategic.sequential.repeated import repeated as repeated
from kibitz.strategic.sequential.repeated import subgame_perfect_payoffs as subgame_perfect_payoffs
from kibitz.strategic.sequential.stackelberg import Commitment as Commitment
from kibitz.strategic.sequential.stackelberg import pure_stackelberg as pure_stackelberg
from kibitz.strategic.sequential.stackelberg import stackelberg as stackelberg
from kibitz.strategic.solve import all_equilibria as all_equilibria
from kibitz.strategic.solve import solve_strategic as solve_strategic
from kibitz.strategic.two_player.equalizing import EqualizingEquilibria as EqualizingEquilibria
from kibitz.strategic.two_player.equalizing import equalizing as equalizing
from kibitz.strategic.two_player.equilibria import equilibria as equilibria
from kibitz.strategic.two_player.equilibrium import Equilibria as Equilibria
from kibitz.strategic.two_player.equilibrium import Equilibrium as Equilibrium
from kibitz.strategic.two_player.equilibrium import claimed as claimed
from kibitz.strategic.two_player.evolutionary_stability import (
    evolutionarily_stable as evolutionarily_stable,
)
from kibitz.strategic.two_player.evolutionary_stability import (
    is_evolutionarily_stable as is_evolutionarily_stable,
)
from kibitz.strategic.two_player.lemke_howson import LemkeHowsonRuns as LemkeHowsonRuns
from kibitz.strategic.two_player.lemke_howson import LemkePath as LemkePath
from kibitz.strategic.two_player.lemke_howson import lemke_howson as lemke_howson
from kibitz.strategic.two_player.lemke_howson import lemke_howson_all as lemke_howson_all
from kibitz.strategic.two_player.lemke_howson import quick_equilibrium as quick_equilibrium
from kibitz.strategic.two_player.quadratic_program import QuadraticPoint as QuadraticPoint
from kibitz.strategic.two_player.quadratic_program import quadratic_program as quadratic_program
from kibitz.strategic.two_player.solve import solve_bimatrix as solve_bimatrix
from kibitz.strategic.two_player.support_enumeration import (
    support_enumeration as support_enumeration,
)
from kibitz.strategic.two_player.symmetric_equilibria import (
    SymmetricEquilibria as SymmetricEquilibria,
)
from kibitz.strategic.two_player.symmetric_equilibria import (
    symmetric_equilibria as symmetric_equilibria,
)
from kibitz.strategic.two_player.two_by_two import two_by_two_equilibria as two_by_two_equilibria
from kibitz.strategic.two_player.vertex_enumeration import vertex_enumeration as vertex_enumeration
from kibitz.zero_sum.describe import describe_matrix as describe_matrix
from kibitz.zero_sum.draw import draw_tableaux as draw_tableaux
from kibitz.zero_sum.explain import explain_solution as explain_solution
from kibitz.zero_sum.explanations.dominance import elimination_steps as elimination_steps
from kibitz.zero_sum.explanations.dominance import explain_elimination as explain_elimination
from kibitz.zero_sum.game import MatrixGame as MatrixGame
from kibitz.zero_sum.game import matrix as matrix
from kibitz.zero_sum.methods.block_decomposition import block_decomposition as block_decomposition
from kibitz.zero_sum.methods.block_decomposition import solve_by_blocks as solve_by_blocks
from kibitz.zero_sum.methods.diagonal import diagonal as diagonal
from kibitz.zero_sum.methods.graphical import graph as graph
from kibitz.zero_sum.methods.graphical import graphical as graphical
from kibitz.zero_sum.methods.invariance import Invariance as Invariance
from kibitz.zero_sum.methods.invariance import exchange_symmetry as exchange_symmetry
from kibitz.zero_sum.methods.invariance import invariance as invariance
from kibitz.zero_sum.methods.magic_square import is_latin_square as is_latin_square
from kibitz.zero_sum.methods.magic_square import magic_square as magic_square
from kibitz.zero_sum.methods.nonsingular import nonsingular as nonsingular
from kibitz.zero_sum.methods.pivoting import pivoting as pivoting
from kibitz.zero_sum.methods.saddle_point import pure_values as pure_values
from kibitz.zero_sum.methods.saddle_point import saddle_point as saddle_point
from kibitz.zero_sum.methods.saddle_point import saddle_points as saddle_points
from kibitz.zero_sum.methods.shapley_snow import shapley_snow as shapley_snow
from kibitz.zero_sum.methods.simplex import simplex as simplex
from kibitz.zero_sum.methods.symmetric import is_symmetric as is_symmetric
from kibitz.zero_sum.methods.symmetric import symmetric as symmetric
from kibitz.zero_sum.methods.triangular import triangular as triangular
from kibitz.zero_sum.methods.two_by_two import two_by_two as two_by_two
from kibitz.zero_sum.pictures.graph import draw_graph as draw_graph
from kibitz.zero_sum.pictures.table import draw_bimatrix as draw_bimatrix
from kibitz.zero_sum.pictures.table import draw_solution as draw_solution
from kibitz.zero_sum.pictures.table import draw_table as draw_table
from kibitz.zero_sum.solution import MatrixSolution as MatrixSolution
from kibitz.zero_sum.solve import solve_matrix as solve_matrix
from kibitz.zero_sum.strategies.best_response import BestResponse as BestResponse
from kibitz.zero_sum.strategies.best_response import best_columns as best_columns
from kibitz.zero_sum.strategies.best_response import best_rows as best_rows
from kibitz.zero_sum.strategies.dominance import Domination as Domination
from kibitz.zero_sum.strategies.dominance import Elimination as Elimination
from kibitz.zero_sum.strategies.dominance import dominated as dominated
from kibitz.zero_sum.strategies.dominance import dominating_mixtures as dominating_mixtures
from kibitz.zero_sum.strategies.dominance import eliminate as eliminate
from kibitz.zero_sum.strategies.dominance import eliminate_at_once as eliminate_at_once
from kibitz.zero_sum.strategies.evaluation import Evaluation as Evaluation
from kibitz.zero_sum.strategies.evaluation import evaluation as evaluation
from kibitz.zero_sum.strategies.expected_payoff import expected_payoff as expected_payoff
from kibitz.zero_sum.strategies.expected_payoff import payoff_by_column as payoff_by_column
from kibitz.zero_sum.strategies.expected_payoff import payoff_by_row as payoff_by_row
from kibitz.zero_sum.strategies.optimal_strategies import OptimalStrategies as OptimalStrategies
from kibitz.zero_sum.strategies.optimal_strategies import optimal_strategies as optimal_strategies
from kibitz.zero_sum.strategies.randomizer import randomizer as randomizer
from kibitz.zero_sum.strategies.safety_level import column_safety as column_safety
from kibitz.zero_sum.strategies.safety_level import row_safety as row_safety
from kibitz.zero_sum.strategies.sure_fire import sure_fire as sure_fire
