from kibitz.stochastic.average_solution import AverageSolution as AverageSolution
from kibitz.stochastic.best_reply import best_reply as best_reply
from kibitz.stochastic.blackwell_ferguson import BlackwellFerguson as BlackwellFerguson
from kibitz.stochastic.convert import to_stochastic as to_stochastic
from kibitz.stochastic.decision_process import decision_process as decision_process
from kibitz.stochastic.decision_process import from_pairs as from_pairs
from kibitz.stochastic.decision_process import linear_program as linear_program
from kibitz.stochastic.decision_process import (
    modified_policy_iteration as modified_policy_iteration,
)
from kibitz.stochastic.decision_process import policy_iteration as policy_iteration
from kibitz.stochastic.decision_process import value_iteration as value_iteration
from kibitz.stochastic.epsilon_optimal import EpsilonStrategy as EpsilonStrategy
from kibitz.stochastic.family import GameFamily as GameFamily
from kibitz.stochastic.family import game_family as game_family
from kibitz.stochastic.family_solution import FamilySolution as FamilySolution
from kibitz.stochastic.fixed_points import FixedPoints as FixedPoints
from kibitz.stochastic.fixed_points import fixed_points as fixed_points
from kibitz.stochastic.game import StochasticGame as StochasticGame
from kibitz.stochastic.game import stochastic_game as stochastic_game
from kibitz.stochastic.hoffman_karp import hoffman_karp as hoffman_karp
from kibitz.stochastic.limit_average import limit_average as limit_average
from kibitz.stochastic.policy import PolicySolution as PolicySolution
from kibitz.stochastic.pollatschek_avi_itzhak import (
    pollatschek_avi_itzhak as pollatschek_avi_itzhak,
)
from kibitz.stochastic.recurring import RecurringRules as RecurringRules
from kibitz.stochastic.recurring import RulesSolution as RulesSolution
from kibitz.stochastic.recurring import solve_rules as solve_rules
from kibitz.stochastic.shapley_iteration import ShapleyIteration as ShapleyIteration
from kibitz.stochastic.shapley_iteration import shapley_iteration as shapley_iteration
from kibitz.stochastic.solution import StochasticSolution as StochasticSolution
from kibitz.stochastic.solve import solve_game as solve_game
from kibitz.stochastic.stationary_equilibrium import (
    StationaryEquilibrium as StationaryEquilibrium,
)
from kibitz.stochastic.stationary_equilibrium import (
    stationary_equilibrium as stationary_equilibrium,
)
from kibitz.stochastic.tensors import shapley_game as shapley_game
from kibitz.stochastic.turn_based import solve_turn_based as solve_turn_based
