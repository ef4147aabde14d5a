"""Markets, bargains, coalitions and votes from the command line, with answers known by hand."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

MARKET = ("duopoly", "cournot", "demand=17-Q", "cost=1")
CHICKEN = ("bimatrix", "3,3 1,4; 4,1 0,0")


@pytest.fixture
def told(run: Callable[..., Any]) -> Callable[..., Any]:
    """What a command says with --json."""

    def call(*words: str) -> Any:
        result = run(*words, "--json")
        assert result.exit_code == 0, result.stderr
        return json.loads(result.stdout)

    return call


def test_a_duopoly_in_words(run: Any, told: Any) -> None:
    """Each firm replies (16 - q)/2 to the other, so that both make 16/3."""
    assert "q1 = 16/3, q2 = 16/3" in run(*MARKET).stdout
    assert "q1 = 16/3, q2 = 16/3" in run(*MARKET[:2], "demand=a-Q", "cost=1", "a=17").stdout
    assert "q1 = 4, q2 = 4, q3 = 4" in run(*MARKET, "firms=3").stdout
    assert "best response q1 = 6, earning 36" in run(*MARKET, "--best", "q2=4", "--verify").stdout
    assert "q1 = 4, q2 = 8" in run("duopoly", "stackelberg", *MARKET[2:], "order=2,1").stdout
    assert "q = 17/4; price 51/4" in run("duopoly", "monopoly", MARKET[2], "cost=q^2").stdout
    cuts = told(*MARKET, "--eliminate", "3", "--verify")

    assert cuts["certificate"]["holds"]
    told = run(*MARKET, "--explain", "--json").stdout
    assert json.loads(told)["title"] == "Cournot's oligopoly" in run(*MARKET, "--explain").stdout
    assert "✓" in run(*MARKET, "--reactions", "--verify").stdout
    assert "round 2: q1 ≥ 4, q2 ≥ 4" in run(*MARKET, "--eliminate", "2").stdout


def test_prices_of_different_goods(run: Any) -> None:
    """Firm i sells 6 - p_i + p_j at no cost and replies (6 + p)/2; a leader asks 9."""
    values = ("a=6", "b=1", "c=0")
    assert "p1 = 6, p2 = 6" in run("duopoly", "bertrand-differentiated", *values).stdout
    led = run("duopoly", "price-leadership", *values).stdout
    assert "p1 = 9, p2 = 15/2" in led
    assert "profits (81/2, 225/4)" in led


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("duopoly", "cournt"), "unknown model 'cournt'; did you mean 'cournot'"),
        ((*MARKET, "demand=16-Q"), "demand is given twice"),
        ((*MARKET, "c"), "'c' stands alone"),
        ((*MARKET, "--set", "a"), "--set a: write a name and a number, as in --set a=17"),
        ((*MARKET, "--set", "a=1", "--set", "a=2"), "--set a=2: a is given twice"),
        ((*MARKET, "--best", "q2"), "--best q2: write a name and a number, as in --best q2=8"),
        ((*MARKET, "--best", "q2=4,q2=5"), "--best q2=5: q2 is given twice"),
        ((*MARKET, "--best", "q1=3,q2=4"), "--best leaves 0 players; give all but one"),
        ((*MARKET, "--firms", "n", "--reactions"), "--reactions needs a number of firms"),
        (("duopoly", "monopoly", "demand=17-Q", "--firms", "2"), "--firms does not apply to"),
    ],
)
def test_markets_that_are_not_said(refuse: Any, words: tuple[str, ...], message: str) -> None:
    assert message in refuse(*words)


def test_a_market_by_other_commands(run: Any, refuse: Any) -> None:
    """A leader doubles the follower; where more is always better, all else is dominated."""
    assert run(*MARKET, "-o", "market.json").exit_code == 0
    assert "q1 = 16/3, q2 = 16/3" in run("equilibria", "market.json").stdout
    grow = ("duopoly", "game", "payoffs=x - y;y", "intervals=0..1;0..2", "-o", "grow.json")
    assert run(*grow).exit_code == 0
    assert "round 1: x ≥ 1, y ≥ 2" in run("dominance", "grow.json").stdout
    assert "q1 = 8, q2 = 4" in run("stackelberg", "market.json").stdout
    assert "q1 = 4, q2 = 8" in run("stackelberg", "market.json", "--leader", "Firm 2").stdout
    assert "leave out the options" in refuse("equilibria", "market.json", "--pure")
    assert "only strict dominance by pure" in refuse("dominance", "market.json", "--mixed")
    assert "the leader always plays a pure" in refuse("stackelberg", "market.json", "--pure")
    assert "not to continuous games" in refuse("bargain", "market.json")


def test_bargains(run: Any, told: Any) -> None:
    """On the segment from (1, 4) to (3, 3), the product of the gains over (1/2, 2) is greatest."""
    threats = told("bargain", *CHICKEN, "--threats", "1/2 1/2; 0 1", "--verify")
    assert threats["solution"] == ["11/4", "25/8"]
    moved = told("bargain", "0,0 4,0 0,2", "--disagreement", "1,0")
    assert moved["solution"] == ["5/2", "3/4"]  # the middle of what is left above it
    drawn = run("bargain", "0,0 4,0 0,2", "-o", "set.svg").stdout
    assert "Nash solution (2, 1)" in drawn
    assert "wrote set.svg" in drawn
    sets = told("bargain", *CHICKEN, "--sets")
    assert sets["tu_pareto_line"] == {"x+y": "6"}


GIVEN = {"kind": "bargaining", "disagreement": [0, 0]}
IN_A_GAME = json.dumps({**GIVEN, "bimatrix": [[[3, 3], [1, 4]], [[4, 1], [0, 0]]]})
IN_A_SET = json.dumps({**GIVEN, "polygon": [[0, 0], [4, 0], [0, 2]]})


@pytest.mark.parametrize(
    ("words", "solution"),
    [
        (("--frontier", "4 - x^2", "--on", "0,2"), "(2*sqrt(3)/3, 8/3)"),  # x(4 - x^2), 3x^2 = 4
        (("--sigma", "5", "-d", "1,1"), "(5/2, 5/2)"),
        ((IN_A_GAME, "-d", "1,1"), "(3, 3)"),
        ((IN_A_GAME, "--threats", "1 0; 0 1"), "(1, 4)"),  # that cell is efficient already
        ((IN_A_SET, "-d", "1,0"), "(5/2, 3/4)"),
    ],
)
def test_problems_and_what_is_said_besides(run: Any, words: Any, solution: str) -> None:
    assert f"Nash solution {solution}" in run("bargain", *words).stdout


def test_bargains_that_are_not_said(refuse: Any) -> None:
    assert "no problem; give a file" in refuse("bargain")
    problem = ("bargain", "0,0 4,0 0,2")
    assert "threats are strategies of a game" in refuse(*problem, "--threats", "1,0;0,1")
    assert "not to games with moves" in refuse("bargain", "kuhn-poker")
    assert "--threats needs a game" in refuse("bargain", IN_A_SET, "--threats", "1 0; 0 1")


def test_worths_are_normalized(run: Any, refuse: Any) -> None:
    """A, B earn 1 and 3 alone and 6 together, so 2 by cooperation."""
    game = ("coalition", "A:1 B:3 A,B:6")
    halves = run(*game, "--normalize", "01", "--shapley").stdout
    assert "normalized: v(A) = 0, v(B) = 0, v(A,B) = 1" in halves
    assert halves.count("1/2") == 2
    assert "v(A,B) = 2" in run(*game, "--normalize", "0").stdout
    assert "it must be 0 or 01" in refuse(*game, "--normalize", "2")
    assert "only an essential game" in refuse("coalition", "A:1 B:3 A,B:4", "--normalize", "01")
    letters = ("coalition", "A:1 B:a A,B:6")
    assert "--normalize needs numeric worths" in refuse(*letters, "--normalize", "0")


def test_savings(run: Any, refuse: Any) -> None:
    """Costs of 1 and 3 alone and 3 together save 1, which is halved."""
    for words in (("cost", "A:1 B:3 A,B:3"), ("A:1 B:3 A,B:3", "--costs")):
        assert "A  1/2 instead of 1" in run("coalition", *words, "--shapley").stdout
    at = run("coalition", "A:1 B:3 A,B:3", "--costs", "--at", "0,3").stdout
    assert "payments of (0,3) save (1, 0)" in at
    assert "--costs applies to coalitional games only" in refuse("coalition", "chicken", "--costs")
    assert "impartial games are not coalitional" in refuse("coalition", "nim", "3", "4", "5")


def test_arrivals(run: Any) -> None:
    """B adds 5 to what A earns alone; who moves second in chicken is sure of 2 all the same."""
    assert "B  5" in run("coalition", "A:1 B:3 A,B:6", "--order", "A,B").stdout
    assert "v(I) = 2   v(II) = 2" in run("coalition", "chicken", "--order", "II,I").stdout


def test_several_letters(run: Any, refuse: Any) -> None:
    """A and B share what they add, 5 + b - a, so A gets 1 + (5 + b - a)/2."""
    assert "A  -a/2 + b/2 + 7/2" in run("coalition", "A:1 B:a A,B:6+b").stdout
    three = "A:0 B:0 C:0 A,B:a B,C:b A,C:1 A,B,C:4"
    assert "only the core and the Shapley value" in refuse("coalition", three, "--nucleolus")


@pytest.mark.parametrize("votes", [("51", "50,49,1"), ("[51; 50, 49, 1]",), ("[51: 50 49 1]",)])
def test_votes(told: Any, votes: tuple[str, ...]) -> None:
    """The first voter is pivotal in four orders of six."""
    found = told("voting", *votes)
    assert "2/3" in json.dumps(found)


def test_voters_of_a_game(run: Any, refuse: Any) -> None:
    """Council by Shapley and Shubik 1954: a permanent member has 421/2145 of the power."""
    power = run("voting", "un-security-council").stdout
    assert f"{float(Fraction(421, 2145)):.6f}" in power
    assert "has its own voters" in refuse("voting", "un-security-council", "--strict")
    assert "chicken is not a voting game" in refuse("voting", "chicken")


def test_every_estate(run: Any, refuse: Any) -> None:
    """Claims of 100, 200, 300 in the Talmud: thirds of 100, then 50, 75, 75 of 200."""
    talmud = run("bankruptcy", "E", "100", "200", "300", "--method", "talmud", "--verify").stdout
    assert "0 <= E <= 150: E/3, E/3, E/3" in talmud
    assert "150 <= E <= 250: 50, E/2 - 25, E/2 - 25" in talmud
    claims = ("100", "200", "300")
    assert "leave out --float" in refuse("bankruptcy", "E", *claims, "--float")
    assert "the estate is 'x'" in refuse("bankruptcy", "x", *claims)
    assert "Talmud" in run("bankruptcy", "200", *claims, "--float").stdout
