"""Coin-turning on rows and boards: every rule against the definition, and all winning turns."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from functools import cache, reduce
from itertools import combinations, product
from operator import xor
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kibitz as kb
from helpers.plain_search import Plain
from kibitz.combinatorial.coins import (
    BoardRule,
    CoinRule,
    TartanTurn,
    acrostic_twins,
    board_rule,
    coin_board,
    coin_row,
    coin_rule,
    mock_turtles,
    mock_turtles_squared,
    mogul,
    named_rule,
    rugs,
    ruler,
    rulerette,
    tartan,
    tartan_product,
    triplets,
    turning_corners,
    turning_turtles,
    turning_turtles_squared,
    twins,
)
from kibitz.combinatorial.coins.heads import Heads
from kibitz.combinatorial.coins.named import PLAIN
from kibitz.combinatorial.coins.runs import coin_run
from kibitz.combinatorial.methods.nimber import least_absent
from kibitz.combinatorial.nimbers.field import nim_product

NAMES = [
    *PLAIN,
    "coin-subtraction:1,3,4",
    "coin-subtraction-pairs:2,3",
    "one-or-two:1,4",
    "coin-count:1,1",
    "coin-count:1,4",
    "coin-count:2,4",
    "coin-count:4,4",
    "coin-count:2,6",
    "coin-run:3",
]


def by_definition(rule: CoinRule, count: int) -> dict[int, int]:
    """The values of the first coins, from the rule's turns and the mex alone."""
    values: dict[int, int] = {}
    for x in range(rule.origin, rule.origin + count):
        left = {reduce(xor, (values[y] for y in others), 0) for others in rule.turns(x)}
        values[x] = next(n for n in range(len(left) + 1) if n not in left)
    return values


@pytest.mark.parametrize("name", NAMES)
def test_values_turns_and_counts_of_a_rule(name: str) -> None:
    rule = named_rule(name)
    values = by_definition(rule, 11)
    for x, value in values.items():
        assert rule.value(x) == value
        turns = list(rule.turns(x))
        worth = [reduce(xor, (values[y] for y in others), 0) for others in turns]
        assert Counter(worth) == Counter(rule.reached(x))
        for wanted in range(35):
            found = [o for o, w in zip(turns, worth, strict=True) if w == wanted]
            assert sorted(rule.turns_worth(x, wanted)) == sorted(found)
        below = range(rule.origin, x)
        for size in range(4):
            for others in combinations(below, size):
                assert rule.allows((*others, x)) == (others in turns)


@pytest.mark.parametrize("name", NAMES)
def test_rows_against_whole_row_search(name: str) -> None:
    game = coin_row(named_rule(name), [], 6)
    plain = Plain(game)
    labels = range(game.rule.origin, game.rule.origin + 6)
    for size in range(7):
        for heads in combinations(labels, size):
            plain.agrees(frozenset(heads))
            here = game.at(frozenset(heads))
            assert here.count_winning_turns() == len(list(here.winning_turns()))


@pytest.mark.parametrize("name", NAMES)
def test_longest_play(name: str) -> None:
    game = coin_row(named_rule(name), [], 6)

    @cache
    def longest(heads: frozenset[int]) -> int:
        return max((1 + longest(option) for option in game.options(heads)), default=0)

    for size in (1, 2, 3):
        for heads in combinations(range(game.rule.origin, game.rule.origin + 6), size):
            assert game.at(frozenset(heads)).longest_play() == longest(frozenset(heads))


def test_longest_play_in_closed_form() -> None:
    assert [turning_turtles().longest_play(n) for n in range(1, 8)] == [1, 2, 3, 4, 5, 6, 7]
    assert [mock_turtles().longest_play(n) for n in range(6)] == [1, 2, 4, 7, 12, 20]
    assert [ruler().longest_play(n) for n in range(1, 8)] == [1, 2, 4, 8, 16, 32, 64]


def test_known_values_far_out() -> None:
    assert turning_turtles().value(10**30) == 10**30
    assert mock_turtles().value(10**30) in (2 * 10**30, 2 * 10**30 + 1)
    assert mock_turtles().value(10**30).bit_count() % 2 == 1
    assert ruler().value(3 * 2**70) == 2**70
    assert rulerette().value(3 * 2**70) == 2**69
    assert triplets().value(10**20) == mock_turtles().value(10**20 - 2)


def test_mogul_on_24_coins_is_the_golay_code() -> None:
    values = mogul().values(23)
    assert max(values) < 2**12
    # A code of length 24 with 2^12 words: the nim-sums have rank 12.
    basis: list[int] = []
    for value in values:
        for b in basis:
            value = min(value, value ^ b)
        if value:
            basis.append(value)
    assert len(basis) == 12
    weights = Counter(
        size
        for size in (1, 2, 3, 4)
        for chosen in combinations(values, size)
        if reduce(xor, chosen) == 0
    )
    assert not weights


def test_a_rule_of_ones_own() -> None:
    rule = coin_rule(lambda x: [(y,) for y in range(x % 2, x, 2)], name="every other coin")
    assert rule.values(9) == [0, 0, 1, 1, 2, 2, 3, 3, 4, 4]
    game = coin_row(rule, "THTTHTTH")
    Plain(game).agrees(game.position)
    with pytest.raises(kb.GameError, match="left of it"):
        coin_rule(lambda x: [(x + 1,)]).value(3)
    with pytest.raises(kb.GameError, match="before the first"):
        coin_rule(lambda x: [(x - 1,)], origin=1).value(1)
    with pytest.raises(kb.GameError, match="a function"):
        coin_rule([1, 2])  # type: ignore[arg-type]


def board_values(rule: BoardRule, rows: int, columns: int) -> dict[tuple[int, int], int]:
    top, left = rule.origin
    values: dict[tuple[int, int], int] = {}
    for cell in product(range(top, top + rows), range(left, left + columns)):
        below = {reduce(xor, (values[c] for c in others), 0) for others in rule.turns(*cell)}
        values[cell] = next(n for n in range(len(below) + 1) if n not in below)
    return values


SMALL = [name for name in NAMES if name not in ("mogul", "moidores", "coin-count:2,6")]


@pytest.mark.parametrize("first", SMALL)
def test_the_tartan_theorem(first: str) -> None:
    generator = random.Random(first)
    for second in generator.sample(SMALL, 4):
        rule = tartan(first, second)
        values = board_values(rule, 4, 4)
        for cell, value in values.items():
            assert rule.value(*cell) == value
        assert rule.table(4, 4) == [list(values.values())[i : i + 4] for i in range(0, 16, 4)]
        for _ in range(6):
            heads = generator.sample(sorted(values), generator.randint(1, 8))
            check_board(rule, heads, values)


def check_board(rule: BoardRule, heads: list[Any], values: dict[tuple[int, int], int]) -> None:
    """All turns to every small value, their number, and the constructed turn."""
    board = coin_board(rule, heads, (4, 4))
    total = reduce(xor, (values[cell] for cell in heads))
    assert board.nimber() == total
    worth = [
        (tuple(sorted((*others, cell))), reduce(xor, (values[c] for c in (*others, cell))))
        for cell in heads
        for others in rule.turns(*cell)
    ]
    for target in range(4):
        wanted = sorted(coins for coins, change in worth if total ^ change == target)
        assert sorted(tuple(sorted(t.coins)) for t in board.turns_to(target)) == wanted
    wins = sorted(coins for coins, change in worth if total == change) if total else []
    assert board.count_winning_turns() == len(wins)
    assert sorted(tuple(sorted(t.coins)) for t in board.winning_turns()) == wins
    step = board.tartan_step()
    if step is None:
        assert total == 0
    else:
        assert tuple(sorted(step.turn.coins)) in wins
        assert board.turn(step.turn.coins).nimber() == 0
        a, b = step.corner
        v, w = step.values
        assert nim_product(a, b) ^ nim_product(a, w) ^ nim_product(v, b) == step.target


def test_boards_against_whole_board_search() -> None:
    for rule in (acrostic_twins(), turning_corners(), rugs(), tartan("mock-turtles", "twins")):
        game = coin_board(rule, [], (2, 3))
        plain = Plain(game)
        top, left = rule.origin
        cells = list(product(range(top, top + 2), range(left, left + 3)))
        for size in range(7):
            for heads in combinations(cells, size):
                plain.agrees(frozenset(heads))


def test_a_board_rule_of_ones_own() -> None:
    rule = board_rule(lambda r, c: [[(r - d, c - d)] for d in range(1, min(r, c) + 1)])
    assert rule.table(4, 4) == [[min(r, c) for c in range(4)] for r in range(4)]
    game = coin_board(rule, [(3, 3), (2, 3)])
    assert [turn.coins for turn in game.winning_turns()] == [((2, 2), (3, 3))]
    assert game.count_winning_turns() == 1
    with pytest.raises(kb.GameError, match="above and to the left"):
        board_rule(lambda r, c: [[(r + 1, c)]]).value(1, 1)
    with pytest.raises(kb.GameError, match="not a product"):
        game.tartan_step()


def test_products_of_games_multiply() -> None:
    first, second = coin_row(mock_turtles(), "HTHHT"), coin_row(ruler(), "THTHT")
    board = tartan_product(first, second)
    assert board.nimber() == nim_product(first.nimber(), second.nimber())
    assert (board.rows, board.columns) == (5, 5)
    with pytest.raises(kb.GameError, match="normal play"):
        tartan_product(first.misere(), second)


def test_rugs_on_checkerboards() -> None:
    for n in range(1, 9):
        squares = list(product(range(1, n + 1), repeat=2))
        odd = coin_board(rugs(), [(r, c) for r, c in squares if (r + c) % 2 == 1], (n, n))
        even = coin_board(rugs(), [(r, c) for r, c in squares if (r + c) % 2 == 0], (n, n))
        # The second player reflects in the diagonal; the first turns everything, then reflects.
        assert odd.outcome() == "P"
        assert even.outcome() == "N"
        assert even.turn(squares).position == odd.position


@pytest.mark.parametrize("size", [14, pytest.param(100, marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    "make", [turning_corners, rugs, turning_turtles_squared, mock_turtles_squared, acrostic_twins]
)
def test_a_large_board(make: Callable[[], BoardRule], size: int) -> None:
    rule = make()
    generator = random.Random(7)
    top, left = rule.origin
    heads = [
        (top + r, left + c) for r in range(size) for c in range(size) if generator.random() < 0.5
    ]
    board = coin_board(rule, heads, (size, size))
    table = board.value_table()
    assert board.nimber() == reduce(xor, (table[r - top][c - left] for r, c in heads))
    count = board.count_winning_turns()
    turns = board.winning_turns()
    for _, turn in zip(range(300), turns, strict=False):
        change = reduce(xor, (table[r - top][c - left] for r, c in turn.coins))
        assert change == board.nimber()
        assert max(turn.coins) in board.position
        count -= 1
    if make is not mock_turtles_squared:
        assert count == sum(1 for _ in turns)
        moves = board.winning_moves()
        assert len(moves) == board.count_winning_turns()
        assert board.nimber_at(frozenset(moves[-1].position)) == 0
    assert board.solve().verify().holds


def test_boards_without_an_end() -> None:
    board = coin_board(turning_turtles_squared(), [(10**9, 10**9 + 7), (123456789, 987654321)])
    step = board.tartan_step()
    assert step is not None
    assert board.turn(step.turn.coins).nimber() == 0
    assert board.solve().verify().holds
    assert "too many" in str(board.explain())
    far = coin_row(mock_turtles(), [10**9, 10**8])
    assert far.at(far.solve().moves[0].position).nimber() == 0


@given(st.sets(st.tuples(st.integers(0, 20), st.integers(0, 15)), max_size=40), st.data())
def test_heads_as_bits_are_a_set(cells: set[tuple[int, int]], data: st.DataObject) -> None:
    heads = Heads.of(cells, (0, 0), 16)
    assert heads == frozenset(cells)
    assert frozenset(cells) == heads
    assert hash(heads) == hash(frozenset(cells))
    assert list(heads) == sorted(cells)
    rows = data.draw(st.sets(st.integers(0, 20), min_size=1, max_size=4))
    columns = data.draw(st.sets(st.integers(0, 15), min_size=1, max_size=4))
    turn = TartanTurn(tuple(sorted(rows)), tuple(sorted(columns)))
    assert heads.turned(turn) == frozenset(cells) ^ set(product(rows, columns))
    assert (40, 3) not in heads
    assert "x" not in heads


REFUSED: list[tuple[Callable[[], Any], str]] = [
    (lambda: coin_row(twins(), "THX"), "not a row"),
    (lambda: coin_row(turning_turtles(), [0]), "at least 1"),
    (lambda: coin_row(twins(), [1, 1]), "listed twice"),
    (lambda: coin_row(twins(), [1, 9], length=5), "not in the row"),
    (lambda: coin_row(twins(), [1.5]), "whole number"),
    (lambda: coin_row(twins(), "THT").turn([0, 2]), "shows tails"),
    (lambda: coin_row(twins(), "THT").turn([1]), "may not be turned together"),
    (lambda: coin_row(twins(), "THT").turn([]), "no coin is turned"),
    (lambda: coin_row(twins(), "THT").turn([1, 7]), "not in the row"),
    (lambda: coin_row(ruler(), "HTH").turn([1, 3]), "may not be turned together"),
    (lambda: coin_row(rulerette(), "HTH").turn([3]), "may not be turned together"),
    (lambda: coin_board(rugs(), ["TTH", "TH"]), "a board is a rectangle"),
    (lambda: coin_board(rugs(), ["TTH", "1:2"]), "is not a row of coins"),
    (lambda: coin_board(rugs(), [(0, 1)]), "at least 1"),
    (lambda: coin_board(rugs(), [(1, 1), (1, 1)]), "listed twice"),
    (lambda: coin_board(rugs(), [(5, 1)], (4, 4)), "off the board"),
    (lambda: coin_board(turning_corners(), ["TT", "TH"]).turn([(1, 1)]), "turned together"),
    (lambda: coin_board(rugs(), ["TT", "TH"]).turn([(1, 2), (2, 1)]), "southeast corner"),
    (lambda: coin_board(rugs(), ["HT", "TH"]).turn([(1, 1), (1, 2)]), "shows tails"),
    (lambda: tartan("twins", "mok-turtles"), "did you mean 'mock-turtles'"),
    (lambda: tartan("twins", 5), "not a rule for a row"),  # type: ignore[arg-type]
    (lambda: named_rule("twins:3"), "takes no numbers"),
    (lambda: named_rule("coin-subtraction"), "numbers are missing"),
    (lambda: named_rule("coin-subtraction:0,1"), "distance 1 is 0"),
    (lambda: named_rule("coin-count:3"), "2 are needed"),
    (lambda: named_rule("coin-count:3,2"), "the smaller number first"),
    (lambda: coin_row(named_rule("coin-count:1,8"), [5000]).nimber(), "use a shorter row"),
    (lambda: coin_row(named_rule("coin-count:1,4"), [10**6]).nimber(), "more than 26 bits"),
    (lambda: coin_row(named_rule("grunt"), [10**9]).nimber(), "too far to the right"),
    (lambda: coin_row(twins(), "THT", play="misere").winning_turns().__next__(), "normal play"),
    (lambda: kb.game("rugs TTH TH"), "a board is a rectangle"),
    (lambda: kb.game("rugs 1:1 rows=3"), "both rows= and columns="),
    (lambda: kb.game("mock-turtles TXT"), "not a row"),
    (lambda: kb.game("tartan twins foo TT"), "unknown coin game 'foo'"),
]


@pytest.mark.parametrize(("ask", "answer"), REFUSED, ids=[answer for _, answer in REFUSED])
def test_refused_with_one_line(ask: Callable[[], Any], answer: str) -> None:
    with pytest.raises(kb.GameError) as caught:
        ask()
    assert answer in str(caught.value)
    assert "\n" not in str(caught.value)


def test_explanations_and_pictures() -> None:
    game: Any = kb.game("mock-turtles-squared THTTTT TTTTTT TTTTTT TTTTTT TTTTTH")
    text = str(game.explain())
    assert "(4, 5), worth 8 ⊗ 11 = 9, must become 9 ⊕ 11 = 2" in text
    assert "The Tartan step" in text
    assert "4   8   8   12    11   15   13   [9]" in text
    row: Any = kb.game("turning-turtles THTTHTTTHHTHT")
    assert "worth   1   [2]   3   4   [5]" in str(row.explain())
    for thing in (game, row, kb.game("acrostic-twins"), kb.game("ruler 5 77 1000")):
        assert thing.draw().svg.startswith("<svg")
        assert thing.draw(what="graph").svg.startswith("<svg")
    assert "no winning turn" in kb.game("rugs TT TT").draw().svg


def test_misere_rows_are_searched() -> None:
    for name in ("turning-turtles", "mock-turtles", "ruler"):
        game = coin_row(named_rule(name), "THHTH", play="misere")
        Plain(game).agrees(game.position)


def test_far_coins_are_answered_without_going_through_all_turns() -> None:
    rug = kb.game("rugs 1000000:999999").solve()
    assert (rug.outcome, rug.nimber) == ("N", 64)
    assert [str(move) for move in rug.moves] == ["turn row 1000000 x column 999999"]
    triplet = kb.game("triplets 100000").solve()
    assert (triplet.outcome, triplet.nimber) == ("N", 199_996)


@pytest.mark.parametrize("most", [13, 10**6, 10**30])
def test_as_many_coins_as_there_are(most):
    game = kb.game(f"coin-count THTTHTTTHHTHT most={most}")
    assert game.nimber() == 2834
    assert sum(1 for _ in game.moves(game.position)) == 2834


@pytest.mark.parametrize("shortest", [3, 4, 7])
def test_runs_are_tabulated_far_to_the_right(shortest: int) -> None:
    rule = coin_run(shortest)
    assert rule.values(59) == [least_absent(set(rule.reached(x))) for x in range(1, 60)]
    assert rule.value(200_000) >= 0
    assert "Ruler" not in rule.theorem
