"""Pictures and derivations of games on intervals: points, curves, regions, and none at all."""

from __future__ import annotations

import math

import pytest

from kibitz.continuous.game import continuous_game
from kibitz.continuous.markets.entry import entry
from kibitz.continuous.markets.stackelberg import stackelberg
from kibitz.core.errors import GameError
from kibitz.core.verbs import draw

DUOPOLY = continuous_game(["x(1-x-y)", "y(1-x-y)"], (0, 1))
MEETING = continuous_game(["-(x-y)^2", "-(x-y)^2"], (0, 1))
IDLE = continuous_game(["0*x", "0*y"], (0, 1), ["x", "y"])
CHASE = continuous_game(["(x-y)^2", "-(x-y)^2"], (0, 1))
WAVES = continuous_game(["exp(-x)*x - x*y/9", "y - y^2*exp(x)/3"], (0, 1))


def test_a_curve_and_a_region_of_equilibria() -> None:
    assert [str(c) for c in MEETING.solve().continua] == ["x = y, y in [0, 1]"]
    assert [str(c) for c in IDLE.solve().continua] == ["x in [0, 1], y in [0, 1]"]
    plain = CHASE.solve().draw().svg
    for game in (MEETING, IDLE):
        found = game.solve()
        assert found.verify()
        assert "All profiles with" in str(found.explain())
        assert found.draw().svg != plain


def test_reaction_curves_that_do_not_meet() -> None:
    found = CHASE.solve()
    assert not len(found)
    assert "Nowhere: the reaction curves do not meet: one of them jumps over the other." in str(
        found.explain()
    )
    with pytest.raises(GameError, match="there is no isolated equilibrium to draw payoffs at"):
        draw(CHASE, "payoffs")


def test_payoffs_that_are_not_rational() -> None:
    # y = 3 exp(-x)/2 is best against x, and then 1 - x = 1/6.
    found = WAVES.solve()
    assert [float(v) for v in found.strategies] == pytest.approx(
        [5 / 6, 1.5 * math.exp(-5 / 6)], abs=1e-9
    )
    told = str(found.explain())
    assert "boxes of profiles are searched by interval arithmetic" in told
    assert "3. The equilibria" in told
    assert WAVES.payoff(1, 1) == pytest.approx((math.exp(-1) - 1 / 9, 1 - math.e / 3))


def test_what_is_drawn_by_name() -> None:
    with pytest.raises(GameError) as refused:
        draw(DUOPOLY, "tree")
    assert str(refused.value) == "cannot draw 'tree'; choose reaction or payoffs"
    assert draw(DUOPOLY, "payoffs").svg != draw(DUOPOLY).svg == draw(DUOPOLY, "reaction").svg
    for game, base in (
        (stackelberg("17-Q", ["q+2", "3q+1"]), "base"),
        (entry("17-Q", "q+9"), "market"),
    ):
        assert draw(game, "reaction").svg == draw(getattr(game, base), "reaction").svg
        assert draw(game).svg != draw(game, "reaction").svg


def test_letters_are_drawn_at_typical_values() -> None:
    leader = stackelberg("a-Q", ["c*q", "c*q"])
    values = leader.solve().samples[0]
    assert draw(leader).svg == draw(leader.at(**values)).svg


def test_profiles_are_read_in_every_form() -> None:
    paid = DUOPOLY.payoff("1/2", "1/4")
    assert [str(x) for x in paid] == ["1/8", "1/16"]
    for profile in ([0.5, 0.25], {"x": "1/2", "y": "1/4"}):
        assert DUOPOLY.payoff(profile) == paid
    found = DUOPOLY.solve()
    assert found[0].strategies == found.strategies
    assert found["x"] == found.strategies[0]


def test_games_that_are_refused() -> None:
    with pytest.raises(GameError, match="a game needs at least one player"):
        continuous_game([])
    with pytest.raises(GameError, match="unknown variable 'z'; known: x"):
        continuous_game(["x"], {"z": (0, 1)}, ["x"])
    lettered = continuous_game(["x(a-x-y)", "y(1-y-x)"], (0, 1), ["x", "y"])
    with pytest.raises(GameError, match=r"it needs numbers for a; give them, as in at\(a=1\)"):
        lettered.solve("reaction")
    given = continuous_game(["x(a-x-y)", "y(1-y-x)"], (0, 1), ["x", "y"], parameters={"a": 1})
    assert given.solve().strategies == lettered.at(a=1).solve().strategies
