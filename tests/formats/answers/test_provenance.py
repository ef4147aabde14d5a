"""Answers say where they come from, and are checked without being told the game."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

import kibitz as kb
from helpers.commands import ANSWERS, printed
from kibitz.cli import app
from kibitz.core.certificate import check
from kibitz.formats.answers.documents import save_answers, verify_documents
from kibitz.formats.answers.provenance import KEYS, document, rebuilt, specification

SLOW = ("solve entry-deterrence", "quantal-response chicken", "solve one-parameter")


def run(*words: str) -> tuple[int, str, str]:
    done = CliRunner().invoke(app, [*words])
    return done.exit_code, done.stdout, done.stderr


@pytest.mark.parametrize(
    "words", [w if w not in SLOW else pytest.param(w, marks=pytest.mark.slow) for w in ANSWERS]
)
def test_what_a_command_prints_is_checked_from_its_file_alone(words, tmp_path):
    data = printed(words)
    assert set(data["provenance"]) == set(KEYS)
    assert data["provenance"]["command"] == words.split()[0]
    file = tmp_path / "answer.json"
    file.write_text(json.dumps(data))
    status, told, error = run("verify", str(file))
    assert status == 0, told + error
    assert "not proved" in told
    assert "provenance" in told


def test_the_game_is_rebuilt_from_its_name_its_numbers_or_its_seed():
    for game in (
        kb.game("random-bimatrix 3 3", seed=7),
        kb.matrix("1 1/2; 0 3"),
        kb.game("nim 3 4 + kayles 5"),
        kb.game("kuhn-poker"),
        kb.game("silverman"),
    ):
        again = rebuilt({"provenance": {"game": json.loads(json.dumps(specification(game)))}})
        assert type(again) is type(game)
        assert specification(again) == specification(game)


def test_an_answer_that_names_another_game_says_so(tmp_path):
    file = tmp_path / "answer.json"
    kb.save(kb.matrix("1 -1; -1 1").solve(), file)
    assert "another game" not in run("verify", "matrix", "1 -1; -1 1", str(file))[1]
    status, told, _ = run("verify", "matrix", "2 -2; -2 2", str(file))
    assert status == 0  # what it claims holds of both
    assert "provenance names another game than this one" in told


def test_a_game_in_the_provenance_that_is_not_the_one_solved_is_found_out(tmp_path):
    data = document(kb.game("blotto 4 3 2").solve())
    data["provenance"]["game"]["parameters"] = {"red": 5, "blue": 2, "posts": 2}
    file = tmp_path / "answer.json"
    file.write_text(json.dumps(data))
    assert run("verify", str(file))[0] != 0


def test_a_game_written_in_python_is_asked_for_and_never_run(tmp_path):
    class Own(kb.Rules):
        pass

    told = specification(Own())
    assert told == {"kind": "python", "class": told["class"]}
    assert told["class"].endswith("Own")
    file = tmp_path / "answer.json"
    file.write_text(json.dumps({"kind": "search", "provenance": {"game": told}}))
    status, _, error = run("verify", str(file))
    assert status == 2
    assert "written in Python; give the game before the file" in error


def test_python_answers_say_method_options_and_time():
    data = document(kb.game("chicken").solve("lemke-howson", label=1))
    told = data["provenance"]
    assert (told["method"], told["options"]) == ("lemke-howson", {"label": 1})
    assert told["seconds"] > 0
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", told["at"])
    assert told["kibitz"] == kb.__version__
    assert check(kb.game("chicken"), data).holds
    assert "provenance" in check(kb.game("chicken"), data).unproved


def test_many_answers_are_checked_in_one_command(tmp_path):
    games = [kb.game("chicken"), kb.matrix("0 2; 3 1"), kb.game("nim 3 4")]
    files = []
    for k, game in enumerate(games):
        files.append(tmp_path / f"{k}.json")
        kb.save(game.solve(), files[-1])
    status, told, _ = run("verify", *map(str, files))
    assert (status, told.splitlines()[-1]) == (0, "3 of 3 answers hold")
    lines = tmp_path / "all.jsonl"
    save_answers([game.solve() for game in games], lines)
    assert all(proof.holds for _, proof in verify_documents(lines))
    assert run("verify", str(lines))[0] == 0
    broken = lines.read_text().replace('"value": "3/2"', '"value": "5/3"')
    lines.write_text(broken)
    status, told, _ = run("verify", str(lines), "--json")
    assert status == 1
    assert [json.loads(line)["holds"] for line in told.splitlines()] == [True, False, True]


def test_a_game_in_a_file_and_a_claim_are_still_a_game_and_a_claim(tmp_path):
    kb.save(kb.matrix("0 2; 3 1"), tmp_path / "game.json")
    kb.save(kb.matrix("0 2; 3 1").solve(), tmp_path / "claim.json")
    assert run("verify", str(tmp_path / "game.json"), str(tmp_path / "claim.json"))[0] == 0


def test_a_saved_answer_names_its_game(tmp_path):
    file = tmp_path / "answer.json"
    assert run("solve", "chicken", "--save", str(file))[0] == 0
    assert run("verify", str(file))[0] == 0
    assert kb.load_answer(file).verify().holds


def test_bad_files_are_one_line(tmp_path):
    file = Path(tmp_path) / "answer.json"
    file.write_text('{"kind": "matrix-solution", "value": "0"}')
    status, _, error = run("verify", str(file))
    assert status == 2
    assert "does not name its game" in error
    with pytest.raises(kb.GameError, match=r"saved as \.json"):
        kb.save(kb.matrix("1").solve(), tmp_path / "x.nfg")


def test_answers_about_no_game_and_puzzles_are_checked_among_others(tmp_path):
    asked = ["dice 2", 'nimbers "8 * 8"', "puzzle queens 4", "solve chicken --method lemke-howson"]
    files = []
    for words in asked:
        files.append(tmp_path / f"{len(files)}.json")
        files[-1].write_text(json.dumps(printed(words)))
    status, told, error = run("verify", *map(str, files))
    assert (status, told.splitlines()[-1:]) == (0, ["4 of 4 answers hold"]), told + error
    lines = tmp_path / "all.jsonl"
    lines.write_text("".join(file.read_text() + "\n" for file in files))
    assert run("verify", str(lines))[0] == 0


@pytest.mark.parametrize(
    "asked",
    [
        ("tic-tac-toe", "auto"),
        ("kayles 4", "period"),
        ("kayles 4", "misere-quotient"),
        ("pig 5", "auto"),
        ("finger-game 3", "symmetric-equilibria"),
    ],
)
def test_what_python_saves_names_what_was_asked_about(asked, tmp_path):
    name, method = asked
    file = tmp_path / "answer.json"
    kb.save(kb.game(name).solve(method), file)
    assert kb.load_answer(file).verify().holds
    assert run("verify", str(file))[0] == 0


def test_an_unknown_kind_is_one_short_line(tmp_path):
    file = tmp_path / "answer.json"
    file.write_text(json.dumps({**printed("solve chicken"), "kind": "oracle"}))
    status, _, error = run("verify", str(file))
    assert status == 2
    assert "'oracle' is not a kind of claim" in error
    assert len(error) < 300
