"""Write docs/schemas, the JSON Schema of every kind of answer, from answers of every method.

``python -m helpers.schemas`` asks every method about small games and about games of the shelf, and
every command of ``helpers.commands``. What was seen is kept in ``docs/schemas`` alone: an answer
that has a field more is a change of the schema, which the tests see. With names of reports, of
kinds that only ``helpers.rare_answers`` has, or of new kinds, only these are written.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import kibitz as kb
from helpers.commands import (
    ANSWERS,
    LONG_REPORTED,
    MORE,
    REPORTED,
    SHAPES,
    printed,
    printed_in,
    unlisted,
    write_files,
)
from helpers.rare_answers import EXAMPLES, rare_answers
from kibitz.core import index
from kibitz.core.errors import GameError
from kibitz.core.files.atomic_file import write_text
from kibitz.core.method import methods
from kibitz.core.solution import answers_of_kind
from kibitz.formats.answers.reports import REPORTS
from kibitz.formats.answers.schema import Shape, common, schema_of, shape_of
from kibitz.formats.json_files.form import layout

OF_A_FAMILY = 3
"""Games of each family of the shelf that are asked about."""
RECORDED = Path(__file__).parents[1] / "data" / "answers.jsonl"
FOLDER = Path(__file__).parents[2] / "docs" / "schemas"


def kinds_within(data: Any) -> Iterator[dict[str, Any]]:
    """An answer and the answers inside it."""
    if isinstance(data, dict):
        if isinstance(data.get("kind"), str) and _is_answer(data["kind"]):
            yield data
        for key, value in data.items():
            if key != "provenance":
                yield from kinds_within(value)
    elif isinstance(data, list):
        for value in data:
            yield from kinds_within(value)


def _is_answer(kind: str) -> bool:
    return kind in index.table("ANSWERS") or kind in index.table("CHECKERS") or kind in REPORTS


def sweep(returned: set[str] | None = None, seconds: float = 1.0) -> Iterator[dict[str, Any]]:
    """Answers of every method about small games, as far as each comes in some seconds.

    With names of classes, only of the methods that say they return one of these.
    """
    from helpers.fuzz import Hang, time_limit
    from kibitz.rules.game import Rules
    from proof.test_round_trip import SMALL, options

    games: list[Any] = [make() for make in SMALL.values()]
    for names in index.table("FAMILIES").values():
        for name in sorted(names)[:OF_A_FAMILY]:
            with suppress(GameError):
                game = kb.game(name)
                if not isinstance(game, Rules):
                    games.append(game)
    games += [kb.game("kuhn-poker"), kb.game("tic-tac-toe"), kb.game("pig 5")]
    for game in games:
        for method in methods(game):
            found = None
            if returned and method.function.__annotations__.get("return") not in returned:
                continue
            with suppress(Exception, Hang), time_limit(seconds):
                if method.why_not(game) is None:
                    found = game.solve(method.name, **options(method, game)).to_json()
            if found is not None:
                yield found


def shapes(documents: Iterator[dict[str, Any]]) -> dict[str, Shape]:
    """The shape of each kind, from documents."""
    found: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for data in documents:
        for answer in kinds_within(json.loads(json.dumps(data))):
            # an answer inside another leaves to that what is the same for both
            how = {} if answer["kind"] in REPORTS else {"method": "", "exact": True}
            found[answer["kind"]].append({**how, **answer})
    return {kind: shape_of(answers) for kind, answers in found.items()}


def recorded() -> Iterator[dict[str, Any]]:
    """Answers that tests came across, with fields that the others do not have."""
    for line in RECORDED.read_text(encoding="utf-8").splitlines():
        yield json.loads(line)


def reports() -> Iterator[dict[str, Any]]:
    """Documents that make no claim."""
    with TemporaryDirectory() as folder:
        write_files(Path(folder))
        for words in [*REPORTED, *LONG_REPORTED]:
            yield printed_in(Path(folder), words)


def collected() -> Iterator[dict[str, Any]]:
    """All documents that the schemas are made from."""
    yield from reports()
    for words in [*ANSWERS, *MORE, *SHAPES, *unlisted()]:
        yield printed(words)
    for kind in EXAMPLES:
        yield from rare_answers(kind)
    yield from recorded()
    yield from sweep()


def summary(kind: str) -> str:
    """What an answer of a kind is, in the words of its class."""
    if kind in REPORTS:
        return REPORTS[kind]
    with suppress(GameError):
        return (answers_of_kind(kind).__doc__ or "").partition("\n")[0]
    return ""


def _asked(kinds: list[str]) -> Iterator[dict[str, Any]]:
    """Documents of some kinds."""
    if set(kinds) & set(REPORTS):
        yield from reports()
    for kind in set(kinds) & set(EXAMPLES):
        yield from rare_answers(kind)
    new = set(kinds) - set(REPORTS) - set(EXAMPLES)
    if new:
        yield from sweep({answers_of_kind(kind).__name__ for kind in new})


def main() -> None:
    """Write the files."""
    FOLDER.mkdir(exist_ok=True)
    write_text(FOLDER / "common.json", layout(common()) + "\n")
    wanted = sys.argv[1:]
    given = _asked(wanted) if wanted else collected()
    for kind, shape in sorted(shapes(given).items()):
        if wanted and kind not in wanted:
            continue
        for place in shape.mixed():
            sys.stderr.write(f"{kind}: {place} is now a string, now a whole number\n")
        write_text(FOLDER / f"{kind}.json", layout(schema_of(kind, shape, summary(kind))) + "\n")


if __name__ == "__main__":
    main()
