from kibitz.strategic.build import bimatrix as bimatrix
from kibitz.strategic.build import strategic_game as strategic_game
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
from kibitz.strategic.concepts.nash_map import nash_map as nash_map
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
