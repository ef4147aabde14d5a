"""Files are written whole or not at all, and nothing in the sources writes otherwise."""

from __future__ import annotations

import errno
import os
import re
import signal
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import kibitz as kb
from kibitz.core.errors import GameError
from kibitz.core.files.atomic_file import HOUR, atomic_file, write_text

ROOT = Path(kb.__file__).parents[2]
ELSEWHERE = {
    "src/kibitz/core/files/atomic_file.py",  # the one place
    "src/kibitz/cli/machinery/shell.py",  # opens the null device
    "src/kibitz/cli/machinery/program.py",  # likewise
    "src/kibitz/search/retrograde/packed.py",  # makes the empty file that is mapped into memory
    "src/kibitz/search/retrograde/layered.py",  # likewise
    "src/kibitz/experiments/store.py",  # a log of rows, each whole or dropped, and a lock
    "bench/compile.py",  # a log that several processes append to
    "bench/zero_connect_four.py",  # a script of its own, which needs no more than NumPy
}
WRITES = re.compile(
    r"""\.write_(?:text|bytes)\(|\bopen\([^()\n]*["'][rbt]?[wax+][bt+]*["']|\.to_csv\(|mkstemp"""
    r"""|\bnp\.save(?:z|z_compressed|txt)?\((?!\s*file,)|\.tofile\(|NamedTemporaryFile"""
    r"""|shutil\.(?:copy|move)"""
)
"""Calls that write to a file, or open one for that."""


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def full(descriptor: int) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_file_is_replaced_whole(tmp_path):
    path = tmp_path / "game.txt"
    write_text(path, "old ✓\n")
    with atomic_file(path) as file:
        file.write(b"new")
        assert path.read_text("utf-8") == "old ✓\n"
    assert path.read_bytes() == b"new"
    assert names(tmp_path) == ["game.txt"]


@pytest.mark.parametrize("error", [KeyboardInterrupt, MemoryError, ZeroDivisionError])
def test_what_goes_wrong_leaves_the_old_file_alone(tmp_path, error):
    path = tmp_path / "game.txt"
    write_text(path, "old")

    def fail() -> None:
        with atomic_file(path) as file:
            file.write(b"ne")
            raise error

    with pytest.raises(error):
        fail()
    assert path.read_text() == "old"
    assert names(tmp_path) == ["game.txt"]


def test_a_full_disk_leaves_the_old_file_alone(tmp_path, monkeypatch):
    path = tmp_path / "game.txt"
    write_text(path, "old")
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(GameError, match="No space left on device; the existing file is unchanged"):
        write_text(path, "new")
    with pytest.raises(GameError, match=r"no.txt: cannot be written: No space left on device$"):
        write_text(tmp_path / "no.txt", "new")
    assert path.read_text() == "old"
    assert names(tmp_path) == ["game.txt"]


@pytest.mark.parametrize("command", ["convert", "draw", "explain", "solve", "bandit", "database"])
def test_no_command_loses_a_file_on_a_full_disk(tmp_path, monkeypatch, command):
    from typer.testing import CliRunner

    from kibitz.cli import app

    words = {
        "convert": ["matrix", "1 2; 3 0", "-o", "old.json"],
        "draw": ["matrix", "1 2; 3 0", "-o", "old.svg"],
        "explain": ["matrix", "1 2; 3 0", "-o", "old.md"],
        "solve": ["matrix", "1 2; 3 0", "--save", "old.json"],
        "bandit": ["0.2", "0.5", "--rounds", "5", "-o", "old.svg"],
        "database": ["tic-tac-toe", "-o", "old.kbdb"],
    }[command]
    monkeypatch.chdir(tmp_path)
    old = Path(words[-1])
    old.write_bytes(b"old")
    monkeypatch.setattr(os, "fsync", full)
    done = CliRunner().invoke(app, [command, *words])
    assert done.exit_code == 2
    assert "the existing file is unchanged" in done.stderr
    assert old.read_bytes() == b"old"
    assert names(tmp_path) == [old.name]


def test_the_permissions_of_the_old_file_and_the_mask_are_kept(tmp_path):
    path = tmp_path / "game.txt"
    before = os.umask(0o027)
    try:
        write_text(path, "new")
        assert stat.S_IMODE(path.stat().st_mode) == 0o640
        path.chmod(0o604)
        write_text(path, "newer")
        assert stat.S_IMODE(path.stat().st_mode) == 0o604
    finally:
        os.umask(before)


def test_links_and_devices_stay_what_they_are(tmp_path):
    real, link = tmp_path / "real.txt", tmp_path / "link.txt"
    real.write_text("old")
    link.symlink_to(real)
    write_text(link, "new")
    assert link.is_symlink()
    assert real.read_text() == "new"
    write_text(os.devnull, "nothing")
    assert not Path(os.devnull).is_file()


def test_errors_say_what_would_be_right(tmp_path):
    with pytest.raises(GameError, match="this is a directory, not a file"):
        write_text(tmp_path, "text")
    (tmp_path / "file").write_text("")
    with pytest.raises(GameError, match=r"there is no directory '.*file'"):
        write_text(tmp_path / "file" / "inside.txt", "text")
    with pytest.raises(GameError, match="cannot be written: File name too long"):
        write_text(tmp_path / ("x" * 300), "text")
    with pytest.raises(UnicodeEncodeError):
        write_text(tmp_path / "surrogate.txt", "\ud800")
    assert names(tmp_path) == ["file"]


def test_threads_that_write_one_file_do_not_meet(tmp_path):
    path = tmp_path / "game.txt"

    def write(letter: str) -> None:
        for _ in range(20):
            write_text(path, letter * 1000)

    threads = [threading.Thread(target=write, args=(letter,)) for letter in "abcdefgh"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    text = path.read_text()
    assert len(text) == 1000
    assert len(set(text)) == 1
    assert names(tmp_path) == ["game.txt"]


def test_what_a_killed_writer_left_behind_is_cleared_away_later(tmp_path):
    path = tmp_path / "game[1].txt"
    program = (
        "import os, signal, sys\n"
        "from kibitz.core.files.atomic_file import atomic_file\n"
        "with atomic_file(sys.argv[1]) as file:\n"
        "    file.write(b'x' * 100000)\n"
        "    file.flush()\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    write_text(path, "old")
    done = subprocess.run([sys.executable, "-c", program, str(path)])
    assert done.returncode == -signal.SIGKILL
    assert path.read_text() == "old"
    (part,) = (p for p in tmp_path.iterdir() if p != path)
    write_text(path, "new")
    assert part.exists()
    old = part.stat().st_mtime - 2 * HOUR
    os.utime(part, (old, old))
    write_text(path, "newer")
    assert names(tmp_path) == [path.name]


def test_nothing_else_writes_files():
    wrong = []
    for folder in ("src", "bench", "docs/extensions"):
        for path in (ROOT / folder).rglob("*.py"):
            where = path.relative_to(ROOT).as_posix()
            text = path.read_text("utf-8")
            if where not in ELSEWHERE:
                wrong += [f"{where}: {found.group()}" for found in WRITES.finditer(text)]
    assert wrong == []


@pytest.mark.parametrize(
    "line",
    [
        'path.write_text("a")',
        'open(path, "w")',
        'path.open("ab")',
        'with open(path, mode="r+") as file:',
        "np.savez(path, a=a)",
        "table.to_csv(path)",
    ],
)
def test_such_lines_are_found(line):
    assert WRITES.search(line)
    assert not WRITES.search("write_text(path, text)\nnp.savez(file, a=a)\nopen(path, 'rb')")
