"""What traces say, against searches written down again in the plainest way."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import count, pairwise, permutations, product
from random import Random

import pytest

import kibitz as kb
from kibitz.core.errors import GameError
from kibitz.rules.trees.build import GameTree, game_tree
from kibitz.search import (
    TranspositionTable,
    alpha_beta,
    expectiminimax,
    histories,
    max_n,
    max_n_outcomes,
    minimax,
    mtd_f,
    narrowing,
    negamax,
    paranoid,
    quiescence,
    scout,
    single_reply_extension,
    star1,
    star2,
    value_ranges,
)

INFINITY = float("inf")


def tree_of(random, depth, chance=0.0, names=None):
    names = names or count()
    name = f"n{next(names)}"
    if depth == 0 or random.random() < 0.15:
        return {"type": "leaf", "name": name, "value": random.randint(-5, 5)}
    below = [tree_of(random, depth - 1, chance, names) for _ in range(random.randint(1, 3))]
    if random.random() < chance:
        weights = [random.randint(1, 4) for _ in below]
        total = sum(weights)
        children = [
            {"p": f"{w}/{total}", "node": node} for w, node in zip(weights, below, strict=True)
        ]
        return {"type": "chance", "name": name, "children": children}
    children = [{"move": f"m{k}", "node": node} for k, node in enumerate(below)]
    return {"type": random.choice(["max", "min"]), "name": name, "children": children}


def leaves(node):
    if node["type"] == "leaf":
        return [node["name"]]
    return [name for child in node["children"] for name in leaves(child["node"])]


def plain_alpha_beta(node, alpha, beta, seen):
    """Value and line; what is evaluated, cut off and pruned goes into the lists of ``seen``."""
    if node["type"] == "leaf":
        seen["leaves"].append(node["name"])
        return node["value"], []
    sign = 1 if node["type"] == "max" else -1
    best, line, children = -sign * INFINITY, [], node["children"]
    for k, child in enumerate(children):
        value, after = plain_alpha_beta(child["node"], alpha, beta, seen)
        if sign * value > sign * best:
            best, line = value, [child["move"], *after]
        alpha, beta = (max(alpha, best), beta) if sign > 0 else (alpha, min(beta, best))
        if alpha >= beta:
            rest = children[k + 1 :]
            seen["cutoffs"] += [node["name"]] if rest else []
            seen["pruned"] += [name for other in rest for name in leaves(other["node"])]
            break
    return best, line


def test_alpha_beta_looks_where_it_should():
    random = Random(8)
    for _ in range(150):
        tree = tree_of(random, random.randint(0, 5))
        seen = {"leaves": [], "cutoffs": [], "pruned": []}
        value, line = plain_alpha_beta(tree, -INFINITY, INFINITY, seen)
        found = alpha_beta(game_tree(tree), trace=True)
        assert (found.value, list(found.shown_line)) == (value, line)
        for what, names in seen.items():
            assert list(getattr(found.trace, what)) == names
        assert len(found.trace.nodes) == found.counts["nodes"]


def means(node, found):
    """The value of every node by name."""
    if node["type"] == "leaf":
        found[node["name"]] = Fraction(node["value"])
    else:
        below = [means(child["node"], found)[child["node"]["name"]] for child in node["children"]]
        if node["type"] == "chance":
            shares = [Fraction(child["p"]) for child in node["children"]]
            worth = sum(p * value for p, value in zip(shares, below, strict=True))
        else:
            worth = max(below) if node["type"] == "max" else min(below)
        found[node["name"]] = worth
    return found


def test_intervals_at_chance_hold_the_value():
    random = Random(12)
    for _ in range(150):
        tree = tree_of(random, random.randint(1, 5), chance=0.4)
        game, truth = game_tree(tree), means(tree, {})
        assert expectiminimax(game, trace=True).trace.values == truth
        for search in (star1, star2):
            found = search(game, bounds=(-5, 5), trace=True)
            assert found.value == truth["n0"]
            assert all(low <= truth[name] <= high for name, low, high in found.trace.intervals)


def test_a_window_without_room_gives_no_false_interval():
    lot = {"type": "chance", "children": [{"p": 1, "node": {"type": "min", "children": [5, -2]}}]}
    found = star1({"type": "max", "children": [5, lot]}, bounds=(-5, 5), trace=True)
    assert found.trace.intervals[-1][1] <= -2


def test_intervals_narrow_by_the_rest_times_the_bounds():
    lots = [{"p": "1/2", "value": 4}, {"p": "1/4", "value": 0}, {"p": "1/4", "value": 2}]
    found = star1({"type": "chance", "children": lots}, bounds=(0, 10), trace=True)
    assert [tuple(map(Fraction, ends)) for _, *ends in found.trace.intervals] == [
        (2, 7),
        (2, Fraction(9, 2)),
        (Fraction(5, 2), Fraction(5, 2)),
    ]


@pytest.mark.parametrize("replacement", ["always", "never", "deeper", "two-tier", "bucket"])
def test_tables_on_graphs_of_positions(replacement):
    random = Random(31)
    hits = 0
    for _ in range(60):
        layers = [["root"], *([f"{i}{j}" for j in range(random.randint(1, 4))] for i in range(4))]
        nodes = {name: {"value": random.randint(-9, 9)} for name in layers[-1]}
        for above, below in pairwise(layers):
            for name in above:
                kids = list(dict.fromkeys(random.choices(below, k=3)))
                nodes[name] = {"type": random.choice(["max", "min"]), "children": kids}

        def value(name, nodes=nodes):
            node = nodes[name]
            if "value" in node:
                return node["value"]
            return (max if node["type"] == "max" else min)(map(value, node["children"]))

        tree = game_tree({"root": "root", "nodes": nodes})
        table = TranspositionTable(8, replacement)
        found = alpha_beta(tree, table=table)
        assert found.value == value("root") == mtd_f(tree, 3, table=TranspositionTable(8)).value
        assert value(found.shown_move) == value("root")
        hits += table.hits
    assert hits or replacement == "never"


def test_max_n_of_a_zero_sum_game_can_be_proved():
    assert max_n([[3, 12, 8], [2, 4, 6]]).verify()


def test_checks_push_the_loss_behind_the_horizon():
    lost = {"type": "min", "estimate": 5, "children": {"queens": -10}}

    def checks(left):
        if left == 0:
            return {"type": "max", "estimate": 5, "children": {"quiet": lost, "other": lost}}
        answer = {"type": "min", "estimate": 5, "children": {"king": checks(left - 1)}}
        return {"type": "max", "estimate": 5, "children": {"check": answer, "quiet": lost}}

    tree = game_tree(checks(7))
    assert [alpha_beta(tree, depth=d).value for d in (15, 16)] == [5, -10]
    assert [single_reply_extension(tree, depth=d).value for d in (7, 8)] == [5, -10]


def every_order(node):
    """The tree with its children in all orders, at all nodes."""
    if "u" in node:
        return [node]
    return [
        {"player": node["player"], "children": list(children)}
        for order in permutations(node["children"])
        for children in product(*(every_order(child) for child in order))
    ]


def three_players(random, depth):
    if depth == 0 or random.random() < 0.2:
        return {"u": [random.randint(0, 2) for _ in range(3)]}
    children = [three_players(random, depth - 1) for _ in range(2)]
    return {"player": random.randrange(3), "children": children}


def test_all_that_ties_can_lead_to():
    random = Random(6)
    for _ in range(10):
        tree = three_players(random, 3)
        reached = {max_n(game_tree(one, players=3)).value for one in every_order(tree)}
        assert set(max_n_outcomes(game_tree(tree, players=3))) == reached


def test_every_search_of_all_nodes_tells_what_each_move_is_worth():
    tree = game_tree("min(max(3, 1/3), max(2, 4), 5)")
    for search in (minimax, negamax, expectiminimax):
        assert search(tree).moves == {0: 3, 1: 4, 2: 5}
    assert kb.search(tree).analyze().moves == {0: 3, 1: 4, 2: 5}
    assert kb.search("max(1/3, 2/7)").analyze().moves == {0: Fraction(1, 3), 1: Fraction(2, 7)}


def test_a_node_without_an_estimate_is_no_guess_of_zero():
    inner = [{"type": "min", "estimate": 4, "children": [1, 9]}, {"type": "min", "children": [5]}]
    with pytest.raises(GameError, match=r"node A\.2: .* no estimate"):
        minimax({"type": "max", "children": inner}, depth=1)
    with pytest.raises(GameError, match="noisy moves, 0 or more"):
        quiescence(
            [{"type": "min", "estimate": 4, "children": [{"noisy": True, "node": 1}]}], 1, -1
        )


def test_one_player_and_ways_to_a_node():
    assert kb.solve(game_tree([3, 5, 2], players=1)).value == 5
    graph = {"A": ["B", "C"], "B": ["D", 9], "C": ["D", 1], "D": [2, 3]}
    assert histories(graph, "D") == ((0, 0), (1, 0))


def test_ranges_hold_every_value_that_unknown_leaves_may_have():
    random = Random(2)
    for _ in range(40):
        tree = game_tree(tree_of(random, 4))
        ends = [node.name for node in tree.nodes if not node.children]
        known = set(random.sample(ends, random.randint(0, len(ends))))
        ranges = value_ranges(tree, known)
        for filled in (-99, 99, random.randint(-9, 9)):
            nodes = [
                replace(node, payoffs=(filled, -filled))
                if not node.children and node.name not in known
                else node
                for node in tree.nodes
            ]
            found = minimax(GameTree(nodes, 2, True), trace=True).trace.values
            assert all(ranges[name][0] <= value <= ranges[name][1] for name, value in found.items())
        if ends:
            assert value_ranges(tree)["n0"] == (minimax(tree).value,) * 2


def test_the_last_leaf_leaves_one_value():
    random = Random(7)
    for _ in range(40):
        tree = game_tree([[tree_of(random, 3)], tree_of(random, 3, names=count(100))])
        steps = narrowing(tree)
        assert steps[-1].ranges["A"] == (minimax(tree).value,) * 2
        assert [step.leaf for step in steps] == list(alpha_beta(tree, trace=True).trace.leaves)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        (lambda: star1("chance(1/2: 1, 1/2: 3)", bounds=(0,)), "least and the greatest"),
        (lambda: star1("chance(1/2: 1, 1/2: 3)", bounds=5), "least and the greatest"),
        (lambda: star1("chance(1/2: 1, 1/2: 3)", bounds=(4, 0)), "the least comes first"),
        (lambda: star1("chance(1/2: 1, 1/2: 3)", bounds=(0, 2)), "outside the bounds"),
        (lambda: game_tree([1, 2], players=2.5), "how many there are"),
        (lambda: kb.search.clairvoyance("four-card-bridge", samples=1.5), "whole number"),
        (lambda: alpha_beta([1, 2], alpha="x"), "is not a number"),
        (lambda: alpha_beta([1, 2], order=lambda state, moves: None), "must return a permutation"),
        (lambda: alpha_beta([1, 2], order={"A": ["1"]}), "must return a permutation"),
        (lambda: alpha_beta([1, 2], order=["1", "2"]), "a dict of moves"),
        (lambda: histories("take-away 12", (8, 0)), "is not a state"),
        (lambda: histories("take-away 12", 8), "is not a state"),
        (lambda: histories("take-away 12", "13"), "no position is shown as '13'"),
    ],
)
def test_bad_questions(question, told):
    with pytest.raises(GameError, match=told):
        question()


def test_every_leaf_is_a_node():
    random = Random(20)
    for _ in range(40):
        tree = game_tree(tree_of(random, random.randint(1, 4), chance=0.5))
        for search in (star1, star2, expectiminimax):
            found = search(
                tree, trace=True, **({} if search is expectiminimax else {"bounds": (-5, 5)})
            )
            assert set(found.trace.leaves) <= set(found.trace.nodes)
            assert len(found.trace.nodes) == found.counts["nodes"]


def test_a_leaf_is_looked_at_or_pruned():
    random = Random(8)
    for _ in range(60):
        drawn = tree_of(random, random.randint(1, 4), chance=random.choice([0.0, 0.5]))
        tree, names = game_tree(drawn), set(leaves(drawn))
        chance = any(node.player == -1 for node in tree.nodes)
        found = [star1(tree, bounds=(-5, 5), trace=True), star2(tree, bounds=(-5, 5), trace=True)]
        if not chance:
            found += [mtd_f(tree, guess=random.randint(-5, 5), trace=True), scout(tree, trace=True)]
        for trace in (one.trace for one in found):
            assert set(trace.leaves) | set(trace.pruned) == names
            assert not set(trace.leaves) & set(trace.pruned)
            assert len(trace.pruned) == len(set(trace.pruned))


def test_a_later_pass_looks_at_what_an_earlier_one_cut_off():
    trace = mtd_f([[3, 12, 8], [2, 4, 6], [14, 5, 2]], guess=5, trace=True).trace
    assert "A.1.2" in {event.where for event in trace.of("pruned")}
    assert trace.pruned == ("A.2.2", "A.2.3")


def test_negamax_says_what_the_mover_gets():
    found = negamax("min(max(3, 5), max(1, 9))", trace=True)
    assert found.value == 5
    assert found.note == "for MIN, who is to move: -5"
    assert [event.note for event in found.trace.of("value")] == [
        "5 for MAX",
        "9 for MAX",
        "-5 for MIN",
    ]


def test_cutoffs_show_the_window_that_closed():
    (cut,) = alpha_beta([[3, 12], [2, 4]], trace=True).trace.of("cutoff")
    assert (cut.where, cut.alpha, cut.beta) == ("A.2", 3, 2)
    assert minimax([1, 2], trace=True).trace.table().header == ("", "what", "where", "value", "")


def test_moves_that_are_phrases_are_traced_by_position():
    trace = minimax("take-away 2", trace=True).trace
    assert trace.nodes == ("the root", "1", "1 → no heaps", "no heaps")


def test_histories_of_a_position_as_it_is_shown():
    assert len(histories("take-away 12", ((8,), 0))) == 4  # 1111, 13, 22, 31
    assert len(histories("take-away 12", "8")) == 7  # and 112, 121, 211 with the other to move
    assert histories("take-away 12", ((11,), 0)) == ()


def test_paranoid_says_that_its_value_is_sure():
    tree = {"player": 0, "children": [{"player": 1, "children": [{"u": [1, 4, 5]}]}]}
    assert paranoid(tree).note == "what player 0 can guarantee against all others"


def test_orders_in_words():
    tree = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
    backwards = alpha_beta(tree, order=lambda state, moves: list(moves)[::-1])
    assert alpha_beta(tree, order="reversed").counts == backwards.counts


def test_ranges_come_from_the_root_down():
    assert list(value_ranges("max(min(3, x), 2)")) == ["A", "A.1", "A.1.1", "x", "A.2"]
