"""Answers hold in every unit: payoffs from 1e-30 to 1e30, exactly and in floats."""

from __future__ import annotations

import json
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kibitz as kb
from helpers.commands import printed
from kibitz.algebra.point_json import point, root_near
from kibitz.core.certificate import check
from kibitz.core.errors import GameError
from kibitz.formats.json_files.form import from_json

units = st.integers(-30, 30).map(lambda e: Fraction(10) ** e)
seeds = st.integers(0, 10_000)


def written(x: Fraction, exact: bool) -> Any:
    return str(x) if exact else float(x)


def states(luck: Random, unit: Fraction, exact: bool) -> Any:
    """A game of states in which play may end at every stage."""
    names = "GH"[: luck.randint(1, 2)]

    def cell() -> dict[str, Any]:
        go = {name: Fraction(luck.randint(0, 2), 6) for name in names}
        kept = {name: str(w) for name, w in go.items() if w}
        pay = written(luck.randint(-9, 9) * unit, exact)
        return {"pay": pay, "go": kept} if kept else {"pay": pay}

    sizes = {name: (luck.randint(1, 3), luck.randint(1, 3)) for name in names}
    return kb.stochastic_game(
        {name: [[cell() for _ in range(n)] for _ in range(m)] for name, (m, n) in sizes.items()}
    )


def tree(luck: Random, unit: Fraction, exact: bool) -> Any:
    """A tree, zero-sum or not, with information sets as it happens."""
    opposed = luck.random() < 0.5

    def node(depth: int) -> dict[str, Any]:
        if depth == 0 or luck.random() < 0.2:
            first = luck.randint(-9, 9) * unit
            second = -first if opposed else luck.randint(-9, 9) * unit
            return {"payoffs": [written(first, exact), written(second, exact)]}
        who = luck.choice(["I", "II", "chance"])
        below = [node(depth - 1), node(depth - 1)]
        if who == "chance":
            return {"player": who, "moves": [["a", "1/3", below[0]], ["b", "2/3", below[1]]]}
        return {"player": who, "moves": dict(zip("LR", below, strict=True))}

    return from_json({"kind": "extensive", "players": ["I", "II"], "tree": node(3)})


def program(luck: Random, unit: Fraction, exact: bool) -> Any:
    """A linear program whose objective, rows and right-hand sides may be of different sizes."""
    n, m = luck.randint(1, 3), luck.randint(1, 3)
    scale = [luck.choice([unit, Fraction(1)]) for _ in range(2)]

    def some(low: int, high: int, size: Fraction) -> Any:
        return written(luck.randint(low, high) * size, exact)

    return kb.linear_program(
        c=[some(-5, 9, unit) for _ in range(n)],
        A=[[some(0, 5, scale[0]) for _ in range(n)] for _ in range(m)],
        b=[some(0, 9, scale[1]) for _ in range(m)],
    )


@pytest.mark.parametrize("make", [states, tree, program])
@given(unit=units, seed=seeds, exact=st.booleans())
def test_what_is_solved_is_proved(make: Any, unit: Fraction, seed: int, exact: bool) -> None:
    found = make(Random(seed), unit, exact).solve()
    assert found.verify().holds, found.verify()


@given(unit=units, seed=seeds)
def test_values_scale_with_the_payoffs(unit: Fraction, seed: int) -> None:
    one, many = (states(Random(seed), size, True).solve() for size in (Fraction(1), unit))
    assert float(many.value) == pytest.approx(float(one.value) * float(unit), rel=1e-9, abs=0)


@given(unit=units, seed=seeds, exact=st.booleans())
def test_a_value_that_is_off_by_a_little_of_the_payoffs_is_refused(
    unit: Fraction, seed: int, exact: bool
) -> None:
    game = states(Random(seed), unit, exact)
    data = game.solve().to_json()
    name = next(iter(data["values"]))
    value = data["values"][name]
    if isinstance(value, dict):
        return
    moved = Fraction(value) + unit / 1000
    told = {**data["values"], name: written(moved, exact)}
    try:
        held = check(game, {**data, "values": told, "value": told[game.states[0]]}).holds
    except GameError:
        held = False
    assert not held


@pytest.mark.parametrize("size", ["1e-30", "1e-12", "1", "1e12"])
def test_roots_are_told_apart_at_every_size(size: str) -> None:
    unit = Fraction(size)
    sides = [str(2 * unit * unit), str(-3 * unit), "1"]
    for right in (unit, 2 * unit):
        assert root_near(sides, float(right), "x") == right
    with pytest.raises(GameError, match="no root"):
        root_near(sides, float(3 * unit), "x")


def test_a_root_far_away_for_its_size_is_refused() -> None:
    with pytest.raises(GameError):
        point({"root_of": ["-2e-24", "0", "1"], "about": 0.0}, "x")


def test_integers_of_thousands_of_digits_are_refused_in_a_line() -> None:
    said = json.loads(json.dumps(printed("size --branching 35 --plies 4")))
    with pytest.raises(GameError, match="too large to compare"):
        check(None, {**said, "branching": 10.0, "log10_leaves": 6000.0})
    for odd in ({"log10_leaves": 1e300}, {"log10_leaves": -1.0}, {"chance_factor": 0.0}):
        with pytest.raises(GameError, match="log10_leaves"):
            check(None, {**said, **odd})


def test_what_is_small_is_not_zero() -> None:
    game = kb.strategic_game(
        "0,-2e15,1e15 1e-12,3e-12,3e-12; 3e-12,-2e15,-2e-12 2e-12,-3e15,1e-12 | "
        "3e-12,2e15,2e-12 0,2e15,-3e-12; -3e-12,-2e15,1e-12 0,-1e15,-3e-12"
    )
    found = game.equilibria()
    assert [e.regular for e in found.equilibria] == [True]
    assert found.verify().holds
