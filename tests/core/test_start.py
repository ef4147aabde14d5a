"""Small games are solved without the libraries that large ones need."""

from __future__ import annotations

import subprocess
import sys

WORDS = """
import sys
import kibitz as kb
assert not [m for m in sys.modules if m.partition(".")[0] == "numpy"], "numpy"
kb.matrix("1 2; 3 0").solve()
kb.bimatrix("3,2 0,0; 0,0 2,3").solve()
kb.game("kuhn-poker").solve()
(kb.game("nim 3 4 5") + kb.game("kayles 12")).solve()
print([m for m in ("scipy", "flint", "numba", "sympy", "rich", "typer") if m in sys.modules])
kb.game("big-match").solve()
print([m for m in ("scipy", "numba", "sympy", "rich", "typer") if m in sys.modules])
"""


def test_small_games_need_no_large_libraries() -> None:
    done = subprocess.run([sys.executable, "-c", WORDS], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("[]\n[]\n", "")


COMMAND = """
import sys
sys.argv = ["kibitz", "solve", "matrix", "1 2; 3 0", "--json"]
from kibitz.cli.machinery.program import run
try:
    run()
except SystemExit:
    print([m for m in ("pydantic", "rich", "scipy", "numba") if m in sys.modules])
"""


def test_the_command_line_needs_no_large_libraries() -> None:
    done = subprocess.run([sys.executable, "-c", COMMAND], capture_output=True, text=True)
    assert (done.stdout.splitlines()[-1], done.stderr) == ("[]", "")
