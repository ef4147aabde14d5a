"""Options that would have no effect on a game are refused, not ignored."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

from kibitz.cli import app
from kibitz.cli.machinery.shell import COMMANDS, _command

BIMATRIX = ["bimatrix", "0 6 -1; 4 3 5", "0 2 2; -1 6 5"]

REFUSED = [
    ["coalition", "gloves", "--players", "A,B"],
    ["coalition", "gloves", "--missing", "zero"],
    ["coalition", "gloves", "--reading", "alpha"],
    ["coalition", "gloves", "--order", "1 2"],
    ["coalition", "A:1 B:3 A,B:6", "--reading", "alpha"],
    ["coalition", "A:1 B:3 A,B:6", "--costs", "--missing", "zero"],
    ["coalition", *BIMATRIX, "--players", "A,B"],
    ["coalition", *BIMATRIX, "--missing", "zero"],
    ["coalition", *BIMATRIX, "--costs"],
    ["coalition", *BIMATRIX, "--order", "1 2", "--reading", "alpha"],
    ["coalition", "A:1 B:3 A,B:6", "--over", "1 2"],
    ["bargain", *BIMATRIX, "--on", "0,1"],
    ["bargain", *BIMATRIX, "-s", "ntu", "-d", "1,2"],
    ["bargain", *BIMATRIX, "-s", "tu", "--weights", "1,2"],
    ["bargain", *BIMATRIX, "-s", "tu", "--free-disposal"],
    ["bargain", "0 0; 0 1; 3 0", "--threats", "1 0; 0 1"],
    ["bargain", *BIMATRIX, "--sets", "--weights", "1,2"],
    ["solve", "matrix", "1 2; 3 0", "--seconds", "1"],
    ["solve", "matrix", "1 2; 3 0", "--seed", "1"],
    ["solve", "nim", "3", "4", "--all"],
    ["solve", "matrix", "1 2; 3 0", "--digits", "2", "--json"],
    ["solve", "chicken", "--all", "--method", "lemke-howson"],
    ["play", "nim", "3", "4", "--moves", "1"],
    ["search", "max(3, 5)", "--player", "1"],
    ["search", "max(3, 5)", "--seed", "1"],
    ["search", "max(3, 5)", "--bounds", "-1,1"],
    ["search", "max(3, x)", "--ranges", "--set", "bounds=-1,1"],
    ["search", "max(3, 5)", "--orders", "--depth", "1"],
    ["search", "max(3, 5)", "--orders", "--table"],
    ["search", "max(3, 5)", "--table", "--method", "scout"],
    ["search", "max(3, 5)", "--plan", "--trace"],
]


@pytest.mark.parametrize("words", REFUSED, ids=" ".join)
def test_it_is_refused_in_one_line(words):
    found = CliRunner().invoke(app, words)
    assert found.exit_code == 2, found.stdout
    assert found.stderr.startswith("kibitz: ")
    assert found.stderr.count("\n") == 1


GAMES = {
    "solve": ["matrix", "1 2; 3 0"],
    "coalition": ["gloves"],
    "bargain": ["0 0; 0 1; 3 0"],
    "safety": ["chicken"],
    "pareto": ["chicken"],
}
HARMLESS = {
    ("bargain", "--free-disposal"),  # nothing is thrown away at this solution
    ("coalition", "--exact"),
    ("solve", "--exact"),
    ("safety", "--exact"),
    ("pareto", "--exact"),
}


@pytest.mark.parametrize(
    "command",
    [pytest.param(name, marks=pytest.mark.slow) if name == "coalition" else name for name in GAMES],
)
def test_every_option_of_a_command_changes_something_or_is_refused(command):
    assert command in COMMANDS
    plain = CliRunner().invoke(app, [command, *GAMES[command]])
    assert plain.exit_code == 0
    for option in _command(command).params:
        name = next((o for o in option.opts if o.startswith("--")), None)
        takes_a_file = "path" in str(getattr(option, "type_descriptor", "")).lower()
        if name in (None, "--help", "--output", "--save") or takes_a_file:
            continue
        words = [name] if option.is_flag else [name, "2"]
        found = CliRunner().invoke(app, [command, *GAMES[command], *words])
        changed = found.exit_code != 0 or found.stdout != plain.stdout
        assert changed or (command, name) in HARMLESS, words
