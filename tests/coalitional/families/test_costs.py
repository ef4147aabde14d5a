"""Cost games by their closed forms: airports, tours, trees, roads, and the accountants' rules."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, pairwise, permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kibitz as kb
from kibitz import GameError
from kibitz.coalitional import is_convex, nucleolus, shapley, tau_value
from kibitz.coalitional.cost_game import CostGame
from kibitz.coalitional.families import (
    Airport,
    CostShares,
    SpanningTree,
    TravelingSalesman,
    airport,
    allocate_costs,
    cattle_drive,
    nonseparable_cost,
    road,
    road_costs,
    separable_costs,
    spanning_tree,
    traveling_salesman,
)
from kibitz.coalitional.make import cost_game
from kibitz.core.certificate import check

amounts = st.lists(st.integers(0, 20), min_size=1, max_size=6)


@st.composite
def complete_links(draw: Any, most: int = 5) -> tuple[list[str], dict[tuple[str, str], int]]:
    places = ["0", *"ABCDE"[: draw(st.integers(1, most))]]
    costs = {pair: draw(st.integers(0, 12)) for pair in combinations(places, 2)}
    return places, costs


def link(costs: dict[tuple[str, str], int], a: str, b: str) -> int:
    return costs[(a, b)] if (a, b) in costs else costs[(b, a)]


# --- airports


@given(amounts)
def test_airport_shares_are_the_shapley_value_and_the_nucleolus(costs: list[int]) -> None:
    game = airport(costs)
    for mask in range(1, 1 << game.n):
        assert game.costs[mask,] == max(c for i, c in enumerate(costs) if mask >> i & 1)
    savings = game.savings()
    assert is_convex(savings)
    assert game.shapley().payments == game.payments(shapley(savings).payoffs)
    assert game.nucleolus().payments == game.payments(nucleolus(savings).payoffs)
    for shares in (game.shapley(), game.nucleolus()):
        shares.verify().require()
        assert shares.in_core
    negated = shapley(game.negated())
    assert tuple(-x for x in negated) == game.shapley().payments


def test_airport_of_many_landings() -> None:
    costs = [k // 20 + 1 for k in range(200)]
    game = airport(costs)
    shares = game.shapley()
    assert shares.total == 10
    shares.verify().require()
    game.nucleolus().verify().require()
    with pytest.raises(GameError, match=r"200 players have 2\^200.*shapley"):
        game.cost("1")


def test_airport_in_floats_and_by_name() -> None:
    game = airport({"Cessna": 1.5, "Jumbo": 6.0})
    assert game.shapley()["Jumbo"] == 5.25
    assert not game.shapley().exact
    game.shapley().verify().require()
    assert isinstance(kb.game("airport 3 1 6"), Airport)


def test_tampered_shares_are_not_proved() -> None:
    game = airport([1, 3, 6])
    good = game.shapley()
    assert not replace(good, payments=(Fraction(1), Fraction(1), Fraction(4))).verify()
    assert not replace(good, payments=(Fraction(1), Fraction(1), Fraction(1))).verify()
    assert not replace(game.nucleolus(), payments=good.payments).verify()


# --- tours


def shortest(costs: dict[tuple[str, str], int], hosts: tuple[str, ...]) -> int:
    if not hosts:
        return 0
    tours = (["0", *order, "0"] for order in permutations(hosts))
    return min(sum(link(costs, a, b) for a, b in pairwise(tour)) for tour in tours)


@given(complete_links())
def test_tours_are_the_shortest(network: tuple[list[str], dict[tuple[str, str], int]]) -> None:
    places, costs = network
    game = traveling_salesman(costs, home="0")
    assert game.players == tuple(places[1:])
    for mask in range(1 << game.n):
        hosts = tuple(p for i, p in enumerate(game.players) if mask >> i & 1)
        assert game.costs[mask,] == shortest(costs, hosts)
        if hosts:
            tour = game.tour(*hosts)
            assert sum(link(costs, a, b) for a, b in pairwise(tour)) == game.costs[mask,]
            assert sorted(tour[1:-1]) == sorted(hosts)


def test_tours_that_differ_by_direction() -> None:
    links = "H>A:1 A>H:5 H>B:5 B>H:1 A>B:1 B>A:9"
    game = traveling_salesman(links)
    assert game.tour() == ("H", "A", "B", "H")
    assert game.cost("A", "B") == 3


def test_the_share_of_a_tour_does_not_depend_on_a_large_value() -> None:
    game = traveling_salesman("H-A:7 H-B:8 H-C:6 A-B:2 A-C:4 B-C:4")
    shares = game.payments(shapley(game.savings()).payoffs)
    assert shares == (6, Fraction(15, 2), Fraction(11, 2))
    for value in (20, 50, [20, 30, 40]):
        worth = [20, 30, 40] if isinstance(value, list) else [value] * 3
        found = game.visits(value).shapley()
        assert tuple(v - x for v, x in zip(worth, found, strict=True)) == shares
    assert game.visits(5).total == 0


# --- trees


def cheapest_tree(costs: dict[tuple[str, str], int], places: tuple[str, ...]) -> int:
    """By Prim's method, from the source."""
    reached, total = {"0"}, 0
    while len(reached) <= len(places):
        cost, nearest = min(
            (link(costs, a, b), b) for a in reached for b in places if b not in reached
        )
        reached.add(nearest)
        total += cost
    return total


@given(complete_links())
def test_trees_are_the_cheapest_and_shares_stay_in_the_core(
    network: tuple[list[str], dict[tuple[str, str], int]],
) -> None:
    _, costs = network
    game = spanning_tree(costs)
    for mask in range(1 << game.n):
        inside = tuple(p for i, p in enumerate(game.players) if mask >> i & 1)
        assert game.costs[mask,] == cheapest_tree(costs, inside)
    assert len(game.tree()) == game.n
    for shares in (game.bird(), game.folk()):
        assert shares.total == game.total
        assert shares.in_core
        shares.verify().require()


@given(complete_links(4))
def test_the_folk_rule_is_the_shapley_value_of_the_irreducible_game(
    network: tuple[list[str], dict[tuple[str, str], int]],
) -> None:
    """Lower every link to the dearest link on the way between its ends in the tree."""
    places, costs = network
    game = spanning_tree(costs)
    tree = {frozenset(pair): link(costs, *pair) for pair in game.tree()}

    def dearest(a: str, b: str, seen: frozenset[str]) -> int | None:
        for c in places:
            cost = tree.get(frozenset((a, c)))
            if cost is None or c in seen:
                continue
            rest = 0 if c == b else dearest(c, b, seen | {c})
            if rest is not None:
                return max(cost, rest)
        return None

    lowered = {pair: dearest(*pair, frozenset({pair[0]})) for pair in costs}
    small = spanning_tree(lowered)
    assert game.folk().payments == small.payments(shapley(small.savings()).payoffs)


# --- roads and cattle


def connected(chosen: Iterable[tuple[str, str]]) -> set[str]:
    """The places that trails connect with the highway."""
    pairs = list(chosen)
    reached = {"H"}
    for _ in pairs:
        for a, b in pairs:
            if a in reached or b in reached:
                reached |= {a, b}
    return reached


def paved(trails: dict[tuple[str, str], int], farms: tuple[str, ...]) -> int:
    """The cheapest set of trails that connects farms with the highway, by trying all sets."""
    best = None
    for size in range(len(trails) + 1):
        for chosen in combinations(trails, size):
            cost = sum(trails[pair] for pair in chosen)
            if connected(chosen).issuperset(farms) and (best is None or cost < best):
                best = cost
    assert best is not None
    return best


@given(
    st.sets(st.sampled_from([*combinations("HABCD", 2)]), min_size=3, max_size=7),
    st.lists(st.integers(1, 9), min_size=7, max_size=7),
    st.lists(st.integers(0, 12), min_size=3, max_size=3),
)
def test_roads_are_the_cheapest_and_only_those_that_pay(
    pairs: set[tuple[str, str]], prices: list[int], gains: list[int]
) -> None:
    trails = dict(zip(sorted(pairs), prices, strict=False))
    farms = ("A", "B", "C")
    places = {place for pair in trails for place in pair}
    if not connected(trails).issuperset(places | {"A", "B", "C", "H"}):
        with pytest.raises(GameError, match=r"no trail|no link"):
            road_costs(trails, farms, "H")
        return
    costs = road_costs(trails, farms, "H")
    worth = dict(zip(farms, gains, strict=True))
    game = road(trails, worth, "H")
    for size in range(4):
        for group in combinations(farms, size):
            assert costs.cost(*group) == paved(trails, group)
            earned = max(
                sum(worth[f] for f in part) - paved(trails, part)
                for k in range(size + 1)
                for part in combinations(group, k)
            )
            assert game.worth(*group) == earned


def test_the_cattle_drive() -> None:
    game = kb.game("cattle-drive")
    assert isinstance(game, kb.CoalitionalGame)
    assert [str(x) for x in game.shapley()] == ["600", "350", "250"]
    assert [str(x) for x in game.nucleolus()] == ["600", "350", "250"]
    around = cattle_drive(1200, {"none": 900, "B": 400})
    assert around.worth("A") == 300
    assert around.worth("A,B") == 800
    dear = cattle_drive(100, "B:400")
    assert dear.total == 0


# --- accountants


@st.composite
def subadditive_costs(draw: Any) -> CostGame:
    needs = draw(st.lists(st.integers(1, 9), min_size=2, max_size=4))
    fixed = draw(st.integers(0, 9))
    game = airport(needs)
    table = {
        ",".join(p for i, p in enumerate(game.players) if mask >> i & 1): game.costs[mask,]
        + fixed
        + draw(st.integers(0, 1))
        for mask in range(1, 1 << game.n)
    }
    return cost_game(table)


@given(subadditive_costs())
def test_rules_cover_the_cost_and_keep_their_word(game: CostGame) -> None:
    allocation = allocate_costs(game)
    allocation.verify().require()
    cost = game.costs[(1 << game.n) - 1,]
    own, rest = separable_costs(game), nonseparable_cost(game)
    for shares in allocation.shares:
        assert shares.total == cost
    assert allocation["ensc"].payments == tuple(m + rest / game.n for m in own)
    assert allocation["shapley"].payments == game.payments(shapley(game.savings()).payoffs)
    assert allocation["nucleolus"].payments == game.payments(nucleolus(game.savings()).payoffs)


def test_the_tennessee_valley() -> None:
    game = kb.game("tennessee-valley")
    assert isinstance(game, CostGame)
    allocation = allocate_costs(game)
    allocation.verify().require()
    assert [str(x) for x in allocation["shapley"]] == ["117829", "201513/2", "387997/2"]
    assert [round(float(x)) for x in allocation["aca"]] == [117476, 99157, 195951]
    assert allocation["aca"].in_core
    same = allocate_costs(game, benefits={"N": 999999, "F": 999999, "P": 999999})
    assert same["scrb"].payments == allocation["aca"].payments
    gap = game.payments(tau_value(game.savings()).payoffs)
    assert allocation["cga"].payments == gap


def test_who_is_overcharged() -> None:
    game = cost_game({"A": 10, "B": 10, "C": 10, "A,B": 12, "A,C": 20, "B,C": 20, "A,B,C": 22})
    equal = allocate_costs(game)["equal"]
    assert equal.overcharged() == ("A", "B")
    assert not equal.in_core


def test_tampered_allocations_are_not_proved() -> None:
    allocation = allocate_costs(kb.game("cost-allocation"))
    first = allocation.shares[0]
    moved = replace(
        first, payments=(first.payments[0] + 1, first.payments[1] - 1, *first.payments[2:])
    )
    assert not replace(allocation, shares=(moved, *allocation.shares[1:])).verify()


def test_shown_and_written() -> None:
    allocation = allocate_costs(kb.game("cost-allocation"), benefits=[120, 120, 120])
    assert "They leave 0 of 220" in str(allocation.explain())
    written = allocation.to_json()
    assert written["payments"]["scrb"] == ["60", "80", "80"]
    assert json.loads(json.dumps(written)) == written
    with pytest.raises(GameError, match="did you mean"):
        allocation["shaply"]
    for name in ("airport", "traveling-salesman", "spanning-tree", "road", "cost-allocation"):
        built = kb.game(name)
        assert built.draw().svg
        assert str(built)
        assert built.explain().steps


def test_types_on_the_shelf() -> None:
    assert isinstance(kb.game("traveling-salesman"), TravelingSalesman)
    assert isinstance(kb.game("spanning-tree"), SpanningTree)
    assert isinstance(kb.game("airport").shapley(), CostShares)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        ("airport 3,-1", "cost 2 is -1"),
        ("airport 3,dear", "'dear' is not a number"),
        ("traveling-salesman H-A:7,H-B:8", "no value is given for A-B"),
        ("traveling-salesman A-B:7", "no link touches 'H'"),
        ("traveling-salesman H-A:-7", "must not be negative"),
        ("traveling-salesman H-A", "write it as H-A:7"),
        ("traveling-salesman H-H:3", "not a link"),
        ("traveling-salesman H-A:3,A-H:4", "given twice"),
        ("spanning-tree 0-A:2,A-B:1", "no value is given for 0-B"),
        ("road A:10 H-B:3", "no trail touches 'A'"),
        ("road A:-1 H-A:3", "benefit of A is -1"),
        ("road A:10 H-B:3,A-C:2", "no trail leads"),
        ("cattle-drive -5 B:3", "must not be negative"),
        ("cattle-drive 5 B", "routes"),
        ("cattle-drive 5 B:-1", "must not be negative"),
        ("cost-allocation A:3,B:4", "no cost is given for A,B"),
        ("cost-allocation A,B", "has no number"),
    ],
)
def test_bad_costs_get_one_line(call: str, words: str) -> None:
    with pytest.raises(GameError, match=words) as caught:
        kb.game(call)
    assert "\n" not in str(caught.value)


def test_refusals() -> None:
    many = dict.fromkeys(combinations(["H", *map(str, range(1, 22))], 2), 1)
    with pytest.raises(GameError, match=r"21 places.*at most 18"):
        traveling_salesman(many)
    with pytest.raises(GameError, match="21 farms"):
        road_costs(many, highway="H")
    tree = spanning_tree(many, source="H")
    assert tree.bird().total == 21
    with pytest.raises(GameError, match="at most 20"):
        tree.cost("1")
    with pytest.raises(GameError, match="less than the separable cost"):
        allocate_costs(kb.game("cost-allocation"), benefits=[10, 100, 100])
    with pytest.raises(GameError, match="are not the places"):
        traveling_salesman("H-A:1", players=["B"])


def test_cost_games_are_explained_in_costs() -> None:
    game = kb.cost_game("A:100 B:110 C:90 A,B:140 A,C:150 B,C:120 A,B,C:180")
    told = {step.heading: step for step in game.explain().steps}
    orders = told["Costs added, by orders of arrival"].table
    assert orders is not None
    assert orders.rows[0] == ("A B C", "100", "40", "40")
    assert orders.rows[-1] == ("total / 6", "205/3", "175/3", "160/3")
    paid = told["What each player pays: nucleolus"].table
    assert paid is not None
    assert [row[2] for row in paid.rows] == ["230/3", "140/3", "170/3", "180"]
    demands = told["The inequalities"].table
    assert demands is not None
    assert demands.rows[3] == ("y(A) + y(B)", "≤ 140", "y(C) ≥ 40")
    corners = told["Where the inequalities bind"].table
    assert corners is not None
    assert ("(60, 30, 90)", "C  A,C  B,C") in corners.rows


def test_an_empty_core_of_costs_is_explained_by_what_coalitions_would_pay() -> None:
    game = kb.cost_game("A:1 B:1 C:1 A,B:1 A,C:1 B,C:1 A,B,C:2")
    told = {step.heading: step for step in game.solve("core").explain().steps}
    assert "together pay at most 3/2" in told["Balanced weights that pay too little"].prose
    shares = game.shapley().explain()
    assert shares.steps[1].heading == "Costs added, by orders of arrival"


def test_payments_are_proved_where_the_core_is_empty() -> None:
    costs = {"A": 6, "B": 7, "C": 6, "A,B": 8, "A,C": 11, "B,C": 8, "A,B,C": 14}
    found = kb.cost_game(costs).solve()
    assert found["core"].empty
    assert found.verify().holds
    claim = found.to_json()
    claim["core_payments"] = [["5", "4", "5"]]
    assert not check(found.game, claim).holds


def test_the_core_is_told_in_payments_too() -> None:
    told = str(kb.cost_game({"A": 5, "B": 7, "A,B": 9}).solve())
    assert told.splitlines()[-1] == "payments at the vertices of the core: (2, 7); (5, 4)"
    empty = {"A": 6, "B": 7, "C": 6, "A,B": 8, "A,C": 11, "B,C": 8, "A,B,C": 14}
    assert "vertices of the core" not in str(kb.cost_game(empty).solve())


@pytest.mark.parametrize("name", ["core", "least_core", "kernel", "imputations", "balancedness"])
def test_what_is_said_about_the_savings_says_so(name) -> None:
    game = kb.cost_game({"A": 5, "B": 7, "A,B": 9})
    assert str(getattr(game, name)()).startswith("savings game, ")
    assert "savings" not in str(getattr(game.negated(), name)())
    assert "savings game, savings game" not in str(game.solve(["core", "kernel"]))
    assert "savings" not in str(game.shapley())
