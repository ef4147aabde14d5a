"""Every command and every game with enormous numbers: an answer or a line, in seconds, in little.

``python -m helpers.sizes games`` builds and describes every game of the shelf with a million, a
billion and 10^30 for each of its numbers; ``commands`` asks every command about those that could
be built; ``options`` gives such numbers to the options of every command. Each case is a child with
limits; what takes more than ten seconds of the processor or two gigabytes, or does not end as it
should, is printed.
"""

from __future__ import annotations

import os
import resource
import select
import signal
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from helpers.fuzz import BOUNDS, GAMES, LENGTHY, _commands, _run, _shelf

SIZES = (10**6, 10**9, 10**30)
SECONDS, MEMORY, ROOM = 10, 2 << 30, 6 << 30
"""Of the processor; that may be used; and that may be reserved."""
WAIT = 150
"""Seconds on the clock, since others may use the machine as well."""
SMALL = {
    "coalition": ["gloves"],
    "bargain": ["bargaining-triangle"],
    "analyze": ["tic-tac-toe"],
    "search": ["tic-tac-toe"],
    "play": ["nim", "3", "4"],
    "database": ["nim", "3", "4"],
    "tournament": ["tic-tac-toe", "random", "random"],
    "check": ["tic-tac-toe"],
    "cfr": ["kuhn-poker"],
    "exploit": ["kuhn-poker"],
    "iterate": ["ladder"],
    "puzzle": ["queens", "6"],
    "bandit": ["0.2", "0.5"],
    "dice": ["2"],
    "sequence": ["kayles"],
    "nimbers": ["8 * 8"],
    "duopoly": ["cournot", "--demand", "17-Q", "--cost", "q+9"],
    "voting": ["51", "--weights", "40,30,20,10"],
    "bankruptcy": ["200", "--claims", "100,200,300"],
    "utility": ["1/3 A + 2/3 B", "C", "-u", "A=1,B=0,C=2/5"],
    "contraction": ["x/2 + 1", "--start", "0", "--factor", "1/2"],
    "size": ["tic-tac-toe"],
    "exercise": ["nim"],
    "practice": ["nim"],
    "repeat": ["prisoners-years"],
}
"""What a command is asked with, where a table of two players is not its game."""


def games() -> Iterator[list[str]]:
    """Each number of each game of the shelf, made enormous."""
    from kibitz.core.registry import look_up

    for name in _shelf():
        for parameter in look_up(name).parameters:
            if parameter.annotation is str or parameter.annotation is bool:
                continue
            for size in SIZES:
                yield [name, f"{parameter.name}={size}"]


def options() -> Iterator[list[str]]:
    """Each option of each command, with enormous numbers."""
    for command, parameters in _commands().items():
        first = SMALL.get(command, ["chicken"])
        for parameter in parameters:
            if parameter.param_type_name != "option" or parameter.is_flag:
                continue
            for size in SIZES:
                bounds = [
                    word
                    for other in parameters
                    if other.name in BOUNDS and other is not parameter
                    for word in (other.opts[-1], BOUNDS[str(other.name)])
                ]
                yield [command, *first, *bounds, parameter.opts[-1], str(size)]


def tried(arguments: list[str]) -> tuple[str, float, int]:
    """What is wrong with how a command ended in a child, the seconds and the bytes it took."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        resource.setrlimit(resource.RLIMIT_AS, (ROOM, ROOM))
        resource.setrlimit(resource.RLIMIT_CPU, (3 * SECONDS, 3 * SECONDS + 1))
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            os.write(writing, (_run(arguments, 3 * SECONDS) or "fine").encode()[:4000])
        os._exit(0)
    os.close(writing)
    ready, _, _ = select.select([reading], [], [], WAIT)
    told = os.read(reading, 1 << 16).decode(errors="replace") if ready else "HANGS"
    if not ready:
        os.kill(child, signal.SIGKILL)
    os.close(reading)
    _, status, used = os.wait4(child, 0)
    seconds, peak = used.ru_utime + used.ru_stime, used.ru_maxrss * 1024
    wrong = "" if told == "fine" else told or f"DIED, {status}"
    if not wrong and seconds > SECONDS:
        wrong = f"took {seconds:.1f} s"
    if not wrong and peak > MEMORY:
        wrong = f"took {peak / 2**30:.1f} GB"
    return wrong, seconds, peak


def main(what: str, start: int = 0, log: str = "built.txt") -> None:
    """Try all cases of one sort, and print what went wrong."""
    for words in GAMES:  # what is imported here need not be in every child
        _run(["describe", *words], SECONDS)
        _run(["solve", *words], SECONDS)
    if what == "games":
        cases = [["describe", *words] for words in games()]
    elif what == "commands":
        built = [line.split() for line in Path(log).read_text().splitlines()]
        others = [c for c in _commands() if c not in LENGTHY]
        cases = [[command, *words] for words in built for command in others]
    else:
        cases = list(options())
    most, worst = 0.0, 0
    for k, arguments in enumerate(cases[start:], start):
        wrong, seconds, peak = tried(arguments)
        most, worst = max(most, seconds), max(worst, peak)
        if wrong:
            print(k, " ".join(arguments), "::", wrong, flush=True)
        elif what == "games":
            with Path(log).open("a") as file:
                file.write(" ".join(arguments[1:]) + "\n")
        if k % 100 == 99:
            print(f"# {k + 1} of {len(cases)}", flush=True)
    print(f"# {len(cases) - start} tried; longest {most:.1f} s, most {worst / 2**20:.0f} MB")


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:3]), *sys.argv[3:4])
