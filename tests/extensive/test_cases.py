"""Worked examples from books, one test for each, through the public names."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

import kibitz as kb
from helpers.buckets import bucket_game
from kibitz.extensive import (
    behavior_from_mixed,
    behavior_from_plan,
    from_histories,
    realization_plan,
    solve_sequence_form,
)
from kibitz.extensive.explain import move_values
from kibitz.extensive.methods.best_response import realization
from kibitz.extensive.strategies.outcomes import history

CASES = {
    case["id"]: case
    for case in json.loads((Path(__file__).parents[1] / "data" / "extensive.json").read_text())
}
F = Fraction


def case(name):
    return CASES[name]["input"], CASES[name]["expect"]


def fractions(table):
    return [[F(x) for x in row] for row in table]


@pytest.fixture(scope="module")
def kuhn():
    return kb.to_extensive(kb.game("kuhn-poker"))


@pytest.mark.parametrize("name", ["f2-basic-endgame", "f2-figure4-imperfect-recall"])
def test_trees_to_matrices(name):
    given, expect = case(name)
    game = kb.extensive_game(given["tree"])
    assert game.players == ("I", "II")
    for player in game.players:
        order = expect["infoset_order"][player]
        mine = [
            n for k, n in enumerate(game.infoset_names) if game.players[game.owners[k]] == player
        ]
        assert mine == order
        assert game.count_strategies(player) == expect[f"pure_strategies_{player}"]
    form = game.normal_form(reduced=False)
    assert [f"({label})" for label in form.strategies[0]] == expect["row_labels"]
    assert [f"({label})" for label in form.strategies[1]] == expect["col_labels"]
    assert form.payoffs[0].numbers() == fractions(expect["matrix"])
    solved = kb.to_strategic(game, reduced=False).matrix_game().optimal_strategies()
    assert solved.value == F(expect["value"])
    found = game.solve()
    assert found.value == F(expect["value"])
    assert found.verify()
    mixed = game.solve(method="normal-form")
    assert mixed.value == F(expect["value"])
    p = dict(zip(form.strategies[0], map(F, expect["p"]), strict=True))
    q = dict(zip(form.strategies[1], map(F, expect["q"]), strict=True))
    assert mixed.mixtures == ({k: v for k, v in p.items() if v}, {k: v for k, v in q.items() if v})
    assert solved.unique


def test_forgetting_costs_a_sixth():
    given, _ = case("f2-figure4-imperfect-recall")
    found = kb.extensive_game(given).solve()
    assert found.behavioral() == (F(1, 2), F(2, 3))


def test_chance_tree_to_bimatrix():
    given, expect = case("iii-fig-1-1-tree-to-bimatrix")
    form = kb.to_strategic(kb.extensive_game(given["tree"]))
    assert form.strategies == (tuple(expect["rows"]), tuple(expect["cols"]))
    cells = [[[form.payoff(i, j)[k] for k in range(2)] for j in range(2)] for i in range(2)]
    assert cells == [fractions(row) for row in expect["strategic_form"]]


def test_centipede_of_198_nodes():
    given, expect = case("iii-centipede-99")
    found = kb.game("centipede", given["m"]).solve()
    assert list(found.path) == expect["backward_induction_path"]
    assert [str(x) for x in found.payoffs] == expect["payoff"]
    assert set(found.choices.values()) == {expect["every_node_choice"]}
    assert len(found.choices) == 198
    assert found.is_unique
    assert found.verify()
    game = found.game
    last_two = {}
    for who in (0, 1):
        infoset = game.find(f"{game.players[who]} 99")
        node = int(game.members[infoset][0])
        last_two[who] = [str(found.value_at(c)[who]) for c in game.tree.children(node)]
    assert last_two == {1: expect["last_II_comparison"], 0: expect["last_I_comparison"]}
    assert [str(found.value_at(c)[0]) for c in game.tree.children(0)] == expect[
        "first_I_comparison"
    ]


def test_all_in_endgame():
    given, expect = case("iii-all-in-endgame-matrix")
    a, b, p = given["A"], given["B"], F(given["p"])

    def bet(win):
        called = (a + b, -b, 0) if win else (-b, a + b, 0)
        return {
            "player": "II",
            "infoset": "bet",
            "moves": {
                "call": {"payoff": called},
                "fold": {"payoff": (a, 0, 0) if win else (0, 0, a)},
            },
        }

    def deal(bluff):
        after = bet(False) if bluff else {"payoff": (0, a, 0)}
        return {
            "player": "chance",
            "moves": [["win", p, bet(True)], ["lose", 1 - p, after]],
        }

    tree = {"player": "I", "infoset": "plan", "moves": {"honest": deal(False), "bluff": deal(True)}}
    game = kb.extensive_game(tree, players=("I", "II", "Nature"))
    form = kb.to_strategic(game)
    cells = [[[str(x) for x in form.payoff(i, j, 0)] for j in range(2)] for i in range(2)]
    assert cells == expect["matrix"]
    assert game.constant_sum == F(expect["constant_sum"])


def test_three_players_choose_for_themselves():
    given, expect = case("aima-fig64-X-node")
    found = kb.extensive_game(given["tree"], given["players"]).solve()
    assert list(found.payoffs) == expect["value"]
    assert found.path == (expect["decision"],)


def table_of_one(game, codes):
    """Bets (1) and passes (0) by card: first actions, then replies to a bet after checking."""
    table = {}
    for name, bit in codes.items():
        infoset = name[0] if len(name) == 1 else f"{name[0]} check-bet"
        if bit == "X":
            bit = 0
        moves = game.moves(game.find(infoset, 0))
        table[infoset] = moves[int(bit)]
    return table


def test_pure_pair_of_kuhn_poker(kuhn):
    given, expect = case("g4-kuhn-pure-pair")
    table = table_of_one(kuhn, given["strategy_I"])
    for name, bit in given["strategy_II"].items():
        infoset = f"{name[0]} {'check' if name[1] == '0' else 'bet'}"
        table[infoset] = kuhn.moves(kuhn.find(infoset, 1))[int(bit)]
    assert kuhn.expected_payoffs(table)[0] == F(expect["expected_I"])


def test_sizes_of_kuhn_poker(kuhn):
    _, expect = case("g4-kuhn-normal-form-size")
    assert kuhn.count_strategies("I") == expect["pure_I_full"]
    assert kuhn.count_strategies("I", reduced=True) == expect["pure_I_reduced"]
    assert kuhn.count_strategies("II") == expect["pure_II"]
    form = kuhn.normal_form(reduced=False, merge=True)
    assert form.shape == (expect["distinct_rows"], expect["distinct_columns"])
    rows = form.payoffs[0].numbers()
    assert max(min(row) for row in rows) == F(expect["best_pure_guarantee_I"])
    assert min(max(column) for column in zip(*rows, strict=True)) == F(
        expect["best_pure_guarantee_II"]
    )
    _, sizes = case("kuhn-size")
    facts = dict(kuhn.describe().facts)
    assert facts["information sets"] == "I 6, II 6"
    assert kuhn.count_sequences("I") == sizes["sequences"]["1"]
    leaves = int((kuhn.tree.row >= 0).sum())
    assert leaves == sizes["terminal_nodes"]
    assert kuhn.count_strategies("II", reduced=True) == sizes["pure_strategies_reduced"]["2"]


def test_value_and_face_of_kuhn_poker(kuhn):
    _, expect = case("g4-kuhn-value")
    found = kuhn.solve()
    assert found.value == F(expect["value_I"])
    face = kuhn.optimal_face()
    assert face.is_unique("II")
    pinned = face.pinned("II")
    for card, p in expect["II_unique_behavior"]["bet_after_check"].items():
        assert pinned[f"{card} check"]["bet"] == F(p)
    for card, p in expect["II_unique_behavior"]["call_bet"].items():
        assert pinned[f"{card} bet"]["call"] == F(p)
    low, high = map(F, expect["I_family"]["a_range"])
    mine = face.of("I")
    assert mine["J"]["bet"] == (low, high)
    assert mine["K"]["bet"] == (3 * low, 3 * high)
    assert mine["Q check-bet"]["call"] == (low + F(1, 3), high + F(1, 3))
    assert mine["Q"]["bet"] == mine["J check-bet"]["call"] == (0, 0)
    assert mine["K check-bet"]["call"] == (1, 1)
    assert face.verify()


@pytest.mark.parametrize("a", ["0", "1/9", "1/6", "1/3"])
def test_the_whole_family_is_optimal(kuhn, a):
    _, expect = case("kuhn-p1-optimal-family")
    alpha = F(a)
    table = {
        "J": {"bet": alpha},
        "Q": {"bet": 0},
        "K": {"bet": 3 * alpha},
        "J check-bet": {"call": 0},
        "Q check-bet": {"call": alpha + F(1, 3)},
        "K check-bet": {"call": 1},
    }
    report = kuhn.check_strategy("I", table)
    assert report.is_valid
    assert report.exploitability == 0
    assert report.guarantee == F(expect["value"])


def test_mixed_to_behavior(kuhn):
    given, expect = case("g4-kuhn-mixed-to-behavioral")
    mixed = []
    for code, p in given["mixed_I"].items():
        bits = dict(zip(("K", "Q", "J", "K01", "Q01", "J01"), code, strict=True))
        plan = table_of_one(kuhn, {n: b for n, b in bits.items() if b != "X"})
        mixed.append((plan, p))
    found = behavior_from_mixed(kuhn, "I", mixed)
    for card in "JQK":
        assert found[card]["bet"] == pytest.approx(expect["bet"][card], abs=1e-8)
        assert found[f"{card} check-bet"]["call"] == pytest.approx(expect["call"][card], abs=1e-8)
    report = kuhn.check_strategy("I", found.table)
    assert report.guarantee == pytest.approx(expect["worst_case_value"], abs=1e-8)


def test_information_sets_after_the_deal(kuhn):
    given, expect = case("g4-kuhn-information-sets")
    one, two = given["deal"]
    for name, player in ((one, "I"), (f"{two} check", "II")):
        nodes = kuhn.members[kuhn.find(name, kuhn.player(player))]
        deals = {history(kuhn, int(node))[0] for node in nodes}
        assert deals == set(expect[player])


def test_generalized_sizes():
    given, expect = case("g4-kuhn-generalized-sizes")
    for k, n in enumerate(given["n_values"]):
        game = kb.to_extensive(kb.game("kuhn-poker", n))
        assert game.count_strategies("II") == expect["columns_II_4^n"][k]
        assert game.count_strategies("I", reduced=True) == expect["rows_I_reduced_3^n"][k]
        for player in ("I", "II"):
            wanted = expect["sequence_form_sequences_each_player_1+4n"][k]
            assert game.count_sequences(player) == wanted


@pytest.fixture(scope="module")
def figure_3_3():
    given, _ = case("ext-fig-3-3-structure")
    ranks = given["rank_p1"], given["rank_p2"]
    payoffs = {end: [rank[end] for rank in ranks] for end in ranks[0]}
    return from_histories(given["histories"], given["mover"], payoffs, players=given["players"])


def test_structure_from_histories(figure_3_3):
    _, expect = case("ext-fig-3-3-structure")
    game = figure_3_3
    assert len(game.tree) == expect["histories"]
    assert int((game.tree.row >= 0).sum()) == expect["terminal"]
    for k in (1, 2):
        assert int((game.tree.actor == k - 1).sum()) == expect["decision_nodes"][str(k)]
        assert game.count_strategies(k - 1) == expect["pure_strategies"][str(k)]
        assert game.count_strategies(k - 1, reduced=True) == expect["reduced_strategies"][str(k)]


def test_backward_induction_of_figure_3_3(figure_3_3):
    _, expect = case("ext-fig-3-3-backward-induction")
    found = figure_3_3.solve()
    wanted = {history or "start": move for history, move in expect["spe"].items()}
    assert found.choices == wanted
    assert ".".join(found.path) == expect["outcome"]
    assert found.payoffs == (expect["rank_p1"], expect["rank_p2"])


def test_strategic_form_of_figure_3_3(figure_3_3):
    _, expect = case("ext-fig-3-3-strategic")
    form = kb.to_strategic(figure_3_3)
    ranks = [[int(x) for x in row] for row in form.payoffs[0].numbers()]
    order = ["A,*,*", "B,C,C", "B,C,D", "B,D,C", "B,D,D"]
    rows = [form.strategies[0].index(label) for label in order]
    assert [ranks[i] for i in rows] == expect["rank_matrix_p1"]
    spelled = ["A", "B(G:C,H:C)", "B(G:C,H:D)", "B(G:D,H:C)", "B(G:D,H:D)"]
    assert spelled == expect["p1_reduced"]
    one = dict(zip(spelled, order, strict=True))
    two = dict(zip(expect["p2"], form.strategies[1], strict=True))
    stable = {
        (form.strategies[0][i], form.strategies[1][j])
        for i, j in product(range(5), range(4))
        if is_equilibrium(form, i, j)
    }
    assert stable == {(one[i], two[j]) for i, j in expect["pure_nash"]}
    for strict, key in ((True, "strictly_dominated"), (False, "weakly_dominated")):
        found = form.dominated(mixed=True, strict=strict)
        for player, names in ((0, one), (1, two)):
            losers = {form.strategies[player][d.index] for d in found if d.player == player}
            assert losers == {names[n] for n in expect[key][str(player + 1)]}


def is_equilibrium(form, i, j):
    a, b = (t.numbers() for t in form.payoffs)
    return a[i][j] == max(row[j] for row in a) and b[i][j] == max(b[i])


def test_sequences_of_figure_3_4():
    _, expect = case("ext-fig-3-4-sequences")

    def second(first):
        names = ("l", "r") if first == "M" else ("L", "R")

        def last(k):
            moves = {n: (k, m) for m, n in enumerate(names)}
            return {
                "player": 1,
                "infoset": f"after {first}",
                "moves": {n: {"payoff": v} for n, v in moves.items()},
            }

        return {"player": 2, "infoset": "unseen", "moves": {"O": last(0), "P": last(1)}}

    game = kb.extensive_game(
        {"player": 1, "infoset": "start", "moves": {"M": second("M"), "N": second("N")}}
    )
    assert game.has_perfect_recall is expect["perfect_recall"]
    for k in (1, 2):
        key = str(k)
        assert int((game.owners == k - 1).sum()) == expect["infosets"][key]
        assert game.count_sequences(k - 1) == expect["sequences"][key]
        assert game.count_strategies(k - 1) == expect["pure_strategies"][key]
        assert game.count_strategies(k - 1, reduced=True) == expect["reduced_pure_strategies"][key]
    assert int((game.tree.row >= 0).sum()) == expect["terminal_nodes"]


def test_realization_plan_of_a_pure_strategy():
    given, expect = case("seq-fig-3-5-realization")
    moves = {
        first: {"player": 2, "infoset": infoset, "moves": {m: {"payoff": [0, 0]} for m in names}}
        for first, (infoset, names) in zip("MN", given["infosets"].items(), strict=True)
    }
    game = kb.extensive_game({"player": 1, "moves": moves})
    table = dict(zip(given["infosets"], given["pure_strategy"], strict=True))
    plan = realization_plan(game, 1, table)
    assert list(plan.values()) == expect["realization_plan"]


def test_sequence_counts(kuhn):
    given, expect = case("seq-count-formula")
    for name, sizes in given["games"].items():
        assert [1 + n * sizes["actions"] for n in sizes["infosets"]] == expect[name]
    assert [kuhn.count_sequences(k) for k in range(2)] == expect["kuhn"]


LETTERS = {"check": "P", "fold": "P", "bet": "B", "call": "B"}


def code(plans, row, order):
    """A pure strategy of Kuhn poker in letters: bet or pass for J, Q, K, then the same again."""
    by_set = {plans.game.infoset_name(int(i)): m for i, m in zip(plans.infosets, row, strict=True)}
    words = ""
    for name in order:
        move = by_set[name]
        words += (
            "O"
            if move < 0
            else LETTERS[plans.game.moves(plans.game.find(name, plans.player))[move]]
        )
    return f"{words[:3]},{words[3:]}"


@pytest.mark.parametrize(
    ("name", "player", "suffixes"),
    [
        ("kuhn-p1-pure-strategies", 0, ("", " check-bet")),
        ("kuhn-p2-pure-strategies", 1, (" check", " bet")),
    ],
)
def test_pure_strategies_of_kuhn_poker(kuhn, name, player, suffixes):
    _, expect = case(name)
    plans = kuhn.pure_strategies(player, reduced=True)
    order = [card + suffix for suffix in suffixes for card in "JQK"]
    found = {code(plans, row, order) for row in plans.moves.tolist()}
    assert len(plans) == expect["count"]
    assert found == set(expect["list"])


ROWS = (
    ["∅"]
    + [f"{c}: {m}" for c in "JQK" for m in ("check", "bet")]
    + [f"{c} check-bet: {m}" for c in "JQK" for m in ("fold", "call")]
)
COLUMNS = ["∅"] + [
    f"{c} {s}: {m}"
    for c in "QKJ"
    for s, moves in (("check", ("check", "bet")), ("bet", ("fold", "call")))
    for m in moves
]


def test_sequence_form_of_kuhn_poker(kuhn):
    _, expect = case("kuhn-seq-P")
    form = kuhn.sequence_form()
    rows = [form.names(0).index(n) for n in ROWS]
    columns = [form.names(1).index(n) for n in COLUMNS]
    found = [[form.payoff(0, i, j) for j in columns] for i in rows]
    assert found == fractions(expect["P"])
    assert len(form.rows) == expect["nonzeros"]
    for player, order, name, letter in (
        (0, rows, "kuhn-seq-E", "E"),
        (1, columns, "kuhn-seq-F", "F"),
    ):
        _, wanted = case(name)
        matrix, right = form.constraints(player)
        dense = matrix.toarray().astype(int)[:, order].tolist()
        assert sorted(dense) == sorted(wanted[letter])
        assert right.astype(int).tolist() == wanted[letter.lower()]


def test_matrices_alone_are_solved():
    given, expect = case("kuhn-seq-p2-solution")
    found = solve_sequence_form(given["P"], given["E"], given["F"])
    assert found.value == F(expect["value"])
    assert found.verify()
    assert dict(zip(given["col_order"][1:], found.y[1:], strict=True)) == {
        k: F(v) for k, v in expect["y"].items()
    }
    assert list(found.p) == [F(x) for x in expect["p"]]


@pytest.mark.parametrize(
    "name", ["kuhn-seq-p1-simplex", "kuhn-seq-p1-interior", "kuhn-seq-p1-revised-simplex"]
)
def test_plans_of_the_first_player(kuhn, name):
    given, expect = case(name)
    letters = given["row_order"][1:]
    plan = {ROWS[k + 1]: F(expect["x"][letter]) for k, letter in enumerate(letters)}
    behavior = behavior_from_plan(kuhn, "I", plan)
    for k, letter in enumerate(letters):
        infoset, _, move = ROWS[k + 1].rpartition(": ")
        wanted = expect["behavior"][letter]
        if wanted == "***":
            assert behavior[infoset] is None
        else:
            assert behavior[infoset][move] == F(wanted)
    report = kuhn.check_strategy("I", behavior.table)
    assert report.guarantee == F(expect["value"])
    assert report.exploitability == 0
    mine = kuhn.profile({**behavior.filled(), **kuhn.solve().profile.of(1)})
    worth = move_values(kuhn, 1, realization(kuhn, mine))
    values = expect["infoset_values_p2"]
    for where, value in zip(values["order"], values["min_values_to_p1"], strict=True):
        card, _, how = where.partition(" ")
        infoset = kuhn.find(f"{card} {'check' if 'check' in how else 'bet'}", 1)
        start, stop = kuhn.offset[infoset : infoset + 2]
        assert -max(worth[start:stop]) == F(value)


def test_irrelevant_information_sets(kuhn):
    given, expect = case("kuhn-irrelevant-infoset")
    plan = {ROWS[k + 1]: F(x) for k, x in enumerate(given["x"].values())}
    behavior = behavior_from_plan(kuhn, "I", plan)
    assert [name.replace("check-bet", "after check-bet") for name in behavior.irrelevant] == expect[
        "irrelevant_infosets"
    ]
    report = kuhn.check_strategy("I", behavior.table)
    assert report.irrelevant == ("K check-bet",)
    assert report.is_valid


def test_exploitability_of_simple_strategies(kuhn):
    _, expect = case("kuhn-uniform-exploitability")
    uniform = kuhn.uniform()
    assert kuhn.expected_payoffs(uniform)[0] == F(expect["profile_value"])
    assert kuhn.best_response("I", uniform).value == F(expect["best_response_p1_value"])
    assert -kuhn.best_response("II", uniform).value == F(expect["best_response_p2_value_to_p1"])
    _, expect = case("kuhn-always-bet-exploitability")
    report = kuhn.check_strategy("I", dict.fromkeys("JQK", "bet"))
    assert report.guarantee == F(expect["best_response_value_to_p1"])
    assert set(report.irrelevant) == {"J check-bet", "Q check-bet", "K check-bet"}


def faulty(game, constant):
    """The program in which every leaf adds a constant, whatever its probability."""
    form = game.sequence_form()
    payoff, own, other = form.matrices()
    place = [{int(s): k for k, s in enumerate(form.sequences[p].tolist(), 1)} for p in range(2)]
    for one, two in game.treeplex.at_leaf.tolist():
        payoff[place[0].get(one, 0)][place[1].get(two, 0)] += constant
    return solve_sequence_form(payoff, own, other)


def test_unweighted_shifts_give_the_published_value():
    given, expect = case("y27-2bucket-gambit-bug-only")
    game = bucket_game(given["init"], given["trans"], given["row_order"])
    assert faulty(game, 3).value - 108 == F(expect["value_after_shift"])
    given, expect = case("y27-2bucket-figures-correct")
    assert game.solve().value == F(expect["value"])
    given, expect = case("y27-2bucket-replica")
    tables = given["trans_by_round1_history"]
    game = bucket_game(given["init"], None, given["row_order"], trans_by_history=tables)
    assert faulty(game, 3).value - 108 == F(expect["value_after_shift"])


def test_an_absent_minded_player_is_told() -> None:
    """Choosing anew at the set that is met twice earns 4p - 3p^2, up to 4/3; one plan earns 1."""
    again = {"player": "I", "infoset": "x", "moves": [["a", {"payoff": 1}], ["b", {"payoff": 4}]]}
    tree = {"player": "I", "infoset": "x", "moves": [["a", again], ["b", {"payoff": 0}]]}
    solution = kb.extensive_game(tree).solve()
    assert solution.value == 1
    assert "I may meet an information set twice in one play" in str(solution)
