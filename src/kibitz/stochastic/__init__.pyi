from kibitz.stochastic.average.blackwell_ferguson import BlackwellFerguson as BlackwellFerguson
from kibitz.stochastic.average.limit_average import limit_average as limit_average
from kibitz.stochastic.average.solution import AverageSolution as AverageSolution
from kibitz.stochastic.decision.decision_process import decision_process as decision_process
from kibitz.stochastic.decision.decision_process import from_pairs as from_pairs
from kibitz.stochastic.decision.decision_process import linear_program as linear_program
from kibitz.stochastic.decision.decision_process import (
    modified_policy_iteration as modified_policy_iteration,
)
from kibitz.stochastic.decision.decision_process import policy_iteration as policy_iteration
from kibitz.stochastic.decision.decision_process import value_iteration as value_iteration
from kibitz.stochastic.decision.policy import PolicySolution as PolicySolution
from kibitz.stochastic.decision.turn_based import solve_turn_based as solve_turn_based
from kibitz.stochastic.families.family import GameFamily as GameFamily
from kibitz.stochastic.families.family import game_family as game_family
from kibitz.stochastic.families.solution import FamilySolution as FamilySolution
from kibitz.stochastic.from_rules.convert import to_stochastic as to_stochastic
from kibitz.stochastic.from_rules.recurring import RecurringRules as RecurringRules
from kibitz.stochastic.from_rules.recurring import RulesSolution as RulesSolution
from kibitz.stochastic.from_rules.recurring import solve_rules as solve_rules
from kibitz.stochastic.game import StochasticGame as StochasticGame
from kibitz.stochastic.game import stochastic_game as stochastic_game
from kibitz.stochastic.methods.best_reply import best_reply as best_reply
from kibitz.stochastic.methods.epsilon_optimal import EpsilonStrategy as EpsilonStrategy
from kibitz.stochastic.methods.fixed_points import FixedPoints as FixedPoints
from kibitz.stochastic.methods.fixed_points import fixed_points as fixed_points
from kibitz.stochastic.methods.hoffman_karp import hoffman_karp as hoffman_karp
from kibitz.stochastic.methods.pollatschek_avi_itzhak import (
    pollatschek_avi_itzhak as pollatschek_avi_itzhak,
)
from kibitz.stochastic.methods.shapley_iteration import ShapleyIteration as ShapleyIteration
from kibitz.stochastic.methods.shapley_iteration import shapley_iteration as shapley_iteration
from kibitz.stochastic.methods.stationary_equilibrium import (
    StationaryEquilibrium as StationaryEquilibrium,
)
from kibitz.stochastic.methods.stationary_equilibrium import (
    stationary_equilibrium as stationary_equilibrium,
)
from kibitz.stochastic.solution import StochasticSolution as StochasticSolution
from kibitz.stochastic.solve import solve_game as solve_game
from kibitz.stochastic.tensors import shapley_game as shapley_game
