"""Grids: ranges, files, methods and options, each row once."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest

import kibitz as kb
from kibitz.experiments import expand, grid
from kibitz.experiments.rebuild import game_of
from kibitz.formats.json_files.form import to_json
from kibitz.formats.many import LINES, TABLE, write_games
from kibitz.formats.typed import typed_game


def test_a_range_may_stand_anywhere_even_in_a_word():
    codes = expand("octal 0.{0..7}{0..7}{0..7} 1")
    assert len(codes) == 512
    assert codes[0] == "octal 0.000 1"
    assert codes[-1] == "octal 0.777 1"


def test_ranges_count_down_and_in_steps():
    assert expand("nim {5..1..-2}") == ["nim 5", "nim 3", "nim 1"]
    assert expand("nim {3..1}") == ["nim 3", "nim 2", "nim 1"]
    assert expand("x {-1..1}") == ["x -1", "x 0", "x 1"]


def test_a_named_range_is_said_again():
    lines = expand("random-bimatrix {n=2..3} {n} seed={0..1}")
    assert lines[0] == "random-bimatrix 2 2 seed=0"
    assert lines[-1] == "random-bimatrix 3 3 seed=1"
    assert len(lines) == 4


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("nim {1..5..-1}", "empty"),
        ("nim {1..5..0}", "empty"),
        ("x {n=1..2} {n=3..4}", "twice"),
        ("x {1..99999} {1..99999}", "at most"),
        ("x {1..99999999999999999999}", "at most"),
    ],
)
def test_bad_ranges_are_one_line(text, said):
    with pytest.raises(kb.GameError, match=said):
        expand(text)


def test_files_games_and_words_make_one_grid(tmp_path):
    for k in range(3):
        kb.save(kb.matrix([[k, 1], [1, 0]]), tmp_path / f"game{k}.json")
    tasks = list(grid([f"{tmp_path}/*.json", "chicken", kb.matrix("1 2; 3 4")], ["auto"]))
    assert len(tasks) == 5
    assert tasks[0].specification["matrix"][0] == ["0", "1"]
    assert len({task.key for task in tasks}) == 5


def test_a_row_that_is_asked_for_twice_is_one_row():
    assert len(list(grid(["chicken", "chicken"], ["lemke-howson", "Lemke_Howson"]))) == 1


def test_keys_follow_from_game_method_and_options_alone():
    first, second = (next(iter(grid("chicken", "lemke-howson", {"label": k}))) for k in (0, 1))
    again = next(iter(grid("chicken", "lemke-howson", {"label": 0})))
    assert first.key == again.key != second.key


def test_games_in_python_files_are_refused_in_a_line():
    with pytest.raises(kb.GameError, match="games in Python files"):
        list(grid("my.py:Game"))


@pytest.mark.parametrize(
    "words",
    [
        "random-bimatrix 5 5 low=-99 high=99 seed=7",
        "random-bimatrix 3 seed=7 2",
        "blotto 4 3 2",
        "nim 3 4 5",
        "chicken",
        "tic-tac-toe",
        "octal 0.17 1",
        "misere-nim 3 4",
        "mnk 4 4 3",
        "nim 3 4 + kayles 5",
    ],
)
def test_the_game_of_a_row_is_the_one_that_is_typed(words):
    first, again = (game_of({"kind": "typed", "words": words}) for _ in range(2))
    assert first == again == typed_game([words])
    assert again.made_by == typed_game([words]).made_by


@pytest.mark.parametrize("words", ["seed=4 seed=5", "3 3 m=4", "3 frob=2", "3 3 3 3 3 3"])
def test_a_row_refuses_what_is_refused_when_typed(words):
    game_of({"kind": "typed", "words": "random-bimatrix 2"})  # from here on it is on the shelf
    refused = []
    for build in (typed_game, lambda line: game_of({"kind": "typed", "words": line[0]})):
        with pytest.raises(kb.GameError) as error:
            build([f"random-bimatrix {words}"])
        refused.append(str(error.value))
    assert refused[0] == refused[1]


def test_files_of_many_games_are_taken_game_by_game(tmp_path: Path) -> None:
    nouns = [kb.matrix("1 2; 3 4"), kb.game("chicken")]
    kinds = [LINES] + ([TABLE] if find_spec("pyarrow") is not None else [])
    for ending in kinds:
        file = tmp_path / f"games{ending}"
        write_games([to_json(noun) for noun in nouns], file)
        tasks = list(grid(str(file)))
        assert [game_of(task.specification) for task in tasks] == nouns
        assert all(task.game.startswith(str(file)) for task in tasks)
