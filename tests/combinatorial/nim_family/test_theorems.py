"""Every theorem of the nim family against the definitions, on all small positions."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterable
from functools import cache
from itertools import combinations, pairwise, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.plain_search import Plain
from kibitz.combinatorial import ImpartialGame
from kibitz.combinatorial.digraphs.loopy import fraenkel_smith_values
from kibitz.combinatorial.nim_family import (
    SOS,
    VertexDeletion,
    bins,
    chomp,
    chomp_board,
    cycle_graph,
    divisors,
    double_star_graph,
    empty_and_divide,
    grid_graph,
    mating_value,
    moore,
    nim,
    nimble,
    northcott,
    path_graph,
    poker_nim,
    rayles,
    rims,
    rook,
    sos,
    staircase,
    star_graph,
    thirty_one,
    transfinite_nim_game,
    two_dimensional_nim,
    vertex_deletion,
    welter,
    welter_function,
    wythoff,
    wythoff_index,
    wythoff_pair,
    wythoff_table,
)
from kibitz.combinatorial.nim_family.chomp import _by_theorem, _frame, _lost_shapes, _number
from kibitz.combinatorial.nim_family.northcott import SIDES
from kibitz.combinatorial.nimbers.ordinal import Ordinal

PLAYS = ["normal", "misere"]


def agree(game: ImpartialGame, positions: Iterable[Any]) -> None:
    plain = Plain(game)
    for position in positions:
        plain.agrees(position)


@pytest.mark.parametrize("play", PLAYS)
@pytest.mark.parametrize(("heaps", "size"), [(1, 9), (2, 7), (3, 5), (4, 3), (5, 2)])
def test_nim(heaps: int, size: int, play: str) -> None:
    agree(nim([0] * heaps, play), product(range(size + 1), repeat=heaps))


@pytest.mark.parametrize("play", PLAYS)
@pytest.mark.parametrize("k", [1, 2, 3, 4])
@pytest.mark.parametrize(("heaps", "size"), [(1, 6), (2, 5), (3, 4), (4, 2), (5, 1)])
def test_moore(heaps: int, size: int, k: int, play: str) -> None:
    game = moore(k, [0] * heaps, play)
    plain = Plain(game)
    for position in product(range(size + 1), repeat=heaps):
        plain.agrees(position)
        one = game.at(position).winning_move()
        assert (one.position if one else None) in (plain.wins(position) or {None})


@given(
    st.integers(1, 6), st.lists(st.integers(0, 2**40), min_size=1, max_size=12), st.integers(0, 99)
)
def test_moores_construction_on_large_heaps(k: int, heaps: list[int], pick: int) -> None:
    game = moore(k, heaps)
    move = game.winning_move()
    if move is None:
        assert all(count % (k + 1) == 0 for count in game.column_counts())
        return
    changed = [i for i, (a, b) in enumerate(zip(heaps, move.position, strict=True)) if a != b]
    assert 1 <= len(changed) <= k
    assert all(move.position[i] < heaps[i] for i in changed)
    assert game.at(move.position).outcome() == "P"


@given(st.lists(st.integers(0, 2**70), min_size=1, max_size=9))
def test_the_number_of_winning_moves_in_nim_is_odd(heaps: list[int]) -> None:
    game = nim(heaps)
    assert len(game.winning_moves()) % 2 == (game.nimber() > 0)


@pytest.mark.parametrize("play", PLAYS)
def test_nim_in_disguise(play: str) -> None:
    agree(nimble([0, 0, 0], play), product(range(5), repeat=3))
    agree(rook(7, 7, play=play), product(range(1, 8), repeat=2))
    agree(staircase([0, 0, 0], play), product(range(4), repeat=3))
    agree(staircase([0] * 4, play), product(range(3), repeat=4))
    agree(poker_nim([0, 0], play=play), product(product(range(4), repeat=2), range(4)))
    agree(poker_nim([0, 0, 0], play=play), product(product(range(3), repeat=3), range(3)))


@pytest.mark.parametrize(("width", "rows"), [(2, 1), (3, 2), (4, 2), (6, 1)])
def test_northcott_is_nim_on_the_gaps(width: int, rows: int) -> None:
    squares = [(a, b) for a, b in product(range(1, width + 1), repeat=2) if a != b]
    game = northcott([squares[0]] * rows, width)
    for lines in product(squares, repeat=rows):
        for mover in SIDES:
            here = game.at((lines, mover))
            graph = here._graph_around(here.position)
            assert here.outcome() == graph.label_of(here.position)
            lost = {o for o in here.options(here.position) if graph.label_of(o) == "P"}
            assert {move.position for move in here.winning_moves()} == lost
    graph = game.graph()
    for position, value in fraenkel_smith_values(graph).items():
        assert value.finite == game.nimber_at(position)


def test_northcott_is_won_in_the_end() -> None:
    generator = random.Random(5)
    for _ in range(20):
        rows = [tuple(generator.sample(range(1, 9), 2)) for _ in range(8)]
        game = northcott(rows, 8, generator.choice(SIDES))
        if game.outcome() == "P":
            continue
        here: Any = game
        moved = 0
        while moves := list(here.moves(here.position)):
            wins = here.winning_moves()
            chosen = generator.choice(moves)
            if wins:
                chosen = min(wins, key=lambda m: game.progress(m.position))
            here = here.at(chosen.position)
            moved += 1
            assert moved < 500
        assert moved % 2 == 1


@pytest.mark.parametrize("play", PLAYS)
@pytest.mark.parametrize("spread", [1, 2, 3])
def test_wythoff(spread: int, play: str) -> None:
    agree(wythoff(0, 0, spread, play), product(range(11), repeat=2))


@pytest.mark.parametrize("spread", [1, 3, pytest.param(2, marks=pytest.mark.slow)])
def test_huge_heaps_of_wythoff_are_solved_and_proved(spread: int) -> None:
    x, y = wythoff_pair(10**12, spread)
    cold = wythoff(x, y, spread).solve()
    assert (cold.outcome, cold.nimber) == ("P", 0)
    hot = wythoff(x, y + 1, spread).solve()
    assert [move.position for move in hot.winning_moves][:1] == [(x, y)]
    assert cold.verify()
    assert hot.verify()


@pytest.mark.parametrize(
    "spread", [1, *(pytest.param(s, marks=pytest.mark.slow) for s in (2, 3, 1000))]
)
def test_huge_heaps_of_wythoff_in_misere_play(spread: int) -> None:
    hot = wythoff(10**12, 6 * 10**11, spread, "misere").solve()
    assert hot.outcome == "N"
    assert hot.verify()
    for move in hot.winning_moves:
        cold = wythoff(*move.position, spread, "misere").solve()
        assert (cold.outcome, cold.winning_moves) == ("P", ())
        assert cold.verify()
    assert wythoff(4 * 10**6, 10**6, 7, "misere").winning_moves()


@given(st.integers(2, 9), st.integers(0, 2000))
def test_pairs_of_misere_wythoff_take_the_least_number_left(spread: int, least: int) -> None:
    pairs = [wythoff(0, 0, spread, "misere")._pair(n) for n in range(least // 2 + 2)]
    taken = {heap for pair in pairs for heap in pair}
    assert all(n in taken for n in range(least // 2))
    assert all(b - a == spread * n + 1 for n, (a, b) in enumerate(pairs))
    assert len(taken) == 2 * len(pairs)


def test_wythoff_tables_and_pairs() -> None:
    plain = Plain(wythoff(0, 0))
    table = wythoff_table(70)
    assert all(table[x, y] == plain.nimber((x, y)) for x in range(22) for y in range(22))
    for x, y in ((69, 3), (40, 65)):
        lines = [
            table[:x, y],
            table[x, :y],
            table[range(x), range(y - x, y)] if y >= x else table[range(x - y, x), range(y)],
        ]
        below = {int(v) for line in lines for v in line}
        assert table[x, y] == min(set(range(200)) - below)


@given(st.integers(0, 10**60), st.integers(1, 9))
def test_wythoff_pairs_are_exact(n: int, spread: int) -> None:
    a, b = wythoff_pair(n, spread)
    after = wythoff_pair(n + 1, spread)[0]
    assert b - a == n * spread
    assert after - a in (1, 2)
    assert wythoff_index(a, spread) == (n, True)
    assert n == 0 or wythoff_index(b, spread) == (n, False)
    assert wythoff(a, b, spread).outcome() == "P"
    assert wythoff(a, b + 1, spread).outcome() == "N"


def test_no_number_is_left_out_by_wythoffs_pairs() -> None:
    for spread in (1, 2, 5):
        seen = sorted(x for n in range(1, 200) for x in wythoff_pair(n, spread))
        assert seen[:200] == list(range(1, 201))


@pytest.mark.parametrize("play", PLAYS)
@pytest.mark.parametrize(("coins", "squares"), [(1, 8), (2, 10), (3, 9), (4, 8)])
def test_welter(coins: int, squares: int, play: str) -> None:
    agree(welter(range(coins), play), combinations(range(squares), coins))


@given(st.sets(st.integers(0, 2**50), max_size=14))
def test_mating_gives_the_welter_function(squares: set[int]) -> None:
    assert mating_value(squares).value == welter_function(squares)
    game = welter(squares)
    for move in game.winning_moves():
        assert game.at(move.position).nimber() == 0


@pytest.mark.parametrize("play", PLAYS)
def test_bins_and_boxes(play: str) -> None:
    agree(bins([0, 0, 0], play), product(range(4), repeat=3))
    agree(empty_and_divide(1, 1, play), product(range(1, 21), repeat=2))
    agree(thirty_one(limit=9, faces=3, copies=2, play=play), [(0, (2, 2, 2)), (4, (1, 2, 1))])


def test_thirty_one_as_played_for_money() -> None:
    game = thirty_one()
    assert [str(m) for m in game.winning_moves()] == ["turn up a 1", "turn up a 2", "turn up a 5"]
    # Making the sum 3 modulo 7 is not enough: the fours run out at 28.
    assert thirty_one([3, 4, 3, 4, 3, 4, 3, 4]).outcome() == "P"


def test_chomp() -> None:
    game = chomp([1])
    plain = Plain(game)
    for lengths in product(range(6), repeat=4):
        rows = tuple(r for r in lengths if r)
        if not rows or any(a < b for a, b in pairwise(lengths)):
            continue
        lost = plain.outcome(rows) == "P"
        assert _by_theorem(rows) in (None, lost)
        assert _lost_shapes(*_frame(rows))[_number(rows)] == lost
        assert {m.position for m in game.at(rows).winning_moves()} == plain.wins(rows)
        assert game.at(rows).nimber() == plain.nimber(rows)


def test_chomp_by_table() -> None:
    assert [str(m) for m in chomp_board(10, 7).winning_moves()] == ["eat (3, 2)"]
    assert chomp_board(100, 200).outcome() == "N"
    assert chomp([1000, 999]).outcome() == "P"
    assert len(chomp_board(10, 8).winning_moves()) == 2
    for n in range(2, 7):
        assert chomp_board(n, n).bite(2, 2).outcome() == "P"


@pytest.mark.parametrize("number", [1, 2, 8, 12, 36, 60, 72, 210])
def test_divisors(number: int) -> None:
    game = divisors(number)
    plain = Plain(game)
    for position in game.graph().names:
        plain.agrees(position)


@cache
def sos_value(board: str) -> int:
    """1, 0 or -1 for the side to move, by minimax."""
    best = -2
    for i, letter in enumerate(board):
        if letter == "_":
            for new in "SO":
                after = board[:i] + new + board[i + 1 :]
                best = max(best, 1 if "SOS" in after else -sos_value(after))
    return 0 if best == -2 else best


def test_sos() -> None:
    labels = {1: "N", -1: "P", 0: "T"}
    for size in range(1, 7):
        for letters in product("SO_", repeat=size):
            board = "".join(letters)
            if "SOS" in board:
                assert sos(board).outcome() == "P"
                continue
            game = sos(board)
            assert game.outcome() == labels[sos_value(board)]
            wins = {o for o in game.options(board) if "SOS" in o or sos_value(o) == -1}
            assert {m.position for m in game.winning_moves()} == wins
    assert "".join(sos(n).outcome() for n in range(1, 14)) == "TTTTTTNTNTNTN"
    assert [sos(n).outcome() for n in (18, 19, 2000)] == ["P", "N", "P"]


@pytest.mark.slow
def test_all_wins_of_seventeen_squares_are_listed() -> None:
    """S anywhere, and O at the ends and in the middle; each leaves a board that is lost."""
    solution = sos(17).solve()
    found = {move.description for move in solution.moves}
    anywhere = {f"S in square {k}" for k in range(1, 18)}
    assert found == anywhere | {f"O in square {k}" for k in (1, 9, 17)}
    assert solution.listed
    assert sos(solution.moves[1].position).outcome() == "P"
    assert "searched up to 17 empty squares" in str(sos(19).solve())


def test_sos_play_ends_as_promised() -> None:
    assert sos(7).line().winner == "first"
    assert "SOS" in sos(7).line().moves[-1].position
    drawn = sos(5).line()
    assert drawn.winner is None
    assert "SOS" not in drawn.moves[-1].position
    assert "_" not in drawn.moves[-1].position
    assert sos("S__S").outcome() == "P"


@pytest.mark.parametrize("play", PLAYS)
def test_loops_through_dots(play: str) -> None:
    regions = [(n,) for n in range(1, 8)] + [(3, 2), (4, 4), (5, 1), (3, 2, 1), (2, 2, 2)]
    agree(rims([1], play), regions)
    agree(rayles([1], play), regions)


def test_rayles_far_out() -> None:
    values = [rayles([n]).nimber() for n in range(1, 400)]
    for n in range(1, 300):
        below = {
            (values[a - 1] if a else 0) ^ (values[n - k - a - 1] if n - k - a else 0)
            for k in (1, 2)
            if k <= n
            for a in range(n - k + 1)
        }
        assert values[n - 1] == min(set(range(20)) - below)


@pytest.mark.parametrize("play", PLAYS)
def test_two_dimensional_and_transfinite_nim(play: str) -> None:
    squares = list(product(range(4), range(2)))
    agree(two_dimensional_nim([], 4, play), product(squares, repeat=2))
    finite = [tuple(Ordinal((n,)) for n in heaps) for heaps in product(range(4), repeat=3)]
    agree(transfinite_nim_game([], play), finite)


def test_a_wide_board_is_like_one_without_an_end() -> None:
    squares = list(product(range(5), range(3)))
    for counters in product(squares, repeat=2):
        endless, wide = two_dimensional_nim(counters), two_dimensional_nim(counters, 64)
        assert endless.outcome() == wide.outcome()
        assert [m.position for m in endless.winning_moves()] == [
            m.position for m in wide.winning_moves()
        ]
    assert endless.value() == Ordinal((0, 0))
    game = two_dimensional_nim([(3, 2), (5, 1), (7, 0)])
    assert game.line().winner == "first"
    assert game.line().finished


@pytest.mark.parametrize("play", PLAYS)
def test_vertex_deletion_on_random_graphs(play: str) -> None:
    generator = random.Random(11)
    for _ in range(25):
        size = generator.randint(2, 6)
        edges = [e for e in combinations(range(size), 2) if generator.random() < 0.5]
        if edges:
            game = vertex_deletion(edges, play)
            agree(game, [game.position])


def test_vertex_deletion_on_named_graphs() -> None:
    graphs: list[list[Any]] = [path_graph(n) for n in range(2, 11)]
    graphs += [cycle_graph(n) for n in range(3, 9)] + [star_graph(n) for n in range(1, 8)]
    graphs += [double_star_graph(m, n) for m, n in product(range(4), repeat=2)]
    for edges in graphs:
        game = vertex_deletion(edges)
        agree(game, [game.position])
    assert vertex_deletion(grid_graph(3, 3)).nimber() == 2
    corners = {"1.1", "1.4", "4.1", "4.4"}
    hash_sign = [edge for edge in grid_graph(4, 4) if not corners & set(edge)]
    assert vertex_deletion(hash_sign).nimber() == 0


def test_vertex_deletion_reads_networkx() -> None:
    networkx = pytest.importorskip("networkx")
    assert vertex_deletion(networkx.path_graph(8)).nimber() == 1
    assert vertex_deletion({"a": "bc", "b": "a", "c": "a"}).nimber() == 2


@pytest.mark.parametrize(
    ("game", "moves", "listed"),
    [
        pytest.param(sos(19), ["S in square 10"], False, marks=pytest.mark.slow),
        (sos(20), [], True),
        (chomp([30] + [1] * 20), ["eat (22, 1)"], True),
        (chomp([21] * 21), ["eat (2, 2)"], False),
        (chomp([21] * 22), [], False),
        (chomp([41, 40]), [], True),
    ],
)
def test_lists_of_winning_moves_are_complete_or_say_so(game, moves, listed):
    solution = game.solve()
    assert [move.description for move in solution.moves] == moves
    assert solution.listed == listed
    assert solution.verify(), solution.verify()
    assert listed or "that there are no other winning moves" in str(solution.verify())
    assert solution.to_json().get("winning_moves_listed", True) == listed
    if listed:
        assert solution.moves == game.winning_moves()


@pytest.mark.parametrize("seed", range(6))
def test_a_table_of_all_sets_agrees_with_searching_connected_ones(monkeypatch, seed):
    lots = random.Random(seed)
    edges = {(lots.randrange(v), v) for v in range(1, 9)}
    edges |= {tuple(sorted(lots.sample(range(9), 2))) for _ in range(5)}
    searched = vertex_deletion(sorted(edges))
    monkeypatch.setitem(vars(sys.modules[VertexDeletion.__module__]), "LARGE", 5)
    listed = vertex_deletion(sorted(edges))
    assert listed.nimber() == searched.nimber()
    assert listed.winning_moves() == searched.winning_moves()
    assert listed._tables


@pytest.mark.slow
def test_a_grid_of_five_by_five():
    game = vertex_deletion(grid_graph(5, 5))
    assert not game.long_search
    assert game.nimber() == 2
    assert len(game.winning_moves()) == 13
    assert vertex_deletion(grid_graph(4, 7)).long_search


@pytest.mark.parametrize("board", ["_____", "S_O__", "OO___"])
def test_boards_of_sos_are_looked_up_among_the_fillings_of_another(board):
    game = sos(board)
    for letters in product("SO_", repeat=5):
        position = "".join(letters)
        if "SOS" not in position:
            assert game._outcome(position) == sos(position)._outcome(position), position


def test_a_proof_about_sos_values_the_fillings_once():
    values = vars(sys.modules[SOS.__module__])["_values"]
    values.cache_clear()
    found = sos(9).solve()
    assert found.verify().holds
    assert values.cache_info().misses == 1
