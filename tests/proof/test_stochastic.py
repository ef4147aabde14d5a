"""No mutant of a true claim about a stochastic game is proved, unless it is true as well."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from json import dumps, loads
from typing import Any

import pytest

import kibitz as kb
from helpers.mutants import accepted
from kibitz.core.certificate import check
from kibitz.core.solution import read_solution
from kibitz.games.dice.pig import Pig
from kibitz.stochastic import game_family

IRRATIONAL = "G: 1+3G/5, 3+G/5; 1+4G/5, 2+2G/5"
GAMES: dict[str, dict[str, Any]] = {
    "G: 0, 1; 3, -G": {"endless": 0},
    IRRATIONAL: {},
    "G: G, 5; 1, 0": {"endless": 3},
    "G: G, 1; 1, 0": {"endless": 0},
    "A: 1 + B/2, 0; 0, 1 | B: A/3, 2; 1, 0": {},
    "a: b/2 | b: a/2 + c/2 | c: 1/2 + b/2": {},
    "G: 1.5 + G/2, 0; 0, 1": {},
}
OTHER = kb.stochastic_game("G: 2, 1; 0, 7 + G/3").solve().to_json()
TRUE = re.compile(
    r"\.between|^bound|epsilon$|fields doubled|fields\..*\.\d+$|reversed|^sweeps|\.method$"
)
"""What stays true when it is weakened: bounds, intervals, orders that do not matter."""


def refuted(game: Any, solution: Any, other: Any = None) -> list[str]:
    """The false mutants that are accepted."""
    proof = solution.verify()
    assert proof.holds, str(proof)
    data = solution.to_json()
    assert check(game, data).holds
    assert read_solution(game, data).verify().holds
    left = [re.split(r"\W", words.removeprefix("that "))[0] for words in proof.unproved]
    found = [what for what in accepted(game, data, other) if not TRUE.search(what)]
    return [what for what in found if what.split(".")[0].split()[0] not in left]


@pytest.mark.parametrize(
    ("text", "exact"),
    [
        pytest.param(text, exact, marks=[pytest.mark.slow] * (exact and text == IRRATIONAL))
        for text in GAMES
        for exact in (True, False)
    ],
)
def test_values_and_strategies(text: str, exact: bool) -> None:
    game = kb.stochastic_game(text, **GAMES[text]).with_numbers(exact)
    found = refuted(game, game.solve(), OTHER)
    assert [what for what in found if not what.startswith("fixed_points")] == []


@pytest.mark.parametrize("method", ["newton", "hoffman-karp", "shapley-iteration", "equilibrium"])
def test_methods_in_floats(method: str) -> None:
    game = kb.stochastic_game("A: 1 + B/2, 0; 0, 1 | B: A/3, 2; 1, 0")
    assert refuted(game, game.solve(method)) == []


@pytest.mark.parametrize("method", ["value-iteration", "policy-iteration", "linear-program"])
def test_policies(method: str) -> None:
    game = kb.stochastic_game({"a": [["1 + 9/10 a"], ["5 + 1/2 b"]], "b": [["a"]]}, discount="0.9")
    assert refuted(game, game.solve(method)) == []


def test_irrational_values_do_not_prove_themselves() -> None:
    solution = kb.stochastic_game(IRRATIONAL).solve()
    assert solution.verify()
    for value in (Fraction(100), Fraction(0), 3.5):
        false = replace(solution, value_list=(value,))
        with suppress(kb.GameError):
            assert not false.verify().holds


@pytest.mark.usefixtures("interpreted")
def test_rules_and_families() -> None:
    rules = Pig(4)
    assert refuted(rules, rules.solve()) == []
    for text, given in (
        ("G(n): n+3, n+2; n+1, G(n+1)", {"endless": 0, "n": 4}),
        ("G(n): 1, 0; 0, G(n-1) | G(1): 1", {"n": 6}),
    ):
        family = game_family(text, **given)  # type: ignore[arg-type]
        assert refuted(family, family.solve()) == []


def test_average_payments() -> None:
    for text in ("A: 4 + B, B; B, 2 + B | B: 1 + A", "a: b/2+c/2 | b: 1 + a; a | c: 1/2 + b"):
        game = kb.stochastic_game(text, endless="average")
        assert refuted(game, game.solve()) == []


def test_payoffs_of_any_size() -> None:
    huge = kb.stochastic_game("G: 1000000000000000000000000000000 + G/2, 0; 0, 1").solve()
    assert abs(float(huge.value) - 1) < 1e-9
    assert huge.verify()
    for size in (1e-12, 1.0, 1e12):
        game = kb.stochastic_game({"G": [[f"{size!r} + G/2", 0], [0, size]]})
        solution = game.solve()
        assert solution.verify()
        assert float(solution.value) / size == pytest.approx(0.5615528, rel=1e-6)


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize("method", ["exact", "limit-average"])
def test_answers_about_rules_are_checked_in_their_own_numbers(method: str) -> None:
    rules = kb.game("pig 4")
    check(rules, loads(dumps(rules.solve(method).to_json()))).require()


@pytest.mark.parametrize("huge", [1e308, -1.7e308])
def test_values_beyond_all_floats_are_refused_in_silence(huge: float) -> None:
    game = kb.game("pig 5")
    claim = game.solve().to_json()
    name = next(name for name in claim["values"] if claim["values"][name] != claim["value"])
    claim["values"][name] = huge
    assert not check(game, claim).holds
