"""Coalitional games: a worth for every coalition, and how to share what all earn together."""

from kibitz.coalitional.balanced import (
    Balancedness,
    balancedness,
    is_balanced,
    is_totally_balanced,
)
from kibitz.coalitional.cost_game import CostGame, cost_game
from kibitz.coalitional.dividends import Dividends, dividends, worths_from_dividends
from kibitz.coalitional.draw import draw_allocations, draw_shares, draw_triangle
from kibitz.coalitional.game import CoalitionalGame, additive_game, coalition, unanimity_game
from kibitz.coalitional.players import (
    are_symmetric,
    contribution_range,
    dummies,
    null_players,
    symmetric_classes,
    veto_players,
)
from kibitz.coalitional.potential import potential
from kibitz.coalitional.properties import (
    is_additive,
    is_constant_sum,
    is_convex,
    is_essential,
    is_monotone,
    is_proper,
    is_simple,
    is_strong,
    is_superadditive,
    is_symmetric,
    is_zero_monotone,
    superadditivity_checks,
)
from kibitz.coalitional.shapley import (
    ShapleyValue,
    marginal_rows,
    marginals_by_order,
    marginals_in_order,
    shapley,
    shapley_by_dividends,
    shapley_by_marginals,
    shapley_by_orders,
)
from kibitz.coalitional.shapley_explain import dividends_step, marginal_steps, orders_step
from kibitz.coalitional.solution import Allocation
from kibitz.coalitional.superadditive_cover import superadditive_cover
from kibitz.coalitional.transform import (
    add,
    dual,
    scaled,
    shifted,
    subgame,
    zero_normalised,
    zero_one_normalised,
)
from kibitz.coalitional.triangle import Triangle, core_polygon, triangle
from kibitz.coalitional.verdict import Verdict

__all__ = [
    "Allocation",
    "Balancedness",
    "CoalitionalGame",
    "CostGame",
    "Dividends",
    "ShapleyValue",
    "Triangle",
    "Verdict",
    "add",
    "additive_game",
    "are_symmetric",
    "balancedness",
    "coalition",
    "contribution_range",
    "core_polygon",
    "cost_game",
    "dividends",
    "dividends_step",
    "draw_allocations",
    "draw_shares",
    "draw_triangle",
    "dual",
    "dummies",
    "is_additive",
    "is_balanced",
    "is_constant_sum",
    "is_convex",
    "is_essential",
    "is_monotone",
    "is_proper",
    "is_simple",
    "is_strong",
    "is_superadditive",
    "is_symmetric",
    "is_totally_balanced",
    "is_zero_monotone",
    "marginal_rows",
    "marginal_steps",
    "marginals_by_order",
    "marginals_in_order",
    "null_players",
    "orders_step",
    "potential",
    "scaled",
    "shapley",
    "shapley_by_dividends",
    "shapley_by_marginals",
    "shapley_by_orders",
    "shifted",
    "subgame",
    "superadditive_cover",
    "superadditivity_checks",
    "symmetric_classes",
    "triangle",
    "unanimity_game",
    "veto_players",
    "worths_from_dividends",
    "zero_normalised",
    "zero_one_normalised",
]
