"""Search games: printed values, independent checks from the rules, and proofs that can fail."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kibitz
from kibitz import GameError, game, matrix
from kibitz.core.progress import Task
from kibitz.games.searching.battleship import BattleshipGame
from kibitz.games.searching.dresher import DresherGame
from kibitz.games.searching.explain import flow
from kibitz.games.searching.game import SearchGame, members
from kibitz.games.searching.information_flow import information_flow
from kibitz.games.searching.solution import SearchSolution, WeightedTree
from kibitz.games.searching.tree import SearchTree, costs
from kibitz.games.searching.tree_generation import tree_generation

DATA = json.loads((Path(__file__).parents[2] / "data" / "games.json").read_text(encoding="utf-8"))

SMALL: list[SearchGame] = [
    DresherGame(1),
    DresherGame(4),
    DresherGame(6),
    DresherGame(5, Fraction(1), Fraction(2), Fraction(0)),
    BattleshipGame(1, 2, 2),
    BattleshipGame(1, 6, 2),
    BattleshipGame(2, 3, 2),
    BattleshipGame(3, 3, 1),
    BattleshipGame(3, 3, 2),
    BattleshipGame(3, 3, 3),
]


@pytest.mark.parametrize(("n", "worth"), list(enumerate(DATA["dresher"], 1)))
def test_dresher_values(n: int, worth: str) -> None:
    solution = DresherGame(n).solve()
    assert solution.value == Fraction(worth)
    solution.verify().require()


def test_battleship_on_three_by_three() -> None:
    solution = BattleshipGame(3, 3, 2).solve()
    assert solution.value == Fraction(9, 2)
    assert set(solution.hider) == {Fraction(1, 12)}
    assert sorted(w.probability for w in solution.searcher) == [Fraction(1, 2)] * 2


@pytest.mark.parametrize("cells", [2, 5, 9])
def test_a_ship_of_one_square_is_found_halfway(cells: int) -> None:
    assert BattleshipGame(1, cells, 1).solve().value == Fraction(cells + 1, 2)


@pytest.mark.parametrize("search", SMALL, ids=lambda g: g.title)
def test_the_two_methods_agree(search: SearchGame) -> None:
    first, second = tree_generation(search), information_flow(search)
    assert first.value == second.value
    first.verify().require()
    second.verify().require()


@given(
    st.integers(1, 5),
    st.tuples(*[st.fractions(0, 3, max_denominator=3)] * 3),
)
@settings(max_examples=25)
def test_guessing_with_other_costs(n: int, prices: tuple[Fraction, Fraction, Fraction]) -> None:
    search = DresherGame(n, *prices)
    solution = search.solve()
    solution.verify().require()
    every = [costs(search, tree) for tree in binary_search_trees(0, n)]
    assert (
        matrix([list(row) for row in zip(*every, strict=True)])
        .affine(Fraction(6), Fraction(0))
        .solve()
        .value
        == 6 * solution.value
    )


def binary_search_trees(low: int, high: int) -> Iterator[SearchTree]:
    """Every way to look for a number in low..high-1, from the definition."""
    for guess in range(low, high):
        for left in list(binary_search_trees(low, guess)) or [None]:
            for right in list(binary_search_trees(guess + 1, high)) or [None]:
                branches: list[tuple[str, SearchTree | None]] = [("right", None)]
                if left is not None:
                    branches.append(("lower", left))
                if right is not None:
                    branches.append(("higher", right))
                yield SearchTree(guess, tuple(branches))


@pytest.mark.parametrize("search", [g for g in SMALL if isinstance(g, BattleshipGame)], ids=str)
def test_shots_counted_from_the_rules(search: BattleshipGame) -> None:
    """Fire at squares until every square of the ship is hit, in the plain sense of the rules."""
    solution = search.solve()
    ships = [frozenset(ship) for ship in search.ships]
    for probability, tree in solution.searcher:
        assert probability > 0
        assert costs(search, tree) == [shots(search, tree, ship) for ship in ships]
    assert fewest_shots(search, ships, list(solution.hider)) == solution.value


def shots(search: BattleshipGame, tree: SearchTree | None, ship: frozenset[tuple[int, int]]) -> int:
    fired = set()
    node = tree
    while node is not None:
        cell = search.cells[node.look]
        fired.add(cell)
        node = dict(node.branches)["hit" if cell in ship else "miss"]
    return len(fired | ship)


def fewest_shots(
    search: BattleshipGame, ships: list[frozenset[tuple[int, int]]], hider: list[Fraction]
) -> Fraction:
    """The least expected number of shots, over all strategies, from squares fired at and hit."""

    @cache
    def best(fired: frozenset[tuple[int, int]], hit: frozenset[tuple[int, int]]) -> Fraction:
        left = [k for k, ship in enumerate(ships) if ship & fired == hit and not ship <= hit]
        if not left:
            return Fraction(0)
        options = []
        for cell in search.cells:
            if cell not in fired:
                paid = sum((hider[k] for k in left), Fraction(0))
                now = fired | {cell}
                options.append(paid + best(now, hit) + best(now, hit | {cell}))
        return min(options)

    return best(frozenset(), frozenset())


@pytest.mark.parametrize("search", SMALL, ids=lambda g: g.title)
def test_symmetries_keep_every_answer(search: SearchGame) -> None:
    group = search.symmetries()
    assert group[0].places == tuple(range(len(search.places)))
    for g in group:
        for look in range(len(search.looks)):
            turned = search.answers(search.everywhere, g.looks[look])
            moved = {
                (a.words, sum(1 << g.places[i] for i in members(a.left)), a.cost)
                for a in search.answers(search.everywhere, look)
            }
            costs_of = {(left, cost) for _, left, cost in moved}
            assert {(a.left, a.cost) for a in turned} == costs_of


def test_the_flow_is_conserved() -> None:
    solution = DresherGame(7).solve()
    found = flow(solution)
    assert sum(found[solution.game.everywhere].values()) == 1
    for place in range(7):
        met = [looks for state, looks in found.items() if state >> place & 1]
        spent = sum((sum(looks.values(), Fraction(0)) for looks in met), Fraction(0))
        assert spent == solution.search_costs[place]


def test_wrong_claims_do_not_verify() -> None:
    solution = DresherGame(5).solve()
    assert not replace(solution, value=solution.value - 1).verify()
    assert not replace(solution, value=solution.value + 1).verify()
    assert not replace(solution, hider=(Fraction(1, 5),) * 5).verify()
    assert not replace(solution, hider=(Fraction(1), *[Fraction(0)] * 4)).verify()
    assert not replace(solution, searcher=solution.searcher[:1]).verify()
    stump = WeightedTree(Fraction(1), SearchTree(2, (("right", None),)))
    assert not replace(solution, searcher=(stump,)).verify()
    idle = WeightedTree(Fraction(1), None)
    assert not replace(solution, searcher=(idle,)).verify()
    looser = replace(solution, value=solution.value + 1, gap=Fraction(1))
    assert looser.verify()
    assert not looser.exact


def test_solutions_tell_what_they_are() -> None:
    solution = kibitz.solve(game("dresher 3"))
    assert isinstance(solution, SearchSolution)
    assert str(solution).startswith("value 9/5\nhide at\n  1, 3: 2/5 each\n  2: 1/5\n")
    told = solution.to_json()
    assert told["value"] == "9/5"
    assert told["hider"] == ["2/5", "1/5", "2/5"]
    assert json.loads(json.dumps(told)) == told
    assert sum(Fraction(t["probability"]) for t in told["searcher"]) == 1


@pytest.mark.parametrize("call", ["dresher 6", "battleship", "battleship 1 2", "dresher 1"])
def test_verbs(call: str) -> None:
    search = game(call)
    explanation = kibitz.explain(search)
    assert "Why this is best" in str(explanation)
    assert "Search tree 1" in explanation.markdown()
    assert kibitz.draw(search).svg.startswith("<svg")
    assert kibitz.draw(search, what="tree").svg.count("<svg") == 1
    assert "hiding places" in str(kibitz.describe(search))
    with pytest.raises(GameError, match="cannot draw"):
        kibitz.draw(search, what="sea")
    with pytest.raises(GameError, match="no tree 99"):
        kibitz.draw(search, what="tree", tree=99)


def test_too_many_states_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kibitz.games.searching.information_states.MOST_STATES", 2000)
    with pytest.raises(GameError, match="states of knowledge"):
        BattleshipGame(6, 6, 2).solve()


def test_unknown_method_is_named_with_the_nearest() -> None:
    with pytest.raises(GameError, match="did you mean 'information-flow'"):
        DresherGame(3).solve(method="information flux")


def test_work_that_is_stopped_gives_proved_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    class Stopped(Task):
        def advance(self, steps: int = 1) -> None:
            self.stopped = True

    @contextmanager
    def interrupted(label: str, total: int | None = None) -> Iterator[Task]:
        yield Stopped(label, total)

    monkeypatch.setattr("kibitz.games.searching.tree_generation.work", interrupted)
    solution = DresherGame(9).solve()
    assert solution.gap > 0
    assert not solution.exact
    assert solution.value - solution.gap <= Fraction(31, 11) <= solution.value
    solution.verify().require()
    assert "or less by up to" in str(solution)
    assert "lies between" in str(solution.explain())
