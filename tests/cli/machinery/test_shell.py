"""How the program behaves in a shell: usage errors, signals, pipes, starting time."""

from __future__ import annotations

import ctypes
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import typer
from bench.long_commands import LONG

import kibitz as kb
from kibitz.cli.machinery.shell import COMMANDS, _interrupts, complaint

Run = Callable[..., Any]
Refuse = Callable[..., str]


def kibitz(*arguments: str, **options: Any) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "kibitz.cli", *arguments]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", **options)


def heed_ctrl_c() -> None:
    """In a new process: jobs that a script puts into the background begin with Ctrl-C ignored."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def ignore_ctrl_c() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def interrupted_class() -> RuntimeError:
    """What Python 3.11 makes of Ctrl-C where it names the attributes of a class."""
    error = RuntimeError("Error calling __set_name__")
    error.__cause__ = KeyboardInterrupt()
    return error


def test_ctrl_c_while_the_program_is_loaded(tmp_path: Path) -> None:
    (tmp_path / "typer.py").write_text("import os, signal\nos.kill(os.getpid(), signal.SIGINT)\n")
    path = os.pathsep.join([str(tmp_path), str(Path(kb.__file__).parents[1])])
    environment = {**os.environ, "PYTHONPATH": path}
    done = kibitz("games", env=environment, preexec_fn=heed_ctrl_c)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "kibitz: interrupted\n")


def test_ctrl_c_stays_ignored_where_it_is(tmp_path: Path) -> None:
    (tmp_path / "pressed.py").write_text(
        "import os, signal\n"
        "from kibitz.core.progress import work\n"
        "from kibitz import matrix\n"
        "GAME = matrix('1 -1; -1 1')\n"
        "os.kill(os.getpid(), signal.SIGINT)\n"
        "with work('nothing') as task:\n"
        "    os.kill(os.getpid(), signal.SIGINT)\n"
        "    os.kill(os.getpid(), signal.SIGINT)\n"
        "assert not task.stopped\n"
    )
    done = kibitz("describe", "pressed.py:GAME", cwd=tmp_path, preexec_fn=ignore_ctrl_c)
    assert (done.returncode, done.stderr) == (0, "")


def press_ctrl_c(arguments: list[str], seconds: float, **options: Any) -> tuple[Any, float]:
    """Run kibitz, press Ctrl-C after so many seconds; the ended process, and how long that took."""
    command = [sys.executable, "-m", "kibitz.cli", *arguments]
    started = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        preexec_fn=heed_ctrl_c,
        **options,
    )
    with suppress(subprocess.TimeoutExpired):
        started.wait(seconds)
    began = time.monotonic()
    started.send_signal(signal.SIGINT)
    output, complaint = started.communicate(timeout=60)
    done = subprocess.CompletedProcess(command, started.returncode, output, complaint)
    return done, time.monotonic() - began


@pytest.mark.parametrize("heeds", [True, False])
def test_ctrl_c_ends_a_command_soon(tmp_path: Path, heeds: bool) -> None:
    """Work that looks for it tells what it found; other work is broken off."""
    look = "while not task.stopped: time.sleep(0.01)" if heeds else "time.sleep(60)"
    patience = "progress._grace = 20" if heeds else ""  # a busy machine solves slowly
    (tmp_path / "slow.py").write_text(
        "import os, signal, threading, time\n"
        "from kibitz.core import progress\n"
        "from kibitz.core.progress import work\n"
        "from kibitz import matrix\n"
        f"{patience}\n"
        "at_work = threading.Event()\n"
        "def press():\n"
        "    at_work.wait()\n"
        "    time.sleep(0.1)\n"
        "    os.kill(os.getpid(), signal.SIGINT)\n"
        "threading.Thread(target=press, daemon=True).start()\n"
        "with work('waiting') as outer, work('within') as task:\n"
        "    at_work.set()\n"
        f"    {look}\n"
        "assert outer.stopped\n"
        "GAME = matrix('1 -1; -1 1')\n"
    )
    began = time.monotonic()
    done = kibitz("solve", "slow.py:GAME", cwd=tmp_path, preexec_fn=heed_ctrl_c)
    assert done.returncode == 130
    assert (done.stdout.partition("\n")[0], done.stderr) == (
        ("value 0", "") if heeds else ("", "kibitz: interrupted\n")
    )
    assert time.monotonic() - began < 30


@pytest.mark.slow
@pytest.mark.parametrize("name", LONG)
def test_ctrl_c_ends_every_long_command(tmp_path: Path, name: str) -> None:
    """Within a second on a machine that has nothing else to do; here, some more is allowed."""
    done, seconds = press_ctrl_c(LONG[name], 4, cwd=tmp_path)
    assert done.returncode in (0, 2, 130, -signal.SIGINT), done.stderr
    assert done.returncode != 2 or done.stderr.startswith("kibitz: ")
    assert "Traceback" not in done.stderr
    assert seconds < 3


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["slove", "x"], "no such command 'slove'; did you mean 'solve'? see `kibitz --help`"),
        (["Slove", "x"], "no such command 'Slove'; did you mean 'solve'?"),
        (["shapely"], "no such command 'shapely'; for 'shapley' try `kibitz coalition"),
        (["solve"], "missing GAME: a name such as nim 3 4 5, a table such as matrix"),
        (["duopoly"], "missing MODEL: one of cournot, monopoly, bertrand"),
        (["duopoly", "cournot"], "cournot needs --demand, as in --demand 17-Q"),
        (["voting"], "a quota and weights are needed; write `kibitz voting 51 --weights"),
        (["monopoly", "--demand", "9-Q"], "`kibitz duopoly monopoly --demand 9-Q`"),
        (["solve", "3,3 0,4; 4,0 1,1"], 'for a game of two players write bimatrix "3,3'),
        (["solve", "texas-holdem"], "unknown game 'texas-holdem'; try `kibitz cfr leduc`"),
        (["solve", "pot-limit"], "unknown game 'pot-limit'; `kibitz games` lists them all"),
        (["solve", "morra", "--metod", "x"], "no such option --metod; did you mean --method?"),
        (["explain", "morra", "--latex"], "no such option --latex; write -o FILE.tex"),
        (["exercise", "nim", "--difficulty", "2"], "did you mean --level?"),
        (["solve", "morra", "-q"], "no such option -q; see"),
        (["solve", "morra", "--method"], "--method needs a value; see `kibitz solve --help`"),
        (["solve", "morra", "--all=3"], "--all takes no value; see `kibitz solve --help`"),
        (["solve", "random-matrix", "--seed", "x"], "invalid value for '--seed'"),
        (["tour", "1", "b"], "unexpected argument 'b'; see `kibitz tour --help`"),
        (["tour", "b"], "invalid value for 'STOP': it must be a whole number"),
        (["batch", "nim 3"], "missing --output; see `kibitz batch --help`"),
        (["sequence"], "missing RULES"),
        (["play", "nim", "--first", "x"], "value for '--first': 'x' is not one of 'me', 'comp"),
        (["--nonsense"], "no such option --nonsense; options follow a command"),
    ],
)
def test_usage(refuse: Refuse, arguments: list[str], message: str) -> None:
    assert message in refuse(*arguments)


@pytest.mark.parametrize(
    ("error", "status", "message"),
    [
        (MemoryError(), 2, "there is not enough memory for this"),
        (RuntimeError("can't start new thread"), 2, "there is not enough memory for this"),
        (PermissionError(13, "Permission denied", "x.svg"), 2, "x.svg: permission denied"),
        (UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid"), 2, "this is not text"),
        (RuntimeError("two\nlines"), 70, "unexpected RuntimeError: two lines"),
        (KeyboardInterrupt(), 130, "interrupted"),
        (interrupted_class(), 130, "interrupted"),
    ],
)
def test_whatever_goes_wrong_is_one_line(
    run: Run, monkeypatch: pytest.MonkeyPatch, error: BaseException, status: int, message: str
) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise error

    monkeypatch.delenv("KIBITZ_TRACEBACK", raising=False)
    monkeypatch.setattr("kibitz.cli.machinery.resolve.resolve", fail)
    result = run("solve", "morra")
    assert result.exit_code == status
    assert message in result.stderr
    assert result.stderr.count("\n") == (1 if message else 0)
    assert "Traceback" not in result.stderr


def test_a_defect_can_be_looked_at(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise RuntimeError("a defect")

    monkeypatch.setenv("KIBITZ_TRACEBACK", "1")
    monkeypatch.setattr("kibitz.cli.machinery.resolve.resolve", fail)
    assert isinstance(run("solve", "morra").exception, RuntimeError)


def test_os_errors_without_a_name() -> None:
    assert complaint(OSError("odd")) == ("odd", 2)


def test_in_a_real_shell(tmp_path: Path) -> None:
    solved = kibitz("solve", "matrix", "-2 3; 3 -4", "--json", cwd=tmp_path)
    assert solved.returncode == 0
    assert json.loads(solved.stdout)["value"] == "1/12"
    refused = kibitz("solve", "matrix", "1 2; 3", cwd=tmp_path)
    assert refused.returncode == 2
    assert refused.stdout == ""
    assert refused.stderr == "kibitz: matrix: row 2 has 1 entry, row 1 has 2\n"
    piped = kibitz("solve", "-", "--json", cwd=tmp_path, input="-2 3\n3 -4\n")
    assert json.loads(piped.stdout)["value"] == "1/12"


def test_the_reader_goes_away(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "kibitz.cli", "convert", "matrix", "1 2; 3 4", "--to", "json"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=tmp_path
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 141


def test_a_terminal_without_unicode(tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    run = kibitz("solve", "matrix", "1 2; 3 4", "--verify", cwd=tmp_path, env=environment)
    assert run.returncode == 0
    assert "\n  ok the row strategy is a distribution" in run.stdout
    assert run.stderr == ""


def test_colors_only_where_they_are_wanted(tmp_path: Path) -> None:
    plain = kibitz("solve", "matrix", "1 2; 3 4", "--verify", cwd=tmp_path)
    assert "\x1b" not in plain.stdout
    wanted = {**os.environ, "FORCE_COLOR": "1"}
    wanted.pop("NO_COLOR", None)
    colored = kibitz("solve", "matrix", "1 2; 3 4", "--verify", cwd=tmp_path, env=wanted)
    assert "\x1b[32m" in colored.stdout
    without = {**wanted, "NO_COLOR": "1"}
    gray = kibitz("solve", "matrix", "1 2; 3 4", "--verify", cwd=tmp_path, env=without)
    assert "\x1b[32m" not in gray.stdout


def test_help_imports_nothing_heavy(tmp_path: Path) -> None:
    code = (
        "import sys\n"
        "from kibitz.cli import app\n"
        "try:\n    app(['solve', '--help'])\nexcept SystemExit:\n    pass\n"
        "heavy = {'numpy', 'scipy', 'numba', 'highspy', 'flint', 'rich'} & set(sys.modules)\n"
        "print(sorted(heavy), file=sys.stderr)\n"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stderr == "[]\n"
    assert "Solve a game" in run.stdout


def test_help_lists_every_command_once_in_lines_that_fit(run: Run) -> None:
    text = run("--help").stdout
    for name in COMMANDS:
        assert len(re.findall(rf"^  {name}  ", text, re.MULTILINE)) == 1
    assert max(map(len, text.splitlines())) <= 80
    assert "..." not in text.partition("Any game")[2]


def test_help_speaks_of_no_types(run: Run) -> None:
    for name in COMMANDS:
        text = run(name, "--help").stdout
        assert not re.search(r"<(str|int|float|list)", text), name
        assert "{" not in text.splitlines()[0]


def test_help_by_its_name(run: Run) -> None:
    assert run("help").stdout == run("--help").stdout
    assert run("help", "solve").stdout == run("solve", "--help").stdout
    assert run("version").stdout == run("--version").stdout


def test_options_before_the_command_are_told_where_to_stand(refuse: Refuse) -> None:
    assert "options follow a command" in refuse("--json", "solve", "morra")


def test_no_output_is_no_defect() -> None:
    command = f"{sys.executable} -m kibitz.cli solve odd-or-even >&-"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_stream_without_lines_and_ticks_gets_plain_ones(tmp_path: Path) -> None:
    plain = {**os.environ, "PYTHONIOENCODING": "ascii"}
    shown = kibitz("explain", "odd-or-even", cwd=tmp_path, env=plain).stdout
    assert "\n   ------------------\n" in shown
    assert "  ok every extreme" in kibitz("solve", "chicken", "--verify", env=plain).stdout
    told = json.loads(kibitz("solve", "cournot", "--verify", "--json", env=plain).stdout)
    assert told == json.loads(kibitz("solve", "cournot", "--verify", "--json").stdout)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["search", "tic-tac-toe", "--depth", "many"], "it must be a whole number"),
        (["cfr", "kuhn-poker", "--target", "abc"], "it must be a number"),
        (["database", "tic-tac-toe", "--most", "0"], "it must be at least 1"),
    ],
)
def test_bad_values_of_options_are_told_in_plain_words(refuse, words, told) -> None:
    found = refuse(*words)
    assert told in found
    assert "Input" not in found


def test_a_missing_package_is_named_with_what_to_install() -> None:
    told, status = complaint(ModuleNotFoundError("No module named 'chess'", name="chess"))
    assert status == 2
    assert "chess" in told
    assert "pip install" in told
    assert complaint(ModuleNotFoundError("x", name="kibitz.nonsense"))[1] == 70


def test_a_game_without_end_is_refused_in_one_line(refuse) -> None:
    assert "positions can repeat" in refuse("search", '{"s": ["t"], "t": ["s"]}')


def test_a_word_that_is_no_move_is_a_parameter(run) -> None:
    from kibitz.cli.machinery.position import position_of

    here = position_of(["lone-king", "rook"], None, None)
    assert here.rules.name == "King and rook against king"
    assert len(position_of(["lone-king", "rook", "Kf1"], None, None).history) == 1


ENDLESS = """
import sys, threading, time
from kibitz.cli.machinery import program

threading.Thread(target=time.sleep, args=(60,)).start()
program.app = lambda: sys.exit(int(sys.argv[1]))
program.run()
"""


def test_after_ctrl_c_no_thread_is_waited_for():
    """A thread of a solver in C++ is otherwise torn down at work, which aborts the program."""
    began = time.monotonic()
    done = subprocess.run([sys.executable, "-c", ENDLESS, "130"], timeout=50, check=False)
    assert done.returncode == 130
    assert time.monotonic() - began < 50


def test_ctrl_c_while_c_calls_python_is_not_lost() -> None:
    def callback() -> None:
        raise KeyboardInterrupt

    def compiled() -> None:
        ctypes.CFUNCTYPE(None)(callback)()
        raise RuntimeError("nothing was compiled")

    with pytest.raises(typer.Abort), _interrupts():
        compiled()


def test_the_package_runs_as_a_module() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "kibitz", "solve", "nim", "3", "4", "5", "--json"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(done.stdout)["nimber"] == 2
