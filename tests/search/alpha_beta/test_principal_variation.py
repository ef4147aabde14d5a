"""The compiled search: rules of replacement, and extensions."""

from __future__ import annotations

import sys
import threading
from random import Random
from typing import get_args

import pytest

import kibitz as kb
from helpers.search_trees import random_tree
from kibitz.core.errors import GameError
from kibitz.rules.game import OVER, Rules
from kibitz.search.alpha_beta.exact import ExactSearch
from kibitz.search.alpha_beta.plain import plain_value
from kibitz.search.alpha_beta.principal_variation import PrincipalVariation, Pruning
from kibitz.search.alpha_beta.transposition_table import Replacement, TableEntry, TranspositionTable
from kibitz.search.budget import Budget
from kibitz.search.methods import prepare

REPLACEMENTS = get_args(Replacement)
COMPILED = [
    pytest.param(rule, marks=[] if rule == "two-tier" else pytest.mark.slow)
    for rule in REPLACEMENTS
]
"""Each is compiled apart; all of them run in Python below."""


class Cliff(Rules):
    """White checks and checks, and black has one answer each time; then comes the drop.

    A state counts the plies on the line of checks, or is negative where the line was left.
    """

    players = 2
    zero_sum = True
    most_moves = 3
    payoff_bounds = (-100, 100)

    def __init__(self, length: int = 8) -> None:
        self.length = length
        self.longest = length + 2

    def start(self) -> tuple[int, int]:
        return (0, 0)

    def player(self, state: tuple[int, int]) -> int:
        if state[0] >= self.length or state[1] >= 4:
            return OVER
        return (state[0] + state[1]) % 2

    def moves(self, state: tuple[int, int]) -> list[int]:
        return [0, 1, 2]

    def play(self, state: tuple[int, int], move: int) -> tuple[int, int]:
        if move == 1 and state[1] == 0:
            return (state[0] + 1, 0)
        return (state[0], state[1] + 1)

    def payoffs(self, state: tuple[int, int]) -> tuple[int, int]:
        value = self.evaluate(state)[0]
        return (value, -value)

    def evaluate(self, state: tuple[int, int]) -> tuple[int, int]:
        if state[0] >= self.length:
            return (-90, 90)
        if state[1] == 0:
            return (10, -10)
        loss = -40 if state[0] % 2 == 0 else 40
        return (loss, -loss)


@pytest.mark.parametrize("replacement", COMPILED)
def test_every_rule_of_replacement_gives_the_same_value(replacement, compiled_at_once):
    rules = kb.game("connect-four 4 4")
    engine = PrincipalVariation(rules, memory=1 << 15, replacement=replacement)
    exact = ExactSearch(rules)
    random = Random(7)
    for _ in range(12):
        here = rules.position()
        for _ in range(random.randint(2, 9)):
            if not here.is_over:
                here = here.play(random.choice(here.moves))
        if not here.is_over:
            found = engine.best(here, Budget(depth=16))
            assert found.is_exact
            assert found.value == exact.solve(here).value


@pytest.mark.parametrize("replacement", REPLACEMENTS)
def test_rules_of_replacement_interpreted(replacement):
    rules = kb.game("tic-tac-toe")
    engine = PrincipalVariation(rules, 1 << 14, compiled=False, replacement=replacement)
    here = rules.position("a1", "b2", "c3")
    found = engine.best(here, Budget(depth=9))
    assert (found.value, found.is_exact) == (plain_value(here, 10_000), True)


def test_a_larger_bucket_saves_work_in_a_small_table():
    rules = kb.game("connect-four 4 4")
    nodes = {
        rule: PrincipalVariation(rules, memory=1 << 13, compiled=False, replacement=rule)
        .best(rules.position(), Budget(depth=7))
        .counts["nodes"]
        for rule in ("never", "bucket")
    }
    assert nodes["bucket"] < nodes["never"]


@pytest.mark.parametrize("replacement", REPLACEMENTS)
def test_a_table_that_grows_keeps_what_it_knows(replacement):
    game = kb.game("connect-four", 4, 4)
    search = PrincipalVariation(game, memory=1 << 24, compiled=False, replacement=replacement)
    search._table = search._table[:1024].copy()
    first = search.best(game.position(), Budget(depth=7))
    assert search._table.shape[0] > 1024
    again = search.best(game.position(), Budget(depth=7))
    assert again.value == first.value
    assert again.counts["nodes"] < first.counts["nodes"]


@pytest.mark.usefixtures("interpreted")
def test_rules_of_replacement_by_other_names():
    rules = kb.game("tic-tac-toe")
    assert PrincipalVariation(rules, replacement="depth-preferred").replacement == "deeper"
    with pytest.raises(GameError, match="did you mean 'two-tier'"):
        PrincipalVariation(rules, replacement="two-teir")
    found = prepare("principal-variation", rules, depth=9, replacement="two-tier")
    assert found(rules.position("a1", "b2", "c3")).value == 0


@pytest.mark.parametrize("replacement", REPLACEMENTS)
def test_textbook_searches_agree_under_every_rule(replacement):
    from kibitz.rules.trees.build import game_tree
    from kibitz.search.alpha_beta.alpha_beta import alpha_beta
    from kibitz.search.alpha_beta.mtd_f import mtd_f

    random = Random(3)
    for _ in range(30):
        tree = game_tree(random_tree(random, 5))
        truth = plain_value(tree.position(), 10_000)
        table = TranspositionTable(8, replacement)
        assert alpha_beta(tree, table=table).value == truth
        table.new_age()
        assert mtd_f(tree, table=table).value == truth


def test_what_each_rule_keeps():
    def kept(rule, slots):
        table = TranspositionTable(slots, rule)
        for key, depth in ((0, 4), (slots, 2), (2 * slots, 3)):
            if key == 2 * slots:
                table.new_age()
            table.store(key, TableEntry(depth, key))
        return [key for key in (0, slots, 2 * slots) if table.find(key)]

    assert kept("always", 1) == [2]
    assert kept("never", 1) == [0]
    assert kept("deeper", 1) == [0]
    assert kept("aging", 1) == [2]
    assert kept("two-tier", 2) == [0, 4]
    assert kept("bucket", 4) == [0, 4, 8]


@pytest.mark.parametrize("compiled", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_a_singular_move_is_followed_over_the_horizon(compiled):
    rules = Cliff(9)
    plain = PrincipalVariation(rules, compiled=compiled)
    singular = PrincipalVariation(rules, pruning=Pruning(singular=20), compiled=compiled)
    here, budget = rules.position(), Budget(depth=7)
    assert plain.best(here, budget).value == 10
    found = singular.best(here, budget)
    assert found.counts["extensions"] > 0
    assert found.value < 10


@pytest.mark.parametrize(
    ("call", "lines"),
    [
        ("tic-tac-toe", ("a1 b2", "b2 b1 a1")),
        pytest.param("connect-four 4 4", ("1", "2 2 3"), marks=pytest.mark.slow),
    ],
)
@pytest.mark.usefixtures("interpreted")
def test_extensions_do_not_change_the_value_of_a_whole_game(call, lines):
    rules = kb.game(call)
    engine = PrincipalVariation(rules, pruning=Pruning(singular=1))
    for line in lines:
        here = rules.position(*line.split())
        found = engine.best(here, Budget(depth=16))
        assert found.is_exact
        assert found.value == ExactSearch(rules).solve(here).value


@pytest.mark.parametrize("name", ["futility", "width", "singular"])
def test_settings_without_meaning(name):
    with pytest.raises(GameError, match=f"{name}=-1 must not be negative"):
        Pruning(**{name: -1})


@pytest.mark.parametrize("nodes", [1, 3, 12])
def test_the_first_depth_is_finished_with_any_budget(nodes):
    rules = kb.game("tic-tac-toe")
    found = PrincipalVariation(rules, 1 << 14, compiled=False).best(
        rules.position(), Budget(nodes=nodes)
    )
    assert (found.depth, found.value, found.shown_move) == (1, 0.0625, "b2")
    steps = list(kb.search.iterative_deepening(rules, nodes=nodes, compiled=False))
    assert steps[0].value == found.value


def test_a_null_move_needs_a_way_to_pass():
    with pytest.raises(GameError, match=r"needs the method null_move\(\)"):
        PrincipalVariation(Cliff(5), pruning=Pruning(null_move=True), compiled=False)


def test_a_search_is_compiled_when_python_does_not_finish_it(tmp_path, monkeypatch, interpreted):
    monkeypatch.setenv("KIBITZ_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr("kibitz.rules.compile.machine._KEPT", {})
    monkeypatch.setattr(sys.modules[PrincipalVariation.__module__], "PATIENCE", 0.1)
    rules, set_up = kb.game("connect-four"), []
    engine = PrincipalVariation(rules)
    monkeypatch.setattr(engine, "_set_up", set_up.append)
    assert engine.best(rules.position(), Budget(depth=2)).depth == 2
    assert engine.best(rules.position(), Budget(nodes=50)).counts["nodes"] >= 50
    assert set_up == []
    assert engine.best(rules.position(), Budget(seconds=0.05)).depth
    assert set_up == [True], "a clock that runs out says nothing about the next search"


def test_a_search_that_is_stopped_is_not_compiled(monkeypatch, tmp_path, interpreted):
    monkeypatch.setenv("KIBITZ_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr("kibitz.rules.compile.machine._KEPT", {})
    monkeypatch.setattr(sys.modules[PrincipalVariation.__module__], "PATIENCE", 30.0)
    rules, set_up = kb.game("connect-four 5 5"), []
    engine = PrincipalVariation(rules)
    monkeypatch.setattr(engine, "_set_up", set_up.append)
    threading.Timer(0.1, engine.stop).start()
    assert engine.best(rules.position(), Budget(seconds=30)).move is not None
    assert set_up == []


@pytest.mark.parametrize(("name", "tried"), [("connect-four", False), ("connect-four 4 4", True)])
def test_python_is_not_tried_where_it_is_in_vain(name, tried, monkeypatch, tmp_path, interpreted):
    monkeypatch.setenv("KIBITZ_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr("kibitz.rules.compile.machine._KEPT", {})
    engine, asked = PrincipalVariation(kb.game(name)), []
    monkeypatch.setattr(engine, "_soon", lambda *_: asked.append(True))
    monkeypatch.setattr(engine, "_set_up", lambda _: None)
    engine.best(engine.rules.position(), Budget(seconds=0.05))
    assert bool(asked) is tried
