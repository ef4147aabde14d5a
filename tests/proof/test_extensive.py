"""No mutant of a true claim about a tree is proved, unless it is true as well."""

from __future__ import annotations

import pickle
from json import dumps, loads

import pytest

import kibitz as kb
from helpers.mutants import accepted
from kibitz.core.certificate import check
from kibitz.core.errors import GameError
from kibitz.core.solution import read_solution
from kibitz.extensive import chance, decision, extensive_game, solve_sequence_form, unfold
from kibitz.rules.trees.build import game_tree


def pennies(scale=1):
    def guess(a, b):
        return decision("II", "guess", heads=a * scale, tails=b * scale)

    return extensive_game(decision("I", "coin", heads=guess(2, -1), tails=guess(-1, 1)))


def entry(half="1/2"):
    fight = decision("Firm", "firm", fight=(-1, -1), share=(1, 1))
    luck = chance(good=(half, fight), bad=(half, (0, 3)))
    return extensive_game(decision("Entrant", "in", out=(0, 2), enter=luck), title="entry")


def ties():
    second = decision("B", "b", l=(0, 1), r=(3, 1))
    third = decision("B", "c", l=(2, 2), r=(2, 2))
    return extensive_game(decision("A", "a", quit=third, go=second))


def battle(scale=1):
    def hidden(a, b):
        return decision("B", "b", l=a, r=b)

    zero = (0 * scale, 0 * scale)
    top = hidden((3 * scale, 2 * scale), zero)
    bottom = hidden(zero, (2 * scale, 3 * scale))
    inner = decision("A", "a", T=top, B=bottom)
    return extensive_game(decision("B", "first", out=(1 * scale, 1 * scale), go=inner))


def forgetful():
    def forgotten(c, d):
        return decision("I", "two", c=c, d=d)

    later = decision("I", "one", f=1, g=forgotten(0, -1))
    other = decision("I", "one", f=forgotten(-1, 0), g=2)
    return extensive_game(decision("II", "first", a=later, b=other))


def absent():
    later = decision("A", "x", left=4, right=1)
    return extensive_game(decision("A", "x", left=0, right=later), ("A", "B"))


GAMES = {
    "pennies": (pennies(), None),
    "pennies in floats": (pennies(1.0), None),
    "tiny": (pennies(1e-12), None),
    "huge": (pennies(10**20), None),
    "large floats": (pennies(1e25), None),
    "entry": (entry(), None),
    "entry in floats": (entry(0.5).floating(), None),
    "ties": (ties(), None),
    "all ties": (ties(), "subgame-perfect-equilibria"),
    "battle": (battle(), None),
    "battle in floats": (battle(1.5), None),
    "lemke": (battle(), "lemke"),
    "pure": (battle(), "pure"),
    "mixed": (forgetful(), None),
    "mixed in floats": (forgetful().floating(), None),
    "absent-minded": (absent(), "normal-form"),
    "normal form": (pennies(), "normal-form"),
    "kuhn": (unfold(kb.game("kuhn-poker")), None),
}
OTHER = pennies(3).solve().to_json()


@pytest.mark.parametrize("name", GAMES)
def test_no_mutant_is_proved(name):
    game, method = GAMES[name]
    solution = game.solve(method or "auto")
    data = loads(dumps(solution.to_json()))
    assert solution.verify(), str(solution.verify())
    harmless = ("equilibria reversed", *(f"equilibria.{k}.method" for k in range(9)))
    assert [w for w in accepted(solution.game, data, OTHER) if w not in harmless] == []


@pytest.mark.parametrize("name", GAMES)
def test_an_answer_is_read_back(name):
    game, method = GAMES[name]
    solution = game.solve(method or "auto")
    data = loads(dumps(solution.to_json()))
    again = read_solution(solution.game, data)
    assert loads(dumps(again.to_json())) == data
    assert type(again) is type(solution)
    assert again.verify()
    assert solution.method in solution.found
    assert isinstance(solution.exact, bool)


def test_answers_pickle():
    solution = pennies().solve()
    assert pickle.loads(pickle.dumps(solution)).verify()


def test_a_missing_equilibrium_is_noticed():
    data = ties().solve("subgame-perfect-equilibria").to_json()
    assert len(data["equilibria"]) == 4
    for k in range(4):
        fewer = [part for j, part in enumerate(data["equilibria"]) if j != k]
        assert not check(ties(), {**data, "equilibria": fewer})


def test_floats_say_how_far_off_they_are():
    game = pennies(1.0)
    data = game.solve().to_json()
    off = {"I": {"coin": {"heads": 0.41, "tails": 0.59}}, "II": data["strategies"]["II"]}
    claim = {"kind": "extensive-equilibrium", "strategies": off}
    assert not check(game, claim)
    assert check(game, {**claim, "regret": 0.05})
    assert not check(game, {**claim, "regret": 0.001})


def test_sequence_form_matrices():
    side = [[1, 0, 0], [-1, 1, 1]]
    found = solve_sequence_form([[0, 0, 0], [0, 1, -1], [0, -1, 2]], side, side)
    assert found.verify()
    assert accepted(found.game, loads(dumps(found.to_json()))) == []


@pytest.mark.parametrize(
    "claim",
    [
        {"strategies": {}},
        {"strategies": []},
        {"strategies": {"I": {"coin": 3}}},
        {"strategies": {"I": {"coin": {"heads": "x"}}}},
        {"strategies": {"coin": "heads"}},
        {"strategies": {"coin": "heads", "guess": "tails"}, "payoffs": "1"},
        {"strategies": {"coin": "heads", "guess": "tails"}, "payoffs": [1]},
        {"kind": "mixed-solution", "value": 0, "mixed": []},
        {"kind": "mixed-solution", "value": 0, "mixed": {"I": {"up": 1}, "II": {}}},
        {"kind": "subgame-perfect-equilibria", "equilibria": [3]},
        {"kind": "optimal-face", "value": 0},
    ],
)
def test_garbage_is_refused_in_one_line(claim):
    with pytest.raises(GameError) as error:
        check(pennies(), {"kind": "extensive-equilibrium", **claim})
    assert "\n" not in str(error.value)


def test_optimal_strategies_are_free_where_they_themselves_do_not_lead():
    tree = game_tree([[[-1, 0]], [[1, 0], [-1]], [[0], [1, -1]]])
    for method in ("optimal-face", "normal-form"):
        data = loads(dumps(tree.solve(method).to_json()))
        check(tree, data).require()
        open_ = ("ranges", "solution.method")  # not proved; how the answer inside was found
        assert [what for what in accepted(tree, data) if not what.startswith(open_)] == []
