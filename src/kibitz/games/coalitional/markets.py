"""Markets, costs and production, on the shelf: coalitional games with a name."""

from __future__ import annotations

import re

from kibitz.coalitional import families
from kibitz.coalitional.cost_game import CostGame
from kibitz.coalitional.families import (
    Airport,
    AssignmentGame,
    LandownerAndPeasants,
    LinearProduction,
    NestedPrefix,
    SpanningTree,
    TravelingSalesman,
)
from kibitz.coalitional.game import CoalitionalGame
from kibitz.coalitional.make import cost_game
from kibitz.core.errors import GameError
from kibitz.core.numbers import Number, number
from kibitz.core.registry import named

BOOK = ("A:100", "B:110", "C:110", "A+B:140", "A+C:140", "B+C:160", "A+B+C:220")
TVA = ("N:163520", "F:140826", "P:250096", "N+F:301607", "N+P:378821", "F+P:367370", "N+F+P:412584")
TRAVEL = ("H-A:7", "H-B:8", "H-C:6", "A-B:2", "A-C:4", "B-C:4")
TRAILS = ("H-A:12", "H-B:10", "A-B:5", "A-C:9", "B-C:6")
CABLES = ("0-A:20", "0-B:50", "0-C:30", "A-B:10", "A-C:30", "B-C:20")


def rows_of(text: str, what: str) -> list[list[Number]]:
    """A matrix as text: rows are separated by semicolons, numbers by spaces or commas.

    >>> [[str(x) for x in row] for row in rows_of("4 8; 3 1/2", "gains")]
    [['4', '8'], ['3', '1/2']]
    >>> rows_of("[[4, 8], [3, 5]]", "gains") == rows_of("4 8; 3 5", "gains")
    True
    """
    rows = [row for row in re.split(r"\]\s*,\s*\[|;", text) if row.strip()]
    read = [
        [number(x, f"{what}, row {i}") for x in re.split(r"[\s,\[\]]+", row) if x]
        for i, row in enumerate(rows, 1)
    ]
    if not read or not all(read):
        raise GameError(f"{what}: {text!r} is not a matrix; write rows such as '4 8; 3 5'")
    return read


def table_of(entries: tuple[str, ...], what: str) -> dict[str, str]:
    """Names and numbers, as ``A:10 B+C:20``; members of a coalition are joined by plus signs.

    >>> table_of(("A:10", "B+C:20"), "costs")
    {'A': '10', 'B,C': '20'}
    """
    table = {}
    for entry in entries:
        name, colon, amount = entry.partition(":")
        if not colon or not name or not amount:
            raise GameError(f"{what}: {entry!r} has no number; write it as A:10")
        table[name.replace("+", ",")] = amount
    return table


@named("one-seller", family="coalitional")
def one_seller(
    valuations: tuple[Number, ...] = (1000, 500),
    *,
    reserve: Number = 0,
    players: tuple[str, ...] = (),
) -> AssignmentGame:
    """One seller of one object, and buyers who value it differently.

    Parameters
    ----------
    valuations : tuple of numbers, default (1000, 500)
        What the object is worth to each buyer.
    reserve : number, default 0
        What it is worth to the seller.
    players : tuple of str, optional
        Names of the players.

    Returns
    -------
    AssignmentGame
        The game.

    Examples
    --------
    >>> [str(x) for x in one_seller().shapley()]
    ['1750/3', '1000/3', '250/3']
    """
    return families.one_seller(valuations, reserve, players or None, "One seller")


@named("gloves", family="coalitional")
def gloves(left: int = 1, right: int = 2) -> CoalitionalGame:
    """Some players hold a left glove, others a right one, and a pair is worth 1.

    Parameters
    ----------
    left : int, default 1
        The number of players with a left glove.
    right : int, default 2
        The number of players with a right glove.

    Returns
    -------
    CoalitionalGame
        The game.

    Examples
    --------
    >>> [str(x) for x in gloves().shapley()]
    ['2/3', '1/6', '1/6']
    """
    return families.gloves(left, right)


@named("horse-market", family="coalitional")
def horse_market(
    reserves: tuple[Number, ...] = (10, 11, 15), valuations: tuple[Number, ...] = (30, 28, 12)
) -> AssignmentGame:
    """Sellers with one identical horse each, and buyers who want one each.

    Parameters
    ----------
    reserves : tuple of numbers, default (10, 11, 15)
        The lowest price of each seller.
    valuations : tuple of numbers, default (30, 28, 12)
        The highest price of each buyer.

    Returns
    -------
    AssignmentGame
        The game.

    Examples
    --------
    >>> str(horse_market().total)
    '37'
    """
    return families.horse_market(reserves, valuations, None, "Horse market")


@named("assignment", family="coalitional")
def assignment(gains: str = "4 8; 3 5") -> AssignmentGame:
    """Sellers and buyers are matched in pairs; a row of gains for each seller.

    Parameters
    ----------
    gains : str, default "4 8; 3 5"
        The gain of every pair: a row for each seller.

    Returns
    -------
    AssignmentGame
        The game.

    Examples
    --------
    >>> assignment().lattice().seller_optimal
    (Fraction(6, 1), Fraction(3, 1), Fraction(0, 1), Fraction(2, 1))
    """
    return families.assignment_game(rows_of(gains, "gains"), title="Assignment game")


@named("machines-and-workers", family="coalitional")
def machines_and_workers(machines: tuple[int, ...] = (2, 2), workers: int = 3) -> CoalitionalGame:
    """Owners of machines, and workers who each produce 1 with a machine.

    Parameters
    ----------
    machines : tuple of int, default (2, 2)
        How many machines each owner has.
    workers : int, default 3
        The number of workers.

    Returns
    -------
    CoalitionalGame
        The game.

    Examples
    --------
    >>> str(machines_and_workers().total)
    '3'
    """
    return families.machines_and_workers(machines, workers)


@named("balanced-market", family="coalitional")
def balanced_market(
    supplies: tuple[Number, ...] = (4, 6), demands: tuple[Number, ...] = (3, 5, 2)
) -> CoalitionalGame:
    """Supply equals demand, and each unit traded is worth 1.

    Parameters
    ----------
    supplies : tuple of numbers, default (4, 6)
        What each seller offers.
    demands : tuple of numbers, default (3, 5, 2)
        What each buyer wants.

    Returns
    -------
    CoalitionalGame
        The game.

    Examples
    --------
    >>> [str(x) for x in balanced_market().shapley()]
    ['2', '3', '3/2', '5/2', '1']
    """
    return families.balanced_market(supplies, demands)


@named("airport", family="coalitional")
def airport(costs: tuple[Number, ...] = (1, 3, 6)) -> Airport:
    """A runway costs as much as its most demanding user requires.

    Parameters
    ----------
    costs : tuple of numbers, default (1, 3, 6)
        The cost of the runway that each player needs.

    Returns
    -------
    Airport
        The game.

    Examples
    --------
    >>> [str(x) for x in airport().shapley()]
    ['1/3', '4/3', '13/3']
    """
    return families.airport(costs, title="Airport")


@named("nested-prefix", family="coalitional")
def nested_prefix(amounts: tuple[Number, ...] = (1, 2, 3)) -> NestedPrefix:
    """Players contribute only together with everyone before them in line.

    Parameters
    ----------
    amounts : tuple of numbers, default (1, 2, 3)
        What players 1 to k earn together.

    Returns
    -------
    NestedPrefix
        The game.

    Examples
    --------
    >>> [str(x) for x in nested_prefix().shapley()]
    ['11/6', '5/6', '1/3']
    """
    return families.nested_prefix(amounts, title="Nested prefixes")


@named("cattle-drive", family="coalitional")
def cattle_drive(
    profit: Number = 1200, routes: tuple[str, ...] = ("B+C:0", "B:500", "C:700")
) -> CoalitionalGame:
    """A rancher needs the neighbors' permission to drive cattle to market.

    Parameters
    ----------
    profit : number, default 1200
        What the cattle earn at the market.
    routes : tuple of str, default ('B+C:0', 'B:500', 'C:700')
        Routes to the market with their costs.

    Returns
    -------
    CoalitionalGame
        The game.

    Examples
    --------
    >>> str(cattle_drive().worth("A", "B"))
    '700'
    """
    return families.cattle_drive(profit, routes, title="Cattle drive")


@named("road", family="coalitional")
def road(
    benefits: tuple[str, ...] = ("A:10", "B:9", "C:8"),
    trails: tuple[str, ...] = TRAILS,
    *,
    highway: str = "H",
) -> CoalitionalGame:
    """Farms share the paving of rough trails to the highway.

    Parameters
    ----------
    benefits : tuple of str, default ('A:10', 'B:9', 'C:8')
        What a paved way is worth to each farm.
    trails : tuple of str, optional
        Links with their costs.
    highway : str, default "H"
        The name of the highway.

    Returns
    -------
    CoalitionalGame
        The game.

    Examples
    --------
    >>> str(road().total)
    '6'
    """
    return families.road(trails, table_of(benefits, "benefits"), highway, "Farm roads")


@named("landowner", family="coalitional")
def landowner(yields: tuple[Number, ...] = (4, 7, 9)) -> LandownerAndPeasants:
    """A landowner and peasants: land without work and work without land yield nothing.

    Parameters
    ----------
    yields : tuple of numbers, default (4, 7, 9)
        The harvest with 1, 2, 3, ... peasants.

    Returns
    -------
    LandownerAndPeasants
        The game.

    Examples
    --------
    >>> [str(x) for x in landowner().shapley()]
    ['5', '4/3', '4/3', '4/3']
    """
    return families.landowner_and_peasants(yields, title="Landowner and peasants")


@named("traveling-salesman", family="coalitional")
def traveling_salesman(
    distances: tuple[str, ...] = TRAVEL, *, home: str = "H"
) -> TravelingSalesman:
    """One tour from home serves several hosts, who share its cost.

    Parameters
    ----------
    distances : tuple of str, optional
        Distances, such as ``H-A:7``.
    home : str, default "H"
        The name of the place where the tour begins.

    Returns
    -------
    TravelingSalesman
        The game.

    Examples
    --------
    >>> str(traveling_salesman().cost("A", "B", "C"))
    '19'
    """
    return families.traveling_salesman(distances, home, title="Traveling salesman")


@named("consultant", family="coalitional")
def consultant(
    distances: tuple[str, ...] = TRAVEL, *, home: str = "H", value: Number = 20
) -> CoalitionalGame:
    """Hosts share the cost of a consultant's tour, according to what a visit is worth to them.

    Parameters
    ----------
    distances : tuple of str, optional
        Distances, such as ``H-A:7``.
    home : str, default "H"
        The name of the place where the tour begins.
    value : number, default 20
        What a visit is worth to each host.

    Returns
    -------
    CoalitionalGame
        The game.

    Examples
    --------
    >>> [str(x) for x in consultant().shapley()]
    ['14', '25/2', '29/2']
    """
    tours = families.traveling_salesman(distances, home, title="Traveling consultant")
    return tours.visits(value)


@named("spanning-tree", family="coalitional")
def spanning_tree(links: tuple[str, ...] = CABLES, *, source: str = "0") -> SpanningTree:
    """Places are connected to a source by a minimum spanning tree and share its cost.

    Parameters
    ----------
    links : tuple of str, optional
        The cost of a link between every two places.
    source : str, default "0"
        The name of the source.

    Returns
    -------
    SpanningTree
        The game.

    Examples
    --------
    >>> [str(x) for x in spanning_tree().bird()]
    ['20', '10', '20']
    """
    return families.spanning_tree(links, source, "Spanning tree")


@named("linear-production", family="coalitional")
def linear_production(
    resources: str = "4 0; 0 6; 2 2", needs: str = "1 2; 3 1", prices: tuple[Number, ...] = (5, 4)
) -> LinearProduction:
    """Players pool their resources to make the most valuable products.

    Parameters
    ----------
    resources : str, default "4 0; 0 6; 2 2"
        A row for each player, a column for each resource.
    needs : str, default "1 2; 3 1"
        A row for each resource, a column for each product.
    prices : tuple of numbers, default (5, 4)
        What one unit of each product sells for.

    Returns
    -------
    LinearProduction
        The game.

    Examples
    --------
    >>> str(linear_production().total)
    '18'
    """
    return families.linear_production(
        rows_of(resources, "resources"), rows_of(needs, "needs"), prices, None, "Linear production"
    )


@named("cost-allocation", family="coalitional")
def cost_allocation(costs: tuple[str, ...] = BOOK) -> CostGame:
    """What serving each coalition costs; the example is three students who buy a book together.

    Parameters
    ----------
    costs : tuple of str, optional
        The cost of every coalition.

    Returns
    -------
    CostGame
        The game.

    Examples
    --------
    >>> str(cost_allocation().cost("B", "C"))
    '160'
    """
    return cost_game(table_of(costs, "costs"), title="Sharing costs")


@named("tennessee-valley", family="coalitional")
def tennessee_valley() -> CostGame:
    """Dams for navigation, flood control and power share a cost of 412584 thousand dollars.

    >>> [str(x) for x in families.separable_costs(tennessee_valley())]
    ['45214', '33763', '110977']
    """
    return cost_game(table_of(TVA, "costs"), title="Tennessee Valley Authority")
