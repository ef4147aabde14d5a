"""Green Hackenbush: worked examples, and every theorem against search over sets of edges."""

from __future__ import annotations

import json
import pickle
import random
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kibitz as kb
from kibitz.combinatorial import LimitError, disjunctive_sum, nim_sum, star
from kibitz.combinatorial.hackenbush import (
    Hackenbush,
    circuits,
    colon,
    connected,
    fused,
    hackenbush,
    stalks,
    tree,
)
from kibitz.combinatorial.hackenbush.circuits import chain_values
from kibitz.combinatorial.hackenbush.pictures import PICTURES

DATA = Path(__file__).parents[2] / "data" / "hackenbush.json"
CASES = {case["id"]: case for case in json.loads(DATA.read_text(encoding="utf-8"))}


def case(name: str) -> tuple[Any, Any]:
    return CASES[name]["input"], CASES[name]["expect"]


# Worked examples.


@pytest.mark.parametrize("name", [n for n, c in CASES.items() if "edges" in c["input"]])
def test_pictures_of_the_text(name: str) -> None:
    given_, expect = case(name)
    game = hackenbush(given_["edges"], given_["ground"])
    assert game.nimber() == game.search_nimber() == expect["grundy"]
    assert game.outcome() == expect.get("outcome", "N" if expect["grundy"] else "P")
    if "winning_edges_index_and_ends" in expect:
        wins = [edge for edge, _ in expect["winning_edges_index_and_ends"]]
        assert [move.position for move in game.winning_moves()] == [(edge,) for edge in wins]
    if "edges_leading_to_5" in expect:
        moves = [edge for edge, _ in expect["edges_leading_to_5"]]
        assert [move.position for move in game.moves_to(5)] == [(edge,) for edge in moves]


def test_stalks_of_the_text() -> None:
    _, expect = case("bamboo-3-4-5")
    game = stalks(3, 4, 5)
    assert game.nimber() == expect["grundy"]
    assert game.outcome() == expect["outcome"]
    assert [game.show(m.position) for m in game.winning_moves()] == ["stalks 1 4 5"]
    given_, expect = case("bamboo-1-4-5")
    game = stalks(*given_["stalks"])
    assert (game.nimber(), game.outcome()) == (expect["grundy"], expect["outcome"])
    assert game.winning_moves() == ()


def test_the_middle_tree_has_the_branches_of_the_text() -> None:
    given_, expect = case("hackenbush-tree-middle")
    edges = [tuple(pair) for pair in given_["edges"]]
    above = hackenbush([(u, v) for u, v in edges if u != 0], ground=1)
    lowest = [edge for edge, (u, _) in enumerate(above.edges) if u == 1]
    worth = [above.chop(*(e for e in lowest if e != kept)).nimber() for kept in lowest]
    assert worth == expect["branch_values_at_first_fork"]
    assert colon(worth) == expect["grundy"]


def test_the_colon_principle_in_numbers() -> None:
    given_, expect = case("colon-branches-3-2-6")
    numbers = given_["colon_principle"]
    assert colon(numbers["branches"], stem=0) == expect["nim_sum"]
    assert colon(numbers["branches"], numbers["stem_edges"]) == expect["stalk"]
    assert tree("(3 2 6)").nimber() == expect["stalk"]
    given_, expect = case("colon-branches-small")
    assert [stalks(*pair).nimber() for pair in given_["pairs"]] == expect["nim_sum"]
    given_, expect = case("colon-target")
    game = stalks(*given_["branches"])
    left = [game.show(m.position) for m in game.moves_to(given_["target_nim_sum"])]
    want = []
    for change in expect["changes"]:
        lengths = list(given_["branches"])
        lengths[change["branch"]] = change["to"]
        want.append("stalks " + " ".join(map(str, lengths)))
    assert left == want


def test_circuits_through_the_ground() -> None:
    given_, expect = case("hackenbush-circuits")
    assert [circuits(n).nimber() for n in given_["circuit_lengths"]] == expect["grundy"]
    assert [circuits(n).search_nimber() for n in given_["circuit_lengths"]] == expect["grundy"]


@pytest.mark.parametrize("name", ["hackenbush-forest-value", "hackenbush-fig-6-5-sum"])
def test_sums_of_which_only_the_values_are_known(name: str) -> None:
    given_, expect = case(name)
    total = disjunctive_sum(*map(star, given_["component_grundy"]))
    assert total.nimber() == expect["grundy"]
    change = expect["required_change"]
    (move,) = total.winning_moves()
    assert move.position[change["component"]] == change["to"]


def test_pictures_by_name_have_their_values() -> None:
    worth = {name: hackenbush(name).nimber() for name in PICTURES}
    want = {
        "door": 1,
        "house": 3,
        "christmas-tree": 1,
        "juggler": 4,
        "girl": 2,
        "flower": 2,
    }
    assert worth == want
    assert all(hackenbush(name).search_nimber() == value for name, value in want.items())
    total = hackenbush("house") + hackenbush("christmas-tree") + hackenbush("juggler")
    assert total.nimber() == 6
    moves = total.winning_moves()
    assert moves
    assert all(total.at(m.position).components[2].nimber() == 2 for m in moves)


# Against search.


@st.composite
def pictures(draw: st.DrawFn, most: int = 7) -> list[tuple[int, int]]:
    """Small multigraphs on the ground 0, with loops and parallel edges."""
    edges: list[tuple[int, int]] = []
    last = 0
    for _ in range(draw(st.integers(0, most))):
        u = draw(st.integers(0, last))
        v = draw(st.integers(0, last + 1))
        last = max(last, v)
        edges.append((u, v) if draw(st.booleans()) else (v, u))
    return edges


@st.composite
def trees(draw: st.DrawFn, most: int = 11) -> list[tuple[int, int]]:
    count = draw(st.integers(0, most))
    return [(draw(st.integers(max(0, v - 5), v - 1)), v) for v in range(1, count + 1)]


def after_chops(edges: list[tuple[int, int]]) -> dict[frozenset[int], int]:
    """Nimbers of all sets of standing edges, from the rules alone, with sets for positions."""
    known: dict[frozenset[int], int] = {}

    def standing(left: frozenset[int]) -> frozenset[int]:
        reached, found = {0}, set()
        fresh = True
        while fresh:
            fresh = {e for e in left - found if reached & set(edges[e])}
            found |= fresh
            reached |= {v for e in fresh for v in edges[e]}
        return frozenset(found)

    def value(left: frozenset[int]) -> int:
        if left not in known:
            below = {value(standing(left - {e})) for e in left}
            known[left] = next(n for n in range(len(below) + 1) if n not in below)
        return known[left]

    value(frozenset(range(len(edges))))
    return known


@given(pictures())
@settings(max_examples=60, deadline=None)
def test_fusion_and_chops_agree_with_search_at_every_position(edges: list[tuple[int, int]]) -> None:
    game = hackenbush(edges)
    truth = after_chops(edges)
    positions = game.graph().vertices()
    assert {frozenset(game.standing(p)) for p in positions} == set(truth)
    assert len(positions) == len(truth)
    for position in positions:
        here = game.at(position)
        assert here.nimber() == truth[frozenset(here.standing())]
        left = {
            edge: truth[frozenset(here.standing(option))]
            for edge, option in zip(here.standing(), here.options(position), strict=True)
        }
        assert here.chop_values() == left
        for target in range(5):
            chosen = [m.position for m in here.moves_to(target)]
            assert chosen == [here.chop(e).position for e, value in left.items() if value == target]


@given(trees())
@settings(max_examples=60, deadline=None)
def test_trees_agree_with_search(edges: list[tuple[int, int]]) -> None:
    game = hackenbush(edges)
    assert game.nimber() == game.search_nimber()
    assert len(game.graph()) == game._fusion.standing.positions_at_least()
    wins = {m.position for m in game.moves(()) if game.at(m.position).search_nimber() == 0}
    assert {m.position for m in game.winning_moves()} == wins


@pytest.mark.parametrize("size", [12, pytest.param(200, marks=pytest.mark.slow)])
def test_large_pictures_are_chopped_as_if_evaluated_afresh(size: int) -> None:
    source = random.Random(8)
    for circuit_share in (0.0, 0.2, 0.6):
        edges, last = [], 0
        for _ in range(size):
            old = source.randrange(max(0, last - 20), last + 1)
            if source.random() < circuit_share and last:
                edges.append((old, source.randrange(max(0, last - 20), last + 1)))
            else:
                last += 1
                edges.append((old, last))
        game = hackenbush(edges)
        left = game.chop_values()
        assert left == {edge: game.chop(edge).nimber() for edge in range(size)}
        assert all(game.nimber_at(game.chop(e).position) == v for e, v in left.items())
        for target in set(left.values()):
            chosen = [m.position for m in game.moves_to(target)]
            assert chosen == [(edge,) for edge, value in left.items() if value == target]
        assert game.solve().verify().holds


@given(st.lists(st.integers(0, 9), max_size=12))
def test_chains_of_pieces(pieces: list[int]) -> None:
    def chain(part: list[int]) -> int:
        return 1 + (part[0] ^ chain(part[1:])) if part else 0

    assert chain_values(pieces).tolist() == [chain(pieces[:k]) for k in range(len(pieces) + 1)]


@given(pictures())
@settings(max_examples=80, deadline=None)
def test_the_fused_tree_is_worth_the_same(edges: list[tuple[int, int]]) -> None:
    game = hackenbush(edges)
    left = fused(game)
    assert left.nimber() == game.nimber()
    assert left._fusion.is_tree


@given(st.lists(st.integers(0, 4), max_size=4))
@settings(max_examples=40, deadline=None)
def test_stalks_are_nim_in_both_kinds_of_play(lengths: list[int]) -> None:
    assert stalks(*lengths).nimber() == nim_sum(lengths)
    game = stalks(*lengths, play="misere")
    assert game.outcome() == game.search_outcome()
    wins = {m.position for m in game.moves(()) if game.at(m.position).search_outcome() == "P"}
    assert {m.position for m in game.winning_moves()} == wins


@given(pictures(6))
@settings(max_examples=40, deadline=None)
def test_solutions_prove_themselves_and_add_up(edges: list[tuple[int, int]]) -> None:
    game = hackenbush(edges)
    assert game.solve().verify().holds
    total = game + star(2)
    assert total.nimber() == total.search_nimber() == game.nimber() ^ 2
    assert total.solve().verify().holds


def test_a_wrong_winning_move_is_not_proved() -> None:
    game = hackenbush("stalks 5 6 7")
    solution = game.solve()
    bad = type(solution)(game, "N", solution.value, tuple(game.moves(())), solution.method)
    assert not bad.verify().holds


# Size.


@pytest.mark.parametrize("size", [200, pytest.param(100_000, marks=pytest.mark.slow)])
def test_a_tree_of_many_edges(size: int) -> None:
    source = random.Random(1)
    game = hackenbush([(source.randrange(v), v) for v in range(1, size + 1)])
    wins = [move.position[0] for move in game.winning_moves()]
    left = game.chop_values()
    assert wins == [edge for edge, value in left.items() if value == 0]
    assert game.solve().verify().holds
    assert game.explain().steps[-1].heading == "The answer"


@pytest.mark.parametrize("size", [10_000, pytest.param(100_000, marks=pytest.mark.slow)])
def test_a_stalk_and_a_circuit_of_many_edges(size: int) -> None:
    game = stalks(size)
    assert game.nimber() == size
    assert [m.position for m in game.moves_to(7 * size // 10)] == [(7 * size // 10,)]
    ring = circuits(size - 1)
    assert ring.nimber() == 1
    assert [m.position for m in ring.winning_moves()] == [(size // 2 - 1,)]


def test_searches_that_cannot_end_are_refused_at_once() -> None:
    game = hackenbush([(0, v) for v in range(1, 200)])
    assert game.nimber() == 1
    for ask in (game.search_nimber, game.remoteness, game.graph, game.misere().search_outcome):
        with pytest.raises(LimitError, match="positions or more can be reached"):
            ask()
    assert game.best_moves()


# The noun.


def test_positions_forget_what_fell() -> None:
    game = hackenbush("0-a-b-c b-d")
    assert game.chop(2, 3).position == (2, 3)
    assert game.chop(2, 3, 1).position == (1,)
    assert game.chop(2, 3, 1) == game.chop(1)
    ring = hackenbush("0-a-b-0")
    assert ring.chop(1, 0) == ring.chop(0, 1)
    assert ring.chop(0).standing() == (1, 2)


def test_pictures_are_values() -> None:
    game = hackenbush("0-a-b-0 b-b")
    assert game == hackenbush("g-a a-b b-ground b-b")
    assert hash(game) == hash(hackenbush("0-a a-b b-0 b-b"))
    assert pickle.loads(pickle.dumps(game)) == game
    assert repr(stalks(1, 2)) == "hackenbush('stalks 1 2')"
    for text in ("stalks 3 0 2", "tree (3 2 (1 1)) 4", "0-a a-b b-0 b-b", "house", "0-1 1-g1 g1-2"):
        assert hackenbush(hackenbush(text).show(())).nimber() == hackenbush(text).nimber()


def test_parallel_edges_have_names_of_their_own() -> None:
    game = hackenbush("0-a a-0 a-a a-a a-b")
    words = [move.description for move in game.moves(())]
    assert words == ["chop 0-a (1)", "chop a-0 (2)", "chop a-a (1)", "chop a-a (2)", "chop a-b"]


def test_several_points_on_the_ground_are_one() -> None:
    apart = hackenbush("g1-a-b-g2 g2-c")
    assert apart.nimber() == hackenbush("0-a-b-0 0-c").nimber() == 0
    assert hackenbush([("l", "a"), ("a", "r")], ground=["l", "r"]).nimber() == 0


def test_graphs_of_networkx() -> None:
    nx = pytest.importorskip("networkx")
    graph = nx.MultiGraph([*pairwise([0, 1, 2, 0]), (2, 3), (2, 2), (2, 3)])
    assert hackenbush(graph).nimber() == hackenbush(graph).search_nimber()
    assert hackenbush(nx.balanced_tree(2, 5)).nimber() == 0


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: stalks(3, -4), "stalk 2 has length -4"),
        (lambda: stalks(3, 2.5), "stalk 2 has length 2.5"),
        (lambda: stalks(10**7), "the limit is 500,000"),
        (lambda: circuits(3, 0), "circuit 2 has length 0"),
        (lambda: tree("(()"), "at place 1 of '\\(\\(\\)' is never closed"),
        (lambda: tree("())"), "at place 3 of '\\(\\)\\)' has no opening parenthesis"),
        (lambda: tree("(x)"), "'x' at place 2"),
        (lambda: tree("(-3)"), "'-3' at place 2"),
        (lambda: hackenbush("0-a b-c c-d"), "edge b-c .number 1. is not connected .* 1 more"),
        (lambda: hackenbush([(1, 2)]), "edge 1-2 .number 0. is not connected to the ground .0."),
        (lambda: hackenbush([(0, 1, 2)]), "edge 0 is .0, 1, 2.; an edge is a pair"),
        (lambda: hackenbush([(0, [])]), "cannot be hashed"),
        (lambda: hackenbush({0: 1}), "give pairs of vertices"),
        (lambda: hackenbush(7), "give pairs of vertices"),
        (lambda: hackenbush([(0, 1)], ground=[]), "ground is empty"),
        (lambda: hackenbush(""), "no picture is given"),
        (lambda: hackenbush("stalks"), "lengths are missing"),
        (lambda: hackenbush("stalks x"), "'x' is not a whole number"),
        (lambda: hackenbush("tree"), "tree needs parentheses"),
        (lambda: hackenbush("hous"), "did you mean 'house'"),
        (lambda: hackenbush("house 3"), "takes no '3'"),
        (lambda: hackenbush("0-a ab"), "'ab' is not an edge"),
        (lambda: hackenbush("0-a a--b"), "'a--b' is not an edge"),
        (lambda: hackenbush("0-a", play="backwards"), "play is 'backwards'"),
        (lambda: stalks(2).at((5,)), "there is no edge 5; edges are numbered 0 to 1"),
        (lambda: stalks(2).at([0]), "cannot be hashed"),
        (lambda: stalks(2).at(0), "not a position of hackenbush"),
        (lambda: stalks(3).at((1, 0)), "not a position of hackenbush"),
        (lambda: stalks(3).at((0, 2)), "fell with another edge"),
        (lambda: stalks(3).chop(0, 2), "has already been chopped"),
        (lambda: stalks(3).chop(9), "there is no edge 9"),
        (lambda: stalks(2, play="misere").nimber(), "nimbers are defined for normal play"),
        (lambda: stalks(2, play="misere").chop_values(), "nimbers are defined for normal play"),
        (lambda: colon([1, -1]), "-1 is not a nimber"),
        (lambda: colon([1], stem=-1), "the stem has -1 edges"),
        (lambda: stalks(300, 300).draw(), "a picture with 600 edges"),
    ],
)
def test_bad_input_gets_one_line(make: Any, words: str) -> None:
    with pytest.raises(kb.GameError, match=words) as caught:
        make()
    assert "\n" not in str(caught.value)


def test_what_floats_can_be_dropped() -> None:
    edges = [(0, 1), (2, 3), (1, 4), (3, 2)]
    assert connected(edges) == [(0, 1), (1, 4)]
    assert hackenbush(connected(edges)).nimber() == 2


# Displayable.


@given(pictures(14))
@settings(max_examples=60, deadline=None)
def test_every_picture_is_drawn_and_explained(edges: list[tuple[int, int]]) -> None:
    game = hackenbush(edges)
    picture = game.draw()
    assert picture.svg.count("<polyline") >= len(edges)
    assert f"nimber {game.nimber()}" in picture.svg
    told = str(game.explain())
    assert f"The nimber is {game.nimber()}" in told


def test_the_explanation_goes_through_fusion_and_forks_to_the_ground() -> None:
    headings = [s.heading for s in hackenbush("0-a a-b-c-a c-d c-e-e 0-f 0-h-0").explain().steps]
    assert headings[:7] == [
        "The picture",
        "Fuse the circuits at e",
        "Fuse the circuits at a",
        "Fuse the circuits at the ground",
        "What is left is a tree",
        "Add up the branches at each fork",
        "Add without carrying",
    ]


def test_winning_chops_and_fallen_edges_are_drawn_apart() -> None:
    game = stalks(3, 4, 5)
    assert game.draw().svg.count('stroke="#c2410c"') == 2
    assert stalks(1, 4, 5).draw().svg.count('stroke="#c2410c"') == 0
    assert game.chop(1).draw().svg.count('stroke="#e5e7eb"') == 2


def test_misere_pictures_are_explained_and_drawn_by_search() -> None:
    game = hackenbush("0-a-b-0 b-c", play="misere")
    assert game.outcome() in game.draw().svg or "misère play" in game.draw().svg
    assert "N" in str(game.explain()) or "P" in str(game.explain())


def test_it_stands_on_the_shelf() -> None:
    game = kb.game("hackenbush tree (3 2 6)")
    assert isinstance(game, Hackenbush)
    assert game.nimber() == 8
    assert kb.game("hackenbush stalks 3 4 5 play=misere").is_misere
