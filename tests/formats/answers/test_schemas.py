"""JSON Schema: the published files fit what commands and methods answer."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest

import kibitz as kb
from helpers.commands import (
    ANSWERS,
    LONG_REPORTED,
    MORE,
    REPORTED,
    SHAPES,
    examples_of_help,
    printed,
    printed_in,
    unlisted,
    write_files,
)
from helpers.rare_answers import EXAMPLES, rare_answers
from helpers.schemas import FOLDER, kinds_within, recorded
from kibitz.core import index
from kibitz.formats.answers.provenance import KEYS, document
from kibitz.formats.answers.reports import REPORTS
from kibitz.formats.answers.schema import Shape, common

SLOW = ("solve entry-deterrence", "quantal-response chicken", "solve one-parameter")
SAMPLE = ANSWERS[::6]
"""Commands of the ordinary tests; the long ones run all."""


@cache
def validator(kind: str) -> Any:
    """What checks answers of a kind."""
    jsonschema = pytest.importorskip("jsonschema")
    referencing = pytest.importorskip("referencing")
    shared = referencing.Resource.from_contents(common())
    registry = referencing.Registry().with_resource(common()["$id"], shared)
    schema = json.loads((FOLDER / f"{kind}.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema, registry=registry)


def fits(data: Any) -> None:
    """Every answer in a document is as the schema of its kind says.

    An answer inside another leaves to that what is the same for both.
    """
    found = list(kinds_within(json.loads(json.dumps(data))))
    assert found
    for k, answer in enumerate(found):
        if k and answer["kind"] not in REPORTS:
            answer = {"method": "", "exact": True, **answer}
        wrong = sorted(validator(answer["kind"]).iter_errors(answer), key=str)
        assert not wrong, (answer["kind"], [e.message[:200] for e in wrong[:3]])


@pytest.mark.parametrize("words", [w for w in SAMPLE if w not in SLOW])
def test_what_a_command_prints_fits(words):
    fits(printed(words))


@pytest.mark.parametrize("words", SHAPES)
def test_every_way_to_ask_fits(words):
    fits(printed(words))


@pytest.mark.slow
@pytest.mark.parametrize("words", [*ANSWERS, *MORE])
def test_what_every_command_prints_fits(words):
    fits(printed(words))


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The files that reports are about."""
    place = tmp_path_factory.mktemp("reports")
    write_files(place)
    return place


@pytest.mark.parametrize("words", REPORTED)
def test_what_is_told_of_games_and_files_fits(words, folder):
    told = printed_in(folder, words)
    assert set(told["provenance"]) == set(KEYS)
    fits(told)


@pytest.mark.slow
@pytest.mark.parametrize("words", LONG_REPORTED)
def test_what_long_commands_tell_fits(words, folder):
    test_what_is_told_of_games_and_files_fits(words, folder)


def test_commands_that_are_not_listed_are_asked_by_their_help():
    assert examples_of_help()["nimbers"] == 'nimbers "8 * 8"'
    for words in unlisted():
        fits(printed(words))


@pytest.mark.parametrize("method", ["lemke-howson", "equilibria", "pure", "correlated", "pareto"])
def test_what_methods_answer_fits(method):
    fits(document(kb.game("chicken").solve(method)))


def test_every_kind_of_answer_has_a_schema():
    kinds = {*index.table("ANSWERS"), *index.table("CHECKERS"), *REPORTS}
    assert sorted(kinds - {file.stem for file in FOLDER.glob("*.json")}) == []


@pytest.mark.parametrize("kind", ["owen-value", "strategic-equivalence", "stability"])
def test_rare_answers_fit(kind):
    for data in rare_answers(kind):
        fits(data)


def test_answers_that_tests_came_across_fit():
    for data in recorded():
        for answer in kinds_within(data):
            how = {"method": "any", "exact": True, **answer}
            wrong = [error.message for error in validator(answer["kind"]).iter_errors(how)]
            assert not wrong, (answer["kind"], wrong[:3])


@pytest.mark.slow
@pytest.mark.parametrize("kind", EXAMPLES)
def test_all_rare_answers_fit(kind):
    found = list(rare_answers(kind))
    assert kind in {one["kind"] for data in found for one in kinds_within(data)}
    for data in found:
        fits(data)


def test_what_all_kinds_share_is_published():
    assert json.loads((FOLDER / "common.json").read_text(encoding="utf-8")) == common()


def test_every_schema_asks_for_its_kind_and_of_claims_for_method_and_exactness():
    for file in FOLDER.glob("*.json"):
        if file.stem == "common":
            continue
        schema = json.loads(file.read_text(encoding="utf-8"))
        wanted = {"kind"} if file.stem in REPORTS else {"kind", "method", "exact"}
        assert wanted <= set(schema["required"]), file.stem
        assert schema["$id"].endswith(f"/{file.stem}.json")


def test_a_field_more_or_of_another_type_does_not_fit():
    data = document(kb.matrix("1 -1; -1 1").solve())
    check = validator("matrix-solution")
    assert check.is_valid(data)
    assert not check.is_valid({**data, "surely_unknown": 1})
    assert not check.is_valid({**data, "fair": "yes"})
    assert not check.is_valid({k: v for k, v in data.items() if k != "value"})


def test_numbers_that_are_now_strings_now_integers_are_found_out():
    shape = Shape()
    shape.add({"value": "1/2"})
    shape.add({"value": 1})
    assert shape.mixed() == ["value"]
