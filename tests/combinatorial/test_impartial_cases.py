"""Worked examples of the literature that need only rules as functions, digraphs and sums."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import kibitz as kb
from kibitz.combinatorial import (
    compare,
    digraph,
    disjunctive_sum,
    mex,
    nim_sum,
    outcome_of_sum,
    separating_game,
    star,
)
from kibitz.combinatorial.impartiality import Traits

DATA = Path(__file__).parents[1] / "data" / "impartial.json"
CASES = {case["id"]: case for case in json.loads(DATA.read_text(encoding="utf-8"))}


def case(name: str) -> tuple[Any, Any]:
    return CASES[name]["input"], CASES[name]["expect"]


def subtraction(pile: int, removals: list[int], play: str = "normal") -> kb.ImpartialGame:
    return kb.impartial(pile, lambda n: [n - k for k in removals if k <= n], play)


def even_or_all_if_odd(pile: int) -> kb.ImpartialGame:
    def rule(n: int) -> list[int]:
        return list(range(n - 2, 0, -2)) + ([0] if n % 2 else [])

    return kb.impartial(pile, rule)


def at_least_half(pile: int) -> kb.ImpartialGame:
    return kb.impartial(pile, lambda n: range(n - (n + 1) // 2 + 1) if n else ())


def kayles(*rows: int) -> kb.ImpartialGame:
    def rule(position: tuple[int, ...]) -> list[tuple[int, ...]]:
        found = []
        for i, n in enumerate(position):
            rest = position[:i] + position[i + 1 :]
            for gone in (1, 2):
                for left in range((n - gone) // 2 + 1 if n >= gone else 0):
                    pieces = [x for x in (left, n - gone - left) if x]
                    found.append(tuple(sorted((*rest, *pieces))))
        return found

    return kb.impartial(tuple(sorted(rows)), rule)


def rook(row: int, column: int) -> kb.ImpartialGame:
    def rule(at: tuple[int, int]) -> list[tuple[int, int]]:
        i, j = at
        return [(a, j) for a in range(1, i)] + [(i, b) for b in range(1, j)]

    return kb.impartial((row, column), rule)


def nim(piles: list[int]) -> kb.ImpartialGame:
    return disjunctive_sum(*map(star, piles))


@pytest.mark.parametrize("name", [n for n, c in CASES.items() if "mex" in c["expect"]])
def test_mex(name: str) -> None:
    given, expect = case(name)
    if "nim" in given:
        game = nim(given["nim"])
        values = [game.nimber_at(option) for option in game.options(game.position)]
        assert set(values) == set(expect["option_nimbers"])
    else:
        values = given.get("set", given.get("mex_of"))
    assert mex(values) == expect["mex"]


def test_nim_sums() -> None:
    given, expect = case("nimsum-22-51")
    assert nim_sum(given["terms"]) == expect["nim_sum"]
    assert f"{nim_sum(given['terms']):b}" == expect["binary"]


def test_labeling_procedure() -> None:
    given, expect = case("labelling-procedure-134")
    assert digraph(given["graph"], play=given["play"]).outcomes() == expect["labels"]


def test_subtraction_graph() -> None:
    given, expect = case("fig-3-1-graph")
    graph = subtraction(given["pile"], given["set"]).graph()
    for name, below in expect["followers"].items():
        assert sorted(graph.options(int(name))) == below
    assert list(graph.terminals()) == expect["terminal"]
    assert graph.progressively_bounded == expect["progressively_bounded"]
    assert graph.longest_play() == expect["longest_path_from_10"]


def test_cyclic_graph() -> None:
    given, expect = case("fig-3-4-cyclic")
    graph = digraph(given["graph"])
    assert graph.outcomes() == expect["labels"]
    assert graph.grundy_functions().exists == expect["grundy_exists"]
    for name, value in expect["grundy_finite"].items():
        assert graph.at(name).nimber() == value
    shown = {name: str(value) for name, value in graph.loopy_values().items()}
    assert shown == {name: str(value) for name, value in expect["loopy_grundy"].items()}
    with pytest.raises(kb.GameError, match=r"a → b → c → a|b → c → a → b|c → a → b → c"):
        graph.nimber()


def test_small_graph_grundy() -> None:
    given, expect = case("fig-3-2-partial")
    graph = digraph(given["graph"])
    assert graph.nimbers() == expect["grundy"]
    assert graph.outcomes() == expect["labels"]


def test_one_pile_tables() -> None:
    makers = {
        "sub123-grundy-table": lambda n: subtraction(n, [1, 2, 3]),
        "at-least-half-table": at_least_half,
        "even-if-not-all-table": even_or_all_if_odd,
    }
    for name, maker in makers.items():
        given, expect = case(name)
        assert [maker(n).nimber() for n in given["piles"]] == expect["grundy"]
    given, expect = case("subtraction-1-to-m-rule")
    for m, values in expect["grundy"].items():
        game = subtraction(given["piles"][-1], list(range(1, int(m) + 1)))
        assert [game.nimber_at(n) for n in given["piles"]] == values


def test_sum_of_three_subtraction_games() -> None:
    given, expect = case("sum-three-subtraction")
    total = disjunctive_sum(*(subtraction(c["pile"], c["set"]) for c in given["components"]))
    assert [game.nimber() for game in total.components] == expect["component_grundy"]
    assert (total.nimber(), total.outcome()) == (expect["grundy"], expect["outcome"])
    left = [
        tuple(m["leave"] if m["component"] == i else p for i, p in enumerate(total.position))
        for m in expect["winning_moves"]
    ]
    assert [move.position for move in total.winning_moves()] == left


def test_sum_of_equal_rules() -> None:
    given, expect = case("even-if-not-all-10-13-20")
    total = disjunctive_sum(*map(even_or_all_if_odd, given["piles"]))
    assert [game.nimber() for game in total.components] == expect["component_grundy"]
    assert total.nimber() == expect["grundy"]
    assert [m.position for m in total.winning_moves()] == [(10, 13, 8)]


def test_sum_of_three_different_games() -> None:
    _, expect = case("sum-of-three-different")
    total = even_or_all_if_odd(18) + at_least_half(17) + star(7)
    assert [game.nimber() for game in total.components] == expect["component_grundy"]
    assert (total.nimber(), total.outcome()) == (expect["grundy"], expect["outcome"])
    assert [m.position for m in total.winning_moves()] == [(6, 17, 7)]


def test_misere_take_away_table() -> None:
    given, expect = case("g1-123nim-misere-dp-table")
    game = subtraction(given["n"], [3, 2, 1], "misere")
    for n, (label, to) in enumerate(zip(expect["outcome"], expect["move_to"], strict=True)):
        here = game.at(n)
        assert here.outcome() == label
        wins = here.winning_moves()
        assert (min(m.position for m in wins) if wins else None) == to


def test_equivalence_with_separating_games() -> None:
    for name, g, h in [("g2-inequivalence-witness-2-3", 2, 3), ("c3-nim-not-equivalent-3-4", 3, 4)]:
        _, expect = case(name)
        found = compare(star(g), star(h))
        assert found.equivalent == expect["equivalent"]
        heap = separating_game(star(g), star(h))
        assert heap is not None
        assert (star(g) + heap).outcome() == "P"
        assert (star(h) + heap).outcome() == "N"


def test_equivalence_of_sums() -> None:
    given, expect = case("g2-equivalence-21-3-table")
    g, h = nim(given["G"]["nim"]), nim(given["H"]["nim"])
    low, high = given["n_range"]
    assert [(g + star(n)).outcome() for n in range(low, high + 1)] == expect["outcomes_G_plus_K"]
    assert [(h + star(n)).outcome() for n in range(low, high + 1)] == expect["outcomes_H_plus_K"]
    assert g.equivalent(h) == expect["equivalent"]
    given, _ = case("c4-equivalences-123")
    for left, right in given["claims"]:
        first, second = ([int(name[1:]) for name in side] for side in (left, right))
        assert nim(first).equivalent(nim(second))
    given, expect = case("c4-option-bijection-12-3")
    g = nim(given["G"]["nim"])
    values = sorted(g.nimber_at(option) for option in g.options(g.position))
    assert values == expect["options_of_H"]


def test_outcome_rules_of_sums() -> None:
    _, expect = case("g2-sum-outcome-rules")
    for parts in ("N+P", "P+N", "P+P", "N+N"):
        assert (outcome_of_sum(parts.split("+")) or "undetermined") == expect[parts]
    for parts, label in expect["N+N_examples"].items():
        first, second = (int(name[1:]) for name in parts.split("+"))
        assert (star(first) + star(second)).outcome() == label


def test_bins() -> None:
    given, expect = case("g2-welter-112-table")

    def rule(bins: tuple[int, ...]) -> list[tuple[int, ...]]:
        found = []
        for i in range(1, len(bins)):
            for j in range(i):
                for k in range(1, bins[i] + 1):
                    after = list(bins)
                    after[i] -= k
                    after[j] += k
                    found.append(tuple(after))
        return found

    def spelled(bins: tuple[int, ...]) -> str:
        return "/".join(map(str, bins))

    start = tuple(map(int, given["start"].split("/")))
    game = kb.impartial(start, rule, show=spelled)
    for name, value in expect["grundy"].items():
        here = tuple(map(int, name.split("/")))
        assert {spelled(q) for q in rule(here)} == set(expect["options"][name])
        assert game.at(here).nimber() == value


def test_kayles_rows() -> None:
    _, expect = case("g2-kayles-7-is-star2")
    assert kayles(7).nimber() == expect["grundy"]
    assert kayles(7).equivalent(star(2))
    assert kayles(9, 7, 7, 9).outcome() == "P"
    assert kayles(9, 7, 7, 9).winning_moves() == ()
    assert (kayles(9, 7, 9) + star(2)).outcome() == "P"
    assert {m.position for m in kayles(9, 6, 1, 7).winning_moves()} == {(1, 4, 4, 6, 7)}
    wins = {m.position for m in kayles(8, 6).winning_moves()}
    assert wins == {(6, 6), (2, 4, 6), (4, 8), (2, 3, 8)}


def test_rook() -> None:
    _, expect = case("c8-rook-table")
    game = rook(4, 5)
    table = [[game.nimber_at((i, j)) for j in range(1, 6)] for i in range(1, 5)]
    assert table == expect["grundy"]
    _, expect = case("c8-rook-45-winning")
    assert [list(m.position) for m in game.winning_moves()] == expect["winning_moves"]


def test_rook_beside_a_heap() -> None:
    _, expect = case("c8-rook-plus-subtraction")
    total = rook(4, 2) + subtraction(7, [2, 5, 6])
    assert [game.nimber() for game in total.components] == expect["component_grundy"]
    assert total.nimber() == expect["grundy"]
    wins = {m.position for m in total.winning_moves()}
    assert wins == {((4, 2), 5), ((4, 1), 7), ((3, 2), 7)}


def test_single_heap_moves() -> None:
    _, expect = case("c8-subtraction-123-winning-7")
    wins = subtraction(7, [1, 2, 3]).winning_moves()
    assert [7 - m.position for m in wins] == expect["winning_moves_remove"]
    _, expect = case("c8-subtraction-256-winning-9")
    wins = subtraction(9, [2, 5, 6]).winning_moves()
    assert [m.position for m in wins] == expect["winning_moves_to"]


def test_conditions_of_impartial_games() -> None:
    _, expect = case("c2-impartial-classification")
    games = {
        "tic-tac-toe": Traits(same_moves=False, who_cannot_move_loses=False),
        "chess": Traits(same_moves=False, who_cannot_move_loses=False),
        "poker": Traits(complete_information=False, no_chance=False, same_moves=False),
        "monopoly": Traits(no_chance=False, same_moves=False),
        "nim": Traits(),
    }
    for name, condition in expect["violated_condition_named_in_text"].items():
        assert games[name].impartial if condition is None else condition in games[name].violated()
