"""Without sympy everything works but closed forms, which name what is missing in one line."""

from __future__ import annotations

import subprocess
import sys
from textwrap import dedent

BLOCKED = """
import sys
class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == "sympy":
            raise ImportError("sympy is blocked")
sys.meta_path.insert(0, Blocked())
"""


def _run(code: str) -> subprocess.CompletedProcess[str]:
    whole = BLOCKED + dedent(code)
    return subprocess.run(
        [sys.executable, "-c", whole], capture_output=True, text=True, check=False
    )


def test_games_with_numbers_are_solved() -> None:
    found = _run(
        """
        import kibitz as kb
        from kibitz import continuous as c
        print(c.cournot("17-Q", "q+9").solve().price)
        print(c.stackelberg("17-Q", ["q+2", "3q+1"]).solve().price)
        print(c.entry("17-Q", "q+9").solve().decision)
        print(c.bertrand("10-p", [2, 2, 3]).solve().prices)
        print(c.cournot("17-Q", ["q", "q", "3q"]).solve().price)
        print(c.continuous_game(["x*exp(-x-y)", "y*exp(-x-y)"], (0, 3)).solve().verify().holds)
        print(kb.matrix("1 2; 3 0").solve().value)
        """
    )
    assert found.returncode == 0, found.stderr
    assert found.stdout.split("\n")[:3] == ["19/3", "11/2", "deterred"]


def test_closed_forms_name_the_extra() -> None:
    arguments = ["duopoly", "cournot", "--demand", "a-Q", "--cost", "c*q"]
    found = _run(
        f"import sys; sys.argv = ['kibitz', *{arguments!r}]\nimport kibitz.cli as c; c.main()"
    )
    assert found.returncode == 2
    assert "kibitz[symbolic]" in found.stderr
    assert len(found.stderr.strip().split("\n")) == 1
