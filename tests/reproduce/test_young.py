"""Every poker case of the catalog of Young's thesis, through the public functions."""

from __future__ import annotations

import json
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb
from pathlib import Path

import numpy as np
import pytest

from kibitz import game
from kibitz.core.errors import GameError
from kibitz.extensive import unfold
from kibitz.extensive.methods.best_response import (
    best_response,
    expected_payoffs,
    realization,
    sequence_gains,
)
from kibitz.extensive.methods.sequence_form import sequence_form
from kibitz.extensive.strategies.profile import Profile, profile, uniform
from kibitz.extensive.strategies.strategy_table import irrelevant
from kibitz.poker.betting import limit
from kibitz.poker.cards import deck
from kibitz.poker.draw_poker.bucket_tables import BucketTables, count_tables, read_tables
from kibitz.poker.draw_poker.bucketed import BucketedDraw
from kibitz.poker.draw_poker.cards import DrawPoker, buckets
from kibitz.poker.kuhn import Kuhn
from kibitz.poker.named_rankings import deuce_to_seven, three_card_lowball
from kibitz.reproduce import figures
from kibitz.reproduce.published_table import invalid, row, table_profile
from kibitz.reproduce.replica import faulty_program, wrong_column

CASES = {
    case["id"]: case
    for case in json.loads(
        (Path(__file__).parents[1] / "data" / "young.json").read_text(encoding="utf-8")
    )
}
KUHN = unfold(Kuhn())
ROWS = {  # the letters of the sequences
    **{
        k: f"{c}: {m}"
        for c, pair in zip("JQK", ("ab", "cd", "ef"), strict=True)
        for k, m in zip(pair, ("check", "bet"), strict=True)
    },
    **{
        k: f"{c} check-bet: {m}"
        for c, pair in zip("JQK", ("gh", "ij", "kl"), strict=True)
        for k, m in zip(pair, ("fold", "call"), strict=True)
    },
}
COLUMNS = {
    letter: f"{card} {after}: {move}"
    for card, letters in (("Q", "mnop"), ("K", "qrst"), ("J", "uvwx"))
    for letter, (after, move) in zip(
        letters,
        (("check", "check"), ("check", "bet"), ("bet", "fold"), ("bet", "call")),
        strict=True,
    )
}


def expect(name):
    return CASES[name]["expect"]


def given(name):
    return CASES[name]["input"]


def numbers(rows):
    return [[Fraction(x) for x in line] for line in rows]


@cache
def kuhn_form():
    return sequence_form(KUHN)


def order(player):
    names = {name: k for k, name in enumerate(kuhn_form().names(player))}
    return [0, *(names[label] for label in (ROWS, COLUMNS)[player].values())]


def test_kuhn_size():
    size, tree = expect("kuhn-size"), KUHN.tree
    assert len(tree) == size["nodes"]
    assert int((tree.actor == -2).sum()) == size["chance_nodes"]
    assert int((tree.row >= 0).sum()) == size["terminal_nodes"]
    for player in (0, 1):
        assert int((tree.actor == player).sum()) == size["decision_nodes"][str(player + 1)]
        assert int((KUHN.owners == player).sum()) == size["infosets"][str(player + 1)]
        assert kuhn_form().shape[player] == size["sequences"][str(player + 1)]


def test_kuhn_plans():
    built = game("kuhn-normal-form")
    assert sorted(built.rows) == sorted(expect("kuhn-p1-pure-strategies")["list"])
    assert sorted(built.columns) == sorted(expect("kuhn-p2-pure-strategies")["list"])


def test_kuhn_sequence_form():
    form = kuhn_form()
    found = [[form.payoff(0, i, j) for j in order(1)] for i in order(0)]
    assert found == numbers(expect("kuhn-seq-P")["P"])
    assert len(form.rows) == expect("kuhn-seq-P")["nonzeros"]
    for player, (case, name) in enumerate((("kuhn-seq-E", "E"), ("kuhn-seq-F", "F"))):
        matrix, right = form.constraints(player)
        dense = matrix.toarray()[:, order(player)].astype(int).tolist()
        assert sorted(dense) == sorted(expect(case)[name])
        assert right.tolist() == expect(case)[name.lower()]


@pytest.mark.parametrize("name", ["simplex", "interior", "revised-simplex"])
def test_kuhn_first_player(name):
    case = expect(f"kuhn-seq-p1-{name}")
    weights = uniform(KUHN).weights.copy()
    for letter, label in ROWS.items():
        infoset, move = label.split(": ")
        place = KUHN.find(infoset, 0)
        k = int(KUHN.offset[place]) + KUHN.moves(place).index(move)
        if case["behaviour"][letter] != "***":
            weights[k] = Fraction(case["behaviour"][letter])
    played = Profile(KUHN, weights)
    assert -best_response(KUHN, 1, played).value == Fraction(case["value"])
    plan = realization(KUHN, played)
    names = kuhn_form().names(0)
    for letter, label in ROWS.items():
        k = kuhn_form().sequences[0][names.index(label) - 1]
        assert plan[k] == Fraction(case["x"][letter])
    gains = sequence_gains(KUHN, 1, plan)
    worth = []
    for card, after in product("QKJ", ("check", "bet")):
        start, stop = KUHN.offset[KUHN.find(f"{card} {after}") :][:2]
        unit = KUHN.unit / KUHN.chance_weights[1]
        worth.append(-max(gains[start:stop]) * unit)
    expected = case["infoset_values_p2"]["min_values_to_p1"]
    assert worth == [Fraction(x) for x in expected]


def test_kuhn_second_player_and_family():
    second = expect("kuhn-seq-p2-solution")
    found = Kuhn().solve()
    assert found.value == Fraction(second["value"])
    for letter, label in COLUMNS.items():
        infoset, move = label.split(": ")
        assert found.profile[infoset][move] == Fraction(second["y"][letter])
    for alpha in (0, Fraction(1, 9), Fraction(1, 3)):
        table = {k: list(v.values()) for k, v in found.profile.of(1).items()}
        table |= {
            "J": [1 - alpha, alpha],
            "Q": [1, 0],
            "K": [1 - 3 * alpha, 3 * alpha],
            "J check-bet": [1, 0],
            "Q check-bet": [Fraction(2, 3) - alpha, alpha + Fraction(1, 3)],
            "K check-bet": [0, 1],
        }
        both = profile(KUHN, table)
        assert -best_response(KUHN, 1, both).value == Fraction(-1, 18)
        if alpha == Fraction(1, 3):
            assert irrelevant(both) == [(0, "K check-bet")]


def test_kuhn_exploitability():
    case = expect("kuhn-uniform-exploitability")
    even = uniform(KUHN)
    assert expected_payoffs(KUHN, even)[0] == Fraction(case["profile_value"])
    assert best_response(KUHN, 0, even).value == Fraction(case["best_response_p1_value"])
    low = -best_response(KUHN, 1, even).value
    assert low == Fraction(case["best_response_p2_value_to_p1"])
    bold = even.weights.copy()
    for card in "JQK":
        k = int(KUHN.offset[KUHN.find(card)])
        bold[k : k + 2] = [Fraction(0), Fraction(1)]
    answer = -best_response(KUHN, 1, Profile(KUHN, bold)).value
    assert answer == Fraction(expect("kuhn-always-bet-exploitability")["best_response_value_to_p1"])


def test_frequencies():
    case = expect("y27-hand-frequencies-21")
    assert three_card_lowball().frequencies() == case["combinations"]
    for name, share in case["probability_3dp"].items():
        assert round(case["combinations"][name] / 1330, 3) == share
    full = deuce_to_seven()
    named = {"No Pair": "High Card", "One Pair": "Pair"}
    expected = expect("y27-hand-frequencies-52")
    found = full.frequencies()
    assert {named.get(k, k): v for k, v in expected["combinations"].items()} == found
    assert list(found) == [named.get(k, k) for k in expected["combinations"]]
    assert len(full.classes) == expected["strength_classes"]


@pytest.mark.parametrize("name", ["y27-ranking-order-21", "y27-comparisons-52"])
def test_comparisons(name):
    rank = three_card_lowball() if name.endswith("21") else deuce_to_seven()
    for pair in expect(name)["comparisons"]:
        if "tie" in pair:
            assert rank.compare(*pair["tie"]) == 0
        else:
            assert rank.compare(pair["winner"], pair["loser"]) == 1


def test_classes():
    case, rank = expect("y27-ranking-order-21"), three_card_lowball()
    assert len(rank.classes) == case["strength_classes"]
    for category, count in case["classes_by_category"].items():
        assert sum(c == category for c, _ in rank.classes) == count
    assert rank.classes[-1] == ("High Card", (3, 1, 0))
    assert rank.classes[0] == ("Three of a Kind", (6,))


@cache
def cards():
    return DrawPoker(deck("2-8", "csh"), 3)


def test_counts_and_rollout():
    counts = expect("y27-counts")
    assert comb(52, 5) == counts["C(52,5)"]
    assert len(cards().hands) == counts["C(21,3)"]
    assert cards().deals == counts["ordered_deals_21"]
    assert cards().draws == counts["ordered_draw_pairs"]
    assert cards().outcomes == counts["deal_and_draw_outcomes"]
    case = expect("y27-canonical-rollout")
    final = buckets(cards().position, figures.FINAL_SIZES)
    for hand in given("y27-canonical-rollout")["hands"]:
        k = cards().index(hand)
        assert cards().position[k] == case["position"][hand]
        assert cards().rollout[k] == case["rollout_sum"][hand]
        assert cards().rollout_place[k] == case["rank_from_worst_0_based"][hand]
        assert ("weak", "medium", "strong")[final[k]] == case["final_bucket"][hand]


@pytest.mark.parametrize("n", [2, 3])
def test_exact_tables(n):
    case = expect(f"y27-canonical-{n}-transitions")
    initial = buckets(cards().rollout_place, figures.SIZES[n])
    counted = count_tables(cards(), initial, buckets(cards().position, figures.FINAL_SIZES))
    assert counted.deals.tolist() == case["init_counts"]
    assert counted.draws.tolist() == case["trans_counts[a][b][f1][f2]"]
    for bet in (1, 2):
        found = BucketedDraw(counted.tables(), limit(1, [1, bet])).solve()
        assert found.value == Fraction(expect(f"y27-canonical-{n}-value-bet{bet}")["value"])
        assert found.verify()


def test_sizes():
    for name, size in expect("y27-tree-size").items():
        if name == "formulas":
            continue
        n, m = (int(part[2:]) for part in name.split(","))
        initial = tuple((Fraction(1, n * n),) * n for _ in range(n))
        line = tuple((Fraction(1, m * m),) * m for _ in range(m))
        names = tuple("ABCDE"[:n])
        tree = unfold(
            BucketedDraw(BucketTables(initial, ((line,) * n,) * n, names, ("1", "2", "3")))
        )
        assert len(tree.tree) == size["nodes"]
        assert tree.infosets == size["infosets"]
        assert int(tree.offset[-1]) == size["sequences"]
        assert int((tree.tree.row >= 0).sum()) == size["terminals"]


def test_sequence_counts():
    counts = expect("seq-count-formula")
    assert list(kuhn_form().shape) == counts["kuhn"]
    tree = unfold(BucketedDraw(figures.figures(2)))
    assert list(sequence_form(tree).shape) == counts["young2"]
    tree = unfold(BucketedDraw(figures.figures(3)))
    assert list(sequence_form(tree).shape) == counts["young3"]


def test_printed_tables():
    one = given("y27-fig-5-1")["init"]
    tables = read_tables(one, given("y27-fig-5-3")["trans"])
    marginal = expect("y27-fig-5-1")["p1_marginal"]
    assert tables.marginal() == {k: Fraction(v) for k, v in marginal.items()}
    assert tables == figures.figures(2)
    two, draws = given("y27-fig-5-2")["init"], given("y27-fig-5-4")["trans"]
    with pytest.raises(GameError, match="E,D: the probabilities add up to 1001/1000"):
        read_tables(two, draws)
    assert read_tables(two, draws, normalize=True).draws == figures.figures(3).draws


PRINTED = [
    name
    for name, case in CASES.items()
    if "bucket-" in name and "trans" in case["input"] and "value" in case["expect"]
]


@pytest.mark.parametrize("name", PRINTED)
def test_games_of_printed_tables(name):
    data = given(name)
    strongest = "first" if "LOWER" in data["betting"]["showdown"] else "last"
    bets = [data["betting"]["bet_round1"], data["betting"]["bet_round2"]]
    tables = read_tables(data["init"], data["trans"])
    found = BucketedDraw(tables, limit(1, bets), strongest).solve()
    assert found.value == Fraction(expect(name)["value"])
    assert found.verify()


def named(label):
    """``P2 A,cc,1 after check bet`` as player and information set, without the move."""
    player, bucket, rest = label.split(" ", 2) if " " in label else (label, "", "")
    parts = bucket.split(",")
    if len(parts) == 1:
        said = {
            "first action bet": "",
            "vs bet call": ("check-bet", "bet"),
            "after check bet": "check",
        }
        found = said[rest]
        found = found if isinstance(found, str) else found[player == "P2"]
        return int(player[1]) - 1, f"{bucket} {found}".strip()
    past = {"cc": "check-check", "cbk": "check-bet-call", "bk": "bet-call"}[parts[1]]
    after = {
        "after check bet": "check",
        "after check": "check",
        "vs bet call": "bet",
        "bet": "",
        "": "",
    }[rest]
    return int(player[1]) - 1, f"{parts[0]} {past} {parts[2]} {after}".strip()


def test_replica():
    case = expect("y27-2bucket-replica")
    program = faulty_program(wrong_column())
    assert program.value() == Fraction(case["value_after_shift"])
    for label, p in case["pinned"].items():
        if label.split()[1] in ("A", "B") and "vs bet" in label:
            continue
        assert program.range_of(*named(label)) == (Fraction(p), Fraction(p))
    for label, (low, high) in case["ranges_of_bet_probability"].items():
        found = program.range_of(*named(label if "after" in label else f"{label} bet"))
        assert found[0] == Fraction(low)
        assert abs(float(found[1]) - float(Fraction(high))) < 1e-5
    alone = faulty_program(figures.figures(2)).value()
    assert alone == Fraction(expect("y27-2bucket-gambit-bug-only")["value_after_shift"])


def table_rows(name):
    return [
        row(r["player"] - 1, r["key"], r["p_check_or_fold"], r["p_bet_or_call"])
        for r in given(name)["rows"]
    ]


def test_published_strategies():
    rows, case = table_rows("y27-table-B1"), expect("y27-table-B1")
    assert rows == figures.printed_table(figures.TABLE_1)
    assert len(rows) == case["rows"]
    assert not invalid(rows)
    tree = unfold(BucketedDraw(figures.figures(2)))
    played = table_profile(tree, rows)
    stated = case["under_figures_correct_payoffs"]
    assert abs(float(expected_payoffs(tree, played)[0]) - stated["profile_value"]) < 1e-6
    assert abs(float(best_response(tree, 0, played).value) - stated["best_response_p1"]) < 1e-6
    low = -float(best_response(tree, 1, played).value)
    assert abs(low - stated["best_response_p2_value_to_p1"]) < 1e-6
    free = set(irrelevant(played))
    for player in (0, 1):
        own = [r for r in rows if r.player == player]
        found = [k for k, r in enumerate(own) if (player, r.infoset) in free]
        assert found == case["irrelevant_rows"][str(player + 1)]
    replica, under = faulty_program(wrong_column()), case["under_replica_rules"]
    again = table_profile(replica.game, rows)
    assert abs(float(replica.value_of(again)) - under["profile_value"]) < 1e-6
    low, high = replica.best_responses(again)
    assert high <= under["best_response_p1_at_most"]
    assert low >= under["best_response_p2_value_to_p1_at_least"]


def test_table_that_is_no_strategy():
    rows, case = table_rows("y27-table-B2-validator"), expect("y27-table-B2-validator")
    assert rows == figures.printed_table(figures.TABLE_2)
    assert len(rows) == case["rows"]
    own = [[r for r in rows if r.player == player] for player in (0, 1)]
    wrong = [(r.player + 1, own[r.player].index(r)) for r in invalid(rows)]
    assert wrong == [(r["player"], r["infoset"]) for r in case["invalid_rows"]]
    tree = unfold(BucketedDraw(figures.figures(3)))
    with pytest.raises(GameError, match=r"add up to|is not a probability"):
        table_profile(tree, rows)
    assert np.allclose(
        table_profile(tree, [r for r in rows if not r.fault]).floating().weights.sum(),
        tree.infosets,
    )
