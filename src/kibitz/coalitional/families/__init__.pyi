from kibitz.coalitional.bankruptcy.division import (
    Award as Award,
)
from kibitz.coalitional.bankruptcy.division import (
    Division as Division,
)
from kibitz.coalitional.bankruptcy.division import (
    divide as divide,
)
from kibitz.coalitional.bankruptcy.game import (
    Bankruptcy as Bankruptcy,
)
from kibitz.coalitional.bankruptcy.game import (
    bankruptcy as bankruptcy,
)
from kibitz.coalitional.bankruptcy.hydraulic import (
    draw_hydraulic as draw_hydraulic,
)
from kibitz.coalitional.bankruptcy.hydraulic import (
    draw_schedule as draw_schedule,
)
from kibitz.coalitional.bankruptcy.hydraulic import (
    poured_awards as poured_awards,
)
from kibitz.coalitional.families.airport import (
    Airport as Airport,
)
from kibitz.coalitional.families.airport import (
    airport as airport,
)
from kibitz.coalitional.families.airport import (
    littlechild as littlechild,
)
from kibitz.coalitional.families.airport import (
    littlechild_owen as littlechild_owen,
)
from kibitz.coalitional.families.assignment import (
    AssignmentCore as AssignmentCore,
)
from kibitz.coalitional.families.assignment import (
    AssignmentGame as AssignmentGame,
)
from kibitz.coalitional.families.assignment import (
    assignment_core as assignment_core,
)
from kibitz.coalitional.families.assignment import (
    assignment_game as assignment_game,
)
from kibitz.coalitional.families.assignment import (
    house_market as house_market,
)
from kibitz.coalitional.families.cattle_drive import cattle_drive as cattle_drive
from kibitz.coalitional.families.cost_allocation import (
    CostAllocation as CostAllocation,
)
from kibitz.coalitional.families.cost_allocation import (
    allocate_costs as allocate_costs,
)
from kibitz.coalitional.families.cost_allocation import (
    nonseparable_cost as nonseparable_cost,
)
from kibitz.coalitional.families.cost_allocation import (
    separable_costs as separable_costs,
)
from kibitz.coalitional.families.cost_shares import CostShares as CostShares
from kibitz.coalitional.families.landowner_and_peasants import (
    LandownerAndPeasants as LandownerAndPeasants,
)
from kibitz.coalitional.families.landowner_and_peasants import (
    landowner_and_peasants as landowner_and_peasants,
)
from kibitz.coalitional.families.linear_production import (
    LinearProduction as LinearProduction,
)
from kibitz.coalitional.families.linear_production import (
    OwenSet as OwenSet,
)
from kibitz.coalitional.families.linear_production import (
    linear_production as linear_production,
)
from kibitz.coalitional.families.linear_production import (
    owen_set as owen_set,
)
from kibitz.coalitional.families.markets import (
    balanced_market as balanced_market,
)
from kibitz.coalitional.families.markets import (
    gloves as gloves,
)
from kibitz.coalitional.families.markets import (
    horse_market as horse_market,
)
from kibitz.coalitional.families.markets import (
    machines_and_workers as machines_and_workers,
)
from kibitz.coalitional.families.markets import (
    one_commodity as one_commodity,
)
from kibitz.coalitional.families.markets import (
    one_seller as one_seller,
)
from kibitz.coalitional.families.markets import (
    one_seller_shapley as one_seller_shapley,
)
from kibitz.coalitional.families.markets import (
    price_interval as price_interval,
)
from kibitz.coalitional.families.nested_prefix import (
    NestedPrefix as NestedPrefix,
)
from kibitz.coalitional.families.nested_prefix import (
    nested_prefix as nested_prefix,
)
from kibitz.coalitional.families.road import road as road
from kibitz.coalitional.families.road import road_costs as road_costs
from kibitz.coalitional.families.spanning_tree import (
    SpanningTree as SpanningTree,
)
from kibitz.coalitional.families.spanning_tree import (
    spanning_tree as spanning_tree,
)
from kibitz.coalitional.families.traveling_salesman import (
    TravelingSalesman as TravelingSalesman,
)
from kibitz.coalitional.families.traveling_salesman import (
    traveling_salesman as traveling_salesman,
)
from kibitz.coalitional.voting.compound import (
    CompoundVoting as CompoundVoting,
)
from kibitz.coalitional.voting.compound import (
    Rule as Rule,
)
from kibitz.coalitional.voting.compound import (
    all_of as all_of,
)
from kibitz.coalitional.voting.compound import (
    any_of as any_of,
)
from kibitz.coalitional.voting.compound import (
    composition as composition,
)
from kibitz.coalitional.voting.game import VotingGame as VotingGame
from kibitz.coalitional.voting.is_weighted import (
    Weightedness as Weightedness,
)
from kibitz.coalitional.voting.is_weighted import (
    is_weighted as is_weighted,
)
from kibitz.coalitional.voting.power_by_weights import (
    VotingIndex as VotingIndex,
)
from kibitz.coalitional.voting.power_by_weights import (
    VotingPower as VotingPower,
)
from kibitz.coalitional.voting.power_by_weights import (
    voting_power as voting_power,
)
from kibitz.coalitional.voting.weighted import (
    WeightedVoting as WeightedVoting,
)
from kibitz.coalitional.voting.weighted import (
    committee as committee,
)
from kibitz.coalitional.voting.weighted import (
    near_dictator as near_dictator,
)
from kibitz.coalitional.voting.weighted import (
    security_council as security_council,
)
from kibitz.coalitional.voting.weighted import (
    weighted_voting as weighted_voting,
)
