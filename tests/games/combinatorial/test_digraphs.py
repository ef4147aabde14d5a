"""Digraphs typed on the command line, in text and in files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

import kibitz as kb
from kibitz.cli import app
from kibitz.combinatorial import digraph


def run(*words: str) -> str:
    result = CliRunner().invoke(app, list(words))
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.mark.parametrize(
    "words",
    [
        ["digraph", "a>b a>c b>c", "a"],
        ["digraph", "a>b", "a>c", "b>c"],
        ["digraph", "a>b>c", "a>c", "start=a"],
        ["digraph a>b a>c b>c"],
        ["digraph", "a->b,a->c,b→c"],
    ],
)
def test_arrows_in_words(words: list[str]) -> None:
    told = json.loads(run("solve", *words, "--json"))
    assert (told["outcome"], told["nimber"]) == ("N", 2)
    assert told["outcomes"] == {"a": "N", "b": "N", "c": "P"}
    assert told["values"] == {"a": "2", "b": "1", "c": "0"}
    assert [move["leaves"] for move in told["winning_moves"]] == ["c"]


def test_another_start_misere_play_and_cycles() -> None:
    assert "outcome P" in run("solve", "digraph", "a>b a>c b>c", "c")
    assert "outcome N" in run("solve", "digraph", "a>b a>c b>c", "c", "play=misere")
    assert "value inf{0}" in run("solve", "digraph", "x>x x>y", "x")
    assert "all vertices: x T inf{}, y T inf{}" in run("solve", "digraph", "x>y y>x")
    assert "Fraenkel" in run("explain", "digraph", "x>x x>y")


@pytest.mark.parametrize(
    "data",
    [
        {"kind": "digraph", "digraph": {"1": [2, 3], "2": ["3"], "3": []}, "start": 1},
        {"digraph": "1>2 1>3 2>3"},
        {"digraph": [[1, 2], [1, 3], [2, 3]], "play": "normal", "title": "three"},
    ],
)
def test_digraphs_in_files(data: object, tmp_path: Path) -> None:
    file = tmp_path / "graph.json"
    file.write_text(json.dumps(data))
    assert "nimber 2" in run("solve", str(file))
    game = kb.load(str(file))
    again = tmp_path / "again.json"
    kb.save(game, str(again))
    assert kb.load(str(again)) == game


def test_any_digraph_can_be_saved(tmp_path: Path) -> None:
    game = kb.impartial(5, lambda n: [n - k for k in (1, 2) if k <= n]).graph()
    kb.save(game, str(tmp_path / "heap.json"))
    back = kb.load(str(tmp_path / "heap.json"))
    assert back.outcomes() == {str(n): label for n, label in game.outcomes().items()}


@pytest.mark.parametrize(
    ("call", "words"),
    [
        ("digraph a>b q", "the start 'q' is not on any arrow"),
        ("digraph a>b a b", "more than one start"),
        ("digraph a>b a start=b", "more than one start"),
        ("digraph a> ", "is not an arrow"),
        ("digraph a>b a>b", "listed twice"),
        ("digraph a>b start=c", "the start 'c' is not a vertex"),
        ("digraph a>b play=odd", "play is 'odd'"),
    ],
)
def test_bad_digraphs(call: str, words: str) -> None:
    with pytest.raises(kb.GameError, match=words):
        kb.game(call)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({"digraph": {"a": ["b"]}}, "not a vertex"),
        ({"digraph": {}}, "no vertices"),
        ({"digraph": [["a"]]}, "an arrow has two"),
        ({"digraph": 3}, "expected a list"),
        ({"digraph": "a>b", "begin": "a"}, "unknown key"),
    ],
)
def test_bad_files(data: object, words: str, tmp_path: Path) -> None:
    file = tmp_path / "graph.json"
    file.write_text(json.dumps(data))
    with pytest.raises(kb.GameError, match=words):
        kb.load(str(file))


def test_text_in_python() -> None:
    assert digraph("a>b>c a>c", "b").nimber() == 1
    with pytest.raises(kb.GameError, match="no vertices"):
        digraph("")


@pytest.mark.parametrize("text", ["x>y,z y>z", "a>b,c", "a→b,c b>c"])
def test_a_name_behind_a_comma_is_not_taken_for_a_start(text: str) -> None:
    with pytest.raises(kb.GameError, match=r"is not an arrow; write .>. for a move from"):
        kb.game(f"digraph {text} b>d")
    with pytest.raises(kb.GameError, match="is not an arrow"):
        digraph(text)


def test_followers_listed_for_each_vertex():
    paper = kb.game("digraph a:b,c b:c")
    assert paper == kb.game("digraph a>b a>c b>c") == kb.combinatorial.digraph("a:b,c; b:c")
    assert kb.combinatorial.digraph('{"a": ["b", "c"], "b": ["c"], "c": []}') == paper
    assert kb.game("digraph a:b,c b:c start=b").nimber() == 1


@pytest.mark.parametrize(
    ("call", "words"),
    [
        ("digraph a:b a:c", "write each vertex once"),
        ("digraph :b", "write each vertex once"),
        ("digraph b a:c", "follows no vertex"),
        ("digraph graph.json", "is the name of a file"),
        ('digraph {"a": 3}', "is not a digraph"),
    ],
)
def test_lists_of_followers_that_cannot_be_read(call: str, words: str):
    with pytest.raises(kb.GameError, match=words):
        kb.game(call)


def test_an_object_of_lists_is_a_digraph(tmp_path):
    path = tmp_path / "graph.json"
    path.write_text('{"s": ["t", "u"], "t": ["u"], "u": []}')
    assert kb.load(path).nimbers() == {"s": 2, "t": 1, "u": 0}


@pytest.mark.parametrize(
    "graph",
    [
        '{"s": ["t", "u"], "t": ["u"], "u": []}',
        '{"s": ["t","u"],"t":["u"],"u":[]}',
        "{'s' : [ 't', 'u' ], 't': [ 'u' ], 'u': [ ]}",
        "{'s': 'tu', 't': 'u', 'u': ''}",
    ],
)
def test_an_object_of_lists_is_typed_with_or_without_blanks(graph: str):
    result = CliRunner().invoke(app, ["solve", "digraph", graph, "--json"])
    assert json.loads(result.stdout)["values"] == {"s": "2", "t": "1", "u": "0"}
