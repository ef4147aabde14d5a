"""Every command and every game with enormous numbers: an answer or a line, in seconds, in little.

``python -m helpers.sizes games`` builds and describes every game of the shelf with a million, a
billion and 10^30 for each of its numbers; ``commands`` asks every command about those that could
be built; ``options`` gives such numbers to the options of every command. The cases are tried in a
child with limits; what takes more than ten seconds of the processor or two gigabytes, or does not
end as it should, is printed.
"""

from __future__ import annotations

import os
import resource
import shlex
import signal
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from helpers.fuzz import BOUNDS, GAMES, LENGTHY, _commands, _shelf, run_once

SIZES = (10**6, 10**9, 10**30)
SECONDS, MEMORY, ROOM = 10, 2 << 30, 6 << 30
"""Of the processor; that may be used; and that may be reserved."""
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
    "gain": ["9 5", "6 2; 3 3"],
    "genes": ["01101", "11000", "--cross", "4"],
    "updates": ["A right -1 B; B right 10 end"],
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


def tried(cases: list[list[str]], start: int) -> Iterator[tuple[int, str]]:
    """Try cases in a child, with another where it was ended; what is wrong with each.

    The system ends the child where a case takes too much of the processor: no computation,
    compiled or not, can keep it from doing so.
    """
    while start < len(cases):
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reading)
            _try_all(cases, start, writing)
        os.close(writing)
        with os.fdopen(reading) as lines:
            for line in lines:
                yield start, line.rstrip("\n")
                start += 1
        _, status = os.waitpid(child, 0)
        if start < len(cases) and status:
            late = os.WTERMSIG(status) == signal.SIGPROF
            yield start, f"took more than {SECONDS} s" if late else f"died, {status}"
            start += 1


def _try_all(cases: list[list[str]], start: int, writing: int) -> None:
    """Try cases until one took much memory, a line for each; the end of the process."""
    resource.setrlimit(resource.RLIMIT_AS, (ROOM, ROOM))
    before = _peak()  # what the parent had already
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for arguments in cases[start:]:
            signal.signal(signal.SIGPROF, signal.SIG_DFL)
            signal.setitimer(signal.ITIMER_PROF, SECONDS)
            wrong = run_once(arguments)
            signal.setitimer(signal.ITIMER_PROF, 0)
            taken = _peak() - before
            if not wrong and taken > MEMORY:
                wrong = f"took {taken / 2**30:.1f} GB"
            os.write(writing, (wrong.replace("\n", " ")[:300] + "\n").encode())
            if taken > MEMORY:
                break
    os._exit(0)


def _peak() -> int:
    """The most memory that this process has held, in bytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def main(what: str, start: int = 0, log: str = "built.txt") -> None:
    """Try all cases of one sort, and print what went wrong."""
    for words in GAMES:  # what is imported here need not be in every child
        run_once(["describe", *words])
        run_once(["solve", *words])
    if what == "games":
        cases = [["describe", *words] for words in games()]
    elif what == "commands":
        built = [line.split() for line in Path(log).read_text().splitlines()]
        others = [c for c in _commands() if c not in LENGTHY]
        cases = [[command, *words] for words in built for command in others]
    else:
        cases = list(options())
    for k, wrong in tried(cases, start):
        if wrong:
            print(k, shlex.join(cases[k]), "::", wrong, flush=True)
        elif what == "games":
            with Path(log).open("a") as file:
                file.write(" ".join(cases[k][1:]) + "\n")
        if k % 100 == 99:
            print(f"# {k + 1} of {len(cases)}", flush=True)
    print(f"# {len(cases) - start} tried", flush=True)


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:3]), *sys.argv[3:4])
