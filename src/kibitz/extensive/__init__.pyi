from kibitz.extensive.arrows.normal_form import normal_form as normal_form
from kibitz.extensive.arrows.unfold import tree_size as tree_size
from kibitz.extensive.arrows.unfold import unfold as unfold
from kibitz.extensive.build import extensive_game as extensive_game
from kibitz.extensive.game import ExtensiveGame as ExtensiveGame
from kibitz.extensive.histories import from_histories as from_histories
from kibitz.extensive.methods.backward_induction import backward_induction as backward_induction
from kibitz.extensive.methods.backward_induction import (
    subgame_perfect_equilibria as subgame_perfect_equilibria,
)
from kibitz.extensive.methods.best_response import best_response as best_response
from kibitz.extensive.methods.best_response import expected_payoffs as expected_payoffs
from kibitz.extensive.methods.best_response import exploitability as exploitability
from kibitz.extensive.methods.optimal_face import optimal_face as optimal_face
from kibitz.extensive.methods.pure_equilibrium import agent_form as agent_form
from kibitz.extensive.methods.pure_equilibrium import pure_equilibria as pure_equilibria
from kibitz.extensive.methods.sequence_form import sequence_form as sequence_form
from kibitz.extensive.methods.sequence_lcp import sequence_lcp as sequence_lcp
from kibitz.extensive.methods.sequence_program import solve_sequence_form as solve_sequence_form
from kibitz.extensive.methods.trembles import trembling_hand as trembling_hand
from kibitz.extensive.methods.zero_sum import zero_sum as zero_sum
from kibitz.extensive.node import chance as chance
from kibitz.extensive.node import decision as decision
from kibitz.extensive.node import leaf as leaf
from kibitz.extensive.strategies.kuhn import behavior_from_mixed as behavior_from_mixed
from kibitz.extensive.strategies.kuhn import behavior_from_plan as behavior_from_plan
from kibitz.extensive.strategies.kuhn import mixed_from_behavior as mixed_from_behavior
from kibitz.extensive.strategies.kuhn import realization_plan as realization_plan
from kibitz.extensive.strategies.profile import Profile as Profile
from kibitz.extensive.strategies.profile import uniform as uniform
from kibitz.extensive.strategies.strategy_table import check_strategy as check_strategy
from kibitz.extensive.strategies.strategy_table import irrelevant as irrelevant
