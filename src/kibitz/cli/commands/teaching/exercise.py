"""``kibitz exercise``: problems with wanted properties, hints and solutions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from kibitz.cli.machinery.completion import offer_exercises
from kibitz.cli.machinery.options import Json, Output
from kibitz.core.errors import GameError

if TYPE_CHECKING:
    from kibitz.core.explanation import Explanation
    from kibitz.exercises.booklet import Booklet
    from kibitz.exercises.sheet import Sheet


def exercise(
    family: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="FAMILY",
            help="Kinds of problems, families, or sections such as II.2; if omitted, they are "
            "listed.",
            show_default=False,
            autocompletion=offer_exercises,
        ),
    ] = None,
    seed: Annotated[
        int, typer.Option("--seed", help="Random seed; the same seed gives the same sheet.")
    ] = 0,
    level: Annotated[
        int, typer.Option("--level", help="Level of difficulty; 1 is the easiest.")
    ] = 1,
    count: Annotated[int, typer.Option("--count", help="Number of problems.")] = 1,
    want: Annotated[
        str,
        typer.Option(
            "--want",
            metavar="LIST",
            help="Required properties, such as '3x3, value not an integer'; ? lists them.",
            show_default=False,
        ),
    ] = "",
    hint: Annotated[bool, typer.Option("--hint", help="Print hints instead of problems.")] = False,
    solutions: Annotated[bool, typer.Option("--solutions", help="Print the solutions.")] = False,
    answers: Annotated[
        bool,
        typer.Option("--answers", help="Print correct answers in the format of `kibitz grade`."),
    ] = False,
    ask: Annotated[
        bool, typer.Option("--ask", help="Ask for the answers here, with hints and verdicts.")
    ] = False,
    slides: Annotated[
        bool, typer.Option("--slides", help="Write slides, to .pdf or .tex (Beamer).")
    ] = False,
    output: Output = None,
    json: Json = False,
) -> None:
    """Generate exercises with hints and solutions.

    \b
    kibitz exercise                                      (lists the kinds)
    kibitz exercise nim --seed 7 --level 2 --count 5
    kibitz exercise nim --seed 7 --ask                   (type answers, ? for a hint)
    kibitz exercise dominance --want "3x3, value not an integer, denominators below 20"
    kibitz exercise II.2 core --count 6 -o sheet.json    (.txt .md .html .tex .pdf .json)
    kibitz exercise II.2 core --count 6 --solutions -o solutions.pdf
    """

    if want.strip() == "?":
        _list_wishes(json)
        return
    if not family:
        _list_kinds(json)
        return
    chosen = [
        name
        for name, on in (("--hint", hint), ("--solutions", solutions), ("--answers", answers))
        if on
    ]
    if len(chosen) > 1:
        raise GameError(f"choose one of {' and '.join(chosen)}")
    if slides and output is None:
        raise GameError("--slides needs a file: -o slides.pdf, or .tex for Beamer")
    from kibitz.cli.machinery.write_explanation import refuse_other_sheets
    from kibitz.exercises.sheet import make_sheet

    if chosen != ["--answers"]:  # which are JSON under any name
        refuse_other_sheets(output, ".json")

    sheet = make_sheet(family, seed, level, count, want)
    if ask:
        if chosen or json or output is not None:
            raise GameError(
                "--ask only asks questions and grades answers; leave out the other options"
            )
        from kibitz.cli.machinery.practice import practice

        practice(sheet)
        return
    _print(sheet, chosen[0] if chosen else "", output, json, slides)


def _print(sheet: Sheet, what: str, output: Any, json: bool, slides: bool) -> None:
    from kibitz.cli.machinery.console import say_json, say_raw, show
    from kibitz.cli.machinery.write_explanation import write_explanation

    if what == "--answers":
        data: dict[str, Any] = sheet.answers()
    elif what == "--hint":
        data = sheet.hints().to_json()
    elif what == "--solutions":
        data = sheet.solutions().to_json()
    else:
        data = sheet.to_json()
    if output is not None and (output.suffix.lower() == ".json" or what == "--answers"):
        from kibitz.formats import write_text
        from kibitz.formats.json_files.form import layout

        write_text(output, layout(data) + "\n")
        say_raw(f"wrote {output}")
    elif output is not None:
        write_explanation(_document(sheet, what), output, slides=slides)
        say_raw(f"wrote {output}")
    elif json or what == "--answers":
        say_json(data)
    else:
        show(_document(sheet, what).rich())


def _document(sheet: Sheet, what: str) -> Explanation | Booklet:
    if what == "--hint":
        return sheet.hints()
    return sheet.solutions() if what == "--solutions" else sheet.explanation()


def _list_kinds(json: bool) -> None:
    from kibitz.cli.machinery.console import say_json, say_raw
    from kibitz.exercises.kind import kinds

    every_kind = kinds()
    if json:
        listed = [
            {
                "name": k.name,
                "family": k.family,
                "title": k.title,
                "book": k.book,
                "levels": list(k.levels),
            }
            for k in every_kind
        ]
        say_json({"kind": "exercises", "exercises": listed})
        return
    family = ""
    for k in every_kind:
        if k.family != family:
            say_raw(f"\n{k.family}" if family else k.family)
            family = k.family
        say_raw(f"  {k.name:<22} {k.title} ({k.book})")
        say_raw(" " * 25 + "; ".join(f"{n} {words}" for n, words in enumerate(k.levels, 1)))


def _list_wishes(json: bool) -> None:
    from kibitz.cli.machinery.console import say_json, say_raw
    from kibitz.exercises.wishes import wishes

    listed = [words.replace("{}", "N") for words in wishes()]
    if json:
        say_json({"kind": "exercise-wishes", "wishes": listed})
    else:
        say_raw("\n".join(listed))
