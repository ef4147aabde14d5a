"""What people type who have not read the manual: read where it has one meaning, or led onward."""

from __future__ import annotations

import json
from typing import Any

import pytest

COURNOT = ("duopoly", "cournot")
BERTRAND, LEADER = ("duopoly", "bertrand"), ("duopoly", "stackelberg")
GUESS = ("evaluate", "chicken", "--row")
ESTATE, WORTH = ("bankruptcy",), ("B", "-u", "A=1,B=2/5,C=0")
VOTES = ("--weights", "35,30,35")
UPDATES = ("updates", "A 1 B; B 3 end", "--method", "td-0", "--table")
PAIRS = ("bargain", "bimatrix", "5,2 0,0; 0,0 1,3")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        (("solve", "hawk-dove", "v=3", "c=4"), ("solve", "hawk-dove", "value=3", "cost=4")),
        (("solve", "endgame", "ante=4", "bet=6"), ("solve", "endgame", "1/4", "6", "4")),
        (("solve", "dynamic-subtraction", "44", "f(t)=t"), ("solve", "dynamic-subtraction 44 t")),
        (("voting", "quota=51", "weights=35,30,35"), ("voting", "51", *VOTES)),
        (("voting", "q=51", "w=A:35,B:65", "veto=A"), ("voting", "51", "A:35,B:65", "--veto", "A")),
        ((*COURNOT, "a=17", "c=1"), (*COURNOT, "demand=17-Q", "cost=1")),
        ((*COURNOT, "a=17", "b=2", "c=1"), (*COURNOT, "demand=17-2Q", "cost=1")),
        (("duopoly", "monopoly", "a=17", "c=1"), ("duopoly", "monopoly", "demand=17-Q", "cost=1")),
        ((*COURNOT, "a=17", "c1=1", "c2=2"), (*COURNOT, "demand=17-Q", "cost=1,2")),
        ((*COURNOT, "P=100-Q", "c=10"), (*COURNOT, "demand=100-Q", "cost=10")),
        ((*COURNOT, "Q=100-2P", "c=10"), (*COURNOT, "demand=50-Q/2", "cost=10")),
        ((*BERTRAND, "P=100-Q", "c=10"), (*BERTRAND, "demand=100-p", "cost=10")),
        ((*ESTATE, "100; 30, 60, 90"), (*ESTATE, "100", "--claims", "30,60,90")),
        ((*ESTATE, "30,60,90", "100"), (*ESTATE, "100", "--claims", "30,60,90")),
        (("solve", "nim 3 4", "+", "kayles 5"), ("solve", "nim 3 4 + kayles 5")),
        (("utility", "50% A, 50% C", *WORTH), ("utility", "1/2 A + 1/2 C", *WORTH)),
        ((*BERTRAND, "Q=100-p", "c=10"), (*BERTRAND, "demand=100-p", "cost=10")),
        ((*BERTRAND, "a=17", "c=1"), (*BERTRAND, "demand=17-p", "cost=1")),
        ((*BERTRAND, "demand=a-p", "a=17", "c=1"), (*BERTRAND, "demand=17-p", "cost=1")),
        ((*LEADER, "a=17", "c=1"), (*LEADER, "demand=17-Q", "cost=1")),
        ((*LEADER, "a=17", "b=2", "c=1"), (*LEADER, "demand=17-2Q", "cost=1")),
        ((*LEADER, "demand=a-b*Q", "--a", "17", "--b", "2"), (*LEADER, "demand=17-2Q")),
        (("solve", "coin-subtraction", "13", "1,2,3"), ("solve", "coin-subtraction", "13")),
        (("solve", "one-or-two", "THTH", "1,3"), ("solve", "one-or-two", "THTH", "set=1,3")),
        (("solve", "nim 1 1 2", "--misere"), ("solve", "nim", "1", "1", "2", "play=misere")),
        (("solve", "nim 1 1 2", "play=misere"), ("solve", "nim 1 1 2 play=misere")),
        (("coalition", "v(S) = |S|^2", "players=3"), ("coalition", "|S|^2", "--players", "3")),
        ((*GUESS, "swerve"), (*GUESS, "0 1")),
        ((*GUESS, "50% 50%"), (*GUESS, "1/2, 1/2")),
        ((*GUESS, "swerve: 1/2, straight: 1/2"), (*GUESS, "1/2 1/2")),
        (("evaluate", "rps", "--row", "rock"), ("evaluate", "rps", "--row", "0,0,1")),
        (
            ("evaluate", "chicken", "--profile", "swerve: 1/2, straight: 1/2; straight"),
            ("evaluate", "chicken", "--row", "1/2,1/2", "--column", "straight"),
        ),
        ((*UPDATES, "A 2; B 1"), (*UPDATES, '{"A": 2, "B": 1}')),
    ],
)
def test_one_meaning_is_read(run: Any, typed: tuple[str, ...], meant: tuple[str, ...]) -> None:
    found, right = run(*typed), run(*meant)
    assert found.exit_code == right.exit_code == 0, found.stderr + right.stderr
    assert found.stdout == right.stdout


@pytest.mark.parametrize(
    ("typed", "onward"),
    [
        (("solve", "vertex-deletion", "path", "5"), "for a path write vertex-path 5"),
        (("voting", "51", "wights=1,2"), "it takes quota, weights, players, chairman, veto"),
        (("voting", "51", "weights=1,2", *VOTES), "weights is given twice"),
        (("duopoly", "bertrand", "c=1"), "bertrand needs --demand, as in --demand 17-p or a=17"),
        (("solve", "pig", "--goal", "20"), "the parameters of a game follow it: goal=20"),
        ((*COURNOT, "Q=a-b*P"), "give the price as a function of Q, such as demand=17-Q"),
        (("solve", "lp", "max x; x <= 1/2; x int"), "'x int': variables are real numbers here"),
        (("puzzle", "tiles"), 'write tiles "8 6 7 / 2 5 4 / 3 0 1", or a file with it'),
        (("draw", "lp", "max x; x <= 1"), "cannot draw linear programs"),
        ((*GUESS, "swerv"), "no strategy 'swerv'; did you mean 'swerve'?"),
        ((*GUESS, "1/2"), "1 probability for 2 strategies"),
        ((*PAIRS, "--tu"), "no such option --tu; write --method tu; see `kibitz bargain --help`"),
        ((*PAIRS, "--ntu"), "no such option --ntu; write --method ntu"),
        (("solve", "matrix", "1 2; 3 0", "--simplex"), "write --method simplex"),
        (("solve", "extensive"), 'extensive "I(L: II(a: 1,2; b: 3,0); R: 2,2)"'),
        (("solve", "extensive", "I(L: 1; R: 2)", "rows=a"), "it has players and title"),
    ],
)
def test_what_has_none_is_led_onward(run: Any, typed: tuple[str, ...], onward: str) -> None:
    said = run(*typed)
    assert said.exit_code != 0
    assert onward in said.stderr
    assert said.stderr.count("\n") == 1


def test_all_questions_that_tell_most_are_marked(run: Any) -> None:
    told = run("gain", "wind,rain,play; no,no,yes; yes,no,yes; no,yes,yes; yes,yes,no").stdout
    assert told.count("the most") == 2
    told = run("gain", "wind,rain,play; no,no,yes; yes,no,yes; no,yes,no; yes,yes,no").stdout
    assert [line for line in told.splitlines() if "the most" in line] == [
        "  rain  gain 1  the most"
    ]


def test_all_questions_that_tell_most_are_answered(run: Any) -> None:
    tied = ("gain", "wind,rain,play; no,no,yes; yes,no,yes; no,yes,yes; yes,yes,no")
    assert json.loads(run(*tied, "--json").stdout)["best"] == ["wind", "rain"]
    assert "wind and rain have the same gain, 0.3113." in run(*tied, "--explain").stdout
    alone = ("gain", "wind,rain,play; no,no,yes; yes,no,yes; no,yes,no; yes,yes,no")
    assert json.loads(run(*alone, "--json").stdout)["best"] == ["rain"]
    assert "rain has the largest gain, 1." in run(*alone, "--explain").stdout


def test_no_policy_is_sought_where_none_can_be_saved(refuse: Any, monkeypatch: Any) -> None:
    from kibitz.core import verbs

    def sought(*given: Any, **options: Any) -> None:
        raise AssertionError("the work begins")

    monkeypatch.setattr(verbs.Verb, "__call__", sought)
    for game in ("chicken", "kuhn-poker", "goofspiel"):
        assert refuse("solve", game, "-o", "a.kbz") == "a.kbz: this answer is saved as .json"
    told = refuse("solve", "tic-tac-toe", "-o", "a.kbz")
    assert told.endswith("--method value-iteration finds a policy, saved as .kbz")
    assert "small letters" in refuse("solve", "pig", "-o", "a.KBZ")
    assert "saved as .json" in refuse("solve", "pig", "-o", "a.kbz", "--method", "exact")


def test_a_tree_is_read_by_every_command_that_takes_one(run: Any, tmp_path: Any) -> None:
    tree = "I(L: II(a: 1,2; b: 3,0); R: 2,2)"
    assert "played: R" in run("solve", tree, "--verify").stdout
    assert "perfect information  yes" in run("describe", "extensive", tree).stdout
    assert run("explain", tree).exit_code == 0
    file = tmp_path / "tree.efg"
    assert run("convert", tree, "-o", str(file)).exit_code == 0
    assert run("solve", str(file)).stdout == run("solve", tree).stdout
    wide = "; ".join(f"move {k}: {k},1" for k in range(60))
    assert run("draw", f"I({wide})").exit_code == 0
