"""A method on a page."""

from __future__ import annotations

import shlex

import pytest

import kibitz as kb
from kibitz.core.method import every_method, methods_named
from kibitz.core.method_page import describe_method


def test_name_of_method_describes_it():
    [entry] = kb.methods("lemke-howson")
    facts = dict(entry.describe().facts)
    assert facts["finds"] == entry.finds
    assert facts["takes"] == "A game of two players."
    assert facts["reference"] == "Lemke and Howson 1964"
    assert facts["  label"] == "The label to drop. Default 0."
    assert facts["example"] == "kibitz solve chicken --method lemke-howson"
    assert str(kb.methods("lemke-howson")) == str(entry.describe())


def test_games_go_before_methods_and_names_before_aliases():
    assert len(kb.methods("magic-square")) > 1
    assert [m.name for m in methods_named("shapley")] == ["shapley", "shapley"]
    assert {m.name for m in methods_named("lp")} >= {"linear-program"}
    assert not methods_named("auto")


def test_every_method_says_which_games_it_takes_and_how_it_is_run():
    for entry in every_method():
        facts = dict(describe_method(entry).facts)
        assert facts["takes"], entry.name
        assert facts["example"].startswith("kibitz "), entry.name
        assert {f"  {p.name}" for p in entry.options if p.kind is not p.VAR_KEYWORD} <= facts.keys()


@pytest.mark.parametrize(
    "name", ["lemke-howson", "excesses", "owen", "domination", "rae", "graphical", "nash", "mex"]
)
def test_examples_run(name):
    from typer.testing import CliRunner

    from kibitz.cli import app

    command = dict(methods_named(name)[0].describe().facts)["example"]
    result = CliRunner().invoke(app, shlex.split(command)[1:])
    assert result.exit_code == 0, (command, result.stderr)
