"""For every form: bad input is said, a link restores the page, and files say the same game."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from kibitz.formats.files import ENDINGS, loads
from kibitz.web.tasks.noun import noun_of
from web.pages_of_the_workbench import printed
from web.test_forms import EDITS

pytestmark = [pytest.mark.browser, pytest.mark.slow]

BAD = {
    "table": "1/0",
    "zero-sum": "two",
    "three-players": "",
    "parameter": "t+",
    "repeated": "0",
    "coalition": "x y",
    "costs": "1/0",
    "states": "1/2 H",
    "program": "five",
    "market": "20 -",
    "interval": "x*(",
    "digraph": "z",
    "bargaining": "a",
    "voting": "many",
    "claims": "-5",
    "heaps": "1,two",
    "coins": "HTX",
}
"""What is typed into the field of EDITS, and is wrong there."""


def filled(tab: Any, form: str) -> str:
    """Edit the form and wait for its answer."""
    field, text, said = EDITS[form]
    tab.goto(f"/new/{form}")
    tab.get_by_text("proved by").first.wait_for()
    before = tab.url
    tab.get_by_label(field, exact=True).first.fill(text)
    tab.wait_for_url(lambda url: url != before)
    tab.locator(".answer").get_by_text(said, exact=False).first.wait_for()
    tab.wait_for_timeout(3000)  # the answer to the edited game may say the same
    answer: str = printed(tab)
    return answer


@pytest.mark.parametrize("form", BAD)
def test_bad_input_is_said_and_the_answer_stays(tab: Any, form: str) -> None:
    tab.goto(f"/new/{form}")
    tab.get_by_text("proved by").first.wait_for()
    before, answer = tab.url, printed(tab)
    tab.get_by_label(EDITS[form][0], exact=True).first.fill(BAD[form])
    wrong = tab.locator("section[aria-label='The game'] .error:visible")
    wrong.first.wait_for()
    said = wrong.first.inner_text()
    assert said.strip(" ✗\n")
    assert "Traceback" not in said
    assert tab.url == before
    assert printed(tab) == answer
    tab.get_by_label(EDITS[form][0], exact=True).first.fill(EDITS[form][1])
    wrong.first.wait_for(state="hidden")


@pytest.mark.parametrize("form", EDITS)
def test_a_link_restores_the_page_elsewhere(tab: Any, open_tab: Any, form: str) -> None:
    answer = filled(tab, form)
    field, text, _ = EDITS[form]
    other = open_tab()
    other.goto(tab.url)
    other.locator(".answer").first.wait_for()
    assert printed(other) == answer
    assert text in other.get_by_label(field, exact=True).first.input_value()


@pytest.mark.parametrize("form", EDITS)
def test_files_and_programs_give_the_same_answer(tab: Any, form: str, tmp_path: Path) -> None:
    answer = filled(tab, form)
    tab.get_by_role("tab", name="Export").click()
    buttons = tab.locator("[role=tabpanel] button[aria-label*=' as ']")
    buttons.first.wait_for()
    files: dict[str, Path] = {}
    for k in range(buttons.count()):
        label = buttons.nth(k).get_attribute("aria-label")
        if form == "program" and label.startswith("picture"):
            continue
        tab.wait_for_timeout(150)  # a browser refuses an eleventh file within a second
        with tab.expect_download() as download:
            buttons.nth(k).click()
        path = tmp_path / f"{k}-{download.value.suggested_filename}"
        download.value.save_as(path)
        assert path.stat().st_size > 0, label
        files[label] = path
    solved = json.loads(files["answer as .json"].read_text(encoding="utf-8"))
    assert solved["certificate"]["holds"]
    del solved["certificate"]
    noun = noun_of(files["game as .json"].read_text(encoding="utf-8"))
    for label, path in files.items():
        if label.startswith("game as") and "." + path.suffix[1:] in ENDINGS:
            game = loads(path.read_text(encoding="utf-8"), ENDINGS[path.suffix].name)
            if game.kind == noun.kind:  # a tree is another form, and solved in another way
                assert str(game.solve()).splitlines()[-2:] == answer.splitlines()[-2:], label
    assert noun.solve().to_json() == solved
    script = files["session as .py"]
    ran = subprocess.run(
        [sys.executable, script], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert answer.strip() in ran.stdout
    assert answer.strip() in _run_notebook(files["session as .ipynb"])


def _run_notebook(path: Path) -> str:
    """All that a notebook prints when it is run."""
    nbformat = pytest.importorskip("nbformat")
    client = pytest.importorskip("nbclient")
    notebook = nbformat.read(path, as_version=4)
    client.NotebookClient(notebook, timeout=120).execute()
    return "\n".join(
        output.get("data", {}).get("text/plain", "") + output.get("text", "")
        for cell in notebook.cells
        for output in cell.get("outputs", [])
    )
