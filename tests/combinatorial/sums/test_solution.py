"""What answers to sums say of the components."""

from __future__ import annotations

import kibitz as kb
from helpers.mutants import accepted
from kibitz.core.certificate import check
from kibitz.core.solution import read_solution

THREE = "subtraction 9 set=1,2,3 + subtraction 10 set=1..5 + subtraction 14 set=1..7"


def test_the_components_are_told_with_their_values() -> None:
    found = kb.game(THREE).solve()
    data = found.to_json()
    assert [part["value"] for part in data["components"]] == ["1", "4", "6"]
    assert "\nnimber 3\ncomponents worth 1, 4, 6\n" in str(found)
    assert read_solution(kb.game(THREE), data) == found


def test_components_that_cycle_have_their_loopy_values() -> None:
    told = kb.game("nim 3 + digraph 'a>b b>a'").solve().to_json()["components"]
    assert told[1] == {"game": "a digraph", "position": "a", "value": "inf{}"}


def test_misere_sums_have_no_values_to_tell() -> None:
    found = kb.game("nim 3 4 + kayles 5 play=misere").solve()
    assert "components" not in found.to_json()
    assert "components" not in str(found)


def test_no_false_value_of_a_component_is_accepted() -> None:
    game = kb.game("nim 3 4 + kayles 5")
    data = game.solve().to_json()
    assert check(game, data).holds
    assert not [lie for lie in accepted(game, data) if "components" in lie]
