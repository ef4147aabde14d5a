"""Bandits, confidence bounds and UCT on graphs: the worked examples, and what theory promises."""

from __future__ import annotations

import json
import math
from fractions import Fraction
from itertools import product
from math import prod
from pathlib import Path

import pytest

from kibitz.core.errors import GameError
from kibitz.core.progress import stop
from kibitz.rules.examples import TakeAway
from kibitz.rules.trees.build import game_tree
from kibitz.search.monte_carlo.bandit import (
    POLICIES,
    Bandit,
    History,
    ScriptedBandit,
    draw_regret,
    epsilon_greedy,
    greedy,
    policy_of,
    ucb,
    ucb1,
    ucb_score,
)
from kibitz.search.monte_carlo.flat_monte_carlo import flat_monte_carlo, flat_ucb
from kibitz.search.monte_carlo.uct_graph import Statistics, uct_graph

CASES = {
    case["id"]: case
    for case in json.loads(
        (Path(__file__).parents[2] / "data" / "search.json").read_text(encoding="utf-8")
    )
}


def fractions(texts):
    return [Fraction(text) for text in texts]


def test_means_and_the_best_arm():
    case = CASES["g5-bandit-means"]
    bandit = Bandit(case["input"]["arms"])
    assert list(bandit.means) == fractions(case["expect"]["means"])
    assert bandit.best_arm == case["expect"]["best_arm"]


def test_greedy_locks_in():
    case = CASES["g5-bandit-greedy"]
    bandit, expect = Bandit(case["input"]["arms"]), case["expect"]
    assert list(bandit.greedy_lock_in()) == fractions(expect["lock_in_probabilities"])
    assert bandit.greedy_lock_in()[bandit.best_arm] == Fraction(expect["P_best_arm_locked_in"])
    assert list(bandit.gaps) == fractions(expect["limit_average_regret_by_arm"])
    assert bandit.greedy_regret() == Fraction(expect["expected_limit_average_regret"])


def test_epsilon_greedy_regret():
    case = CASES["g5-bandit-epsilon-greedy"]
    bandit = Bandit([[("1", mean)] for mean in case["input"]["means"]])
    found = [bandit.epsilon_greedy_regret(e) for e in case["input"]["epsilon_values"]]
    assert found == fractions(case["expect"]["limit_average_regret"])


def test_flat_ucb_scores():
    case = CASES["g5-fig55-flat-ucb-scores"]
    stats, expect = case["input"]["stats"], case["expect"]
    for parent, children, maximizes in (("A", "BC", True), ("B", "DE", False)):
        scores = {
            c: ucb_score(stats[c]["r"], stats[c]["n"], stats[parent]["n"], maximizes=maximizes)
            for c in children
        }
        assert scores == pytest.approx(expect[f"scores_at_{parent}"])
        assert max(scores, key=scores.__getitem__) == expect[f"choice_at_{parent}"]


def test_rewards_go_up_the_path():
    case = CASES["g5-fig55-backprop"]
    before = case["input"]["before"]
    known = Statistics(
        "UCT2",
        {k: n for k, (_, n) in before.items()},
        {k: float(r) for k, (r, _) in before.items()},
    )
    known.update(case["input"]["path"], case["input"]["reward"])
    after = {k: [known.totals[k], known.visits[k]] for k in before}
    assert after == case["expect"]["after"]


def test_edges_of_a_graph():
    case = CASES["g5-uct2-edge-score"]
    node = case["input"]["node_E"]
    known = Statistics("UCT2", {"C": 3, "E": node["n"]}, {"E": node["r"]}, {("C", "E"): 2})
    assert known.score("C", "E", maximizes=False) == pytest.approx(case["expect"]["score"])


@pytest.mark.parametrize("rule", ["UCT1", "UCT2", "UCT3"])
def test_updates_on_a_graph(rule):
    case = CASES["g5-uct-dag-backprop"]
    known = Statistics(rule)
    for parent, children in case["input"]["dag"].items():
        for child in children:
            known.link(parent, child)
    edges, nodes = known.update(case["input"]["path"], case["input"]["reward"])
    if rule == "UCT3":
        assert nodes == set(case["expect"]["UCT3_nodes_touched"])
    else:
        assert ["".join(e) for e in edges] == case["expect"]["edges_incremented"]
        wanted = case["expect"]["UCT1_UCT2_visit_increment"]
        assert {n: known.visits.get(n, 0) for n in wanted} == wanted


@pytest.mark.parametrize("rule", ["UCT1", "UCT2"])
def test_graphs_find_the_move(rule):
    assert uct_graph(TakeAway(7), 3000, rule, seed=2).move == 3


def test_the_rules_differ_only_where_paths_meet():
    tree = game_tree([[[1, 0], 0], [[0, 1], [1, 1]]])
    known = [uct_graph(tree, 60, rule, seed=5).statistics for rule in ("UCT1", "UCT2", "UCT3")]
    assert known[0].visits == known[1].visits == known[2].visits
    assert known[0].edge_totals == known[1].edge_totals == known[2].edge_totals


def test_confidence_bounds_regret_less_than_chance():
    bandit = Bandit([[("1/2", 0), ("1/2", 1)], [("1/5", 0), ("4/5", 1)]])
    runs = {name: bandit.play(name, 3000, seed=1) for name in POLICIES}
    assert runs["ucb1"].regret[-1] < 0.3 * 1500
    assert runs["ucb1"].pulls[1] > runs["ucb1"].pulls[0]
    assert all(a <= b for a, b in zip(runs["ucb1"].regret, runs["ucb1"].regret[1:], strict=False))
    lots = bandit.play(epsilon_greedy(1), 3000, seed=1)
    assert lots.regret[-1] > runs["ucb1"].regret[-1]
    assert draw_regret([*runs.values()]).svg.count("<polyline") == len(runs)


def test_flat_searches():
    assert flat_monte_carlo(TakeAway(2), games=50).move == 2
    assert flat_ucb(TakeAway(2), games=100).move == 2


def test_bad_input():
    with pytest.raises(GameError, match="add up to"):
        Bandit([[("1/2", 1)]])
    with pytest.raises(GameError, match="between 0 and 1"):
        epsilon_greedy(2)
    with pytest.raises(GameError, match="did you mean"):
        Bandit([[(1, 1)]]).play("grody", 5)
    with pytest.raises(GameError, match="at least one arm"):
        Bandit([])
    with pytest.raises(GameError, match="used up"):
        ScriptedBandit([[1], [0]]).play("ucb1", 3)
    with pytest.raises(GameError, match="takes no setting"):
        policy_of("greedy:2")
    with pytest.raises(GameError, match="must not be negative"):
        ucb(-1)
    with pytest.raises(GameError, match="no arm 2"):
        Bandit([1, 2]).regret([0, 2])
    with pytest.raises(GameError, match="never pulled"):
        History.of([[1], []]).mean(1)


SCRIPT = [[1, 0, 0, 1, 0, 1, 1, 0], [0, 1, 1, 0, 1, 1, 0, 1], [0, 0, 1, 1, 1, 0, 1, 1]]


@pytest.mark.parametrize("constant", [math.sqrt(2), 0.3, 2.0])
def test_rounds_of_upper_confidence_bounds_by_hand(constant):
    paid: list[list[int]] = [[], [], []]
    arms = []
    for t in range(10):
        bounds = [
            sum(arm) / len(arm) + constant * math.sqrt(math.log(t) / len(arm)) if arm else math.inf
            for arm in paid
        ]
        arms.append(bounds.index(max(bounds)))
        paid[arms[-1]].append(SCRIPT[arms[-1]][len(paid[arms[-1]])])
    run = ScriptedBandit(SCRIPT).play(ucb(constant), 10)
    assert list(run.arms) == arms
    assert run.pulls == tuple(map(len, paid))
    *before, last = run.histories()
    assert last == History.of(paid)
    assert [ucb(constant)(history) for history in before] == arms


def test_policies_answer_a_history():
    history = History.of([["1/2", "1/2"], [1], [0, 0, 2]])
    assert history.means == (Fraction(1, 2), 1, Fraction(2, 3))
    assert greedy(history) == 1
    assert ucb1(History.of([[1], [], [1]])) == 1


def test_regret_of_a_record():
    bandit = Bandit([[("1/2", 5), ("1/2", 1)], 3, [("1/4", 20), ("3/4", 0)]])
    assert bandit.regret([0, 1, 2, 2]) == 4
    assert bandit.realized_regret([5, 3, 20, 0]) == -8
    run = bandit.play("ucb1", 40, seed=3)
    assert run.regret[-1] == float(bandit.regret(run.arms))
    assert run.realized[-1] == float(bandit.realized_regret(run.rewards))


def test_lock_in_of_many_arms():
    bandit = Bandit.bernoulli(["1/2"] * 40)
    found = bandit.greedy_lock_in()
    assert sum(found) == 1
    assert found[1] == Fraction(1, 4)
    assert bandit.greedy_regret() == 0


def test_the_bound_holds_for_confidence_bounds():
    bandit = Bandit.bernoulli([0.2, 0.5, 0.45])
    assert bandit.play("ucb1", 2000, seed=5).regret[-1] < bandit.ucb1_regret_bound(2000)


def test_numbers_are_chances_or_payments_wherever_they_are_written(tmp_path):
    chances = Bandit(["9/10", 0.8])
    assert chances.arms == Bandit.bernoulli(["9/10", 0.8]).arms
    assert [len(arm) for arm in Bandit([3, "9/10"]).arms] == [1, 1]


def test_greedy_may_leave_the_arm_that_paid_most_at_first():
    bandit = Bandit([[("1/2", 5), ("1/2", 1)], 3])
    runs = [bandit.play("greedy", 300, seed) for seed in range(400)]
    stayed = sum(run.arms[2] == run.arms[-1] for run in runs) / len(runs)
    assert bandit.greedy_lock_in() == (Fraction(1, 2), Fraction(1, 2))
    assert stayed < 0.9  # from 5 the mean tends to 3, where the other arm is as good


def test_lock_in_is_that_of_all_results_of_the_pulls():
    arms = [[("1/3", 2), ("2/3", 0)], [("1/2", 1), ("1/4", 3), ("1/4", 0)], [(1, 1)]]
    bandit = Bandit(arms)
    chances = [Fraction(0)] * 3
    for drawn in product(*(product(arm, repeat=2) for arm in bandit.arms)):
        sums = [sum(reward for _, reward in pulls) for pulls in drawn]
        chances[sums.index(max(sums))] += prod(p for pulls in drawn for p, _ in pulls)
    assert bandit.greedy_lock_in(2) == tuple(chances)
    assert sum(Bandit([0.25, 0.5]).greedy_lock_in(3)) == pytest.approx(1)


def test_too_many_pulls_are_refused_with_the_number(monkeypatch):
    monkeypatch.setattr("kibitz.search.monte_carlo.bandit.MOST_STEPS", 1000)
    with pytest.raises(GameError, match=r"pulls is 1,000,000; .* up to 31 for these arms"):
        Bandit.bernoulli(["1/5", "1/2"]).greedy_lock_in(1_000_000)


def test_stopped_run_keeps_what_was_pulled():
    def policy(history, random):
        if sum(history.pulls) == 4:
            stop()
        return 0

    run = Bandit.bernoulli(["1/5", "1/2"]).play(policy, 10_000)
    assert len(run.arms) == len(run.regret) == 5
