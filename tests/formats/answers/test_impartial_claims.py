"""Claims about impartial games, and sums, survive the journey through files."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

import kibitz as kb
from kibitz.cli import app
from kibitz.formats.answers.solution import solution_from_json


@pytest.mark.parametrize("call", ["nim 3 4 5", "kayles 12", "nim 3 4 5 play=misere", "nim 1 1"])
def test_a_true_claim_is_verified(call, tmp_path):
    claim = tmp_path / "claim.json"
    game = kb.game(call)
    claim.write_text(json.dumps(game.solve().to_json()))
    result = CliRunner().invoke(app, ["verify", *call.split(), str(claim)])
    assert result.exit_code == 0, result.output


@pytest.mark.parametrize(
    "change", [{"outcome": "P"}, {"nimber": 5}, {"winning_moves": []}], ids=lambda c: next(iter(c))
)
def test_a_false_claim_is_rejected(change):
    game = kb.game("nim 3 4 5")
    assert not solution_from_json(game, {**game.solve().to_json(), **change}).verify()


def test_claims_that_cannot_be_read():
    game = kb.game("nim 3 4 5")
    data = game.solve().to_json()
    for change, message in (
        ({"outcome": "X"}, "outcome"),
        ({"winning_moves": ["take everything"]}, "there is no move"),
    ):
        with pytest.raises(kb.GameError, match=message):
            solution_from_json(game, {**data, **change}).verify()
    assert not solution_from_json(game, {**data, "nimber": None}).verify()


def test_sums_are_saved_by_name(tmp_path):
    total = kb.game("nim 3 4 5 + kayles 12")
    kb.save(total, tmp_path / "sum.json")
    assert kb.load(tmp_path / "sum.json") == total


def test_partizan_games_have_no_place_in_a_sum():
    with pytest.raises(kb.GameError, match="whose turn it is"):
        kb.game("northcott 1:5 width=8 + nim 3")


@pytest.mark.parametrize("call", ["sos 7", "moore 3 9 4 5 6 7", "wythoff 5000 4999"])
def test_claims_without_a_nimber(call: str) -> None:
    game = kb.game(call)
    claim = game.solve().to_json()
    assert solution_from_json(game, claim).verify()
    claim["outcome"], claim["winning_moves"] = "P", []
    assert not solution_from_json(game, claim).verify()
