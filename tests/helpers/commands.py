"""Commands with ``--json`` whose answers say everything that an answer can say, quick ones."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

from click import Context
from typer.main import get_command
from typer.testing import CliRunner

from kibitz.cli import app

ANSWERS = [
    'solve matrix "-2 3; 3 -4"',
    'solve matrix "1 -1; -1 1" --float',
    "solve blotto 4 3 2 --all",
    "solve chicken --method lemke-howson",
    "solve random-matrix 3 4 --seed 5",
    "solve kuhn-poker",
    "solve beer-quiche",
    "solve selten-horse",
    "solve big-match",
    "solve dare",
    "solve ladder",
    "solve growing-stakes",
    "solve nim 3 4 5",
    'solve "nim 3 4 + kayles 4"',
    "solve kayles 7",
    "solve hackenbush",
    "solve wythoff",
    "solve fibonacci-nim 7",
    "solve chomp",
    "solve turning-turtles",
    "solve transfinite-nim",
    "solve gloves",
    "solve airport",
    "solve bankruptcy",
    "solve cournot",
    "solve stackelberg",
    "solve monopoly",
    "solve entry-deterrence",
    "solve la-relance",
    "solve la-relance b",
    "solve von-neumann-poker",
    "solve one-parameter",
    "solve mendelsohn-infinite",
    "solve share-a-sum",
    "solve bargaining-triangle",
    "solve dresher 3",
    'solve coalition "A:1 B:3 A,B:6"',
    'solve cost "A:100 B:110 A,B:140"',
    'solve \'{"c": [2, 1], "A": [[1, 1]], "b": [4]}\'',
    'solve "max(min(3, 12), 2)"',
    'solve stochastic "G: G, 1; 1, 0" endless=0',
    'evaluate matrix "1 -1; -1 1" --row 1/2,1/2 --column 1/2,1/2',
    "equilibria chicken",
    "equilibria random-bimatrix 3 3 --seed 4",
    "equilibria chicken --symmetric",
    "quantal-response chicken",
    'dominance matrix "4 1; 5 2"',
    "safety chicken",
    "correlated chicken",
    "stackelberg chicken",
    "pareto chicken",
    "structure chicken",
    "repeat prisoners-years --rounds 3",
    "dynamics chicken --time 1",
    "nash-map chicken",
    "cfr kuhn-poker --iterations 100",
    'iterate stochastic "G: 1 + 3G/5, 3 + G/5; 1 + 4G/5, 2 + 2G/5" -n 4',
    'search "max(min(3, 12), 2)"',
    "size --branching 35 --plies 4",
    "puzzle queens 6",
    'puzzle tiles "1 2 3 / 4 5 6 / 7 0 8"',
    "bandit 0.2 0.5 --policy ucb1 --rounds 50",
    "dice 2 --total",
    "dice 2",
    'gain "9 5" "6 2; 3 3"',
    'gain "Wind,Rain,Play; No,No,Yes; Yes,No,Yes; No,Yes,Yes; Yes,Yes,No" --tree',
    'gain "Wind,Rain,Play; No,No,Yes; Yes,Yes,No" --criterion gini --tree',
    'gain "Wind,Play; No,Yes; Yes,Yes" --tree',
    'genes --fitness "5 1 3" --selection tournament:3 --draws "0 0.5"',
    "genes 01101 11000 --cross 4 --mutate 2",
    "genes 1111 0000 --mask 1001",
    "genes abcd efgh --cross 1,3",
    'updates "A Right -1 B; B Right 10 end" --rate 1/2 --discount 9/10',
    'updates "A Right -1 B; B Left 10 end" --rule sarsa --table \'{"A": {"Left": 2}}\'',
    'updates "A 1 B; B 3 end" --rule td-0 --table \'{"A": 2}\'',
    'perceptron "0,0,0; 0,1,0; 1,0,0; 1,1,1"',
    'perceptron "1,2,1; 2,-1,-1" --weights 0,1 --rate 0.5 --strict --rounds 1',
    'hands "Ac Kc Qc Jc Tc" "9c 9d 9h 9s 2c" "9c 9d 9h 9s 3c 2c"',
    "hands --ranking 2-7 --ranks 2-8 --suits 3 --size 3",
    "sequence 0.77 --to 200 --period",
    'nimbers "8 * 8"',
    'duopoly cournot --demand "17-Q" --cost "q+9"',
    'duopoly bertrand --demand "10-p" --cost 2',
    'bargain bimatrix "0 6 -1; 4 3 5" "0 2 2; -1 6 5"',
    'bargain "x >= 0; 0 <= y <= 4-x^2" --disagreement 0,1 --solution nash',
    'coalition "v(S) = |S|^2" --players 4 --shapley',
    "coalition gloves --core --nucleolus --kernel",
    "voting 51 --weights 40,30,20,10",
    "bankruptcy 200 --claims 100,200,300",
    "bankruptcy 200 --claims 100,200,300 --rule talmud",
    'utility "1/3 A + 2/3 B" C -u A=1,B=0,C=2/5',
    'utility -p "A > B" -p "B > C"',
    'contraction "x/2 + 1" --start 0 --factor 1/2 --steps 5',
]
"""What is typed, without ``--json``."""


MORE = [
    'search "max(min(3, 12, 8), min(2, 4, 6))" --plan',
    'search "max(min(3, 12, 8), min(2, 4, 6))" --follow \'{"A": "1"}\'',
    'search "max(min(3, 12, 8), min(2, 4, 6))" --orders',
    'search "nim 1 2" --table',
    'puzzle tiles "1 2 3 0" --distances',
    "solve hawk-dove --method evolutionarily-stable",
    "solve gloves --method multilinear-extension",
    'search "max(min(3, 12, 8), min(2, 4, 6))" --ranges',
    "puzzle queens 4 --all",
    'utility -p "A > B" -p "B > A"',
    'utility -i "C ~ 1/3 A + 2/3 B" --zero B --one A',
    "utility A B C --axioms lexicographic",
    "play nim 3 4 --me random --seed 1",
    "play tic-tac-toe --me random --vs random",
    "tournament tic-tac-toe random depth:2 --games 2",
    "sequence kayles --to 20",
    "bandit 0.4 0.6 --rounds 5",
    'bandit 0.2 0.5 --past "0 1; 1"',
    "bargain bargaining-triangle --sets",
    'duopoly entry -d "17-Q" -c "q+9"',
    'duopoly cournot -d "a-Q" -c "c*q"',
    'solve bimatrix "3.5,3 0,4; 4,0 1,1.25"',
    'equilibria bimatrix "3.5,3 0,4; 4,0 1,1.25"',
    "solve chicken --verify",
    "check tic-tac-toe --games 3",
]
"""More of them, some of which need no check or take a while."""

SHAPES = [
    "size kuhn-poker",
    "size pig",
    "size --hand 3 --ranks 4 --suits 2",
    "size checkers --pieces 2",
    "size --branching 20 --chance 21 --plies 3 --nodes 1000",
    "size --branching 35 --plies 4 --nodes 2000000",
    "size tic-tac-toe a1 b2 c3 a3 b3",
    "bandit 0.2 0.5 --pulls 2 --rounds 10",
    'puzzle tiles "1 2 3 / 4 0 5" --trace',
    "puzzle queens 5 --count",
    'search "max(min(3, 12, x), min(2, 4, 6))" --ranges --bounds -3,3',
    'search \'{"a": {"b": 3, "c": 12}, "d": 2}\' --against \'{"A.a": "b"}\'',
    "sequence lasker --to 20",
    "sequence mock-turtles",
    "sequence rugs --to 3",
    "sequence wythoff",
    "sequence 0.6 --to 40 --period",
    'nimbers "x^2 + x + 8 = 0"',
    "solve sos 5",
    'solve "nim 3 4 + kayles 5"',
    'solve digraph "x>y y>x y>z"',
    "solve at-least-half 1000000000000000000 1000000",
    "solve mock-turtles 3 100000",
    'solve stochastic "A: B, 1; 1, 0 | B: A, 1; 2, 0" endless=0',
    "solve serve",
    "solve big-match",
    "solve battleship 2 2 2",
    "iterate dare -n 3",
    'evaluate dresher 3 --row "1/2 1/4 1/4"',
    'evaluate battleship 2 2 2 --row "1/2 1/6 1/6 1/6"',
]
"""Commands whose answers have other fields when they are asked in other ways."""

REPORTED = [
    "explain chicken",
    'explain matrix "1 -1; -1 1"',
    "explain nim 3 4 5",
    "explain kuhn-poker",
    'explain "max(min(3, 12), 2)"',
    "describe chicken",
    "describe nim 3 4 5",
    "describe kuhn-poker",
    "describe gloves",
    "sequence subtraction set=1,3,4 misere --period",
    "games heaps",
    "games random",
    "methods chicken",
    "methods kuhn-poker",
    "convert chicken --to nfg",
    "convert chicken -o FOLDER/chicken.nfg",
    "draw chicken -o FOLDER/chicken.svg",
    'coalition "A:1 B:2 A,B:t"',
    'coalition "A:1 B:2 A,B:t" --verify',
    "exercise",
    "exercise saddle-point",
    "exercise saddle-point --solutions",
    "exercise saddle-point --hint",
    "exercise --want ?",
    "experiment",
    'batch "nim {1..3} 2" "no-such-game" --workers 0 -o FOLDER/rows',
    "warm nim",
    "verify FOLDER/answer.json",
    "analyze tic-tac-toe a1 b2",
    "experiment FOLDER/room.json",
    "grade FOLDER/sheet.json FOLDER/answers.json",
    "train tic-tac-toe --method q-learning --rounds 20 -o FOLDER/learner.kbz",
    "tour",
]
"""Commands that tell of games, files and exercises; FOLDER holds their files."""
LONG_REPORTED = [
    "reproduce young",
    "database lone-king -o FOLDER/kqk.kbpd --verify --samples 50",
    "database chess-ending KQK -o FOLDER/kqk-layers.kbpd --verify --samples 50",
]
"""The same, which take seconds."""
FILES = [
    "solve chicken --method lemke-howson --save FOLDER/answer.json",
    "exercise saddle-point -o FOLDER/sheet.json",
    "exercise saddle-point --answers -o FOLDER/answers.json",
    "experiment guess FOLDER/room.json --players Ada,Bob",
    "experiment FOLDER/room.json Ada=33 Bob=20",
]
"""What writes the files that the reports are about."""


def examples_of_help() -> dict[str, str]:
    """The first example in the help of every command with ``--json``."""
    group: Any = get_command(app)
    around, found = Context(group), {}
    for name in group.list_commands(around):
        command = group.get_command(around, name)
        lines = (line.strip() for line in (command.help or "").splitlines())
        if any("--json" in option.opts for option in command.params):
            found[name] = next(line[7:] for line in lines if line.startswith("kibitz "))
    return found


def unlisted() -> list[str]:
    """Examples of the commands that no list above has; `exploit` needs a file."""
    lists = [*ANSWERS, *MORE, *SHAPES, *REPORTED, *LONG_REPORTED]
    listed = {"exploit", *(words.split()[0] for words in lists)}
    return [words for name, words in examples_of_help().items() if name not in listed]


def write_files(folder: Path) -> None:
    """Write the files that the reports are about."""
    for words in FILES:
        done = CliRunner().invoke(app, shlex.split(words.replace("FOLDER", folder.as_posix())))
        assert done.exit_code == 0, (words, done.stderr)


def printed_in(folder: Path, words: str) -> Any:
    """What a command prints as JSON that reads and writes files of a folder."""
    return printed(words.replace("FOLDER", folder.as_posix()))


def printed(words: str) -> Any:
    """What a command prints as JSON."""
    done = CliRunner().invoke(app, [*shlex.split(words), "--json"])
    assert done.exit_code == 0, (words, done.stderr)
    return json.loads(done.stdout)
