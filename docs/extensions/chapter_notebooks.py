"""Write an executed notebook for every chapter of the book, beside the other notebooks.

`python docs/extensions/chapter_notebooks.py [CHAPTER ...]` runs all of them, or those named. With `--prose` a notebook whose
examples have not changed keeps their outputs and only gets the new text.
"""

from __future__ import annotations

import doctest
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

DOCS = Path(__file__).parents[1]
FOLDER = DOCS.parent / "examples" / "notebooks" / "chapters"
BLOCK = re.compile(r"^```(?:python|pycon)\n(>>> .*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\((?!https?:|#)([^)#\s]+)(#[^)\s]*)?\)")
PRINTED = re.compile(r"print\((.*)\)", re.DOTALL)
METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
SHOWN = ("text/html", "image/svg+xml", "text/latex", "text/plain")
"""What a notebook keeps of an output: the richest form, and the plain one."""


def chapters() -> list[Path]:
    """The pages of the book that show examples in Python, in the order of the book."""
    listed = re.findall(r": ([\w-]+\.md)$", (DOCS.parent / "mkdocs.yml").read_text("utf-8"), re.M)
    pages = [DOCS / name for name in listed if name != "index.md"]
    return [page for page in pages if BLOCK.search(page.read_text("utf-8"))]


def cells(page: Path) -> Iterator[tuple[str, str]]:
    """The cells of a chapter, each with its kind: its text as it stands, an output a cell."""
    text = page.read_text("utf-8")
    parts = BLOCK.split(text)
    for prose, block in zip(parts[::2], [*parts[1::2], ""], strict=True):
        if prose.strip():
            yield "markdown", LINK.sub(_link, prose.strip())
        yield from (("code", code) for code in _codes(block))


def shown(code: str) -> str | None:
    """The last expression of a cell that prints it, to be shown by the notebook instead."""
    *before, last = _statements(code)
    found = PRINTED.fullmatch(last)
    if not found or not _one_expression(found[1]):
        return None
    return "\n".join([*before, found[1]])


def _statements(code: str) -> list[str]:
    import ast

    lines = code.splitlines()
    return ["\n".join(lines[node.lineno - 1 : node.end_lineno]) for node in ast.parse(code).body]


def _one_expression(text: str) -> bool:
    import ast

    try:
        call = ast.parse(f"f({text})", mode="eval").body
    except SyntaxError:
        return False
    alone = isinstance(call, ast.Call) and len(call.args) == 1 and not call.keywords
    return alone and not isinstance(call.args[0], ast.Starred | ast.JoinedStr | ast.Constant)


def _codes(block: str) -> Iterator[str]:
    """The examples of a block, those without an answer together with the next."""
    waiting: list[str] = []
    for example in doctest.DocTestParser().get_examples(block):
        source = re.sub(r"\s*# doctest:.*", "", example.source).rstrip()
        waiting.append(_refused(source) if example.exc_msg else source)
        if example.want:
            yield "\n".join(waiting)
            waiting = []
    if waiting:
        yield "\n".join(waiting)


def _refused(source: str) -> str:
    """An example that ends in an error, so that the notebook runs on."""
    inner = "\n".join(f"    {line}" for line in source.splitlines())
    return f"try:\n{inner}\nexcept Exception as error:\n    print(error)"


def _link(found: re.Match[str]) -> str:
    """A link of the book, as it is reached from a notebook."""
    target, anchor = found[1], found[2] or ""
    if any(page.name == target for page in chapters()):
        return f"]({target.removesuffix('.md')}.ipynb)"
    return f"](../../../docs/{target}{anchor})"


def notebook(page: Path) -> Any:
    """The notebook of a chapter, not yet executed."""
    import nbformat

    made = nbformat.v4.new_notebook(metadata=METADATA)
    makers = {"markdown": nbformat.v4.new_markdown_cell, "code": nbformat.v4.new_code_cell}
    for number, (kind, source) in enumerate(cells(page)):
        made.cells.append(makers[kind](source, id=f"cell-{number}"))
    return made


def execute(made: Any) -> None:
    """Run it cell by cell. What a cell prints is shown richly where it can show itself."""
    import nbclient

    client = nbclient.NotebookClient(made, timeout=600, record_timing=False)
    with client.setup_kernel(cwd=str(FOLDER)):
        for number, cell in enumerate(made.cells):
            if cell.cell_type != "code":
                continue
            printed, rich = cell.source, shown(cell.source)
            cell.source = rich or printed
            client.execute_cell(cell, number)
            if rich and not any("text/html" in one.get("data", {}) for one in cell.outputs):
                cell.source = printed
                client.execute_cell(cell, number)
    _tidy(made)


def _tidy(made: Any) -> None:
    for number, cell in enumerate((c for c in made.cells if c.cell_type == "code"), 1):
        cell.execution_count = number
        cell.metadata = {}
        for output in cell.outputs:
            if "execution_count" in output:
                output["execution_count"] = number
            if "data" in output:
                richest = next(kind for kind in SHOWN if kind in output["data"])
                kept = {richest, "text/plain"} & set(output["data"])
                output["data"] = {kind: output["data"][kind] for kind in sorted(kept)}
                output["metadata"] = {}


def keeps_outputs(made: Any, path: Path) -> bool:
    """Take over the outputs of a notebook with the same examples; whether it has the same."""
    import nbformat

    if not path.exists():
        return False
    old = [c for c in nbformat.read(path, as_version=4).cells if c.cell_type == "code"]
    new = [c for c in made.cells if c.cell_type == "code"]
    sources = [{c.source, shown(c.source) or c.source} for c in new]
    if len(old) != len(new) or any(o.source not in s for o, s in zip(old, sources, strict=True)):
        return False
    for before, cell in zip(old, new, strict=True):
        cell.source, cell.outputs, cell.execution_count = (
            before.source,
            before.outputs,
            before.execution_count,
        )
    return True


def main(names: list[str]) -> None:
    """Write the notebooks of the chapters named, or of all."""
    import nbformat

    FOLDER.mkdir(parents=True, exist_ok=True)
    chosen = [name for name in names if name != "--prose"]
    for page in chapters():
        if not chosen or page.stem in chosen:
            made, path = notebook(page), FOLDER / f"{page.stem}.ipynb"
            if "--prose" not in names or not keeps_outputs(made, path):
                execute(made)
            nbformat.write(made, path)
            print(f"wrote {path.name}")


if __name__ == "__main__":
    main(sys.argv[1:])
