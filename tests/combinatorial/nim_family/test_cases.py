"""Worked examples and exercises about nim, its relatives and coins, through the front door."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import kibitz as kb
from kibitz.combinatorial import equivalent, nim_sum, separating_game
from kibitz.combinatorial.coins import named_rule, tartan, turning_corners
from kibitz.combinatorial.nim_family import choose_a_pile, powers_of_two, rook_table
from kibitz.combinatorial.nimbers.field import is_evil, is_odious, tartan_pairs

CASES = {
    case["id"]: case
    for case in json.loads((Path(__file__).parents[2] / "data" / "nim_family.json").read_text())
}


def of(*kinds: str) -> list[str]:
    return [name for name, case in CASES.items() if case["kind"] in kinds]


def nim(piles: list[int], play: str = "normal") -> Any:
    return kb.game("nim", piles, play=play)


def coin_game(case: dict[str, Any]) -> str:
    names = {"coin-subtraction-exactly-two": "coin-subtraction-pairs"}
    name = str(case["input"]["game"])
    return names.get(name, name)


PLAIN_NIM = [
    name
    for name in of("nim")
    if all(isinstance(p, int) for p in CASES[name]["input"].get("piles", "x"))
    and "game" not in {k for k in CASES[name]["input"] if CASES[name]["input"][k] == "poker nim"}
    and {"outcome", "nim_sum"} & set(CASES[name]["expect"])
]


@pytest.mark.parametrize("name", PLAIN_NIM)
def test_nim(name: str) -> None:
    case = CASES[name]
    expect, piles = case["expect"], case["input"]["piles"]
    game = nim(piles, case["input"].get("play", "normal"))
    assert game.outcome() == expect["outcome"] == game.search_outcome()
    assert game.nimber() == expect["nim_sum"] == nim_sum(piles)
    if "winning_moves" in expect:
        wanted = []
        for move in expect["winning_moves"]:
            left = list(piles)
            left[move["pile_index"]] = move["to"]
            wanted.append(tuple(left))
        assert [move.position for move in game.winning_moves()] == wanted
    if "options" in expect:
        assert set(game.options(game.position)) == set(map(tuple, expect["options"]))


def test_plain_nim_is_most_of_nim() -> None:
    assert len(PLAIN_NIM) >= 30


def test_nim_sums_and_binary() -> None:
    assert f"{CASES['binary-22']['input']['n']:b}" == CASES["binary-22"]["expect"]["binary"]
    case = CASES["nimsum-22-51"]
    assert nim_sum(case["input"]["terms"]) == case["expect"]["nim_sum"]
    case = CASES["c5-binary-decomposition"]
    powers = [list(powers_of_two(n)) for n in case["input"]["numbers"]]
    assert powers == case["expect"]["powers"]


@pytest.mark.parametrize("play", ["normal", "misere"])
def test_a_single_heap(play: str) -> None:
    low, high = CASES[f"g2-single-row-{play}"]["input"]["n_range"]
    for n in range(low, high + 1):
        left = 0 if play == "normal" else 1
        assert [m.position for m in nim([n], play).winning_moves()] == [(left,)]
    assert nim([0], play).outcome() == ("P" if play == "normal" else "N")
    assert nim([1], "misere").outcome() == "P"


def test_two_heaps_are_won_unless_equal() -> None:
    case = CASES["nim-two-piles"]
    assert [nim(p).outcome() for p in case["input"]["positions"]] == case["expect"]["outcomes"]
    low, high = CASES["c2-two-pile-lemma"]["input"]["range"]
    for a, b in product(range(low, high + 1), repeat=2):
        assert (nim([a, b]).outcome() == "N") == (a != b)


def test_replies_in_nim() -> None:
    case = CASES["g2-nim-213-refutations"]
    game = nim(case["input"]["piles"])
    assert len(list(game.options(game.position))) == len(case["expect"]["replies"])
    for option, reply in case["expect"]["replies"].items():
        after = game.at(tuple(json.loads(option)))
        assert after.outcome() == "N"
        assert tuple(reply) in [move.position for move in after.winning_moves()]


def test_moves_of_small_nim() -> None:
    expect = CASES["c2-options-1-1-2"]["expect"]
    game = nim(CASES["c2-options-1-1-2"]["input"]["piles"])
    options = list(game.options(game.position))
    assert len(options) == expect["move_count"]
    assert len({tuple(sorted(option)) for option in options}) == expect["distinct_up_to_order"]
    assert set(options) == set(map(tuple, expect["options"]))


def test_equivalence_of_heaps() -> None:
    case = CASES["c6-options-7-vs-4-3"]
    first, second = nim(case["input"]["G"]["nim"]), nim(case["input"]["H"]["nim"])
    assert equivalent(first, second)
    assert [o[0] for o in first.options(first.position)] == case["expect"]["options_G"]
    for moved in ("moves_on_4", "moves_on_3"):
        for text, value in case["expect"][moved].items():
            assert nim([int(n) for n in text.split("+")]).nimber() == value
    assert not equivalent(nim([2]), nim([3]))
    separator = separating_game(nim([2]), nim([3]))
    assert separator is not None
    assert (nim([2]) + separator).outcome() != (nim([3]) + separator).outcome()
    assert (nim([3]) + nim([3])).outcome() == "P"
    assert (nim([4]) + nim([3])).outcome() == "N"
    for first_part, second_part in CASES["c4-equivalences-123"]["input"]["claims"]:
        heaps = [[int(s[1:]) for s in part] for part in (first_part, second_part)]
        assert equivalent(nim(heaps[0]), nim(heaps[1]))
    case = CASES["g2-equivalence-21-3-table"]
    low, high = case["input"]["n_range"]
    for key, piles in (("G", [2, 1]), ("H", [3])):
        found = [(nim(piles) + nim([n])).outcome() for n in range(low, high + 1)]
        assert found == case["expect"][f"outcomes_{key}_plus_K"]


def test_option_nimbers() -> None:
    expect = CASES["c7-mex-112"]["expect"]
    game = nim(CASES["c7-mex-112"]["input"]["nim"])
    assert {game.nimber_at(o) for o in game.options(game.position)} == set(expect["option_nimbers"])
    assert game.nimber() == expect["mex"]
    expect = CASES["c4-option-bijection-12-3"]["expect"]
    values = sorted(nim([1, 2]).nimber_at(o) for o in nim([1, 2]).options((1, 2)))
    assert values == expect["options_of_H"]


def test_poker_nim() -> None:
    case = CASES["c7-poker-nim-legal"]["input"]
    legal = [
        kb.game("poker-nim", case["piles"], bag=bag).legal(case["target"])  # type: ignore[attr-defined]
        for bag in case["bags"]
    ]
    assert legal == CASES["c7-poker-nim-legal"]["expect"]["legal"]
    case = CASES["c7-poker-nim-equivalents"]
    game: Any = kb.game("poker-nim", case["input"]["start"], bag=20)
    assert game.nimber() == case["expect"]["start_nimber"]
    after = [game.nimber_at((tuple(move), 20)) for move in case["input"]["moves"]]
    assert after == case["expect"]["after"]


def test_bins() -> None:
    case = CASES["g2-welter-112-table"]
    game: Any = kb.game("bins 1 1 2")
    for text, value in case["expect"]["grundy"].items():
        position = tuple(map(int, text.split("/")))
        assert game.nimber_at(position) == value
        options = {game.show(option) for option in game.options(position)}
        assert options == set(case["expect"]["options"][text])


def test_rook() -> None:
    case = CASES["c8-rook-table"]
    assert rook_table(case["input"]["rows"], case["input"]["cols"]) == case["expect"]["grundy"]
    for row, column in product(range(1, 5), range(1, 6)):
        game: Any = kb.game("rook", row, column)
        assert game.nimber() == case["expect"]["grundy"][row - 1][column - 1]
        assert game.nimber() == game.search_nimber()
    expect = CASES["c8-rook-45-winning"]["expect"]
    game = kb.game("rook", *CASES["c8-rook-45-winning"]["input"]["at"])
    assert [list(move.position) for move in game.winning_moves()] == expect["winning_moves"]


def test_rook_beside_subtraction() -> None:
    expect = CASES["c8-rook-plus-subtraction"]["expect"]
    game: Any = kb.game("rook 4 2 rows=4 columns=5 + subtraction 7 set=2,5,6")
    assert [part.nimber() for part in game.components] == expect["component_grundy"]
    assert game.nimber() == expect["grundy"]
    assert len(game.winning_moves()) == len(expect["winning_moves"])


def test_chomp() -> None:
    case = CASES["chomp-8x3-play"]
    game: Any = kb.game("chomp-board", case["input"]["columns"], case["input"]["rows"])
    removed = []
    for column, row in case["input"]["moves"]:
        before = game.squares
        game = game.bite(column, row)
        removed.append(before - game.squares)
    assert removed == case["expect"]["removed_counts"]
    assert list(game.position) == case["expect"]["row_lengths_bottom_up"]


def test_choose_a_pile() -> None:
    expect = CASES["fig-3-3-omega"]["expect"]
    game = choose_a_pile()
    assert str(game.value()) == expect["grundy"]
    assert game.outcome() == expect["outcome"]
    assert game.progressively_bounded == expect["progressively_bounded"]
    with pytest.raises(kb.GameError, match="infinite ordinal"):
        game.nimber()


def test_odious_and_evil() -> None:
    case = CASES["odious-evil"]
    assert [n for n in case["input"]["numbers"] if is_odious(n)] == case["expect"]["odious"]
    assert [n for n in case["input"]["numbers"] if is_evil(n)] == case["expect"]["evil"]


@pytest.mark.parametrize("name", of("coin-turning"))
def test_coin_rows(name: str) -> None:
    case = CASES[name]
    given, expect = case["input"], case["expect"]
    spelled = coin_game(case)
    rule = named_rule(
        spelled + ":" + ",".join(map(str, given["set"])) if "set" in given else spelled
    )
    assert rule.origin == given["label_from"]
    if "positions" in given:
        assert [rule.value(x) for x in given["positions"]] == expect["grundy"]
    if "turn" in given:
        game: Any = kb.game(spelled, given["row"])
        assert game.legal(given["turn"]) == expect["legal"]
        assert game.show(game.turn(given["turn"]).position) == expect["result"]
    if "heads" in given:
        game = kb.game(spelled, given["heads"])
        assert game.nimber() == expect["grundy"] == game.search_nimber()
        assert game.outcome() == expect["outcome"]
        assert [list(t.coins) for t in game.winning_turns()] == expect["winning_turns"]


@pytest.mark.parametrize(
    "name", [n for n in of("coin-turning-2d", "tartan") if n != "tartan-three-step"]
)
def test_coin_boards(name: str) -> None:
    case = CASES[name]
    given, expect = case["input"], case["expect"]
    first, _, second = given["game"].partition(" x ")
    board = f"tartan {first} {second}" if second else first
    game: Any = kb.game(board, given.get("rows", ["TT", "TT"]))
    # Texts may count from 1 where the game counts from 0, or the other way round.
    shift = [given["label_from"] - origin for origin in game.rule.origin]
    if "size" in given:
        assert game.rule.table(*given["size"]) == expect["grundy"]
    if "head" in given:
        assert len(list(game.rule.turns(*given["head"]))) == expect["number_of_moves"]
        assert game.rule.value(*given["head"]) == expect["grundy"]
        assert game.rule.reached(*given["head"]) == set(expect["move_values_up_to_symmetry"])
    if "rows" not in given:
        return
    assert list(game.head_values().values()) == expect["head_grundy"]
    assert game.nimber() == expect["grundy"]
    assert game.outcome() == expect["outcome"]
    found = [
        sorted([r + shift[0], c + shift[1]] for r, c in turn.coins) for turn in game.winning_turns()
    ]
    assert sorted(found) == sorted(expect["winning_turns"])
    if "number_of_moves_from_southeast_head" in expect:
        count = len(list(game.rule.turns(*max(game.position))))
        assert count == expect["number_of_moves_from_southeast_head"]
    for key in ("result_rows", "text_move_result_rows"):
        if key in expect:
            assert expect[key] in [game.row_texts(m.position) for m in game.winning_moves()]


def test_tartan_three_steps() -> None:
    case = CASES["tartan-three-step"]
    given = case["input"]
    pairs = [list(p) for p in tartan_pairs(given["v1"], given["v2"], given["target"])]
    assert pairs == case["expect"]["turning_corners_choices_u1_u2"]
    corner = turning_corners()
    total = corner.value(given["v1"], given["v2"]) ^ given["target"]
    turns = corner.turns_by(given["v1"], given["v2"], total)
    assert sorted([t.rows[0], t.columns[0]] for t in turns) == pairs  # type: ignore[union-attr]
    assert tartan("mock-turtles", "mock-turtles").value(4, 5) == 9
