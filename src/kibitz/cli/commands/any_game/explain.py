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
    json: Json = False,
    exact: Exact = None,
    seed: Seed = None,
) -> None:
    """Derive the answer as on a blackboard.

    \b
    kibitz explain matrix "2 0 4; 1 2 3; 4 1 2"
    kibitz explain mendelsohn 5 --method pivoting
    kibitz explain game.nfg -o game.html      (.md .html .json .txt)
    """
    from kibitz.cli.machinery.answer import shortened
    from kibitz.cli.machinery.console import say_json, say_raw, show
    from kibitz.cli.machinery.method import by_method
    from kibitz.cli.machinery.resolve import resolve
    from kibitz.core import verbs
    from kibitz.core.errors import GameError

    chosen = [name for name, on in (("md", markdown), ("html", html), ("json", json)) if on]
    if len(chosen) > 1:
        raise GameError("choose one of --markdown, --html and --json")
    if output is not None and not chosen:
        chosen = [output.suffix.removeprefix(".").lower()]
        if chosen[0] not in ("md", "html", "json", "txt"):
            raise GameError(f"{output}: explanations are written as .md, .html, .json or .txt")
    explanation = by_method(verbs.explain, resolve(game, exact, seed), method)
    if output is not None:
        from kibitz.formats import write_text

        write_text(output, _text(explanation, chosen[0]))
        say_raw(f"wrote {output}")
    elif chosen == ["json"]:
        say_json(explanation.to_json())
    elif chosen:
        say_raw(_text(explanation, chosen[0]))
    else:
        show(shortened(explanation).rich())


def _text(explanation: Explanation, kind: str) -> str:
    if kind == "md":
        return explanation.markdown() + "\n"
    if kind == "html":
        return _page(explanation)
    if kind == "json":
        from kibitz.formats.json_files.form import layout

        return layout(explanation.to_json()) + "\n"
    return f"{explanation}\n"


def _page(explanation: Explanation) -> str:
    from html import escape

    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f"<title>{escape(explanation.title)}</title></head>\n"
        f"<body>\n{explanation.html()}\n</body></html>\n"
    )
