"""The notebooks run from beginning to end, and show what they should."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")
pytest.importorskip("ipykernel")

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "examples" / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
MADE = runpy.run_path(str(ROOT / "docs" / "extensions" / "chapter_notebooks.py"))
CHAPTERS = MADE["chapters"]()
SHORT = ("linear", "formats")
"""Chapters that are run every time; the slow tests run all."""

QUICK = """\
import kibitz as kb
explanation = kb.matrix("1 -1; -1 1").explain()
print(len(str(explanation)) > 200, "I" in str(explanation.steps[0].table))
explanation"""


def run(notebook, folder=FOLDER):
    client = nbclient.NotebookClient(notebook, timeout=600, kernel_name="python3")
    client.execute(cwd=str(folder))
    return notebook


@pytest.mark.filterwarnings("ignore")
def test_text_is_text_inside_a_kernel_and_nothing_leaks():
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(QUICK)])
    (cell,) = run(notebook).cells
    said, shown = cell.outputs  # two outputs, and no table that was displayed besides
    assert said.text == "True True\n"
    assert shown.output_type == "execute_result"
    assert set(shown.data) >= {"text/plain", "text/html", "text/markdown"}
    assert shown.data["text/plain"].startswith("A matrix game")


def test_every_notebook_was_executed():
    assert len(NOTEBOOKS) >= 11
    for path in [*NOTEBOOKS, *(FOLDER / "chapters").glob("*.ipynb")]:
        notebook = nbformat.read(path, as_version=4)
        nbformat.validate(notebook)
        codes = [cell for cell in notebook.cells if cell.cell_type == "code"]
        assert any(cell.outputs for cell in codes), path.name
        for cell in codes:
            assert cell.execution_count, (path.name, cell.source)
            assert all(output.output_type != "error" for output in cell.outputs)
            if path in NOTEBOOKS:
                assert cell.outputs, (path.name, cell.source)


def cells_of(page):
    notebook = nbformat.read(FOLDER / "chapters" / f"{page.stem}.ipynb", as_version=4)
    return [(cell.cell_type, cell.source) for cell in notebook.cells]


@pytest.mark.parametrize("page", CHAPTERS, ids=lambda page: page.stem)
def test_every_chapter_has_its_notebook(page):
    """`python docs/extensions/chapter_notebooks.py CHAPTER` writes it again."""
    made = [source for kind, source in cells_of(page) if kind == "code"]
    wanted = [source for kind, source in MADE["cells"](page) if kind == "code"]
    assert len(made) == len(wanted)
    for one, source in zip(made, wanted, strict=True):
        assert one in (source, MADE["shown"](source))


@pytest.mark.parametrize("page", CHAPTERS, ids=lambda page: page.stem)
def test_the_words_of_a_notebook_are_those_of_its_chapter(page):
    """`python docs/extensions/chapter_notebooks.py --prose` brings them up to date."""
    made = [source for kind, source in cells_of(page) if kind == "markdown"]
    assert made == [source for kind, source in MADE["cells"](page) if kind == "markdown"]


def test_no_notebook_is_left_of_a_chapter_that_is_gone():
    made = {path.stem for path in (FOLDER / "chapters").glob("*.ipynb")}
    assert made == {page.stem for page in CHAPTERS}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    "page",
    [pytest.param(p, marks=() if p.stem in SHORT else pytest.mark.slow) for p in CHAPTERS],
    ids=lambda page: page.stem,
)
def test_notebooks_of_chapters_run(page):
    path = FOLDER / "chapters" / f"{page.stem}.ipynb"
    run(nbformat.read(path, as_version=4), path.parent)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_run(path):
    notebook = run(nbformat.read(path, as_version=4))
    for cell in notebook.cells:
        if cell.cell_type == "code":
            kinds = [output.output_type for output in cell.outputs]
            assert "display_data" not in kinds, cell.source
            assert "stream" not in kinds, [o.text for o in cell.outputs if "text" in o]
