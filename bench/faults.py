"""Faults: commands that write files are killed, starved and cut short, and nothing may be lost.

``python -m bench faults [TRIALS]`` writes docs/faults.md. Every trial begins with a good file, runs
a command that replaces it or goes on from it, and breaks the run in one of four ways:

- the process is killed (SIGKILL) at a random time;
- the disk is full: a small file system in memory with a few blocks left, or where that may not be
  mounted a limit on the size of files;
- memory is short: what the process may take is limited to a random amount more than it has;
- a write is cut: no file may be longer than a random part of what is to be written.

Afterwards the file must be whole, the old one or the new one, and a command that was not killed
must have answered or said in one line what was wrong.
"""

from __future__ import annotations

import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from kibitz.core.files.atomic_file import write_text

PAGE = Path(__file__).parent.parent / "docs" / "faults.md"
TRIALS = 10
FAULTS = ("killed", "disk full", "memory short", "write cut")
HEAD = """# Robustness under faults

*What is lost when a program is killed, or the disk is full?*

Nothing. A new file is written under a temporary name, flushed to the disk, and then renamed. So the
old file stays in place until the new one is complete.

`python -m bench faults` tests this with commands that replace a file, or resume from one. They are
killed at random times, run on a full disk or with little memory, or have their writes cut short. An
entry counts the runs after which the file was complete, whether the old one or the new one.

"""


@dataclass(frozen=True)
class Job:
    """A command that writes ``name``, and how the file that it finds there was made."""

    title: str
    name: str
    before: list[str]
    command: list[str]
    goes_on: bool = False
    """Whether the file is one that the command goes on from; otherwise it is replaced."""


JOBS = (
    Job(
        "convert -o",
        "game.json",
        ["convert", "random-matrix", "9", "9", "-o", "game.json"],
        ["convert", "random-matrix", "120", "120", "-o", "game.json"],
    ),
    Job(
        "draw -o",
        "game.svg",
        ["draw", "chicken", "-o", "game.svg"],
        ["draw", "random-matrix", "40", "40", "-o", "game.svg"],
    ),
    Job(
        "explain -o",
        "why.html",
        ["explain", "matrix", "1 2; 3 0", "-o", "why.html"],
        ["explain", "random-matrix", "12", "12", "-o", "why.html"],
    ),
    Job(
        "solve --save",
        "answer.json",
        ["solve", "matrix", "1 2; 3 0", "--save", "answer.json"],
        ["solve", "random-matrix", "60", "60", "--save", "answer.json"],
    ),
    Job(
        "solve --save, policies",
        "pig.kbz",
        ["solve", "pig", "10", "--save", "pig.kbz"],
        ["solve", "pig", "40", "--save", "pig.kbz"],
    ),
    Job(
        "bandit -o",
        "regret.svg",
        ["bandit", "0.2", "0.5", "--rounds", "10", "-o", "regret.svg"],
        ["bandit", "0.2", "0.5", "--rounds", "4000", "-o", "regret.svg"],
    ),
    Job(
        "database -o",
        "t.kbdb",
        ["database", "mnk", "m=3", "n=2", "k=2", "-o", "t.kbdb"],
        ["database", "tic-tac-toe", "-o", "t.kbdb"],
    ),
    Job(
        "cfr --checkpoint",
        "run.ckpt",
        ["cfr", "kuhn-poker", "--iterations", "10", "--checkpoint", "run.ckpt"],
        ["cfr", "kuhn-poker", "--iterations", "20000", "--checkpoint", "run.ckpt", "--resume"],
        goes_on=True,
    ),
    Job(
        "tournament --db",
        "games.sqlite",
        ["tournament", "tic-tac-toe", "random", "depth:1", "--games", "2", "--db", "games.sqlite"],
        ["tournament", "tic-tac-toe", "random", "depth:1", "--games", "40", "--db", "games.sqlite"],
        goes_on=True,
    ),
)


def main(arguments: list[str]) -> int:
    """Try all jobs with all faults, and write the page."""
    trials = int(arguments[0]) if arguments else TRIALS
    luck, rows = Random(2), []
    _load_everything()
    whole: Counter[str] = Counter()
    complaints: list[str] = []
    for job in JOBS:
        figures = []
        for fault in FAULTS:
            kept = 0
            for _ in range(trials):
                trouble = _trial(job, fault, luck)
                kept += not trouble.startswith("LOST")
                if trouble:
                    complaints.append(f"{job.title}, {fault}: {trouble}")
                    print(complaints[-1], flush=True)
            whole[fault] += kept
            figures.append(f"{kept} of {trials}")
        rows.append(f"| `{job.title}` | {' | '.join(figures)} |")
        print(rows[-1], flush=True)
    count = trials * len(JOBS)
    rows.append("| all | " + " | ".join(f"**{whole[f]} of {count}**" for f in FAULTS) + " |")
    table = [f"| command | {' | '.join(FAULTS)} |", f"| :-- |{' --: |' * len(FAULTS)}", *rows]
    lost = len(FAULTS) * count - sum(whole.values())
    bad = len(complaints) - lost
    said = (
        f"\n{lost or 'None'} of the {len(FAULTS) * count} runs lost a file, and "
        f"{f'{bad} did not end' if bad else 'all ended'} with an answer or a one-line message. "
        "Answers are compared\nwithout the times they contain, which differ from run to run.\n"
    )
    write_text(PAGE, HEAD + "\n".join(table) + "\n" + said + _other_sections())
    print(f"written: {PAGE}")
    return 1 if lost else 0


def _other_sections() -> str:
    """What stands on the page below the table, which other tools found."""
    text = PAGE.read_text("utf-8") if PAGE.exists() else ""
    _, heading, rest = text.partition("\n## ")
    return heading + rest


def _load_everything() -> None:
    """Run every job once in this process: its children then begin with the work itself."""
    from kibitz.cli.machinery.program import app

    home, output = os.getcwd(), os.dup(1)
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        for job in JOBS:
            for arguments in (job.before, job.command):
                with suppress(SystemExit):
                    app(arguments)
        os.dup2(output, 1)
        os.chdir(home)


def _trial(job: Job, fault: str, luck: Random) -> str:
    """What was wrong after one run: nothing, a bad end, or LOST and why."""
    with _disk(fault) as folder:
        _run(job.before, folder)
        file = folder / job.name
        old = file.read_bytes()
        status, said = _broken(job, fault, folder, luck)
        if job.goes_on:
            status_after, said_after = _after(job, folder)
            if status_after != 0:
                return f"LOST: going on ends with {status_after} {said_after}"
        else:
            now = file.read_bytes() if file.exists() else b""
            if now != old and (not now or not _is_new(job, now)):
                return f"LOST: {len(now)} bytes, neither old nor new"
        ended = status in (0, 2) and said.count("\n") <= 1
        return "" if fault == "killed" or ended else f"status {status} {said[-200:]!r}"


def _broken(job: Job, fault: str, folder: Path, luck: Random) -> tuple[int, str]:
    if fault == "killed":
        return _run(job.command, folder, kill_after=luck.random() * _seconds(job))
    if fault == "disk full":
        _fill(folder, luck.randrange(4096))
        limit = None if _is_mounted(folder) else 100
        return _run(job.command, folder, lambda: _limit(resource.RLIMIT_FSIZE, limit))
    if fault == "memory short":
        more = luck.choice([8, 16, 32, 64, 128, 256]) << 20
        return _run(job.command, folder, lambda: _limit(resource.RLIMIT_AS, _used() + more))
    most = luck.randrange(1, max(2, _length(job)))
    return _run(job.command, folder, lambda: _limit(resource.RLIMIT_FSIZE, most))


def _run(
    arguments: list[str],
    folder: Path,
    prepare: Callable[[], None] | None = None,
    kill_after: float | None = None,
) -> tuple[int, str]:
    """Run a command in a child of this process, which has everything loaded already."""
    from kibitz.cli.machinery.program import app

    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        os.dup2(writing, 2)
        os.chdir(folder)
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        status = 70
        try:
            if prepare is not None:
                prepare()
            app(arguments)
        except SystemExit as ended:
            status = ended.code if isinstance(ended.code, int) else 70
        except BaseException as error:  # whatever it is, it is counted
            os.write(2, repr(error)[:500].encode() + b"\n\n")
        finally:
            os._exit(status)
    os.close(writing)
    if kill_after is not None:
        time.sleep(kill_after)
        os.kill(child, signal.SIGKILL)
    with open(reading, "rb") as pipe:
        said = pipe.read().decode(errors="replace")
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), said


def _after(job: Job, folder: Path) -> tuple[int, str]:
    """Go on from the file, with room and memory again."""
    for ballast in folder.glob("ballast*"):
        ballast.unlink()
    return _run(job.command, folder)


_MADE: dict[str, tuple[bytes, float]] = {}


def _undisturbed(job: Job) -> tuple[bytes, float]:
    """What a job writes when nothing happens, and how long it takes."""
    if job.title not in _MADE:
        with tempfile.TemporaryDirectory() as folder:
            _run(job.before, Path(folder))
            began = time.monotonic()
            status, said = _run(job.command, Path(folder))
            if status:
                raise RuntimeError(f"{job.title} does not work: {said}")
            _MADE[job.title] = ((Path(folder) / job.name).read_bytes(), time.monotonic() - began)
    return _MADE[job.title]


def _seconds(job: Job) -> float:
    return _undisturbed(job)[1]


def _length(job: Job) -> int:
    return len(_undisturbed(job)[0])


def _is_new(job: Job, content: bytes) -> bool:
    """Whether this is all that the job writes, at whatever time it did."""
    return bool(_timeless(content) == _timeless(_undisturbed(job)[0]))


def _timeless(content: bytes) -> Any:
    """What is in an answer but for when and how quickly it was found; other files as they are."""
    try:
        data = json.loads(content)
    except ValueError:
        return content
    about = data.get("provenance") if isinstance(data, dict) else None
    if not isinstance(about, dict):
        return content
    return {**data, "provenance": {k: v for k, v in about.items() if k not in ("seconds", "at")}}


@contextmanager
def _disk(fault: str) -> Iterator[Path]:
    """A folder, on a small disk of its own where the fault is a full one and that is allowed."""
    folder = Path(tempfile.mkdtemp())
    mount = ["mount", "-t", "tmpfs", "-o", "size=16m", "tmpfs", str(folder)]
    own = fault == "disk full" and os.geteuid() == 0 and shutil.which("mount") is not None
    own = own and subprocess.run(mount, capture_output=True).returncode == 0
    try:
        yield folder
    finally:
        if own:
            subprocess.run(["umount", "-l", str(folder)], capture_output=True)
        shutil.rmtree(folder, ignore_errors=True)


def _is_mounted(folder: Path) -> bool:
    return os.path.ismount(folder)


def _fill(folder: Path, left: int) -> None:
    """Fill a small disk until only the given number of bytes is free."""
    if not _is_mounted(folder):
        return
    ballast = os.open(folder / "ballast", os.O_WRONLY | os.O_CREAT)
    try:
        while os.write(ballast, bytes(1 << 16)):
            pass
    except OSError:
        os.ftruncate(ballast, max(0, os.fstat(ballast).st_size - left))
    finally:
        os.close(ballast)


def _limit(kind: int, most: int | None) -> None:
    if most is not None:
        resource.setrlimit(kind, (most, most))


def _used() -> int:
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[0])
    return pages * resource.getpagesize()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
