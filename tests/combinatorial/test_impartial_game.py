"""Games given by a function: nimbers, outcomes and perfect play against plain recursion."""

from __future__ import annotations

import gc
import itertools
import subprocess
import sys
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kibitz as kb
from kibitz.combinatorial import CycleError, LimitError, Move, mex, nimber_search, star
from kibitz.combinatorial.methods.post_order import Values
from kibitz.combinatorial.methods.remoteness import remoteness_search

Graph = dict[int, list[int]]


@st.composite
def dags(draw: st.DrawFn, most: int = 9) -> Graph:
    size = draw(st.integers(1, most))
    below = [draw(st.lists(st.integers(0, v - 1), max_size=4)) if v else [] for v in range(size)]
    shuffled = draw(st.permutations(range(size)))
    return {shuffled[v]: [shuffled[w] for w in below[v]] for v in reversed(range(size))}


def recursive_nimber(graph: Graph, v: int) -> int:
    below = {recursive_nimber(graph, w) for w in graph[v]}
    return next(k for k in itertools.count() if k not in below)


def wins(graph: Graph, v: int, misere: bool) -> bool:
    """Whether the player to move wins, by trying every move."""
    if not graph[v]:
        return misere
    return any(not wins(graph, w, misere) for w in graph[v])


def length(graph: Graph, v: int, misere: bool) -> int:
    if not graph[v]:
        return 0
    good = [length(graph, w, misere) for w in graph[v] if not wins(graph, w, misere)]
    return 1 + (min(good) if good else max(length(graph, w, misere) for w in graph[v]))


@given(dags())
def test_nimbers_and_outcomes_by_definition(graph: Graph) -> None:
    for start in graph:
        game = kb.impartial(start, graph.__getitem__)
        value = recursive_nimber(graph, start)
        assert game.nimber() == game.search_nimber() == value
        assert game.outcome() == ("N" if value else "P")
        expected = [w for w in graph[start] if recursive_nimber(graph, w) == 0]
        assert [m.position for m in game.winning_moves()] == expected
        for k in range(4):
            reached = [m.position for m in game.moves_to(k)]
            assert reached == [w for w in graph[start] if recursive_nimber(graph, w) == k]


@given(dags(), st.booleans())
def test_perfect_play_by_definition(graph: Graph, misere: bool) -> None:
    for start in graph:
        game = kb.impartial(start, graph.__getitem__, play="misere" if misere else "normal")
        won = wins(graph, start, misere)
        assert game.outcome() == ("N" if won else "P")
        left = length(graph, start, misere)
        assert game.remoteness() == left
        line = game.line()
        assert (len(line), line.winner) == (left, "first" if won else "second")
        assert line.optimal
        assert line.finished
        here = start
        for move in line.moves:
            assert move.position in graph[here]
            here = move.position
        assert graph[here] == []
        for move in game.best_moves():
            assert length(graph, move.position, misere) == left - 1


@given(dags(), st.booleans())
def test_solutions_prove_themselves(graph: Graph, misere: bool) -> None:
    start = next(iter(graph))
    game = kb.impartial(start, graph.__getitem__, play="misere" if misere else "normal")
    solution = game.solve()
    assert solution.verify()
    assert solution.to_json()["outcome"] == solution.outcome


def test_deep_games_need_no_recursion() -> None:
    game = kb.impartial(100_000, lambda n: [n - 1] if n else [])
    assert (game.nimber(), game.outcome(), game.remoteness()) == (0, "P", 100_000)


def test_options_may_be_lazy_repeat_and_lead_anywhere_hashable() -> None:
    def rule(position: frozenset[int]) -> Iterator[frozenset[int]]:
        for k in position:
            yield position - {k}
            yield position - {k, k + 1}

    game = kb.impartial(frozenset(range(5)), rule)
    assert game.nimber() == 4
    assert game.outcome() == "N"
    assert len(list(game.graph().terminals())) == 1


def test_the_search_goes_on_where_it_stopped() -> None:
    calls: list[int] = []

    def rule(n: int) -> range:
        calls.append(n)
        return range(max(0, n - 3), n)

    game = kb.impartial(50, rule)
    game.nimber()
    assert sorted(calls) == list(range(51))
    game.at(40).nimber()
    assert len(calls) == 51


def test_outcomes_look_no_further_than_needed() -> None:
    calls: list[int] = []

    def rule(n: int) -> list[int]:
        calls.append(n)
        return [0, n - 1] if n else []

    assert kb.impartial(1000, rule).outcome() == "N"
    assert len(calls) <= 1001


def test_a_cycle_is_named_and_sent_to_the_loopy_solver() -> None:
    game = kb.impartial(0, lambda n: [(n + 1) % 3])
    with pytest.raises(CycleError, match=r"0 → 1 → 2 → 0, so there is no nimber; use outcome"):
        game.nimber()
    assert game.outcome() == "T"
    assert game.remoteness() is None
    assert str(game.loopy_value()) == "inf{}"
    assert game.winning_moves() == ()
    line = game.line()
    assert (line.winner, line.finished) == (None, False)
    assert game.solve().verify()


def test_a_loop_at_one_position_is_a_cycle() -> None:
    game = kb.impartial("a", {"a": "ab", "b": ""}.__getitem__)
    with pytest.raises(CycleError, match="a → a"):
        game.nimber()
    assert game.outcome() == "N"
    assert game.winning_moves() == (Move("to b", "b"),)


def test_long_cycles_are_shortened_in_the_message() -> None:
    with pytest.raises(CycleError, match=r"0 → 1 → 2 → 3 → \.\.\. → 98 → 99 → 0"):
        nimber_search(0, lambda n: [(n + 1) % 100])


@pytest.mark.parametrize("size", [1, 2, 5, 300, 5000])
def test_a_cycle_is_told_from_a_game_that_is_too_large(size: int) -> None:
    rule = {n: [(n + 1) % size, size] for n in range(size)} | {size: []}
    game = kb.impartial(0, rule.__getitem__)
    with pytest.raises(CycleError) as caught:
        game.nimber(limit=size + 2)
    assert len(caught.value.cycle) == size
    assert game.outcome() == "N"


def test_misere_play_has_no_nimber() -> None:
    game = kb.impartial(3, lambda n: range(n), play="misère", title="heap")
    assert game.play == "misere"
    with pytest.raises(kb.GameError, match="heap: nimbers are defined for normal play"):
        game.nimber()
    with pytest.raises(kb.GameError, match="normal play"):
        game.moves_to(0)
    assert game.outcome() == "N"
    assert game.normal().nimber() == 3
    assert [m.position for m in game.winning_moves()] == [1]


@pytest.mark.parametrize(
    ("build", "words"),
    [
        (lambda: kb.impartial([1, 2], lambda p: []), "cannot be hashed"),
        (lambda: kb.impartial(1, [2]), "must be a function"),  # type: ignore[arg-type]
        (lambda: kb.impartial(1, lambda n: [], play="mean"), "play is 'mean'"),
        (lambda: kb.impartial(1, lambda n: 3).nimber(), "options of 1 are 3"),  # type: ignore[arg-type, return-value]
        (lambda: kb.impartial(1, lambda n: None).outcome(), "options of 1 are None"),  # type: ignore[arg-type, return-value]
        (lambda: kb.impartial(1, lambda n: [[n]]).nimber(), r"option \[1\] of 1 cannot be hashed"),
        (lambda: kb.impartial(1, lambda n: [[n]]).graph(), r"option \[1\] of 1 cannot be hashed"),
        (lambda: kb.impartial(1, lambda n: []).nimber(limit=0), "limit is 0"),
        (lambda: nimber_search([1], lambda n: []), "cannot be hashed"),
        (lambda: star(-1), "-1 is not a size"),
        (lambda: star(True), "True is not a size"),
        (lambda: mex([0.5]), "0.5 is not a nimber"),  # type: ignore[list-item]
    ],
)
def test_bad_input_is_one_line(build, words) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(kb.GameError, match=words) as caught:
        build()
    assert "\n" not in str(caught.value)


def test_a_mistake_inside_the_rules_is_left_as_it_is() -> None:
    with pytest.raises(TypeError, match="unsupported"):
        kb.impartial(1, lambda n: [n + "1"]).nimber()


def test_too_many_positions_are_refused() -> None:
    game = kb.impartial(0, lambda n: [n + 1, n + 2])
    for ask in (game.nimber, game.outcome, game.graph, game.remoteness):
        with pytest.raises(LimitError, match="more than 5,000 positions"):
            ask(limit=5000)
    with pytest.raises(LimitError, match="more than 100 positions"):
        star(10**12).search_nimber(limit=100)


def test_games_too_large_to_search_are_still_played() -> None:
    line = (star(10**12) + star(5)).line()
    assert (line.winner, line.optimal) == ("first", False)
    assert line.moves[0].position == (5, 5)
    lost = star(10**12) + star(10**12)
    assert len(lost.best_moves()) > 1


def test_ctrl_c_stops_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    import signal

    def rule(n: int) -> list[int]:
        if n == 1000:
            signal.raise_signal(signal.SIGINT)
        return [n + 1]

    with pytest.raises(kb.GameError, match=r"stopped after .* before the nimber was found"):
        kb.impartial(0, rule).nimber()


def test_a_search_of_a_rule_needs_no_machine_code() -> None:
    code = (
        "import sys, kibitz as kb\n"
        "game = kb.impartial(50_000, lambda n: [n - k for k in (1, 3, 4) if k <= n])\n"
        "print(game.nimber(), game.remoteness(), 'numba' in sys.modules)"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.split()[0] == str([0, 1, 0, 1, 2, 3, 2][50_000 % 7])
    assert told.stdout.split()[2] == "False"


@pytest.mark.parametrize("collection", [list, tuple, set, iter, dict.fromkeys, lambda r: r])
def test_options_may_come_in_any_collection(collection) -> None:  # type: ignore[no-untyped-def]
    game = kb.impartial(40, lambda n: collection(range(max(0, n - 3), n)))
    assert (game.nimber(), game.at(39).outcome(), game.at(38).remoteness()) == (0, "N", 19)


@pytest.mark.parametrize("order", [1, -1])
@given(st.integers(0, 60), st.sets(st.integers(1, 9), min_size=1), st.booleans())
def test_searches_agree_with_the_definition_in_either_order(
    order: int, heap: int, takes: set[int], misere: bool
) -> None:
    amounts = sorted(takes)[::order]
    game = kb.impartial(heap, lambda n: [n - k for k in amounts if k <= n])
    values: list[int] = []
    wins: list[bool] = []
    for n in range(heap + 1):
        below = [n - k for k in takes if k <= n]
        values.append(mex(values[m] for m in below))
        wins.append((misere and not below) or any(not wins[m] for m in below))
    assert game.nimber() == values[-1]
    assert (game.misere() if misere else game).outcome() == ("N" if wins[-1] else "P")


def test_a_game_without_end_that_comes_back_is_seen_to_go_round() -> None:
    with pytest.raises(CycleError, match="can cycle"):
        kb.impartial(0, lambda n: [n - 1, n + 1]).nimber()


@pytest.mark.parametrize("ask", ["nimber", "outcome"])
def test_endless_options_are_refused(ask: str) -> None:
    with pytest.raises(LimitError, match="more than 1,000 positions"):
        getattr(kb.impartial(0, lambda n: itertools.count(n + 1)), ask)(limit=1000)
    with pytest.raises(LimitError, match="moves of one position"):
        getattr(kb.impartial(2, lambda n: itertools.repeat(n - 1, 10**9 * n)), ask)(limit=20_000)


@pytest.mark.parametrize("misere", [False, True])
def test_options_that_are_yielded_wait_for_their_turn(misere: bool) -> None:
    def rule(heaps: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        board = list(heaps)
        for k, heap in enumerate(heaps):
            for board[k] in range(heap):
                yield tuple(sorted(board))
            board[k] = heap

    game = kb.impartial((2, 3, 4), rule, play="misere" if misere else "normal")
    assert game.outcome() == "N"
    assert game.at((1, 2, 3)).outcome() == "P"
    if not misere:
        assert game.nimber() == 2 ^ 3 ^ 4


def test_an_option_that_cannot_be_hashed_is_named_behind_one_that_can() -> None:
    rule = {0: [1, [2]], 1: []}
    with pytest.raises(kb.GameError, match="cannot be hashed"):
        kb.impartial(0, rule.__getitem__).nimber()


def test_a_search_leaves_the_garbage_collector_as_it_was() -> None:
    def asks_again(n: int) -> list[int]:
        star(5).search_nimber()
        assert not gc.isenabled()
        return [n - 1] if n else []

    assert kb.impartial(5, asks_again).nimber() == 1
    assert gc.isenabled()
    with pytest.raises(KeyError):
        kb.impartial(5, {}.__getitem__).nimber()
    assert gc.isenabled()


def test_a_search_that_failed_can_be_repeated() -> None:
    broken = [True]

    def rule(n: int) -> list[int]:
        if n == 3 and broken[0]:
            raise KeyError(n)
        return [n - 1] if n else []

    game = kb.impartial(6, rule)
    with pytest.raises(KeyError):
        game.nimber()
    broken[0] = False
    assert game.nimber() == 0


@pytest.mark.parametrize("misere", [False, True])
def test_remoteness_on_random_graphs_is_that_of_the_definition(misere):
    """The winner takes the quickest way to win, the loser the longest way to lose."""
    for seed in range(30):
        lots = Random(seed)
        below = {0: []}
        for n in range(1, 12):
            below[n] = sorted({lots.randrange(n) for _ in range(lots.randint(0, 3))})
        known = Values()
        for start in range(12):
            _, moves = ends_well(below, start, misere)
            assert remoteness_search(start, below.__getitem__, misere) == moves
            assert remoteness_search(start, below.__getitem__, misere, known) == moves
        assert len(known.found) == 12


def ends_well(below, n, misere):
    """Whether the player to move wins, and after how many moves."""
    if not below[n]:
        return misere, 0
    after = [ends_well(below, option, misere) for option in below[n]]
    quick = [moves for wins, moves in after if not wins]
    return (True, 1 + min(quick)) if quick else (False, 1 + max(moves for _, moves in after))


@pytest.mark.parametrize(
    ("call", "longest"),
    [
        ("nim 1000000 3", 1_000_003),
        ("nim 2 3", 5),
        ("kayles 4", 4),
        ("northcott 1:4 width=4", None),
    ],
)
def test_whether_play_is_bounded(call: str, longest: int | None) -> None:
    game = kb.game(call)
    assert game.longest_play() == longest
    assert game.progressively_bounded == (longest is not None)
