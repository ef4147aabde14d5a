"""Games in extensive form: trees with chance and information sets."""

from kibitz.extensive.arrows.unfold import tree_size, unfold
from kibitz.extensive.build import chance, decision, extensive_game, leaf
from kibitz.extensive.game import ExtensiveGame
from kibitz.extensive.histories import from_histories
from kibitz.extensive.methods.backward_induction import (
    backward_induction,
    subgame_perfect_equilibria,
)
from kibitz.extensive.methods.optimal_face import optimal_face
from kibitz.extensive.methods.pure_equilibrium import agent_form, pure_equilibria
from kibitz.extensive.methods.sequence_lcp import sequence_lcp
from kibitz.extensive.methods.sequence_program import solve_sequence_form
from kibitz.extensive.methods.trembles import trembling_hand
from kibitz.extensive.methods.zero_sum import zero_sum
from kibitz.extensive.strategies.kuhn import (
    behavior_from_mixed,
    behavior_from_plan,
    mixed_from_behavior,
    realization_plan,
)
from kibitz.extensive.strategies.strategy_table import check_strategy

__all__ = [
    "ExtensiveGame",
    "agent_form",
    "backward_induction",
    "behavior_from_mixed",
    "behavior_from_plan",
    "chance",
    "check_strategy",
    "decision",
    "extensive_game",
    "from_histories",
    "leaf",
    "mixed_from_behavior",
    "optimal_face",
    "pure_equilibria",
    "realization_plan",
    "sequence_lcp",
    "solve_sequence_form",
    "subgame_perfect_equilibria",
    "tree_size",
    "trembling_hand",
    "unfold",
    "zero_sum",
]
