"""Impartial games and nimbers given in the ways in which people write them."""

from __future__ import annotations

import pytest

import kibitz as kb
from kibitz import combinatorial as cg
from kibitz.core.errors import GameError


def test_moves_and_followers_are_those_of_the_position_unless_another_is_given() -> None:
    game = kb.game("nim 1 2")
    assert [str(move) for move in game.moves()] == [str(move) for move in game.moves((1, 2))]
    assert game.followers() == [(0, 2), (1, 0), (1, 1)]
    assert game.followers((0, 1)) == [(0, 0)]
    graph = cg.digraph({"a": ["b", "c"], "b": ["c"], "c": []})
    assert (graph.followers("a"), graph.followers("c")) == (["b", "c"], [])


def test_products_and_tables_of_nimbers() -> None:
    assert cg.nim_product(3, 5, 6) == cg.nim_product(cg.nim_product(3, 5), 6) == 4
    assert cg.nim_table(3, 5) == [row[:5] for row in cg.nim_table(5)[:3]]
    with pytest.raises(GameError, match="65 columns"):
        cg.nim_table(3, 65)


def test_ordinals_as_text_and_in_collections() -> None:
    assert cg.Ordinal("w*2 + 3") == cg.Ordinal((3, 2))
    assert cg.ordinal_mex([0, 1, "w"]) == 2
    assert cg.ordinal_mex("w", ["w"]) == cg.Ordinal("w + 1")


def test_pictures_in_lists() -> None:
    assert cg.tree([[[[]], []]]) == cg.tree("((())())")
    named = cg.hackenbush([("ground", "a"), ("a", "b"), ("a", "a")])
    assert named.nimber() == cg.hackenbush([(0, 1), (1, 2), (1, 1)]).nimber()


def test_limits_as_text_and_as_functions() -> None:
    assert cg.schwenk_sequence("3t", 12) == cg.schwenk_sequence(lambda t: 3 * t, 12)
    by_text, by_rule = (
        kb.game("dynamic-subtraction", 50, limit=limit) for limit in ("3t", lambda t: 3 * t)
    )
    assert by_text.outcome() == by_rule.outcome() == "N"
    assert {m.position[0] for m in by_rule.winning_moves()} == {48, 40}


def test_loopy_sums_of_games() -> None:
    loop = cg.digraph({"a": ["a", "b"], "b": []})
    assert str(cg.loopy_sum([loop, 3])) == "inf{3}"
    assert cg.loopy_sum([loop, kb.game("nim 3")]).outcome == "T"


def test_sequences_by_name() -> None:
    assert cg.nim_sequence("kayles", to=11).values.tolist() == [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]
    assert cg.nim_sequence("subtraction set=1,3,4", to=7).period.period == 7
    with pytest.raises(GameError, match="not a game of heaps"):
        cg.nim_sequence("wythoff", to=5)


def test_boards_of_coins_as_rows() -> None:
    rows = ["TTTTT", "TTTHT", "TTTTT", "TTHTT", "TTTTH"]
    assert kb.game("rugs", rows=rows, label_from=1) == kb.game("rugs", ",".join(rows))
    assert kb.game("acrostic-twins", rows=",".join(rows)).nimber() == 1 ^ 3 ^ 3 ^ 2
    assert kb.game("mock-turtles", heads=[1, 2, 3], label_from=0).nimber() == 2 ^ 4 ^ 7
    assert kb.game("rugs", "HT,TH", rows=2, columns=2).nimber() == 2


def test_graphs_by_neighbors_and_bars_by_sides() -> None:
    path = kb.game("vertex-deletion", {"a": ["b"], "b": ["a", "c"], "c": ["b"]})
    assert path == kb.game("vertex-deletion a-b b-c")
    with pytest.raises(GameError, match="listed twice"):
        kb.game("vertex-deletion a-b b-a")
    assert kb.game("chomp", columns=8, rows=3) == kb.game("chomp 8x3")
    with pytest.raises(GameError, match="give their number"):
        kb.game("chomp 3 2 columns=4")


@pytest.mark.parametrize(("m", "n"), [(10**20, 3), (10**20 + 1, 4), (7, 10**19)])
def test_boxes_with_any_number_of_chips(m: int, n: int) -> None:
    solution = kb.game("empty-and-divide", m, n).solve()
    assert solution.outcome == "N"
    assert solution.verify().holds
    assert all(a % 2 == b % 2 == 1 for a, b in (move.position for move in solution.moves))
    assert solution.moves
