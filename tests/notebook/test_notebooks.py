"""The notebooks run from beginning to end, and show what they should."""

from __future__ import annotations

from pathlib import Path

import pytest

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")
pytest.importorskip("ipykernel")

ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted((ROOT / "examples" / "notebooks").glob("*.ipynb"))

QUICK = """\
import kibitz as kb
explanation = kb.matrix("1 -1; -1 1").explain()
print(len(str(explanation)) > 200, "I" in str(explanation.steps[0].table))
explanation"""


def run(notebook):
    nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
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
    for path in NOTEBOOKS:
        notebook = nbformat.read(path, as_version=4)
        nbformat.validate(notebook)
        for cell in notebook.cells:
            if cell.cell_type == "code":
                assert cell.outputs, (path.name, cell.source)
                assert all(output.output_type != "error" for output in cell.outputs)


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
