"""Families, axioms, endgames, utilities and strategies with a memory: no mutant is proved."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from typer.testing import CliRunner

from helpers import rare_answers
from helpers.judge import verdict
from helpers.mutants import Mutator, mutants
from kibitz.cli import app
from kibitz.core.certificate import check
from kibitz.core.claim import PROVENANCE
from kibitz.core.errors import GameError
from kibitz.core.solution import read_solution
from kibitz.formats.answers.provenance import document

KINDS = (
    "affine-equivalence",
    "all-in-endgame",
    "any-number-of-firms",
    "automata-play",
    "axioms",
    "blackwell-ferguson",
    "coalitional-family-solution",
    "coalitional-letters-solution",
    "core-range",
    "estate-schedule",
    "letter-nucleolus",
)
MAY_BE_LEFT_OUT = (
    "exact",
    "letter",
    "letters",
    "model",
    "parameters",
    "players",
    "rows",
    "columns",
    "constant_sum",
)
NOT_PROVED = {"any-number-of-firms": ("conditions", "limits")}
"""Fields of which certificates say that they are not proved, so that a claim may lack them."""


def answers(kind: str) -> list[Any]:
    return rare_answers.EXAMPLES[kind]()


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_written_is_read_back_and_proved(kind: str) -> None:
    for found in answers(kind):
        data = json.loads(json.dumps(found.to_json()))
        assert check(found.game, data).holds, check(found.game, data)
        again = read_solution(found.game, data) if found.game else type(found).from_json(None, data)
        assert again == found
        assert again.to_json() == data
        assert str(again) == str(found)


@pytest.mark.parametrize("kind", KINDS)
def test_the_file_is_verified_alone(kind: str, tmp_path: Path) -> None:
    for k, found in enumerate(answers(kind)):
        file = tmp_path / f"{k}.json"
        file.write_text(json.dumps(document(found)), encoding="utf-8")
        done = CliRunner().invoke(app, ["verify", str(file)])
        assert done.exit_code == 0, done.output


def wrong(kind: str) -> Iterator[str]:
    """Mutants that hold though nothing is known that makes them true."""
    examples = answers(kind)
    documents = [json.loads(json.dumps(found.to_json())) for found in examples]
    for k, (found, data) in enumerate(zip(examples, documents, strict=True)):
        others = documents[:k] + documents[k + 1 :]
        told = mutants(data, others[0] if others else None)
        luck = Random(k)
        mutator = Mutator(data, others, luck)
        for what, mutant in [*told, *(mutator.mutant() for _ in range(150))]:
            if mutant == data:
                continue
            try:
                certificate = check(found.game, mutant)
            except GameError:
                continue
            if certificate.holds and not verdict(found.game, data, mutant, certificate):
                yield f"{kind} {k}: {what}"


@pytest.mark.parametrize("kind", KINDS)
def test_no_mutant_is_accepted(kind: str) -> None:
    assert list(wrong(kind)) == []


def test_every_field_is_read() -> None:
    for kind in KINDS:
        found = answers(kind)[0]
        data = found.to_json()
        for key in data.keys() - PROVENANCE:
            less = {k: v for k, v in data.items() if k != key}
            try:
                held = check(found.game, less).holds
            except GameError:
                held = False
            assert not held or key in (*MAY_BE_LEFT_OUT, *NOT_PROVED.get(kind, ())), key
