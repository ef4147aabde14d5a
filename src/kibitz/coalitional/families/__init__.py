"""Families of coalitional games that are known by a few numbers, with their closed forms."""

from kibitz.coalitional.families import bankruptcy_explain, voting_explain
from kibitz.coalitional.families.airport import Airport, airport, littlechild, littlechild_owen
from kibitz.coalitional.families.assignment import (
    AssignmentCore,
    AssignmentGame,
    assignment_core,
    assignment_game,
    house_market,
)
from kibitz.coalitional.families.bankruptcy import Bankruptcy, bankruptcy
from kibitz.coalitional.families.cattle_drive import cattle_drive
from kibitz.coalitional.families.compound_voting import (
    CompoundVoting,
    Rule,
    all_of,
    any_of,
    composition,
)
from kibitz.coalitional.families.cost_allocation import (
    CostAllocation,
    allocate_costs,
    nonseparable_cost,
    separable_costs,
)
from kibitz.coalitional.families.cost_shares import CostShares
from kibitz.coalitional.families.division import Award, Division, divide
from kibitz.coalitional.families.hydraulic import draw_hydraulic, draw_schedule, poured_awards
from kibitz.coalitional.families.is_weighted import Weightedness, is_weighted
from kibitz.coalitional.families.landowner_and_peasants import (
    LandownerAndPeasants,
    landowner_and_peasants,
)
from kibitz.coalitional.families.linear_production import (
    LinearProduction,
    OwenSet,
    linear_production,
    owen_set,
)
from kibitz.coalitional.families.markets import (
    balanced_market,
    gloves,
    horse_market,
    machines_and_workers,
    one_commodity,
    one_seller,
    one_seller_shapley,
    price_interval,
)
from kibitz.coalitional.families.nested_prefix import NestedPrefix, nested_prefix
from kibitz.coalitional.families.road import road, road_costs
from kibitz.coalitional.families.spanning_tree import SpanningTree, spanning_tree
from kibitz.coalitional.families.travelling_salesman import (
    TravellingSalesman,
    travelling_salesman,
)
from kibitz.coalitional.families.voting import VotingGame
from kibitz.coalitional.families.voting_power import VotingIndex, VotingPower, voting_power
from kibitz.coalitional.families.weighted_voting import (
    WeightedVoting,
    committee,
    near_dictator,
    security_council,
    weighted_voting,
)

__all__ = [
    "Airport",
    "AssignmentCore",
    "AssignmentGame",
    "Award",
    "Bankruptcy",
    "CompoundVoting",
    "CostAllocation",
    "CostShares",
    "Division",
    "LandownerAndPeasants",
    "LinearProduction",
    "NestedPrefix",
    "OwenSet",
    "Rule",
    "SpanningTree",
    "TravellingSalesman",
    "VotingGame",
    "VotingIndex",
    "VotingPower",
    "WeightedVoting",
    "Weightedness",
    "airport",
    "all_of",
    "allocate_costs",
    "any_of",
    "assignment_core",
    "assignment_game",
    "balanced_market",
    "bankruptcy",
    "bankruptcy_explain",
    "cattle_drive",
    "committee",
    "composition",
    "divide",
    "draw_hydraulic",
    "draw_schedule",
    "gloves",
    "horse_market",
    "house_market",
    "is_weighted",
    "landowner_and_peasants",
    "linear_production",
    "littlechild",
    "littlechild_owen",
    "machines_and_workers",
    "near_dictator",
    "nested_prefix",
    "nonseparable_cost",
    "one_commodity",
    "one_seller",
    "one_seller_shapley",
    "owen_set",
    "poured_awards",
    "price_interval",
    "road",
    "road_costs",
    "security_council",
    "separable_costs",
    "spanning_tree",
    "travelling_salesman",
    "voting_explain",
    "voting_power",
    "weighted_voting",
]
