"""Documents that commands print and that make a claim: lists of values, rounds, books, folders."""

from __future__ import annotations

import json
from typing import Any

import pytest

from helpers import mutants
from helpers.commands import printed
from helpers.rare_answers import rare_answers
from kibitz.core.certificate import NO_THEOREM, Certificate, check
from kibitz.core.errors import GameError
from kibitz.formats.answers.provenance import rebuilt

PROVED = ("coin-values", "countable-lottery", "position-values", "rounds")
LISTED = ("database-on-disk", "non-cooperative-set", "opening-book")
UNPROVED = {
    "opening-book": "after",
    "countable-lottery": "ratio growth scale shift",
    "rounds": "value players",
    "database-on-disk": "positions counts longest folder",
    "non-cooperative-set": "arcs",
}
"""What is named as not proved; of a lottery what it is, as others are worth as much."""


def _documents(kind: str) -> list[tuple[Any, dict[str, Any]]]:
    found = []
    for data in rare_answers(kind):
        told = json.loads(json.dumps(data))
        game = rebuilt(told) if "provenance" in told else None
        found.append((game, {k: v for k, v in told.items() if k != "provenance"}))
    return found


@pytest.mark.parametrize("kind", [*PROVED, *LISTED])
def test_they_hold_and_their_mutants_do_not(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mutants, "TRIED", 60)
    for game, data in _documents(kind):
        certificate = check(game, data)
        assert certificate.holds, str(certificate)
        accepted = mutants.accepted(game, data)
        left = UNPROVED.get(kind, "").split()
        wrong = [x for x in accepted if x.partition(".")[0].partition(" ")[0] not in left]
        assert [x for x in wrong if x != "rounds reversed"] == []


@pytest.mark.parametrize("kind", LISTED)
def test_a_listing_says_that_it_is_none(kind: str) -> None:
    for game, data in _documents(kind):
        certificate = check(game, data)
        assert certificate.theorem.startswith(NO_THEOREM) or certificate.unproved


def _checked(data: dict[str, Any], **fields: Any) -> Certificate | None:
    try:
        return check(rebuilt(data), {**data, **fields})
    except GameError:
        return None


def test_values_of_another_family_are_refused() -> None:
    mine, other = printed("sequence mock-turtles"), printed("sequence turning-turtles --to 20")
    lie = _checked(mine, values=other["values"])
    assert lie is not None
    assert not lie.holds


def test_rules_of_another_game_under_its_name_are_refused() -> None:
    data = printed("sequence wythoff --to 3")
    nim = [[m ^ n for n in range(4)] for m in range(4)]
    for fields in ({"values": nim}, {"rules": "chomp rows={} columns={}"}, {"rules": "nim {}"}):
        lie = _checked(data, **fields)
        assert lie is None or not lie.holds


def test_what_is_too_much_to_list_is_left() -> None:
    data = printed("sequence turning-turtles --to 2000")
    certificate = _checked(data)
    assert certificate is not None
    assert certificate.holds
    assert any("further on" in words for words in certificate.unproved)
    values = [*data["values"]]
    values[3] += 1
    lie = _checked(data, values=values)
    assert lie is not None
    assert not lie.holds
