"""What workers do for the pages, without a browser."""

from __future__ import annotations

import base64
import importlib.util
import json
from io import BytesIO
from typing import Any

import pytest

from kibitz.core.errors import GameError
from kibitz.formats.files import loads
from kibitz.web import worker
from kibitz.web.session import Asked, notebook, script
from kibitz.web.tasks import (
    check,
    describe,
    draw,
    explain,
    export,
    look,
    methods,
    noun,
    shelf,
    sleep,
    solve,
    warm_up,
)
from kibitz.web.tasks.options import read_options

CHICKEN = "bimatrix 6,6 2,7; 7,2 0,0"


def test_an_answer_comes_with_its_proof_and_its_line_of_python() -> None:
    said = solve.run("matrix 1 -1; -1 1", "simplex", {"exact": "true"})
    assert said["json"]["value"] == "0"
    assert said["exact"]
    assert said["certificate"]["holds"]
    assert said["code"] == "game.solve(method='simplex', exact=True)"
    assert "value" in said["html"]


def test_derivations_of_the_form_and_of_an_answer() -> None:
    said = explain.run("matrix 3 0; 1 2")
    assert said["code"] == "game.explain()"
    assert "<" in said["html"]
    by_method = explain.run(CHICKEN, "pareto")
    assert by_method["code"].startswith(("game.explain(", "game.solve("))
    with pytest.raises(GameError, match="did you mean"):
        explain.run(CHICKEN, "paretto")


@pytest.mark.parametrize(
    ("what", "kind", "begins"),
    [
        ("game", "json", b"{"),
        ("game", "nfg", b"NFG 1 R"),
        ("answer", "txt", b"3 equilibria"),
        ("answer", "json", b"{"),
        ("picture", "svg", b"<svg"),
        ("picture", "tex", b"% 2 x 2 bimatrix game"),
        ("derivation", "md", b"#"),
        ("derivation", "txt", b"A bimatrix game"),
        ("derivation", "html", b"<!"),
        ("derivation", "tex", b"\\documentclass"),
        ("derivation", "json", b"{"),
    ],
)
def test_files_to_take_away(what: str, kind: str, begins: bytes) -> None:
    made = export.run(what, kind, CHICKEN)
    data = base64.b64decode(made["data"])
    assert made["ending"] == f".{kind}"
    assert data.lower().startswith(begins.lower())
    assert data
    if what == "game":
        assert loads(data.decode(), kind) == noun.noun_of(CHICKEN)


def test_a_derivation_is_not_written_as_anything() -> None:
    with pytest.raises(GameError, match=r"not written as \.doc"):
        export.run("derivation", "doc", CHICKEN)


@pytest.mark.parametrize(
    ("text", "some", "none"),
    [
        (CHICKEN, {"json", "nfg"}, {"py"}),
        ("kuhn-poker", {"efg", "json"}, {"nfg"}),
        ("nim 3 4 5", {"json"}, {"nfg", "efg"}),
    ],
)
def test_formats_of_a_game(text: str, some: set[str], none: set[str]) -> None:
    found = set(export.formats(text))
    assert some <= found
    assert not none & found


def test_a_file_becomes_a_text_that_says_the_same_game() -> None:
    text = base64.b64decode(export.run("game", "nfg", CHICKEN)["data"]).decode()
    assert loads(noun.run(text, "nfg"), "json") == noun.noun_of(CHICKEN)
    assert loads(noun.run(CHICKEN), "json") == noun.noun_of(CHICKEN)
    assert loads(noun.run(f" {CHICKEN}\n", "text"), "json") == noun.noun_of(CHICKEN)
    with pytest.raises(GameError, match="not with doc"):
        noun.run(text, "doc")


def test_rules_are_played_at_random_and_tables_are_not() -> None:
    assert check.run("tic-tac-toe")["passed"]
    assert check.run(CHICKEN) == {
        "passed": True,
        "text": "a strategic game; it has no rules to play by",
    }


def test_facts_and_methods() -> None:
    assert describe.run("kuhn-poker")[:2] == [["Kuhn poker", ""], ["players", "2, zero-sum"]]
    found = {method["name"]: method for method in methods.run("kuhn-poker")}
    assert found["cfr"]["reason"] in ("", None)
    assert "hidden information" in found["alpha-beta"]["reason"]


def test_pictures_and_plain_colors() -> None:
    page, plain = draw.run(CHICKEN, "movement"), draw.run(CHICKEN, "movement", plain=True)
    assert page["code"] == "game.draw(what='movement')"
    assert page["svg"] != plain["svg"]
    assert plain["svg"].startswith("<svg")


def test_every_sample_of_the_shelf_names_its_game() -> None:
    entries = shelf.run()
    assert len(entries) > 200
    assert all(entry["sample"].split()[0] == entry["name"] for entry in entries)


def test_what_a_page_knows_of_a_game() -> None:
    seen = look.run("bankruptcy 200 100 200 300")
    assert seen["kind"] == "bankruptcy"
    assert {p["name"] for p in seen["parameters"]} >= {"estate", "claims"}
    assert look.run("tic-tac-toe")["has_moves"]


@pytest.mark.parametrize(
    ("typed", "read"),
    [("[1, 2", "[1, 2"), ("x", "x"), ("'a'", "a"), ("no", False), ("1, x", [1, "x"]), ("", None)],
)
def test_options_as_typed(typed: str, read: Any) -> None:
    assert read_options({"option": typed}) == ({} if read is None else {"option": read})


def test_pages_read_no_files() -> None:
    with pytest.raises(GameError, match="checkpoint: a page reads and writes no files"):
        read_options({"checkpoint": "x"})


def test_a_task_that_only_waits_says_how_long() -> None:
    assert sleep.run(0.01) >= 0.01


def test_the_first_job_finds_everything_loaded() -> None:
    assert warm_up.run()


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        ({"text": "matrix 1 2; 3"}, "row 2 has 1 entry"),
        ({"text": "no-such-game"}, "the first page lists them all"),
        ({"text": "chicken", "method": "simplx"}, "did you mean"),
    ],
)
def test_a_job_that_fails_is_one_line(arguments: dict[str, Any], line: str) -> None:
    said = worker._done({"task": "solve", "arguments": arguments})
    assert line in said["error"]
    assert "\n" not in said["error"]


@pytest.mark.parametrize(
    ("error", "line"),
    [
        (RecursionError(), "this is nested too deeply"),
        (OverflowError(), "write it as a fraction"),
        (ModuleNotFoundError("x", name="jax"), "needs the package jax"),
        (KeyError("x"), "unexpected KeyError: 'x'"),
    ],
)
def test_errors_in_plain_words(error: Exception, line: str) -> None:
    assert line in worker.plainly(error)


def test_messages_are_read_as_they_were_written() -> None:
    pipe = BytesIO()
    worker._write(pipe, {"answer": "½"})
    worker._write(pipe, {"answer": object()})
    pipe.seek(0)
    assert worker._read(pipe) == {"answer": "½"}
    assert "cannot be shown" in (worker._read(pipe) or {})["error"]
    assert worker._read(pipe) is None


SESSION = [
    Asked("chicken", "solve", "game.solve()"),
    Asked("chicken", "verify", "game.solve()"),
    Asked("chicken", "explain", "game.explain()"),
    Asked("nim 3 4 5", "draw", "game.draw()"),
]


def test_a_session_is_a_program(tmp_path: Any, monkeypatch: Any, capsys: Any) -> None:
    path = tmp_path / "session.py"
    path.write_text(script(SESSION))
    monkeypatch.chdir(tmp_path)
    spec = importlib.util.spec_from_file_location("session", path)
    assert spec is not None
    assert spec.loader is not None
    spec.loader.exec_module(importlib.util.module_from_spec(spec))
    assert (tmp_path / "picture-1.svg").read_text().startswith("<svg")
    assert "equilibri" in capsys.readouterr().out


def test_a_session_is_a_notebook() -> None:
    cells = json.loads(notebook(SESSION))["cells"]
    sources = ["".join(cell["source"]) for cell in cells]
    assert sources[1:3] == ["game = read_game('chicken')", "answer = game.solve()\nanswer"]
    assert sources[-1] == "game.draw()"
