"""What is kept on disk is whole, the user's own, and never in the way."""

from __future__ import annotations

import errno
import os
import resource
import stat
import subprocess
import sys
import time
import warnings
from pathlib import Path

import pytest

from kibitz.core.compiling import cache as module
from kibitz.core.compiling.cache import HOUR, SUFFIX, Cache, user_cache

NAME, CONTENT = "kernel-0123", b"machine code" * 100


@pytest.fixture
def kept(tmp_path):
    cache = Cache(tmp_path / "kibitz")
    cache.write(NAME, CONTENT)
    return cache


def _file(cache):
    return cache.folder / f"{NAME}{SUFFIX}"


def test_gives_back_what_was_written(kept):
    assert kept.read(NAME) == CONTENT
    assert kept.read("another") is None
    assert [entry.name for entry in kept.entries()] == [NAME]
    assert kept.size() == _file(kept).stat().st_size


def test_an_empty_content_is_kept_too(kept):
    kept.write("empty", b"")
    assert kept.read("empty") == b""


def test_folder_and_files_are_for_the_user_alone(kept):
    assert stat.S_IMODE(kept.folder.stat().st_mode) == 0o700
    assert all(stat.S_IMODE(file.stat().st_mode) == 0o600 for file in kept.folder.iterdir())


@pytest.mark.parametrize(
    "spoil",
    [
        lambda whole: b"",
        lambda whole: whole[:20],
        lambda whole: whole[:-1],
        lambda whole: whole + b"\0",
        lambda whole: whole[:-1] + bytes([whole[-1] ^ 1]),
        lambda whole: bytes(len(whole)),
    ],
    ids=["empty", "cut in the digest", "cut", "longer", "one bit", "zeros"],
)
def test_a_damaged_entry_is_none_and_is_written_anew(kept, spoil):
    _file(kept).write_bytes(spoil(_file(kept).read_bytes()))
    assert kept.read(NAME) is None
    kept.write(NAME, CONTENT)
    assert kept.read(NAME) == CONTENT


def test_an_entry_under_another_name_does_not_count(kept):
    _file(kept).rename(kept.folder / f"other{SUFFIX}")
    assert kept.read("other") is None


@pytest.mark.parametrize("mode", [0o770, 0o707, 0o777])
def test_nothing_is_read_where_others_can_write(kept, mode):
    kept.folder.chmod(mode)
    with pytest.warns(UserWarning, match="other users can write"):
        assert kept.read(NAME) is None
    kept.write("new", CONTENT)
    assert not (kept.folder / f"new{SUFFIX}").exists()
    kept.folder.chmod(0o700)
    assert kept.read(NAME) == CONTENT


def test_others_may_look(kept):
    kept.folder.chmod(0o755)
    assert kept.read(NAME) == CONTENT


def test_nothing_is_read_from_the_folder_of_another_user(kept, monkeypatch):
    monkeypatch.setattr(os, "geteuid", lambda: 12345)
    real = Path.lstat

    class Foreign:
        def __init__(self, found):
            self.st_mode, self.st_uid = found.st_mode, 54321

    monkeypatch.setattr(Path, "lstat", lambda path: Foreign(real(path)))
    with pytest.warns(UserWarning, match="belongs to another user"):
        assert kept.read(NAME) is None


def test_without_a_home_nothing_is_kept():
    cache = Cache(None)
    cache.write(NAME, CONTENT)
    assert cache.read(NAME) is None
    assert cache.entries() == []
    with cache.alone(NAME) as locked:
        assert not locked


def test_a_file_in_the_place_of_the_folder(tmp_path):
    (tmp_path / "kibitz").write_text("not a folder")
    cache = Cache(tmp_path / "kibitz")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        cache.write(NAME, CONTENT)
        assert cache.read(NAME) is None


def test_a_read_only_folder_is_read_and_not_written(kept, monkeypatch):
    """The administrator may write anyway, so the system's answer is put in its mouth."""

    def refuse(*_, **__):
        raise OSError(errno.EROFS, "Read-only file system")

    for name in ("open", "replace", "utime", "unlink"):
        monkeypatch.setattr(module.os, name, refuse)
    kept.write("new", CONTENT)
    assert kept.read("new") is None
    with kept.alone("new") as locked:
        assert not locked
    assert kept.read(NAME) == CONTENT


def test_a_full_disk_leaves_nothing_behind(kept):
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, hard))
    try:
        kept.write("large", bytes(5000))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert kept.read("large") is None
    assert [entry.name for entry in kept.entries()] == [NAME]
    assert not list(kept.folder.glob("*.part"))


def test_what_was_not_used_for_longest_goes_first(tmp_path):
    cache = Cache(tmp_path, most=10_000)
    for k in range(9):
        cache.write(f"entry-{k}", bytes(1000))
        os.utime(tmp_path / f"entry-{k}{SUFFIX}", (0, 1_000_000 + k))
    assert cache.read("entry-0") is not None, "which notes the use"
    cache.write("last", bytes(1000))
    left = {entry.name for entry in cache.entries()}
    assert {"entry-0", "last", "entry-8"} <= left
    assert not {"entry-1", "entry-2"} & left
    assert cache.size() <= 10_000


def test_abandoned_parts_are_removed(tmp_path):
    cache = Cache(tmp_path)
    old, young = tmp_path / "old.part", tmp_path / "young.part"
    for path in (old, young):
        path.write_bytes(b"half")
    os.utime(old, (0, time.time() - 2 * HOUR))
    cache.write(NAME, CONTENT)
    assert not old.exists()
    assert young.exists()


def test_clear_removes_entries_and_nothing_else(kept):
    (kept.folder / "letter.txt").write_text("mine")
    assert kept.clear() == 1
    assert kept.read(NAME) is None
    assert (kept.folder / "letter.txt").exists()


MAKE = f"""
import sys, time
from kibitz.core.compiling.cache import Cache
cache, made = Cache(sys.argv[1]), 0
with cache.alone({NAME!r}):
    if cache.read({NAME!r}) is None:
        made = 1
        time.sleep(0.3)
        cache.write({NAME!r}, b"made")
print(made)
"""
HOLD = f"""
import sys, time
from kibitz.core.compiling.cache import Cache
with Cache(sys.argv[1]).alone({NAME!r}):
    print("held", flush=True)
    time.sleep(60)
"""


def _start(text, folder):
    run = [sys.executable, "-c", text, str(folder)]
    return subprocess.Popen(run, stdout=subprocess.PIPE, text=True)


def test_processes_wait_for_the_one_that_makes_an_entry(tmp_path):
    workers = [_start(MAKE, tmp_path) for _ in range(3)]
    assert sorted(worker.communicate()[0].strip() for worker in workers) == ["0", "0", "1"]


def test_waiting_has_an_end_and_is_for_one_entry(tmp_path):
    cache = Cache(tmp_path)
    with _start(HOLD, tmp_path) as holder:
        assert holder.stdout.readline() == "held\n"
        with cache.alone("another", patience=0.05) as locked:
            assert locked
        with cache.alone(NAME, patience=0.05) as locked:
            assert not locked
        holder.kill()
    with cache.alone(NAME) as locked:
        assert locked, "the lock of a process that was killed is open"


def test_the_place(monkeypatch, tmp_path):
    monkeypatch.setenv("KIBITZ_CACHE", str(tmp_path / "given"))
    assert user_cache().folder == tmp_path / "given"
    monkeypatch.delenv("KIBITZ_CACHE")
    monkeypatch.setattr(module.sys, "platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert user_cache().folder == tmp_path / "kibitz"
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert user_cache().folder == tmp_path / ".cache" / "kibitz"
    monkeypatch.setattr(module.os.path, "expanduser", lambda path: path)
    assert user_cache().folder is None
    assert user_cache().trouble() == "there is no home folder"
