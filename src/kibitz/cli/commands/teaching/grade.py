"""``kibitz grade``: what answers to a sheet are worth, and why."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Any

import typer

from kibitz.cli.machinery.options import Json
from kibitz.core.errors import GameError


def grade(
    sheet: Annotated[
        Path, typer.Argument(metavar="SHEET.json", help="A sheet written by `kibitz exercise`.")
    ],
    answers: Annotated[
        Path | None,
        typer.Argument(
            metavar="ANSWERS.json",
            help='The answers: {"1": {"a": "3/4", "b": "1/4 3/4"}, "2": ...}.',
            show_default=False,
        ),
    ] = None,
    answer: Annotated[
        list[str] | None,
        typer.Option(
            "--answer",
            "-a",
            metavar="1a=3/4",
            help="One answer, checked at once.",
            show_default=False,
        ),
    ] = None,
    hint: Annotated[bool, typer.Option("--hint", help="Give hints for wrong answers.")] = False,
    json: Json = False,
) -> None:
    """Check answers to a sheet, step by step.

    Every correct answer is accepted: strategies are judged by what they guarantee. The exit
    status is 1 when something is missing or wrong.

    \b
    kibitz exercise two-by-two --seed 7 -o sheet.json
    kibitz grade sheet.json answers.json --hint
    kibitz grade sheet.json -a 1a=31/6 -a "1b=1/6 5/6"
    """
    from kibitz.cli.machinery.console import say, say_json
    from kibitz.exercises.grade import GradeReport
    from kibitz.exercises.grade import grade as judge
    from kibitz.exercises.sheet import read_sheet

    if (answers is None) == (not answer):
        raise GameError("give a file of answers, or answers such as -a 1a=3/4")
    made = read_sheet(_read(sheet))
    given = _read(answers) if answers is not None else _typed(answer or [])
    report = judge(made, given)
    if answer:
        asked = {(number, letter) for number in given for letter in given[number]}
        marks = tuple(m for m in report.marks if (str(m.problem), m.letter) in asked)
        report = GradeReport(made, marks)
    if json:
        say_json(report.to_json())
    else:
        say(report.text(hints=hint))
    if not report.is_perfect:
        raise typer.Exit(1)


def _typed(answers: list[str]) -> dict[str, dict[str, Any]]:

    out: dict[str, dict[str, Any]] = {}
    for text in answers:
        match = re.fullmatch(r"\s*(\d+)\s*\(?([a-z]?)\)?\s*=(.*)", text, re.DOTALL)
        if match is None:
            raise GameError(f"{text!r}: write problem number, letter and answer, as in 1a=3/4")
        out.setdefault(match[1], {})[match[2] or "a"] = match[3].strip()
    return out


def _read(path: Path) -> Any:
    from kibitz.formats import read_text
    from kibitz.formats.json_files.form import parse

    text = read_text(path)
    try:
        return parse(text)
    except GameError as error:
        raise GameError(f"{path}: {error}") from None
