"""Mutated files of every format, and commands put together at random.

Whatever is in a file and whatever is typed, the program answers, or says in one line what is wrong:
it never shows a traceback, never calls itself defective, never hangs. A case is a number; the same
number makes the same case. ``python tests/helpers/fuzz.py files 0 1000`` tries a thousand in a
child that the parent ends when it hangs, and replaces then or when it dies.
"""

from __future__ import annotations

import io
import json
import os
import resource
import select
import signal
import sys
import tempfile
import threading
import time
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from typer.testing import CliRunner

PATIENCE = 5.0
"""How long a search that was told to stop is waited for, in seconds."""
LONGEST = 10.0
"""Seconds of the processor that a case may take."""
MOST_BYTES = 20_000
"""Of a good file: longer ones take their time."""
MOST_TABLE = 1_000
"""Bytes of a file whose equilibria are listed, which can take seconds."""
MEMORY = 4 << 30
"""Bytes that a case may take."""

GAMES = [
    ["matrix", "1 -2 3; 0 4 -1"],
    ["matrix", "0.5 -2; 0 4.25"],
    ["bimatrix", "2,1 0,0; 0,0 1,2"],
    ["chicken"],
    ["finger-game"],
    ["prisoners-years"],
    ["kuhn-poker"],
    ["beer-quiche"],
    ["selten-horse"],
    ["centipede", "2"],
    ["big-match"],
    ["dare"],
    ["basketball"],
    ["ladder"],
    ["nim", "3", "4", "5"],
    ["kayles", "7"],
    ["hackenbush"],
    ["ruler"],
    ["rugs"],
    ["digraph"],
    ["chomp"],
    ["gloves"],
    ["airport"],
    ["weighted-voting"],
    ["bankruptcy"],
    ["bicameral", "3", "3"],
    ["bargaining-triangle"],
    ["share-a-sum"],
    ["cournot"],
    ["bertrand"],
    ["stackelberg"],
    ["one-parameter"],
    ["mendelsohn-infinite"],
    ["von-neumann-poker"],
    ["tic-tac-toe"],
    ["pig", "5"],
    ["silverman"],
    ["assignment"],
]
"""Small games of every form."""
ODD: list[Any] = [0, 1, -1, 2, 10**6, 10**30, -(10**9), 0.5, 1e308, -0.0, None, True, False]
ODD += ["", "x", "1/0", "1/3", "-7", "nan", "inf", "1e999", "\x00", "é√🂡", "a,b", [], {}, [[]]]
ODD += [[1], [1, 2], [[1, 2], [3]], {"a": 1}, "1;2", "0.77", ["I", "I"], "9" * 5000]
TOKENS = ["0", "1", "-1", "1/0", "7/3", "nan", "inf", "1e400", "{", "}", '"', "\\", ",", ";", " "]
TOKENS += ["\n", "\t", "\0", "99999999999999999999", "NFG", "EFG", "t", "p", "c", "-", "[", "]"]
TOKENS += [":", "é", "\ud7ff", "1" * 400, "e", ".", "..", "//", "#"]


class Hang(BaseException):
    """A case took too long."""


@contextmanager
def time_limit(seconds: float) -> Iterator[list[bool]]:
    """Raise where something takes longer than that; what is yielded is then no longer empty.

    The time is the processor's, all threads together, so that other programs do not count. Python
    drops what is raised while an object is being deleted, so it is raised again every second; and
    compiled libraries that it strikes may report an error of their own, which is the same to us.
    Searches left behind in threads of their own are waited for: they were told to stop.
    """
    passed: list[bool] = []
    usual = sys.unraisablehook

    def dropped(lost: Any) -> None:
        if not isinstance(lost.exc_value, Hang):
            usual(lost)

    def late(signum: int, frame: Any) -> None:
        passed.append(True)
        raise Hang

    before = signal.signal(signal.SIGPROF, late)
    sys.unraisablehook = dropped
    signal.setitimer(signal.ITIMER_PROF, seconds, 1.0)
    try:
        yield passed
    except Exception as other:
        if passed:
            raise Hang from other
        raise
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
        sys.unraisablehook = usual
        for thread in threading.enumerate() if passed else ():
            if thread.daemon and thread is not threading.current_thread():
                thread.join(PATIENCE)


def run(arguments: list[str], seconds: float = LONGEST) -> str:
    """Run a command in this process; what is wrong with how it ended, or nothing.

    A case that takes too long is tried again: the first time it may have compiled what it needs.
    """
    return _run(arguments, seconds) and _run(arguments, seconds)


def _run(arguments: list[str], seconds: float) -> str:
    try:
        with time_limit(seconds) as late:
            wrong = run_once(arguments)
    except Hang:
        return f"took more than {seconds:g} s"
    return f"took more than {seconds:g} s" if late else wrong


def run_once(arguments: list[str]) -> str:
    """Run a command, however long it takes; what is wrong with how it ended, or nothing."""
    from kibitz.cli import app

    done = CliRunner().invoke(app, arguments, input="", catch_exceptions=True)
    if done.exit_code not in (0, 1, 2):
        return f"status {done.exit_code}: {done.stderr.strip()[-300:]} {done.exception!r:.200}"
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        return f"raised {done.exception!r:.300}"
    if "Traceback" in done.stderr + done.stdout:
        return f"a traceback: {done.stderr[-300:]}"
    if done.exit_code == 2 and (done.stderr.count("\n") != 1 or "kibitz: " not in done.stderr):
        return f"not one line: {done.stderr[:300]!r}"
    return ""


# ---------------------------------------------------------------------------------- files


@cache
def seeds(source: int) -> list[tuple[str, bytes, list[str]]]:
    """Good files of one source: the ending, the content, and the game that an answer is about."""
    from kibitz.core.errors import GameError
    from kibitz.formats import dumps

    if source == len(GAMES):
        return archives()
    words = GAMES[source]
    game = made(words)
    found: list[tuple[str, bytes, list[str]]] = [
        (".txt", b"1 -2 3\n0 4 -1/2\n", []),
        (".nfg", NFG_OUTCOMES.encode(), []),
    ]
    for kind, ending in (("json", ".json"), ("nfg", ".nfg"), ("efg", ".efg"), ("csv", ".csv")):
        with suppress(GameError):
            text = dumps(game, kind) if words[0] not in LARGE or kind == "json" else ""
            if 0 < len(text) < MOST_BYTES:
                found += [(ending, text.encode(), [])] * 3
    with suppress(GameError):
        answer = json.dumps(game.solve().to_json())
        found += [(".json", answer.encode(), words)] * 4
    return found


@cache
def answer(source: int, name: str) -> bytes:
    """The answer of a method, where it has one within two seconds."""
    from kibitz.core.errors import GameError

    with suppress(GameError, TypeError, AttributeError, Hang), time_limit(2):
        found = json.dumps(made(GAMES[source]).solve(name).to_json()).encode()
        return found if len(found) < MOST_BYTES else b""
    return b""


@cache
def _method_names(source: int) -> list[str]:
    from kibitz.core.method import methods

    if GAMES[source][0] in LARGE:
        return ["auto"]
    return [method.name for method in methods(made(GAMES[source]))]


LARGE = ("tic-tac-toe", "pig")
"""Games that take their time to be written out as a tree."""
TYPED = ("matrix", "bimatrix")
NFG_OUTCOMES = (
    'NFG 1 R "a game" { "I" "II" } { { "a" "b" } { "c" "d" } }\n""\n\n'
    '{\n{ "one" 1, 2 }\n{ "two" 3/2, -4 }\n}\n1 2 0 1\n'
)


def made(words: list[str]) -> Any:
    """The game that these words mean on the command line."""
    import kibitz as kb

    if words[0] not in TYPED:
        return kb.game(" ".join(words))
    return kb.matrix(words[1]) if words[0] == "matrix" else kb.bimatrix(words[1])


def archives() -> list[tuple[str, bytes, list[str]]]:
    """Files with arrays."""
    import kibitz as kb
    from kibitz.learning.regret.cfr import cfr
    from kibitz.learning.regret.strategy_store import save_solution
    from kibitz.search.retrograde.retrograde import retrograde

    found = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "pig.kbz"
        kb.game("pig 5").solve().save(path)
        found.append((".kbz", path.read_bytes(), ["pig", "5"]))
        path = Path(folder) / "kuhn.kbz"
        save_solution(cfr(kb.game("kuhn-poker"), iterations=5), path)
        found.append((".kbz", path.read_bytes(), ["kuhn-poker"]))
        path = Path(folder) / "t.kbdb"
        retrograde(kb.game("tic-tac-toe")).save(path)
        found.append((".kbdb", path.read_bytes(), ["tic-tac-toe"]))
    return found


def file_case(number: int, folder: Path) -> list[str]:
    """Write a mutated file; the command that reads it."""
    luck = Random(f"file {number}")
    source = luck.randrange(len(GAMES) + 1)
    ending, content, about = luck.choice(seeds(source))
    if about and source < len(GAMES):
        content = answer(source, luck.choice(_method_names(source))) or content
    for _ in range(luck.choice([1, 1, 1, 2, 5])):
        content = _mutated(content, ending, luck)
    path = folder / f"case{ending}"
    path.write_bytes(content)
    name = str(path)
    if ending == ".kbdb":
        return ["database", *about, "--load", name, *(["--verify"] if luck.random() < 0.3 else [])]
    if about:
        return ["verify", *about, name]
    return luck.choice(
        [
            ["solve", name, "--verify"],
            ["solve", name, "--verify"],
            ["describe", name],
            ["convert", name, "--to", luck.choice(["json", "nfg", "efg", "text", "csv"])],
            ["methods", name],
            ["explain", name],
            ["coalition", name],
            ["equilibria" if len(content) < MOST_TABLE else "solve", name],
            ["bargain", name],
        ]
    )


def _mutated(content: bytes, ending: str, luck: Random) -> bytes:
    if ending in (".kbz", ".kbdb") and luck.random() < 0.5:
        return _other_arrays(content, luck)
    if ending == ".json" and luck.random() < 0.6:
        try:
            data = json.loads(content)
        except (ValueError, RecursionError):
            return _other_bytes(content, luck)
        return json.dumps(_other_json(data, luck)).encode(errors="surrogatepass")
    if ending in (".kbz", ".kbdb") or luck.random() < 0.3:
        return _other_bytes(content, luck)
    return _other_words(content, luck)


def _other_bytes(content: bytes, luck: Random) -> bytes:
    made = bytearray(content)
    place = luck.randrange(len(made) + 1)
    match luck.randrange(5):
        case 0:
            del made[place:]
        case 1 if made:
            made[place - 1] ^= 1 << luck.randrange(8)
        case 2:
            made[place:place] = luck.randbytes(luck.randrange(1, 9))
        case 3:
            del made[place : place + luck.randrange(1, 50)]
        case _:
            made[place:place] = made[max(0, place - luck.randrange(1, 80)) : place]
    return bytes(made)


def _other_words(content: bytes, luck: Random) -> bytes:
    text = content.decode(errors="replace")
    places = [k for k in range(len(text)) if text[k] in ' \n",{};:'] or [0]
    start = luck.choice(places)
    end = min(len(text), start + luck.choice([0, 1, 1, 2, 5]))
    return (text[:start] + luck.choice(TOKENS) + text[end:]).encode(errors="replace")


def _other_json(data: Any, luck: Random) -> Any:
    """The same with something replaced, dropped or doubled, anywhere in it."""
    if isinstance(data, dict) and data and luck.random() < 0.85:
        key = luck.choice(list(data))
        match luck.randrange(8):
            case 0:
                return {k: v for k, v in data.items() if k != key}
            case 1:
                return {**data, luck.choice(list(data)): data[key]}
            case 2:
                return {**data, str(luck.choice(ODD)): luck.choice(ODD)}
        return {**data, key: _other_json(data[key], luck)}
    if isinstance(data, list) and data and luck.random() < 0.85:
        k = luck.randrange(len(data))
        match luck.randrange(8):
            case 0:
                return data[:k] + data[k + 1 :]
            case 1:
                return [*data[:k], data[k], *data[k:]]
            case 2:
                return luck.sample(data, len(data))
        return [*data[:k], _other_json(data[k], luck), *data[k + 1 :]]
    return luck.choice(ODD)


def _other_arrays(content: bytes, luck: Random) -> bytes:
    """An archive whose arrays are others, with checksums that are right."""
    try:
        with np.load(io.BytesIO(content)) as kept:
            arrays = {name: kept[name] for name in kept.files}
    except (ValueError, OSError, zipfile.BadZipFile, zlib.error, KeyError, EOFError):
        return _other_bytes(content, luck)
    if not arrays:
        return _other_bytes(content, luck)
    name = luck.choice(list(arrays))
    array = arrays[name]
    if name == "about" and luck.random() < 0.8:
        try:
            facts = _other_json(json.loads(array.tobytes()), luck)
            arrays[name] = np.frombuffer(json.dumps(facts).encode(), np.uint8)
        except ValueError:
            pass
    else:
        changes: list[Callable[[], Any]] = [
            lambda: array[:-1] if array.ndim else array,
            lambda: np.concatenate([array, array]) if array.ndim else array,
            lambda: array.astype(float) if array.dtype.kind in "iufb" else array,
            lambda: array.reshape(-1, 1),
            lambda: np.full_like(array, luck.choice([0, 1, -1, 10**9])),
            lambda: array[..., None],
            lambda: np.zeros(0, array.dtype),
            lambda: array[::-1].copy() if array.ndim else array,
            lambda: np.full(array.shape, np.nan),
        ]
        try:
            arrays[name] = luck.choice(changes)()
        except (OverflowError, ValueError, TypeError):
            del arrays[name]
    file = io.BytesIO()
    np.savez(file, **arrays)
    return file.getvalue()


# ---------------------------------------------------------------------------------- commands

LENGTHY = ("tour", "reproduce", "engine", "web", "train", "warm")
"""Commands that take long, or none of whose words say how long."""
NUMBERS = ["0", "1", "2", "3", "-1", "1/2", "0.5", "7/3", "nan", "inf", "1e400", "x", "", "1e-30"]
WORDS = ["I", "II", "A", "B", "a1", "4", "1,2", "1 2; 3 4", "0 0; 0 1; 3 0", "A:1 B:3 A,B:6", "{}"]
WORDS += [
    "[[1,2],[3,4]]",
    '{"A": "a1"}',
    "x/2 + 1",
    "17-Q",
    "q+9",
    "1/2 A + 1/2 B",
    "A > B",
    "[0, 1]",
]
WORDS += [
    "auto",
    "all",
    "lemke-howson",
    "mcts",
    "nucleolus",
    "json",
    "welfare",
    "random",
    "perfect",
]
WORDS += ["1 0; 1/2 1/2", "0.77", "8 * 8", "sqrt(5)", "é", "\x00", "-", "--", "-o", "a=1", "n=2"]
BOUNDS = {"iterations": "20", "rounds": "20", "games": "3", "steps": "20", "seconds": "0.2"}
BOUNDS |= {"depth": "2", "nodes": "200", "to": "30", "time": "2", "most": "1000"}


@cache
def _shelf() -> list[str]:
    from kibitz.core.index import table

    return sorted(table("GAMES"))


@cache
def _commands() -> dict[str, list[Any]]:
    import typer

    from kibitz.cli import app
    from kibitz.cli.machinery.shell import COMMANDS

    group = typer.main.get_command(app)
    made = {name: group.get_command(None, name) for name in COMMANDS}
    return {name: [p for p in made[name].params if p.opts] for name in made if name not in LENGTHY}


def command_case(number: int, folder: Path) -> list[str]:
    """A command with arguments and options, some that fit and some that do not."""
    luck = Random(f"command {number}")
    name = luck.choice(list(_commands()))
    words = _game(luck) if luck.random() < 0.7 else [_word(luck) for _ in range(luck.randrange(4))]
    options: list[str] = []
    parameters = [p for p in _commands()[name] if p.param_type_name == "option"]
    for parameter in luck.sample(parameters, min(len(parameters), luck.choice([0, 1, 1, 2, 3]))):
        options += _option(parameter, luck)
    for parameter in parameters:
        bound = BOUNDS.get(str(parameter.name))
        if bound is not None and not set(parameter.opts) & set(options):
            options += [parameter.opts[-1], bound]
    if luck.random() < 0.05:
        options.append(luck.choice(["--nonsense", "--json", "--verify", "-q", "--help"]))
    both = [*words, *options] if luck.random() < 0.8 else [*options, *words]
    return [name, *both]


def _game(luck: Random) -> list[str]:
    words = list(luck.choice(GAMES)) if luck.random() < 0.5 else [luck.choice(_shelf())]
    for _ in range(luck.choice([0, 0, 0, 1, 2])):
        words.append(luck.choice([_word(luck), luck.choice(["1", "2", "3", "5"])]))
    if luck.random() < 0.05:
        words += ["+", *luck.choice(GAMES)]
    return words


def _word(luck: Random) -> str:
    return luck.choice(NUMBERS if luck.random() < 0.4 else WORDS)


def _option(parameter: Any, luck: Random) -> list[str]:
    word = luck.choice([*parameter.opts, *parameter.secondary_opts])
    if parameter.is_flag:
        return [word]
    kind = str(parameter.name)
    if kind in ("output", "save", "draw", "curve", "grid", "checkpoint", "db"):
        return [
            word,
            luck.choice(["out.svg", "out.json", "out.kbz", "out.md", "no/x.svg", "out", ""]),
        ]
    if kind in BOUNDS:
        return [word, luck.choice([BOUNDS[kind], "0", "-1", "nan", "x", "1"])]
    return [word, _word(luck)]


CASES = {"files": file_case, "commands": command_case}


def failures(kind: str, start: int, stop: int) -> Iterator[tuple[int, list[str], str]]:
    """Cases that end as they should not, tried one after the other in this process."""
    home = os.getcwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            for number in range(start, stop):
                arguments = CASES[kind](number, Path(folder))
                wrong = run(arguments)
                if wrong:
                    yield number, arguments, wrong
        finally:
            os.chdir(home)


def main(kind: str, start: int, stop: int) -> None:
    """Try cases in a child, with another where it dies or hangs, and print what went wrong."""
    for source in range(len(GAMES) + 1 if kind == "files" else 0):
        seeds(source)
    _commands()
    number = start
    while number < stop:
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reading)
            _try_all(kind, number, stop, writing)
        os.close(writing)
        number = _watch(child, reading, kind, number)
        os.close(reading)
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = spent.ru_utime + spent.ru_stime
    print(f"# {kind}: {stop - start:,} tried from {start}, {seconds:,.0f} s of the processor")


def _try_all(kind: str, start: int, stop: int, writing: int) -> None:
    """Try cases, the number of each told before it; the end of the process."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for case in range(start, stop):
            os.write(writing, f"{case}\n".encode())
            arguments = CASES[kind](case, Path(folder))
            if wrong := run(arguments):
                print(kind, case, arguments, "::", wrong, flush=True)
            if case % 5000 == 4999:
                print(f"# {kind}: to {case + 1}, {time.process_time():,.0f} s", flush=True)
        os.write(writing, b"done\n")
    os._exit(0)


def _watch(child: int, reading: int, kind: str, number: int) -> int:
    """Wait for a child; the number after the last case that it tried."""
    current, buffer = number, b""
    while True:
        ready, _, _ = select.select([reading], [], [], 12 * LONGEST)
        data = os.read(reading, 1 << 16) if ready else b""
        if not ready:
            os.kill(child, signal.SIGKILL)
            print(kind, current, ":: HANGS", flush=True)
        if not data:
            _, status = os.waitpid(child, 0)
            if ready and b"done" not in buffer:
                print(kind, current, f":: DIED, {status}", flush=True)
            return current + 1
        buffer = (buffer + data)[-200:]
        numbers = [int(line) for line in buffer.split() if line.isdigit()]
        current = numbers[-1] if numbers else current


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
