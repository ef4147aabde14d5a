"""``kibitz structure``."""

from __future__ import annotations

import json


def test_saddle_points_by_their_name(run):
    words = ("structure", "matrix", "4 1 -3; 3 2 5; 0 1 6", "--what", "saddle-points")
    assert "(2, 2)" in run(*words).stdout
    assert json.loads(run(*words, "--json").stdout)["kind"] == "pure-equilibria"


def test_an_unknown_structure_is_refused(refuse):
    assert "unknown structure 'nonsense'" in refuse("structure", "chicken", "--what", "nonsense")


def test_the_arrows_of_a_large_table_are_listed_only_when_asked_for(run):
    words = ("structure", "silverman", "n=21")
    assert "movement" not in json.loads(run(*words, "--json").stdout)["answers"]
    assert "movement" in json.loads(run(*words, "--what", "movement", "--json").stdout)["kind"]
    small = json.loads(run("structure", "silverman", "--json").stdout)
    assert "movement" in small["answers"]


def test_a_table_to_which_arrows_do_not_apply_is_refused_in_one_line(refuse):
    assert "deviations; the limit is" in refuse("structure", "kuhn-poker", "5", "2")
