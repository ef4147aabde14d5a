"""``kibitz explain``: the derivation, step by step."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kibitz.cli.machinery.options import Exact, Game, Json, Method, Output, Seed, Setting
from kibitz.core.errors import GameError

if TYPE_CHECKING:
    from kibitz.core.explanation import Explanation
    from kibitz.core.noun import Noun


def explain(
    game: Game,
    method: Method = "auto",
    option: Setting = None,
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
            help="Significant digits for long fractions; 0 keeps them exact.",
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
    kibitz explain games/*.nfg --markdown -o derivations
    """
    from kibitz.cli.machinery.answer import shortened
    from kibitz.cli.machinery.console import say_json, say_raw, show
    from kibitz.cli.machinery.many_files import several
    from kibitz.cli.machinery.method import by_method, method_options
    from kibitz.cli.machinery.resolve import resolve
    from kibitz.core import verbs
    from kibitz.printing.save import KINDS
    from kibitz.printing.words import shortened as with_digits

    chosen = [name for name, on in (("md", markdown), ("html", html), ("json", json)) if on]
    if len(chosen) > 1:
        raise GameError("choose one of --markdown, --html and --json")
    folder = output is not None and not output.suffix and bool(several(game))
    if output is not None and not chosen and not folder and output.suffix.lower() not in KINDS:
        raise GameError(f"{output}: explanations are written as {', '.join(KINDS)}")
    if slides and output is None:
        raise GameError("slides need a file: -o NAME.tex or -o NAME.pdf")
    if files := several(game):
        if option:
            raise GameError("--set applies to one game only; leave it out")
        _each_of(files, method, chosen, output, digits, exact, seed)
        return
    noun = resolve(game, exact, seed)
    if option:
        explanation = noun.solve(method, exact=exact, **method_options(option)).explain()
    else:
        explanation = by_method(verbs.explain, noun, method)
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


def _each_of(
    files: list[str],
    method: str,
    chosen: list[str],
    output: Path | None,
    digits: int | None,
    exact: bool | None,
    seed: int | None,
) -> None:
    """Explain several games one after the other, or each in a file of a folder."""
    from kibitz.cli.machinery.answer import shortened
    from kibitz.cli.machinery.console import say_raw, show
    from kibitz.cli.machinery.many_files import for_each
    from kibitz.cli.machinery.method import by_method
    from kibitz.core import verbs
    from kibitz.formats import write_text

    if output is not None and output.suffix:
        raise GameError(f"{output}: the explanations of several games go to a folder, -o FOLDER")
    kind = chosen[0] if chosen else "md"
    if output is not None:
        output.mkdir(parents=True, exist_ok=True)

    def explain_one(where: str, noun: Noun) -> None:
        explained = by_method(verbs.explain, noun, method)
        if output is not None:
            name = "".join(c if c.isalnum() or c in "-_." else "-" for c in Path(where).name)
            file = output / f"{name}.{kind}"
            write_text(file, _text(explained, kind, digits))
            say_raw(f"wrote {file}")
        elif chosen:
            say_raw(_text(explained, kind, digits))
        else:
            say_raw(f"{where}\n")
            show((shortened(explained) if digits is None else explained).rich())

    for_each(files, explain_one, exact, seed)


def _text(explanation: Explanation, kind: str, digits: int | None) -> str:
    from kibitz.printing import html_page, markdown

    if kind == "md":
        return markdown(explanation, 0 if digits is None else digits)
    if kind == "html":
        return html_page(explanation, digits)
    from kibitz.formats.json_files.form import layout

    return layout(explanation.to_json()) + "\n"
