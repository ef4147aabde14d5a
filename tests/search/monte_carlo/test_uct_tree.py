"""The textbook's tree search, against a few lines that do the same by hand."""

from __future__ import annotations

import math
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from kibitz.core.errors import GameError
from kibitz.games.board.connect_four import ConnectFour
from kibitz.rules.examples import TakeAway
from kibitz.search import (
    History,
    Statistics,
    flat_monte_carlo,
    flat_ucb,
    game_tree,
    minimax,
    random_play,
    ucb1,
    uct_graph,
    uct_tree,
)


def random_tree(random: Random, depth: int) -> Any:
    if depth == 0 or random.random() < 0.2:
        return random.choice([0, 1])
    return [random_tree(random, depth - 1) for _ in range(random.randint(1, 3))]


def below(tree: Any, path: tuple[int, ...]) -> Any:
    for k in path:
        tree = tree[k]
    return tree


def grown(tree: Any, count: int, constant: float, rewards: list[int]) -> dict[Any, list[int]]:
    """Visits and totals by path."""
    known: dict[tuple[int, ...], list[int]] = {(): [0, 0]}
    left = iter(rewards)
    for _ in range(count):
        path: tuple[int, ...] = ()
        while True:
            here = below(tree, path)
            if not isinstance(here, list):
                reward = here
                break
            missing = [k for k in range(len(here)) if (*path, k) not in known]
            if missing:
                path = (*path, missing[0])
                known[path] = [0, 0]
                reward = next(left) if isinstance(below(tree, path), list) else below(tree, path)
                break
            sign = 1 if len(path) % 2 == 0 else -1
            scores = []
            for k in range(len(here)):
                visits, total = known[(*path, k)]
                spread = constant * math.sqrt(math.log(known[path][0]) / visits)
                scores.append(sign * total / visits + spread)
            path = (*path, scores.index(max(scores)))
        for k in range(len(path) + 1):
            known[path[:k]][0] += 1
            known[path[:k]][1] += reward
    return known


def test_every_node_by_hand():
    random = Random(4)
    for _ in range(60):
        tree = [random_tree(random, 3) for _ in range(2)]
        rewards = [random.choice([0, 1]) for _ in range(60)]
        count, constant = random.randint(1, 40), random.choice([math.sqrt(2), 0.5, 2])
        found = uct_tree(game_tree(tree), count, constant=constant, playout=rewards, trace=True)
        numbers = {
            tuple(int(x) - 1 for x in node.name.split(".")[1:]): [node.visits, node.total]
            for node in found.root.nodes()
        }
        assert numbers == grown(tree, count, constant, rewards)
        assert len(found.iterations) == count
        assert sum(found.visits.values()) == count


def test_flat_ucb_fills_a_tree_to_its_depth():
    tree = game_tree([[1, 0], [0, 1], [1, 1]])
    found = flat_ucb(tree, 30, depth=2, trace=True)
    assert found.move == 2
    assert found.root.visits == 30
    assert all(len(way.path) == 3 for way in found.iterations)
    first = found.iterations[0].scores[0]
    assert set(first.values()) == {math.inf}
    rewards = [1, 0, 0, 1, 1, 0, 1, 1, 0]
    paid: list[list[int]] = [[], [], []]
    for reward in rewards:
        paid[ucb1(History.of(paid))].append(reward)
    shallow = flat_ucb(game_tree([[1, 0], [0, 1], [1, 1]]), len(rewards), playout=rewards)
    assert list(shallow.visits.values()) == list(map(len, paid))
    assert [c.total for c in shallow.root.children] == list(map(sum, paid))


def test_the_limit_of_flat_monte_carlo():
    tree = game_tree([[9, -9, 9], [2, 1]])
    exact = random_play(tree)
    assert exact.moves == {0: 3, 1: Fraction(3, 2)}
    assert exact.move != minimax(tree).move
    sampled = flat_monte_carlo(tree, games=3000, seed=1)
    assert sampled.moves == pytest.approx({0: 3, 1: 1.5}, abs=0.6)
    assert random_play("take-away 3").moves[2] == 1
    with pytest.raises(GameError, match="more than 10 positions"):
        random_play(ConnectFour(4, 4), positions=10)


def test_rewards_of_games_without_a_tree():
    found = uct_tree(TakeAway(6), 400, seed=2)
    assert found.move == 2
    assert 0 <= found.root.mean <= 1
    again = uct_tree(TakeAway(6), 400, seed=2)
    assert again.statistics == found.statistics
    second = uct_tree(TakeAway(7).position(1), 600, seed=2)
    assert second.move == 2
    assert second.value < 0
    greedy = uct_tree(TakeAway(6), 50, tree_policy=lambda total, n, above, first: -n)
    assert max(greedy.visits.values()) - min(greedy.visits.values()) <= 1


def test_walks_on_a_graph():
    found = uct_graph(
        TakeAway(6), 40, "UCT1", playout=lambda state, random: state[0] % 2, trace=True
    )
    known = found.statistics
    assert known.visits[(6, 0)] == 40 == sum(found.visits.values())
    walked: dict[Any, int] = {}
    for way in found.iterations:
        for edge in zip(way.path, way.path[1:], strict=False):
            walked[edge] = walked.get(edge, 0) + 1
    assert walked == {(str(a), str(b)): n for (a, b), n in known.edge_visits.items()}


def test_nodes_of_a_graph_go_by_name():
    graph = game_tree({"A": ["B", "C"], "B": ["E", 0], "C": ["E", 1], "E": [1, 0]})
    found = uct_graph(graph, 6, playout={"B": 1, "C": 0, "E": 1}, trace=True)
    assert list(found.statistics.visits) == ["A", "B", "C", "E", "B.2", "E.1", "C.2"]
    assert found.statistics.edge_visits["C", "E"] == 1
    assert [way.path[-1] for way in found.iterations] == ["B", "C", "E", "B.2", "E.1", "C.2"]
    third = uct_graph(graph, 5, "UCT3", playout={"B": 1, "C": 0, "E": 1})
    assert third.statistics.visits["E"] == 2
    assert third.statistics.edge_visits["B", "E"] == 2


@pytest.mark.parametrize("children", [["X", "E"], ["E", "X"]])
def test_a_walk_goes_on_through_positions_that_are_known(children):
    ends = {"B": ["E"], "E": ["F"], "F": [0, 1], "X": [1, 0]}
    graph = game_tree({"A": ["B", "C"], "C": children, **ends})
    rewards = {"B": 1, "C": 0, "E": 1, "F": 1, "X": 1}
    found = uct_graph(graph, 12, "UCT1", playout=rewards, trace=True)
    through = [way.path for way in found.iterations if way.path[:3] == ("A", "C", "E")]
    assert through[0] == ("A", "C", "E", "F", "F.2")
    added = [way.added for way in found.iterations if way.added]
    assert len(added) == len(set(added)) == len(found.statistics.visits) - 1


def test_moves_to_one_position_are_counted_once():
    graph = game_tree({"A": ["B", "B", "C"], "B": [1, 0], "C": [0, 1]})
    found = uct_graph(graph, 20, playout={"B": 1, "C": 0})
    assert sum(found.visits.values()) == 20
    assert found.visits[1] == 0


def test_of_equals_the_first_move_is_the_answer():
    tree = game_tree([[0, 1], [0, 1], [1, 0]])
    assert uct_tree(tree, 3, playout=[0, 1, 1], answer="visits").move == 0
    assert uct_tree(tree, 3, playout=[0, 1, 1]).move == 1


@pytest.mark.parametrize(
    "walk",
    [
        lambda: Statistics("UCT3").link_all({"A": "B", "B": "CA"}),
        lambda: Statistics("UCT2").update("ABCA", 1),
    ],
)
def test_cycles_are_refused(walk):
    with pytest.raises(GameError, match="needs play to end"):
        walk()


def test_updates_link_the_walk_itself():
    known = Statistics("UCT3")
    known.update("ABD", 1)
    known.update("ACD", 0)
    assert known.visits == {"A": 2, "B": 2, "C": 1, "D": 2}
    assert known.edge_visits["B", "D"] == 2
    assert known.totals["B"] == 1
    assert known.paths_to("D") == ["ABD", "ACD"]


def test_bad_input():
    tree = game_tree([[1, 0], [0, [1, 0]]])
    with pytest.raises(GameError, match="used up"):
        uct_tree(tree, 9, playout=[1])
    with pytest.raises(GameError, match="no reward is given"):
        uct_tree(tree, 9, playout={"A.1": 1})
    with pytest.raises(GameError, match="playout is 7"):
        uct_tree(tree, 9, playout=7)
    with pytest.raises(GameError, match="over"):
        uct_tree(TakeAway(0), 9)
    with pytest.raises(GameError, match="iterations is 0"):
        uct_tree(tree, 0)
    with pytest.raises(GameError, match="depth is 0"):
        flat_ucb(tree, 5, depth=0)
    with pytest.raises(GameError, match="first must be less"):
        uct_graph(TakeAway(4), 5, bounds=(1, 1))
    with pytest.raises(GameError, match="over"):
        flat_monte_carlo(TakeAway(0))
