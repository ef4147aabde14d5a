"""Completions as a shell asks for them, and names of rows, columns and players."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]
Refuse = Callable[..., str]


def complete(*words: str) -> list[str]:
    asked = {"COMP_WORDS": " ".join(words), "COMP_CWORD": str(len(words) - 1)}
    environment = {**os.environ, **asked, "_KIBITZ_COMPLETE": "complete_bash"}
    command = [sys.executable, "-c", "from kibitz.cli import main; main()"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    return done.stdout.split()


def test_the_tab_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("blowup.nfg").write_text("")
    Path("blot.dat").write_text("")
    found = complete("kibitz", "solve", "blo")
    assert {"blotto", "blowup.nfg"} <= set(found)
    assert "blot.dat" not in found
    assert complete("kibitz", "tourn") == ["tournament"]
    assert complete("kibitz", "solve", "chicken", "--method", "lemke-h")[0] == "lemke-howson"
    assert complete("kibitz", "exercise", "two-b") == ["two-by-n", "two-by-two"]
    assert complete("kibitz", "draw", "chicken", "--theme", "d") == ["dark"]


@pytest.mark.skipif(shutil.which("zsh") is None, reason="zsh is not installed")
def test_zsh_takes_the_code() -> None:
    code = 'autoload -Uz compinit && compinit -D -u; eval "$($0 -m kibitz.cli completion zsh)"'
    command = ["zsh", "-f", "-c", f"{code}; print $_comps[kibitz]", sys.executable]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.stdout.strip(), done.stderr) == ("_kibitz_completion", "")


def test_scripts_for_shells(run: Run, refuse: Refuse) -> None:
    for shell in ("bash", "zsh", "fish", "powershell"):
        assert "_KIBITZ_COMPLETE" in run("completion", shell).stdout
    assert "'csh'; did you mean" in refuse("completion", "csh")


def test_names_of_rows_columns_and_players(run: Run, refuse: Refuse) -> None:
    table = ("matrix", "-2 3; 3 -4")
    shown = run("solve", *table, "--rows", "Up,Down", "--columns=L,R", "--players", "Ann,Bob")
    assert "row player Ann      Up: 7/12   Down: 5/12" in shown.stdout
    assert (
        shown.stdout
        == run("solve", "--rows", "Up,Down", *table, "columns=L,R", "players=Ann,Bob").stdout
    )
    cells = "1,1,1 0,0,0; 0,0,0 0,0,0 | 0,0,0 0,0,0; 0,0,0 2,2,2"
    assert (
        "x: a | y: 1"
        in run("solve", "strategic", cells, "--rows", "a,b", "--players", "x,y,z").stdout
    )
    assert "Walk" in run("explain", "bimatrix", "1,2 3,4; 5,6 7,8", "--title", "Walk").stdout
    assert "--rows needs names" in refuse("solve", *table, "--rows")
    assert "did you mean 'rows'" in refuse("solve", *table, "rowz=a,b")
    assert "no parameter 'rows'" in refuse("solve", "blotto", "4", "3", "2", "--rows", "a,b")
