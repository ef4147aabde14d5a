"""Coalitional games: a worth for every coalition, and how to share what all earn together."""

from kibitz.coalitional.balanced import (
    Balancedness,
    balancedness,
    is_balanced,
    is_totally_balanced,
)
from kibitz.coalitional.banzhaf import BanzhafValue, NormalisedBanzhaf, banzhaf, normalised_banzhaf
from kibitz.coalitional.bargaining_set import BargainingMembership, Objection, in_bargaining_set
from kibitz.coalitional.convert_strategic import naming_game
from kibitz.coalitional.core import Blocking, Core, CoreMembership, core, core_membership
from kibitz.coalitional.core_explain import explain_set
from kibitz.coalitional.core_stability import CoreStability, core_stability
from kibitz.coalitional.cost_game import CostGame, cost_game
from kibitz.coalitional.describe import describe_coalitional, properties
from kibitz.coalitional.dividends import Dividends, dividends, worths_from_dividends
from kibitz.coalitional.domination import Domination, domination
from kibitz.coalitional.draw import draw_allocations, draw_shares, draw_triangle
from kibitz.coalitional.draw_sets import draw_solution_sets
from kibitz.coalitional.epsilon_core import (
    StrongEpsilonCore,
    WeakEpsilonCore,
    strong_epsilon_core,
    weak_epsilon_core,
)
from kibitz.coalitional.excess import ExcessTable, excess_table, lexicographically_smaller
from kibitz.coalitional.explain import explain_allocation, explain_answers, steps_of, worths_table
from kibitz.coalitional.game import CoalitionalGame, additive_game, coalition, unanimity_game
from kibitz.coalitional.gately import GatelyPoint, gately
from kibitz.coalitional.imputations import Imputations, imputations
from kibitz.coalitional.is_nucleolus import (
    NucleolusTest,
    PrenucleolusTest,
    is_nucleolus,
    is_prenucleolus,
)
from kibitz.coalitional.kernel import KernelPoint, in_kernel, kernel_point
from kibitz.coalitional.kernel_explain import surplus_steps
from kibitz.coalitional.kernel_set import KernelSet, PrekernelSet, kernel_set, prekernel_set
from kibitz.coalitional.least_core import LeastCore, WeakLeastCore, least_core, weak_least_core
from kibitz.coalitional.modified_nucleolus import ModifiedNucleolus, modified_nucleolus
from kibitz.coalitional.myerson import MyersonValue, myerson, restricted_game
from kibitz.coalitional.nucleolus import Nucleolus, nucleolus
from kibitz.coalitional.nucleolus_explain import rounds_steps
from kibitz.coalitional.owen import OwenValue, owen, quotient_game
from kibitz.coalitional.payoff_vertices import PayoffVertices, payoff_vertices
from kibitz.coalitional.per_capita_nucleolus import (
    PerCapitaNucleolus,
    PerCapitaPrenucleolus,
    per_capita_nucleolus,
    per_capita_prenucleolus,
)
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
from kibitz.coalitional.prekernel import PrekernelPoint, in_prekernel, prekernel_point
from kibitz.coalitional.prenucleolus import Prenucleolus, prenucleolus
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
from kibitz.coalitional.stable_sets import StabilityTest, stability
from kibitz.coalitional.strategic_equivalence import StrategicEquivalence, strategic_equivalence
from kibitz.coalitional.superadditive_cover import superadditive_cover
from kibitz.coalitional.surplus import Surpluses, surpluses
from kibitz.coalitional.tau_value import TauValue, is_quasi_balanced, tau_value, utopia_payoffs
from kibitz.coalitional.tetrahedron import Tetrahedron, tetrahedron
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
from kibitz.coalitional.weber_set import (
    WeberMembership,
    WeberSet,
    in_weber_set,
    marginal_vector,
    weber_set,
)

__all__ = [
    "Allocation",
    "Balancedness",
    "BanzhafValue",
    "BargainingMembership",
    "Blocking",
    "CoalitionalGame",
    "CoalitionalSolution",
    "Core",
    "CoreMembership",
    "CoreStability",
    "CostGame",
    "CostSolution",
    "Dividends",
    "Domination",
    "ExcessTable",
    "GatelyPoint",
    "Imputations",
    "KernelPoint",
    "KernelSet",
    "LeastCore",
    "ModifiedNucleolus",
    "MyersonValue",
    "NormalisedBanzhaf",
    "Nucleolus",
    "NucleolusTest",
    "Objection",
    "OwenValue",
    "PayoffVertices",
    "PerCapitaNucleolus",
    "PerCapitaPrenucleolus",
    "PowerIndex",
    "PowerTable",
    "PrekernelPoint",
    "PrekernelSet",
    "Prenucleolus",
    "PrenucleolusTest",
    "SampledShapley",
    "ShapleyValue",
    "SolidarityValue",
    "StabilityTest",
    "StrategicEquivalence",
    "StrongEpsilonCore",
    "Surpluses",
    "TauValue",
    "Tetrahedron",
    "Triangle",
    "Verdict",
    "WeakEpsilonCore",
    "WeakLeastCore",
    "WeberMembership",
    "WeberSet",
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
    "core",
    "core_membership",
    "core_polygon",
    "core_stability",
    "cost_game",
    "davis_maschler_reduced",
    "deegan_packel",
    "describe_coalitional",
    "dividends",
    "dividends_step",
    "domination",
    "draw_allocations",
    "draw_shares",
    "draw_solution_sets",
    "draw_triangle",
    "dual",
    "dummies",
    "excess_table",
    "explain_allocation",
    "explain_answers",
    "explain_set",
    "gately",
    "hart_mas_colell_reduced",
    "holler",
    "imputations",
    "in_bargaining_set",
    "in_kernel",
    "in_prekernel",
    "in_weber_set",
    "is_additive",
    "is_balanced",
    "is_constant_sum",
    "is_convex",
    "is_essential",
    "is_monotone",
    "is_nucleolus",
    "is_prenucleolus",
    "is_proper",
    "is_quasi_balanced",
    "is_simple",
    "is_strong",
    "is_superadditive",
    "is_symmetric",
    "is_totally_balanced",
    "is_zero_monotone",
    "johnston",
    "kernel_point",
    "kernel_set",
    "least_core",
    "lexicographically_smaller",
    "marginal_rows",
    "marginal_steps",
    "marginal_vector",
    "marginals_by_order",
    "marginals_in_order",
    "maximal_losing",
    "minimal_winning",
    "modified_nucleolus",
    "myerson",
    "naming_game",
    "normalised_banzhaf",
    "nucleolus",
    "null_players",
    "orders_step",
    "owen",
    "payoff_vertices",
    "per_capita_nucleolus",
    "per_capita_prenucleolus",
    "potential",
    "power_indices",
    "power_to_act",
    "prekernel_point",
    "prekernel_set",
    "prenucleolus",
    "properties",
    "quotient_game",
    "rae",
    "restricted_game",
    "rounds_steps",
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
    "stability",
    "steps_of",
    "strategic_equivalence",
    "strong_epsilon_core",
    "subgame",
    "superadditive_cover",
    "superadditivity_checks",
    "surplus_steps",
    "surpluses",
    "symmetric_classes",
    "tau_value",
    "tetrahedron",
    "triangle",
    "unanimity_game",
    "utopia_payoffs",
    "veto_players",
    "weak_epsilon_core",
    "weak_least_core",
    "weber_set",
    "worths_from_dividends",
    "worths_table",
    "zero_normalised",
    "zero_one_normalised",
]
