"""What commands print with --json is read back and checked by ``kibitz verify``."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]
TREE = "max(min(3, 12, 8), min(2, 4, 6))"
PENNIES = "bimatrix", "1,-1 -1,1; -1,1 1,-1"

SAID: list[tuple[str, tuple[str, ...], tuple[str, ...]]] = [
    ("matrix", ("solve", "matrix", "-2 3; 3 -4"), ("matrix", "-2 3; 3 -4")),
    ("equilibria", ("equilibria", "chicken"), ("chicken",)),
    ("structure", ("structure", "prisoners-dilemma"), ("prisoners-dilemma",)),
    ("dominance", ("dominance", "prisoners-dilemma"), ("prisoners-dilemma",)),
    (
        "evaluate",
        ("evaluate", "matrix", "-2 3; 3 -4", "--row", "1/2 1/2"),
        ("matrix", "-2 3; 3 -4"),
    ),
    ("pareto", ("pareto", "chicken"), ("chicken",)),
    ("safety", ("safety", "chicken"), ("chicken",)),
    ("correlated", ("correlated", "chicken"), ("chicken",)),
    ("stackelberg", ("stackelberg", "chicken"), ("chicken",)),
    ("nash map", ("nash-map", "chicken", "--profile", "1/2 1/2; 1/2 1/2"), ("chicken",)),
    ("quantal response", ("quantal-response", "chicken"), ("chicken",)),
    ("dynamics", ("dynamics", "chicken", "--rule", "best-response"), ("chicken",)),
    ("repeat", ("repeat", "prisoners-dilemma", "--rounds", "3"), ("prisoners-dilemma",)),
    ("nim", ("solve", "nim", "3", "4"), ("nim", "3", "4")),
    ("bankruptcy", ("bankruptcy", "100", "30,90"), ("bankruptcy", "100", "30,90")),
    ("coalition", ("coalition", "gloves", "--shapley", "--core"), ("gloves",)),
    ("voting", ("voting", "51", "40,30,20,10"), ("weighted-voting", "51", "40,30,20,10")),
    ("bargain", ("bargain", "bargaining-triangle"), ("bargaining-triangle",)),
    ("cournot", ("duopoly", "cournot", "-d", "17-Q", "-c", "q+9"), ("cournot", "17-Q", "q+9")),
    ("plan", ("search", TREE, "--plan"), (TREE,)),
    ("plan against", ("search", TREE, "--plan", "--against", '{"A.1": "2", "A.2": "3"}'), (TREE,)),
    ("plan value", ("search", TREE, "--follow", '{"A": "1"}'), (TREE,)),
    ("orders", ("search", TREE, "--orders"), (TREE,)),
    ("ranges", ("search", TREE, "--ranges"), (TREE,)),
    ("search", ("search", TREE, "--method", "scout"), (TREE,)),
    ("minimax", ("search", TREE, "--method", "minimax"), (TREE,)),
    ("route", ("puzzle", "queens", "5"), ("puzzle", "queens", "5")),
    ("solutions", ("puzzle", "queens", "4", "--all"), ("puzzle", "queens", "4")),
    ("dice", ("dice", "2", "6"), ()),
    ("totals", ("dice", "3", "4", "--total"), ()),
    ("gain", ("gain", "a,b,c; 1,1,x; 1,2,y; 2,2,y", "--tree"), ()),
    ("selection", ("genes", "--fitness", "3 1", "--selection", "rank"), ()),
    ("crossover", ("genes", "0110", "1011", "--cross", "1,3"), ()),
    ("updates", ("updates", "A a 1 B; B b 2 end", "--rate", "0.1"), ()),
    ("consistent", ("utility", "-p", "A > B", "-p", "B > C"), ()),
    ("sure loss", ("utility", "-p", "A > B", "-p", "B > A"), ()),
    ("lotteries", ("utility", "1/3 A + 2/3 B", "C", "-u", "A=1,B=0,C=2/5"), ()),
    ("elicited", ("utility", "-i", "C ~ 1/3 A + 2/3 B", "--zero", "B", "--one", "A"), ()),
    ("contraction", ("contraction", "x/2 + 1", "-c", "1/2", "--steps", "4"), ()),
    ("match", ("play", "nim", "3", "4", "--me", "random", "--seed", "1"), ("nim", "3", "4")),
    ("search game", ("solve", "dresher", "3"), ("dresher", "3")),
    ("contest", ("play", "tic-tac-toe", "--me", "random", "--vs", "random"), ("tic-tac-toe",)),
    ("nimber", ("nimbers", "3+4*5"), ()),
    ("sequence", ("sequence", "kayles", "--to", "20"), ("kayles", "1")),
    ("period", ("sequence", "kayles", "--period"), ("kayles", "1")),
    ("size", ("size", "tic-tac-toe", "a1", "b2", "c3"), ("tic-tac-toe",)),
    ("uniform tree", ("size", "--branching", "3", "--plies", "4"), ()),
    ("cfr", ("cfr", "kuhn-poker", "--iterations", "20"), ("kuhn-poker",)),
    ("bandit", ("bandit", "0.4", "0.6", "--rounds", "5"), ()),
    ("sets", ("bargain", "bargaining-triangle", "--sets"), ("bargaining-triangle",)),
    ("entry", ("duopoly", "entry", "-d", "17-Q", "-c", "q+9"), ("entry-deterrence", "17-Q", "q+9")),
    ("closed form", ("duopoly", "cournot", "-d", "a-Q", "-c", "c*q"), ("cournot", "a-Q", "c*q")),
    ("axioms", ("utility", "A", "B", "C", "--axioms", "lexicographic"), ()),
]
"""Commands, and the game that their answer is about; nothing where the answer says it."""


@pytest.mark.parametrize(
    ("command", "game"), [(c, g) for _, c, g in SAID], ids=[n for n, *_ in SAID]
)
def test_what_a_command_prints_is_read_back(
    run: Run, tmp_path: Path, command: tuple[str, ...], game: tuple[str, ...]
) -> None:
    said = run(*command, "--json")
    assert said.exit_code == 0, said.stderr
    data = json.loads(said.stdout)
    assert {"kind", "method", "exact"} <= set(data), sorted(data)
    path = tmp_path / "claim.json"
    path.write_text(said.stdout, "utf-8")
    proof = run("verify", *game, str(path))
    assert proof.exit_code == 0, (proof.stdout, proof.stderr)
