from kibitz.coalitional.convert_strategic import naming_game as naming_game
from kibitz.coalitional.cost_game import CostGame as CostGame
from kibitz.coalitional.describe import (
    Properties as Properties,
)
from kibitz.coalitional.describe import (
    describe_coalitional as describe_coalitional,
)
from kibitz.coalitional.describe import (
    properties as properties,
)
from kibitz.coalitional.draw import (
    draw_allocations as draw_allocations,
)
from kibitz.coalitional.draw import (
    draw_shares as draw_shares,
)
from kibitz.coalitional.draw import (
    draw_triangle as draw_triangle,
)
from kibitz.coalitional.explain import (
    explain_answers as explain_answers,
)
from kibitz.coalitional.explain import (
    steps_of as steps_of,
)
from kibitz.coalitional.explain import (
    worths_table as worths_table,
)
from kibitz.coalitional.explanations.core import explain_set as explain_set
from kibitz.coalitional.explanations.kernel import surplus_steps as surplus_steps
from kibitz.coalitional.explanations.nucleolus import rounds_steps as rounds_steps
from kibitz.coalitional.explanations.points import contributions_step as contributions_step
from kibitz.coalitional.explanations.shapley import (
    dividends_step as dividends_step,
)
from kibitz.coalitional.explanations.shapley import (
    marginal_steps as marginal_steps,
)
from kibitz.coalitional.explanations.shapley import (
    orders_step as orders_step,
)
from kibitz.coalitional.families.basic_games import (
    additive_game as additive_game,
)
from kibitz.coalitional.families.basic_games import (
    unanimity_game as unanimity_game,
)
from kibitz.coalitional.game import (
    CoalitionalGame as CoalitionalGame,
)
from kibitz.coalitional.lexicographic.is_nucleolus import (
    NucleolusTest as NucleolusTest,
)
from kibitz.coalitional.lexicographic.is_nucleolus import (
    PrenucleolusTest as PrenucleolusTest,
)
from kibitz.coalitional.lexicographic.is_nucleolus import (
    is_nucleolus as is_nucleolus,
)
from kibitz.coalitional.lexicographic.is_nucleolus import (
    is_prenucleolus as is_prenucleolus,
)
from kibitz.coalitional.lexicographic.modified_nucleolus import (
    ModifiedNucleolus as ModifiedNucleolus,
)
from kibitz.coalitional.lexicographic.modified_nucleolus import (
    modified_nucleolus as modified_nucleolus,
)
from kibitz.coalitional.lexicographic.nucleolus import Nucleolus as Nucleolus
from kibitz.coalitional.lexicographic.nucleolus import nucleolus as nucleolus
from kibitz.coalitional.lexicographic.per_capita_nucleolus import (
    PerCapitaNucleolus as PerCapitaNucleolus,
)
from kibitz.coalitional.lexicographic.per_capita_nucleolus import (
    PerCapitaPrenucleolus as PerCapitaPrenucleolus,
)
from kibitz.coalitional.lexicographic.per_capita_nucleolus import (
    per_capita_nucleolus as per_capita_nucleolus,
)
from kibitz.coalitional.lexicographic.per_capita_nucleolus import (
    per_capita_prenucleolus as per_capita_prenucleolus,
)
from kibitz.coalitional.lexicographic.prenucleolus import (
    Prenucleolus as Prenucleolus,
)
from kibitz.coalitional.lexicographic.prenucleolus import (
    prenucleolus as prenucleolus,
)
from kibitz.coalitional.make import coalition as coalition
from kibitz.coalitional.make import cost_game as cost_game
from kibitz.coalitional.perfect_information import (
    TreeWorths as TreeWorths,
)
from kibitz.coalitional.perfect_information import (
    perfect_information as perfect_information,
)
from kibitz.coalitional.pictures.sets import draw_solution_sets as draw_solution_sets
from kibitz.coalitional.pictures.tetrahedron import Tetrahedron as Tetrahedron
from kibitz.coalitional.pictures.tetrahedron import tetrahedron as tetrahedron
from kibitz.coalitional.pictures.triangle import (
    Triangle as Triangle,
)
from kibitz.coalitional.pictures.triangle import (
    core_polygon as core_polygon,
)
from kibitz.coalitional.pictures.triangle import (
    triangle as triangle,
)
from kibitz.coalitional.players import (
    are_symmetric as are_symmetric,
)
from kibitz.coalitional.players import (
    contribution_range as contribution_range,
)
from kibitz.coalitional.players import (
    dummies as dummies,
)
from kibitz.coalitional.players import (
    null_players as null_players,
)
from kibitz.coalitional.players import (
    symmetric_classes as symmetric_classes,
)
from kibitz.coalitional.players import (
    veto_players as veto_players,
)
from kibitz.coalitional.properties import (
    is_additive as is_additive,
)
from kibitz.coalitional.properties import (
    is_constant_sum as is_constant_sum,
)
from kibitz.coalitional.properties import (
    is_convex as is_convex,
)
from kibitz.coalitional.properties import (
    is_essential as is_essential,
)
from kibitz.coalitional.properties import (
    is_monotone as is_monotone,
)
from kibitz.coalitional.properties import (
    is_proper as is_proper,
)
from kibitz.coalitional.properties import (
    is_simple as is_simple,
)
from kibitz.coalitional.properties import (
    is_strong as is_strong,
)
from kibitz.coalitional.properties import (
    is_superadditive as is_superadditive,
)
from kibitz.coalitional.properties import (
    is_symmetric as is_symmetric,
)
from kibitz.coalitional.properties import (
    is_zero_monotone as is_zero_monotone,
)
from kibitz.coalitional.properties import (
    superadditivity_checks as superadditivity_checks,
)
from kibitz.coalitional.sets.balanced import (
    Balancedness as Balancedness,
)
from kibitz.coalitional.sets.balanced import (
    balancedness as balancedness,
)
from kibitz.coalitional.sets.balanced import (
    is_balanced as is_balanced,
)
from kibitz.coalitional.sets.balanced import (
    is_totally_balanced as is_totally_balanced,
)
from kibitz.coalitional.sets.bargaining_set import (
    BargainingMembership as BargainingMembership,
)
from kibitz.coalitional.sets.bargaining_set import (
    Objection as Objection,
)
from kibitz.coalitional.sets.bargaining_set import (
    in_bargaining_set as in_bargaining_set,
)
from kibitz.coalitional.sets.core import (
    Blocking as Blocking,
)
from kibitz.coalitional.sets.core import (
    Core as Core,
)
from kibitz.coalitional.sets.core import (
    CoreMembership as CoreMembership,
)
from kibitz.coalitional.sets.core import (
    core as core,
)
from kibitz.coalitional.sets.core import (
    core_membership as core_membership,
)
from kibitz.coalitional.sets.core_stability import (
    CoreStability as CoreStability,
)
from kibitz.coalitional.sets.core_stability import (
    core_stability as core_stability,
)
from kibitz.coalitional.sets.domination import Domination as Domination
from kibitz.coalitional.sets.domination import domination as domination
from kibitz.coalitional.sets.epsilon_core import (
    StrongEpsilonCore as StrongEpsilonCore,
)
from kibitz.coalitional.sets.epsilon_core import (
    WeakEpsilonCore as WeakEpsilonCore,
)
from kibitz.coalitional.sets.epsilon_core import (
    strong_epsilon_core as strong_epsilon_core,
)
from kibitz.coalitional.sets.epsilon_core import (
    weak_epsilon_core as weak_epsilon_core,
)
from kibitz.coalitional.sets.excess import (
    ExcessTable as ExcessTable,
)
from kibitz.coalitional.sets.excess import (
    excess_table as excess_table,
)
from kibitz.coalitional.sets.excess import (
    lexicographically_smaller as lexicographically_smaller,
)
from kibitz.coalitional.sets.imputations import Imputations as Imputations
from kibitz.coalitional.sets.imputations import imputations as imputations
from kibitz.coalitional.sets.imputations import is_imputation as is_imputation
from kibitz.coalitional.sets.kernel import (
    KernelPoint as KernelPoint,
)
from kibitz.coalitional.sets.kernel import (
    in_kernel as in_kernel,
)
from kibitz.coalitional.sets.kernel import (
    kernel_point as kernel_point,
)
from kibitz.coalitional.sets.kernel_set import (
    KernelSet as KernelSet,
)
from kibitz.coalitional.sets.kernel_set import (
    PrekernelSet as PrekernelSet,
)
from kibitz.coalitional.sets.kernel_set import (
    kernel_set as kernel_set,
)
from kibitz.coalitional.sets.kernel_set import (
    prekernel_set as prekernel_set,
)
from kibitz.coalitional.sets.least_core import (
    LeastCore as LeastCore,
)
from kibitz.coalitional.sets.least_core import (
    WeakLeastCore as WeakLeastCore,
)
from kibitz.coalitional.sets.least_core import (
    least_core as least_core,
)
from kibitz.coalitional.sets.least_core import (
    weak_least_core as weak_least_core,
)
from kibitz.coalitional.sets.payoff_vertices import (
    PayoffVertices as PayoffVertices,
)
from kibitz.coalitional.sets.payoff_vertices import (
    payoff_vertices as payoff_vertices,
)
from kibitz.coalitional.sets.prekernel import (
    PrekernelPoint as PrekernelPoint,
)
from kibitz.coalitional.sets.prekernel import (
    in_prekernel as in_prekernel,
)
from kibitz.coalitional.sets.prekernel import (
    prekernel_point as prekernel_point,
)
from kibitz.coalitional.sets.stable_sets import StabilityTest as StabilityTest
from kibitz.coalitional.sets.stable_sets import stability as stability
from kibitz.coalitional.sets.surplus import Surpluses as Surpluses
from kibitz.coalitional.sets.surplus import surpluses as surpluses
from kibitz.coalitional.sets.weber_set import (
    WeberMembership as WeberMembership,
)
from kibitz.coalitional.sets.weber_set import (
    WeberSet as WeberSet,
)
from kibitz.coalitional.sets.weber_set import (
    in_weber_set as in_weber_set,
)
from kibitz.coalitional.sets.weber_set import (
    marginal_vector as marginal_vector,
)
from kibitz.coalitional.sets.weber_set import (
    weber_set as weber_set,
)
from kibitz.coalitional.solution import Allocation as Allocation
from kibitz.coalitional.solve import (
    CoalitionalSolution as CoalitionalSolution,
)
from kibitz.coalitional.solve import (
    CostSolution as CostSolution,
)
from kibitz.coalitional.solve import (
    solve_coalitional as solve_coalitional,
)
from kibitz.coalitional.transformations.reduced_games import (
    davis_maschler_reduced as davis_maschler_reduced,
)
from kibitz.coalitional.transformations.reduced_games import (
    hart_mas_colell_reduced as hart_mas_colell_reduced,
)
from kibitz.coalitional.transformations.strategic_equivalence import (
    StrategicEquivalence as StrategicEquivalence,
)
from kibitz.coalitional.transformations.strategic_equivalence import (
    strategic_equivalence as strategic_equivalence,
)
from kibitz.coalitional.transformations.superadditive_cover import (
    superadditive_cover as superadditive_cover,
)
from kibitz.coalitional.transformations.transform import (
    add as add,
)
from kibitz.coalitional.transformations.transform import (
    dual as dual,
)
from kibitz.coalitional.transformations.transform import (
    scaled as scaled,
)
from kibitz.coalitional.transformations.transform import (
    shifted as shifted,
)
from kibitz.coalitional.transformations.transform import (
    subgame as subgame,
)
from kibitz.coalitional.transformations.transform import (
    zero_normalized as zero_normalized,
)
from kibitz.coalitional.transformations.transform import (
    zero_one_normalized as zero_one_normalized,
)
from kibitz.coalitional.values.banzhaf import (
    BanzhafValue as BanzhafValue,
)
from kibitz.coalitional.values.banzhaf import (
    NormalizedBanzhaf as NormalizedBanzhaf,
)
from kibitz.coalitional.values.banzhaf import (
    banzhaf as banzhaf,
)
from kibitz.coalitional.values.banzhaf import (
    normalized_banzhaf as normalized_banzhaf,
)
from kibitz.coalitional.values.dividends import (
    Dividends as Dividends,
)
from kibitz.coalitional.values.dividends import (
    dividends as dividends,
)
from kibitz.coalitional.values.dividends import (
    worths_from_dividends as worths_from_dividends,
)
from kibitz.coalitional.values.gately import GatelyPoint as GatelyPoint
from kibitz.coalitional.values.gately import gately as gately
from kibitz.coalitional.values.marginal_vector import MarginalVector as MarginalVector
from kibitz.coalitional.values.marginal_vector import (
    marginal_contributions as marginal_contributions,
)
from kibitz.coalitional.values.multilinear_extension import (
    multilinear_extension as multilinear_extension,
)
from kibitz.coalitional.values.multilinear_extension import (
    multilinear_polynomial as multilinear_polynomial,
)
from kibitz.coalitional.values.myerson import (
    MyersonValue as MyersonValue,
)
from kibitz.coalitional.values.myerson import (
    myerson as myerson,
)
from kibitz.coalitional.values.myerson import (
    restricted_game as restricted_game,
)
from kibitz.coalitional.values.owen import (
    OwenValue as OwenValue,
)
from kibitz.coalitional.values.owen import (
    owen as owen,
)
from kibitz.coalitional.values.owen import (
    quotient_game as quotient_game,
)
from kibitz.coalitional.values.potential import potential as potential
from kibitz.coalitional.values.sampled_shapley import (
    SampledShapley as SampledShapley,
)
from kibitz.coalitional.values.sampled_shapley import (
    sampled_shapley as sampled_shapley,
)
from kibitz.coalitional.values.shapley import (
    ShapleyValue as ShapleyValue,
)
from kibitz.coalitional.values.shapley import (
    marginal_rows as marginal_rows,
)
from kibitz.coalitional.values.shapley import (
    marginals_by_order as marginals_by_order,
)
from kibitz.coalitional.values.shapley import (
    marginals_in_order as marginals_in_order,
)
from kibitz.coalitional.values.shapley import (
    shapley as shapley,
)
from kibitz.coalitional.values.shapley import (
    shapley_by_dividends as shapley_by_dividends,
)
from kibitz.coalitional.values.shapley import (
    shapley_by_marginals as shapley_by_marginals,
)
from kibitz.coalitional.values.shapley import (
    shapley_by_orders as shapley_by_orders,
)
from kibitz.coalitional.values.solidarity import (
    SolidarityValue as SolidarityValue,
)
from kibitz.coalitional.values.solidarity import (
    solidarity as solidarity,
)
from kibitz.coalitional.values.tau_value import (
    TauValue as TauValue,
)
from kibitz.coalitional.values.tau_value import (
    is_quasi_balanced as is_quasi_balanced,
)
from kibitz.coalitional.values.tau_value import (
    tau_value as tau_value,
)
from kibitz.coalitional.values.tau_value import (
    utopia_payoffs as utopia_payoffs,
)
from kibitz.coalitional.verdict import PropertyVerdict as PropertyVerdict
from kibitz.coalitional.voting.power_indices import (
    PowerIndex as PowerIndex,
)
from kibitz.coalitional.voting.power_indices import (
    PowerTable as PowerTable,
)
from kibitz.coalitional.voting.power_indices import (
    coleman_initiate as coleman_initiate,
)
from kibitz.coalitional.voting.power_indices import (
    coleman_prevent as coleman_prevent,
)
from kibitz.coalitional.voting.power_indices import (
    deegan_packel as deegan_packel,
)
from kibitz.coalitional.voting.power_indices import (
    holler as holler,
)
from kibitz.coalitional.voting.power_indices import (
    johnston as johnston,
)
from kibitz.coalitional.voting.power_indices import (
    power_indices as power_indices,
)
from kibitz.coalitional.voting.power_indices import (
    power_to_act as power_to_act,
)
from kibitz.coalitional.voting.power_indices import (
    rae as rae,
)
from kibitz.coalitional.voting.simple_games import (
    maximal_losing as maximal_losing,
)
from kibitz.coalitional.voting.simple_games import (
    minimal_winning as minimal_winning,
)
from kibitz.coalitional.voting.simple_games import (
    simple_game as simple_game,
)
