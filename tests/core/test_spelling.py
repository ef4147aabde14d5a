"""Names are read in one way, wherever one is looked up."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import kibitz
from kibitz.classroom.catalog import experiment
from kibitz.coalitional.bankruptcy.rules import rule_called
from kibitz.core.method import find
from kibitz.core.names.topics import topic
from kibitz.core.registry import look_up
from kibitz.exercises.kind import chosen
from kibitz.search.alpha_beta.transposition_table import replacement_rule
from kibitz.search.monte_carlo.bandit_policies import named_policy
from kibitz.strategic.sequential.automaton import automaton

ROOT = Path(kibitz.__file__).parent
LISTS = {
    "prisoners-dilemma": lambda name: look_up(name).name,
    "random-arrival": rule_called,
    "two-tier": replacement_rule,
    "epsilon-greedy": lambda name: named_policy(name)[0],
    "tit-for-tat": lambda name: automaton(name).name,
    "lemke-howson": lambda name: find(kibitz.game("chicken"), name)[0].name,
    "public-goods": lambda name: experiment(name).name,
    "two-by-two": lambda name: next(chosen(name)).name,
}


@pytest.mark.parametrize("name", LISTS)
def test_capitals_spaces_and_dashes_do_not_matter(name):
    typed = [name, name.upper(), name.replace("-", "_"), name.replace("-", " ")]
    typed += [f" {name} ", name.replace("-", "\u2013"), name.replace("-", " - ")]
    assert {LISTS[name](word) for word in typed} == {name}


def test_questions_too():
    assert topic("Nash_Equilibria") == topic("nash\u2013equilibria") == "kibitz equilibria GAME"


def test_there_is_one_reader_of_names():
    written = re.compile(r"(lower|casefold)\(\)(\.replace\([^)]*\))*\.replace\(\"_\", \"-\"\)")
    found = [
        str(path.relative_to(ROOT))
        for path in ROOT.rglob("*.py")
        if written.search(path.read_text("utf-8"))
    ]
    assert found == []
