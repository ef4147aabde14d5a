"""Puzzles: shortest routes, counts that are known, and what has no solution."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from typer.testing import CliRunner

import kibitz
from kibitz.cli import app
from kibitz.core.errors import GameError
from kibitz.search.puzzles import (
    Maze,
    Puzzle,
    Queens,
    Roads,
    SlidingTiles,
    Sudoku,
    a_star,
    backtracking,
    count_distinct,
    count_solutions,
    ida_star,
    solutions,
)

HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."


@pytest.mark.parametrize("search", [a_star, ida_star])
def test_eight_puzzle_takes_as_long_as_it_must(search):
    found = search(SlidingTiles("8 1 3 4 0 2 7 6 5"))
    assert found.cost == 14
    assert found.verify()
    assert not replace(found, moves=found.moves[:-1]).verify()


def test_a_hardest_eight_puzzle():
    assert a_star(SlidingTiles("8 6 7 2 5 4 3 0 1")).cost == 31


def test_both_agree_with_breadth_first_search():
    goal = SlidingTiles("1 2 3 4 5 0").goal
    distance, frontier = {goal: 0}, [goal]
    board = SlidingTiles(goal, columns=3)
    for state in frontier:
        for move in board.moves(state):
            after = board.play(state, move)
            if after not in distance:
                distance[after] = distance[state] + 1
                frontier.append(after)
    assert len(distance) == 360
    for state in Random(1).sample(frontier, 12):
        puzzle = SlidingTiles(state, columns=3)
        assert a_star(puzzle).cost == ida_star(puzzle).cost == distance[state]
        assert puzzle.estimate(state) <= distance[state]


@pytest.mark.parametrize("search", [a_star, ida_star])
def test_half_of_the_arrangements_have_no_solution(search):
    found = search(SlidingTiles("1 2 3 4 5 6 8 7 0"))
    assert not found.is_solved
    assert found.verify()
    with pytest.raises(GameError, match="no solution"):
        _ = found.end


def test_fifteen_puzzle():
    tiles = "5 1 2 4 9 6 3 8 13 10 7 12 0 14 11 15"
    found = ida_star(SlidingTiles(tiles))
    assert found.verify()
    assert found.cost == a_star(SlidingTiles(tiles)).cost


@pytest.mark.parametrize(
    ("size", "count"), [(1, 1), (2, 0), (3, 0), (4, 2), (5, 10), (6, 4), (7, 40)]
)
def test_queens(size, count):
    assert count_solutions(Queens(size)) == count
    assert backtracking(Queens(size)).is_solved == (count > 0)


def test_sudoku():
    found = backtracking(Sudoku(HARD))
    assert found.verify()
    rows = found.puzzle.show(found.end).split("\n")
    assert all(sorted(row.split()) == list("123456789") for row in rows)
    assert len(list(solutions(Sudoku(HARD)))) == 1
    assert not backtracking(Sudoku("123....4........")).is_solved


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: SlidingTiles("1 2 2 0"), "each once"),
        (lambda: SlidingTiles("a b"), "not numbers"),
        (lambda: Queens(0), "1 to 200"),
        (lambda: Sudoku("123"), "3 cells"),
        (lambda: Sudoku("11.............."), "two 1s"),
        (lambda: Sudoku("1?.............."), "is not a clue"),
        (lambda: SlidingTiles("1 2 3 0", goal="1 2 3 4 5 0"), "6 in the goal"),
        (lambda: SlidingTiles("1 2 / 3"), "differ in length"),
        (lambda: Maze("S.. / ..."), "0 squares are G"),
        (lambda: Maze("S?G"), "is not a square"),
        (lambda: Roads({"S": {"G": -1}}, "S", "G"), "must not be negative"),
        (lambda: Roads({"S": {"G": 1}}, "S", "H"), "a goal is 'H'"),
    ],
)
def test_bad_input(make, words):
    with pytest.raises(GameError, match=words):
        make()


def distances_from(board: SlidingTiles) -> dict[tuple[int, ...], int]:
    distance, frontier = {board.goal: 0}, [board.goal]
    for state in frontier:
        for move in board.moves(state):
            after = board.play(state, move)
            if after not in distance:
                distance[after] = distance[state] + 1
                frontier.append(after)
    return distance


def test_other_goals():
    goal = (0, 1, 2, 3, 4, 5)
    distance = distances_from(SlidingTiles(goal, columns=3, goal=goal))
    for state in Random(2).sample(list(distance), 15):
        puzzle = SlidingTiles(state, columns=3, goal=goal)
        assert a_star(puzzle).cost == ida_star(puzzle).cost == distance[state]
        assert puzzle.misplaced(state) <= puzzle.distance(state) <= puzzle.estimate(state)
        assert puzzle.estimate(state) <= distance[state]
        swapped = tuple({1: 2, 2: 1}.get(tile, tile) for tile in state)
        assert not a_star(SlidingTiles(swapped, columns=3, goal=goal)).is_solved
    assert a_star(SlidingTiles("7 2 4 5 . 6 8 3 1", goal="0 1 2 3 4 5 6 7 8")).cost == 26


def test_queens_up_to_symmetry():
    assert [count_distinct(Queens(n)) for n in range(1, 8)] == [1, 0, 0, 1, 2, 1, 6]


def test_counts_of_backtracking():
    class Numbers(Puzzle):
        """Three numbers of 0 and 1, at most one of them 1."""

        def start(self):
            return ()

        def moves(self, state):
            return (0, 1)

        def play(self, state, move):
            return (*state, move)

        def is_goal(self, state):
            return len(state) == 3

        def is_hopeless(self, state):
            return sum(state) > 1

    found = [end for _, end in solutions(Numbers())]
    assert found == [(0, 0, 0), (0, 0, 1), (0, 1, 0), (1, 0, 0)]
    assert backtracking(Numbers()).counts == {"states": 4}


def test_the_cheapest_way_with_bad_estimates():
    roads = {"S": {"A": 1, "B": 2}, "A": {"C": 5}, "B": {"C": 1}, "C": {"G": 4}}
    good = Roads(roads, "S", "G", {"S": 6, "A": 9, "B": 5, "C": 4})
    assert good.distances() == {"G": 0, "C": 4, "B": 5, "S": 7, "A": 9}
    assert a_star(good, trace=True).expanded == ("S", "B", "C")
    assert good.overestimated() == ()
    assert good.inconsistent() == ()
    uneven = Roads(roads, "S", "G", {"S": 7, "A": 8, "B": 0, "C": 4})
    assert uneven.inconsistent() == (("S", "B"),)
    assert a_star(uneven).cost == ida_star(uneven).cost == 7
    wrong = Roads(roads, "S", "G", {"B": 50})
    assert wrong.overestimated() == ("B",)
    assert a_star(wrong).cost == 10
    nowhere = Roads({"S": ["A"], "A": ["S"], "G": []}, "S", "G")
    assert not a_star(nowhere).is_solved
    assert not ida_star(nowhere).is_solved
    assert a_star(Roads([("S", "G", "1/2"), ("G", "T")], "T", "S", both_ways=True)).cost == 1.5


def test_mazes():
    assert Maze("S9G; .1.; ...").rows == Maze("S9G / .1. / ...").rows
    found = a_star(Maze("S9G / .1. / ..."))
    assert (found.cost, found.moves) == (4, ("down", "right", "right", "up"))
    assert ida_star(Maze("S9G / .1. / ...")).cost == 4


def test_puzzles_of_the_shelf_are_solved_as_such():
    found = kibitz.game("sudoku", HARD).solve()
    assert found.value == 1
    assert "the only solution" in found.note
    assert "one of several" in kibitz.game("sudoku", "." * 81).solve().note
    tiles = kibitz.game("tiles 1,2,5,3,4,0,6,7,8 goal=0,1,2,3,4,5,6,7,8")
    assert tiles.solve().shown_line == ("5", "2", "1")


def test_the_command():
    run = CliRunner().invoke(app, ["puzzle", "queens", "6", "--count", "--json"])
    assert run.exit_code == 0
    assert '"solutions": 4' in run.stdout
    assert '"distinct": 1' in run.stdout
    way = CliRunner().invoke(app, ["puzzle", "maze", "S.# / .#G / ...", "--method", "ida-star"])
    assert "cost 5" in way.stdout


def test_compiled_searches_of_large_boards_agree_with_the_plain_one():
    random = Random(8)
    for columns, count in ((5, 10), (3, 12), (4, 16)):
        goal = list(range(count))
        random.shuffle(goal)
        board = SlidingTiles(goal, columns, goal)
        state = board.start()
        for _ in range(random.randint(20, 40)):
            state = board.play(state, random.choice(list(board.moves(state))))
        puzzle = SlidingTiles(state, columns, goal)
        assert puzzle.is_large
        found = ida_star(puzzle)
        assert found.verify()
        assert found.cost == a_star(puzzle).cost
    assert ida_star(SlidingTiles(goal, 4, goal)).moves == ()
    korf = SlidingTiles("0 1 9 7 11 13 5 3 14 12 4 2 8 6 10 15", goal=range(16))
    assert ida_star(korf).cost == 42
    with pytest.raises(GameError, match="give a larger limit"):
        ida_star(korf, most=1000)


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (lambda: SlidingTiles(3), "sliding tiles: 3 is neither text nor a list of rows"),
        (lambda: Roads(3, "a", "b"), "3 is neither a mapping nor a list of roads"),
        (lambda: Roads({"a": 3}, "a", "b"), "from 'a' they lead to 3; list the places"),
        (lambda: Roads({"a": ["b"]}, "a", "b", 3), "estimates are a mapping by place, not 3"),
    ],
)
def test_numbers_in_the_place_of_lists_are_refused(make, why):
    with pytest.raises(GameError, match=why):
        make()


@pytest.mark.parametrize("solve", [a_star, ida_star])
def test_a_puzzle_without_solution_costs_nothing_that_can_be_told(solve):
    tiles = SlidingTiles("1 2 3 4 5 6 8 7 0")
    route = solve(tiles)
    assert not route.is_solved
    assert route.cost is None
    assert route.to_json()["cost"] is None


def test_puzzles_by_the_names_of_the_shelf():
    from kibitz.search import a_star, count_solutions, material

    assert a_star("8-puzzle").cost == a_star(kibitz.game("tiles")).cost == 9
    assert count_solutions("queens 6") == count_solutions("6-queens") == 4
    with pytest.raises(GameError, match="nim is not a puzzle for one player"):
        a_star("nim 3 4")
    assert material({"P": 8, "n": 2}) == material({"pawn": 8, "knight": 2}) == 14
    with pytest.raises(GameError, match="name one kind twice"):
        material({"P": 8, "pawn": 2})


def test_searches_without_and_with_an_estimate() -> None:
    """On a map with a cheap detour: fewest moves, least cost, and what looks nearest."""
    from kibitz.search.puzzles import (
        Roads,
        a_star,
        breadth_first,
        depth_first,
        greedy_best_first,
        uniform_cost,
    )

    roads = Roads(
        {"S": {"A": 1, "B": 4}, "A": {"C": 1, "G": 9}, "B": {"G": 3}, "C": {"B": 1, "S": 1}},
        "S",
        "G",
        estimates={"S": 6, "A": 5, "B": 3, "C": 4},
    )
    found = {
        search.__name__: search(roads, trace=True)
        for search in (a_star, uniform_cost, breadth_first, depth_first, greedy_best_first)
    }
    assert {name: (route.states, route.cost) for name, route in found.items()} == {
        "a_star": (("S", "A", "C", "B", "G"), 6),
        "uniform_cost": (("S", "A", "C", "B", "G"), 6),
        "breadth_first": (("S", "A", "G"), 10),
        "depth_first": (("S", "A", "C", "B", "G"), 6),
        "greedy_best_first": (("S", "B", "G"), 7),
    }
    assert found["uniform_cost"].expanded == ("S", "A", "C", "B")
    assert found["breadth_first"].expanded == ("S", "A", "B", "C")
    assert all(route.verify().holds for route in found.values())


def test_every_search_finds_whether_there_is_a_way() -> None:
    """Random maps: least costs by Floyd and Warshall, fewest moves by the same with ones."""
    from math import inf
    from random import Random

    from kibitz.search.puzzles import Roads, breadth_first, depth_first, uniform_cost

    luck = Random(7)
    for _ in range(40):
        places = range(luck.randint(2, 7))
        roads = {
            str(a): {str(b): luck.randint(1, 9) for b in places if b != a and luck.random() < 0.35}
            for a in places
        }
        cost = {(a, b): 0 if a == b else inf for a in places for b in places}
        hops = dict(cost)
        for a, onward in roads.items():
            for b, price in onward.items():
                cost[int(a), int(b)], hops[int(a), int(b)] = price, 1
        for table in (cost, hops):
            for k in places:
                for a in places:
                    for b in places:
                        table[a, b] = min(table[a, b], table[a, k] + table[k, b])
        goal = places[-1]
        puzzle = Roads(roads, "0", str(goal))
        cheap, short, deep = uniform_cost(puzzle), breadth_first(puzzle), depth_first(puzzle)
        assert (inf if cheap.cost is None else cheap.cost) == cost[0, goal]
        assert (inf if short.moves is None else len(short.moves)) == hops[0, goal]
        assert deep.is_solved == (hops[0, goal] < inf)
        assert deep.verify().holds


def test_a_puzzle_of_your_own_on_the_command_line(tmp_path) -> None:
    import json

    from typer.testing import CliRunner

    from kibitz.cli import app

    file = tmp_path / "count.py"
    file.write_text(
        "from kibitz.search.puzzles import Puzzle\n"
        "class Count(Puzzle):\n"
        "    title = 'count'\n"
        "    def start(self): return 1\n"
        "    def moves(self, n): return [m for m in ('double', 'add') if n < 20]\n"
        "    def play(self, n, move): return 2 * n if move == 'double' else n + 1\n"
        "    def is_goal(self, n): return n == 11\n",
        "utf-8",
    )
    run = CliRunner()
    for method, moves in (("breadth-first", 5), ("dijkstra", 5), ("auto", 5)):
        words = ["puzzle", f"{file}:Count", "--method", method, "--json"]
        told = json.loads(run.invoke(app, words).stdout)
        assert told["length"] == moves, method
    refused = run.invoke(app, ["puzzle", "queens", "4", "--trace"])
    assert refused.exit_code == 2
    assert "has no order" in refused.stderr
