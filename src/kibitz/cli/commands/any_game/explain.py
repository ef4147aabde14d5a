"""``kibitz explain``: the derivation, step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from kibitz.cli.machinery.options import Exact, Game, Json, Method, Output, Seed

if TYPE_CHECKING:
    from kibitz.core.explanation import Explanation


def explain(
    game: Game,
    method: Method = "auto",
    markdown: Annotated[bool, typer.Option("--markdown", help="Print Markdown.")] = False,
    html: Annotated[bool, typer.Option("--html", help="Print an HTML page.")] = False,
    output: Output = None,
    digits: Annotated[
        int | None,
        typer.Option(
            "--digits",
            metavar="N",
            min=0,
            max=50,
            help="Significant digits of fractions that are too long; 0 keeps all exact.",
            show_default=False,
        ),
    ] = None,
    slides: Annotated[
        bool, typer.Option("--slides", help="Write slides, as .tex (Beamer) or .pdf.")
    ] = False,
    json: Json = False,
    exact: Exact = None,
    seed: Seed = None,
) -> None:
    """Derive the answer as on a blackboard.

    \b
    kibitz explain matrix "2 0 4; 1 2 3; 4 1 2"
    kibitz explain mendelsohn 5 --method pivoting
    kibitz explain game.nfg -o game.pdf      (.md .html .tex .pdf .typ .json .txt)
    kibitz explain chicken --slides -o chicken.tex
    """
    from kibitz.cli.machinery.answer import shortened
    from kibitz.cli.machinery.console import say_json, say_raw, show
    from kibitz.cli.machinery.method import by_method
    from kibitz.cli.machinery.resolve import resolve
    from kibitz.core import verbs
    from kibitz.core.errors import GameError
    from kibitz.printing.save import KINDS
    from kibitz.printing.words import shortened as with_digits

    chosen = [name for name, on in (("md", markdown), ("html", html), ("json", json)) if on]
    if len(chosen) > 1:
        raise GameError("choose one of --markdown, --html and --json")
    if output is not None and not chosen and output.suffix.lower() not in KINDS:
        raise GameError(f"{output}: explanations are written as {', '.join(KINDS)}")
    if slides and output is None:
        raise GameError("slides need a file: -o NAME.tex or -o NAME.pdf")
    explanation = by_method(verbs.explain, resolve(game, exact, seed), method)
    if output is not None and chosen:
        from kibitz.formats import write_text

        write_text(output, _text(explanation, chosen[0], digits))
        say_raw(f"wrote {output}")
    elif output is not None:
        others = explanation.save(output, digits, slides)[1:]
        beside = f" and {len(others)} picture{'s' if len(others) > 1 else ''}" if others else ""
        say_raw(f"wrote {output}{beside}")
    elif chosen == ["json"]:
        say_json(explanation.to_json())
    elif chosen:
        say_raw(_text(explanation, chosen[0], digits))
    elif digits:
        say_raw(with_digits(str(explanation), digits))
    else:
        show((shortened(explanation) if digits is None else explanation).rich())


def _text(explanation: Explanation, kind: str, digits: int | None) -> str:
    from kibitz.printing import html_page, markdown

    if kind == "md":
        return markdown(explanation, 0 if digits is None else digits)
    if kind == "html":
        return html_page(explanation, digits)
    from kibitz.formats.json_files.form import layout

    return layout(explanation.to_json()) + "\n"
