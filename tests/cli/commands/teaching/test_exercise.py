"""The commands for the class: sheets, hints, solutions, grades."""

from __future__ import annotations

import json

import pytest


def test_kinds_are_listed_with_their_chapters(run):
    shown = run("exercise").stdout
    assert "zero-sum" in shown
    assert "dominance              Dominated strategies (Ferguson II.2.3)" in shown
    listed = json.loads(run("exercise", "--json").stdout)["exercises"]
    assert {"name": "nim", "family": "impartial"}.items() <= listed[0].items() or len(listed) > 9


def test_the_same_seed_prints_the_same_sheet(run):
    first = run("exercise", "nim", "--seed", "7", "--level", "2", "--count", "2").stdout
    assert first == run("exercise", "nim", "--seed", "7", "--level", "2", "--count", "2").stdout
    assert "\n2. Nim\n" in first


@pytest.mark.parametrize("name", ["sheet.md", "sheet.html", "sheet.txt", "sheet.tex"])
def test_sheets_and_solutions_are_written(run, tmp_path, name):
    assert run("exercise", "two-by-two", "-o", name).stdout == f"wrote {name}\n"
    asked = (tmp_path / name).read_text()
    assert "Find the value of the game." in asked
    run("exercise", "two-by-two", "--solutions", "-o", name)
    solved = (tmp_path / name).read_text()
    assert "guarantee" in solved
    assert len(solved) > len(asked) + 500


def test_a_sheet_is_graded(run, tmp_path):
    run("exercise", "two-by-two", "--seed", "7", "-o", "sheet.json")
    run("exercise", "two-by-two", "--seed", "7", "--answers", "-o", "answers.json")
    result = run("grade", "sheet.json", "answers.json")
    assert result.exit_code == 0
    assert result.stdout.startswith("3 of 3 points\n")
    (tmp_path / "answers.json").write_text('[{"a": "31/6", "b": "1/2 1/2"}]')
    result = run("grade", "sheet.json", "answers.json", "--hint")
    assert result.exit_code == 1
    assert "(b) your strategy guarantees 7/2, the value is 31/6" in result.stdout
    assert "hint: Make II indifferent" in result.stdout
    marks = json.loads(run("grade", "sheet.json", "answers.json", "--json").stdout)["marks"]
    assert [mark["earned"] for mark in marks][0::2] == ["1", "0"]


def test_one_answer_is_checked_at_once(run):
    run("exercise", "two-by-two", "--seed", "7", "-o", "sheet.json")
    assert run("grade", "sheet.json", "-a", "1b=1/6 5/6").exit_code == 0
    result = run("grade", "sheet.json", "-a", "1a=3")
    assert result.exit_code == 1
    assert "(a) the value is not 3: it is larger" in result.stdout


def test_hints_are_printed_alone(run):
    shown = run("exercise", "nim", "--hint").stdout
    assert "without carrying" in shown
    assert "Heaps of" not in shown


def test_wishes_are_listed(run):
    assert "dominance by a mixture" in run("exercise", "--want", "?").stdout


def test_bad_requests_are_one_line(refuse):
    assert "unknown exercise 'nimm'" in refuse("exercise", "nimm")
    assert "choose one of" in refuse("exercise", "nim", "--hint", "--solutions")
    assert "written as" in refuse("exercise", "nim", "-o", "sheet.xyz")
    assert refuse("grade", "sheet.json", "answers.json").count("sheet.json: no such file") == 1
    nearly = "'nimm'; did you mean 'nim'? `kibitz exercise` lists them all"
    assert nearly in refuse("exercise", "nimm")
    assert ("'purple'; the property ? lists them all") in refuse(
        "exercise", "nim", "--want", "purple"
    )
    assert "give a file of answers" in refuse("grade", "sheet.json")


def test_questions_are_asked_with_hints_before_answers(run):
    typed = "3\n31/6\n?\n1/6 5/6\n1\n!\n"
    shown = run("exercise", "two-by-two", "--seed", "7", "--ask", stdin=typed).stdout
    assert "✗ the value is not 3: it is larger\nhint: There is no saddle point" in shown
    assert "hint: Make II indifferent" in shown
    assert "✗ this cannot be read: 1 number, 2 are needed" in shown
    assert "the answer is (1/6, 5/6)" in shown
    assert shown.endswith("2 of 3 points\n")
    assert run("exercise", "nim", "--ask", stdin="q\n").stdout.endswith("0 of 1 point\n")


def test_sheets_and_solutions_in_pdf(run, tmp_path):
    pytest.importorskip("typst")
    for words in ([], ["--solutions"], ["--slides"]):
        run("exercise", "nim", "core", "--count", "2", *words, "-o", "sheet.pdf")
        data = (tmp_path / "sheet.pdf").read_bytes()
        assert data.startswith(b"%PDF")
        (tmp_path / "sheet.pdf").unlink()
