"""All equilibria of two-person and larger games, against closed forms, grids and tampering."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

import kibitz as kb
from kibitz.continuous import ContinuousEquilibrium, EquilibriumSet, equilibria
from kibitz.continuous.exact.components import CurveOfProfiles, RegionOfProfiles
from kibitz.continuous.exact.family import NumberInterval
from kibitz.continuous.exact.first_order import first_order_systems
from kibitz.continuous.solution import Continuum

COEFFICIENT = st.fractions(-3, 3, max_denominator=3)


@given(*([COEFFICIENT] * 4))
def test_linear_quadratic_games(a: Fraction, b: Fraction, c: Fraction, d: Fraction) -> None:
    """Best responses a + b y and c + d x on the whole line cross where algebra says."""
    game = kb.continuous_game(
        [f"-(x - ({a}) - ({b})y)^2", f"-(y - ({c}) - ({d})x)^2"], (None, None), ["x", "y"]
    )
    found = game.solve()
    assert found.verify() or not len(found)
    if b * d != 1:
        x = (a + b * c) / (1 - b * d)
        assert found.unique
        assert found.strategies == (x, c + d * x)
    elif a + b * c == 0:
        assert len(found.continua) == 1
    else:
        assert len(found) == 0


@settings(max_examples=12)
@given(st.lists(st.integers(-3, 3), min_size=8, max_size=8))
@example([0, 0, -1, 2, 0, 0, -1, 2])
def test_nothing_is_missed_on_a_grid(c: list[int]) -> None:
    """Every grid profile that is nearly an equilibrium is near one that was found."""
    game = kb.continuous_game(
        [
            f"({c[0]})x^2 + ({c[1]})x y + ({c[2]})x + ({c[3]})x y^2",
            f"({c[4]})y^2 + ({c[5]})x y + ({c[6]})y + ({c[7]})x^2 y",
        ],
        (0, 1),
        ["x", "y"],
    )
    found = game.solve()
    assert found.verify()
    assume(not found.continua)
    steps = [k / 12 for k in range(13)]
    for x in steps:
        for y in steps:
            at = game.payoffs[0].at_float, game.payoffs[1].at_float
            one = max(at[0]({"x": z, "y": y}) for z in steps) - at[0]({"x": x, "y": y})
            two = max(at[1]({"x": x, "y": z}) for z in steps) - at[1]({"x": x, "y": y})
            exact = kb.continuous_game([str(u) for u in game.payoffs], (0, 1), ["x", "y"])
            if (
                one <= 0
                and two <= 0
                and ContinuousEquilibrium(
                    exact, (Fraction(x).limit_denominator(12), Fraction(y).limit_denominator(12))
                ).verify()
            ):
                assert any(
                    abs(float(e.strategies[0]) - x) + abs(float(e.strategies[1]) - y) < 1e-9
                    for e in found.equilibria
                )


def test_corners_and_interior() -> None:
    found = kb.continuous_game(["x*y", "x*y"], (-1, 1)).solve()
    assert [tuple(map(int, e.strategies)) for e in found] == [(-1, -1), (0, 0), (1, 1)]


def test_a_curve_of_equilibria_along_a_kink() -> None:
    game = kb.cournot("Q<=6: 12-Q; else max(0, 30-4Q)", 1)
    (line,) = game.solve().continua
    assert str(line) == "q1 = 6 - q2, q2 in [5/4, 19/4]"
    assert line.verify()
    shape = line.shape
    assert isinstance(shape, CurveOfProfiles)
    wide = replace(shape, span=NumberInterval(Fraction(1), shape.span.end))
    assert not Continuum(game, wide).verify()


def test_a_region_of_equilibria() -> None:
    """Exercise III.3.5.4: an interior equilibrium, and all pairs whose price is the cost."""
    game = kb.cournot("Q<=10: Q^2/4-5Q+26; else 1", "q")
    found = game.solve()
    assert found.strategies == (Fraction(5, 2), Fraction(5, 2))
    (region,) = found.continua
    assert str(region) == "q1 in [10, ∞), q2 in [10, ∞)"
    assert region.verify()
    assert isinstance(region.shape, RegionOfProfiles)
    spans = (NumberInterval(Fraction(9), None), region.shape.spans[1])
    assert not Continuum(game, replace(region.shape, spans=spans)).verify()
    assert ContinuousEquilibrium(game, (Fraction(10), Fraction(10))).verify()


def test_no_cost_gives_the_zero_profit_region_too() -> None:
    found = kb.cournot("17-Q", 0).solve()
    assert found.strategies == (Fraction(17, 3), Fraction(17, 3))
    assert [str(c) for c in found.continua] == ["q1 in [17, ∞), q2 in [17, ∞)"]


def test_irrational_equilibria_are_exact() -> None:
    found = kb.cournot("100-Q^2", 1).solve()
    assert found.verify()
    x = float(found.strategies[0])
    assert 100 - 4 * x * x - 4 * x * x - 1 == pytest.approx(0)


@pytest.mark.parametrize(
    "wrong", [("5", "5"), ("16/3", "5"), ("0", "8"), ("-1", "8"), ("17", "17")]
)
def test_wrong_claims_are_rejected(wrong: tuple[str, ...]) -> None:
    game = kb.cournot("17-Q", "q+9")
    claim = ContinuousEquilibrium(game, tuple(map(Fraction, wrong)))
    assert not claim.verify()
    with pytest.raises(kb.GameError, match="1 strategy for 2 players"):
        ContinuousEquilibrium(game, (Fraction(16, 3),))
    assert not EquilibriumSet(game, (claim,)).verify()


def test_claims_of_none_are_not_proved() -> None:
    game = kb.cournot("17-Q", "q+9")
    assert "that there is no pure equilibrium" in EquilibriumSet(game, ()).verify().unproved


def test_three_players_by_systems_and_by_totals() -> None:
    market = kb.cournot("17-Q", ["q", "2q", "3q+q^2"])
    plain = kb.continuous_game([str(u) for u in market.payoffs], (0, None), market.variables)
    one, two = market.solve(), equilibria(plain)
    assert [e.strategies for e in one] == [e.strategies for e in two]
    assert one.verify()
    assert not ContinuousEquilibrium(market, (Fraction(4), Fraction(4), Fraction(2))).verify()


def test_infinite_systems_are_admitted() -> None:
    game = kb.continuous_game(["-(x-y)^2", "-(y-z)^2", "-(z-x)^2"], (0, 1), ["x", "y", "z"])
    found = first_order_systems(game)
    assert not found.complete
    assert "may be more" in found.remark


def test_payoffs_as_functions_and_names() -> None:
    def first(x: float, y: float) -> float:
        return x * (6 - x - y) if x + y < 6 else 0

    game = kb.continuous_game({"Ann": first, "Bob": "y*(6-x-y)"}, {"x": (0, 6), "y": "[0, 6]"})
    found = game.solve()
    assert found["Ann"] == found["y"] == 2
    assert game.payoff({"x": 1, "y": 1}) == (4, 4)


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (lambda: kb.continuous_game(["x", "y"], (1, 0)), "its low end comes first"),
        (lambda: kb.continuous_game(["x", "y"], [(0, 1)]), "1 interval for 2"),
        (lambda: kb.continuous_game(["x+a", "y"]), "say which of them are strategies"),
        (lambda: kb.continuous_game(["x", "y"], "zero"), "not an interval"),
        (lambda: kb.continuous_game(["x"], variables=["x", "y"]), "for 1 player"),
        (lambda: kb.continuous_game(["x", "y"], variables=["x", "x"]), "names must differ"),
        (lambda: kb.continuous_game(["x", "y"], variables=["x", "2y"]), "cannot be a variable"),
        (lambda: kb.continuous_game(["x", "y"]).payoff(1), "give one for each"),
        (lambda: kb.continuous_game(["x", "y"]).payoff(1, -1), "not in [0, ∞)"),
        (lambda: kb.continuous_game(["x", "y"]).best_response("z", 1), "unknown player"),
        (
            lambda: kb.continuous_game(["a x", "y"], variables=["x", "y"]).at(b=1),
            "unknown parameter",
        ),
        (
            lambda: kb.continuous_game(["a x", "y"], variables=["x", "y"]).equilibria(),
            "a value first",
        ),
        (lambda: kb.continuous_game(["exp(x)", "y"]).solve(), "is unbounded"),
        (lambda: kb.continuous_game(["x", "y"]).solve(method="grid"), "unknown method"),
    ],
)
def test_bad_input(make: object, why: str) -> None:
    with pytest.raises(kb.GameError) as error:
        make()  # type: ignore[operator]
    assert why in str(error.value)
    assert "\n" not in str(error.value)
