"""Coalitional games: a worth for every coalition, and how to share what all earn together."""

from kibitz.coalitional.balanced import (
    Balancedness,
    balancedness,
    is_balanced,
    is_totally_balanced,
)
from kibitz.coalitional.banzhaf import BanzhafValue, NormalisedBanzhaf, banzhaf, normalised_banzhaf
from kibitz.coalitional.convert_strategic import naming_game
from kibitz.coalitional.cost_game import CostGame, cost_game
from kibitz.coalitional.describe import describe_coalitional, properties
from kibitz.coalitional.dividends import Dividends, dividends, worths_from_dividends
from kibitz.coalitional.draw import draw_allocations, draw_shares, draw_triangle
from kibitz.coalitional.explain import explain_allocation, explain_answers, steps_of, worths_table
from kibitz.coalitional.game import CoalitionalGame, additive_game, coalition, unanimity_game
from kibitz.coalitional.gately import GatelyPoint, gately
from kibitz.coalitional.myerson import MyersonValue, myerson, restricted_game
from kibitz.coalitional.owen import OwenValue, owen, quotient_game
from kibitz.coalitional.players import (
    are_symmetric,
    contribution_range,
    dummies,
    null_players,
    symmetric_classes,
    veto_players,
)
from kibitz.coalitional.points_explain import contributions_step
from kibitz.coalitional.potential import potential
from kibitz.coalitional.power_indices import (
    PowerIndex,
    PowerTable,
    coleman_initiate,
    coleman_prevent,
    deegan_packel,
    holler,
    johnston,
    power_indices,
    power_to_act,
    rae,
)
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
from kibitz.coalitional.reduced_games import davis_maschler_reduced, hart_mas_colell_reduced
from kibitz.coalitional.sampled_shapley import SampledShapley, sampled_shapley
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
from kibitz.coalitional.simple_games import maximal_losing, minimal_winning, simple_game
from kibitz.coalitional.solidarity import SolidarityValue, solidarity
from kibitz.coalitional.solution import Allocation
from kibitz.coalitional.solve import CoalitionalSolution, CostSolution, solve_coalitional
from kibitz.coalitional.strategic_equivalence import StrategicEquivalence, strategic_equivalence
from kibitz.coalitional.superadditive_cover import superadditive_cover
from kibitz.coalitional.tau_value import TauValue, is_quasi_balanced, tau_value, utopia_payoffs
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
    "BanzhafValue",
    "CoalitionalGame",
    "CoalitionalSolution",
    "CostGame",
    "CostSolution",
    "Dividends",
    "GatelyPoint",
    "MyersonValue",
    "NormalisedBanzhaf",
    "OwenValue",
    "PowerIndex",
    "PowerTable",
    "SampledShapley",
    "ShapleyValue",
    "SolidarityValue",
    "StrategicEquivalence",
    "TauValue",
    "Triangle",
    "Verdict",
    "add",
    "additive_game",
    "are_symmetric",
    "balancedness",
    "banzhaf",
    "coalition",
    "coleman_initiate",
    "coleman_prevent",
    "contribution_range",
    "contributions_step",
    "core_polygon",
    "cost_game",
    "davis_maschler_reduced",
    "deegan_packel",
    "describe_coalitional",
    "dividends",
    "dividends_step",
    "draw_allocations",
    "draw_shares",
    "draw_triangle",
    "dual",
    "dummies",
    "explain_allocation",
    "explain_answers",
    "gately",
    "hart_mas_colell_reduced",
    "holler",
    "is_additive",
    "is_balanced",
    "is_constant_sum",
    "is_convex",
    "is_essential",
    "is_monotone",
    "is_proper",
    "is_quasi_balanced",
    "is_simple",
    "is_strong",
    "is_superadditive",
    "is_symmetric",
    "is_totally_balanced",
    "is_zero_monotone",
    "johnston",
    "marginal_rows",
    "marginal_steps",
    "marginals_by_order",
    "marginals_in_order",
    "maximal_losing",
    "minimal_winning",
    "myerson",
    "naming_game",
    "normalised_banzhaf",
    "null_players",
    "orders_step",
    "owen",
    "potential",
    "power_indices",
    "power_to_act",
    "properties",
    "quotient_game",
    "rae",
    "restricted_game",
    "sampled_shapley",
    "scaled",
    "shapley",
    "shapley_by_dividends",
    "shapley_by_marginals",
    "shapley_by_orders",
    "shifted",
    "simple_game",
    "solidarity",
    "solve_coalitional",
    "steps_of",
    "strategic_equivalence",
    "subgame",
    "superadditive_cover",
    "superadditivity_checks",
    "symmetric_classes",
    "tau_value",
    "triangle",
    "unanimity_game",
    "utopia_payoffs",
    "veto_players",
    "worths_from_dividends",
    "worths_table",
    "zero_normalised",
    "zero_one_normalised",
]
