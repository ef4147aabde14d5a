"""Archives of arrays: measured before they are read, and damaged ones refused in one line."""

from __future__ import annotations

import io
import random
import struct
import tracemalloc
import zipfile
from contextlib import suppress

import numpy as np
import pytest

from kibitz.core.errors import GameError
from kibitz.core.files import npz_file

ABOUT = {"kind": "test", "version": 1, "game": "none"}
TORN = "not a complete Kibitz test file"


def kept(path):
    npz_file.write(path, ABOUT, {"a": np.arange(500), "b": np.ones((3, 4))})
    return path.read_bytes()


def header(shape: tuple[int, ...], kind: str = "<f8") -> bytes:
    file = io.BytesIO()
    described = {"descr": kind, "fortran_order": False, "shape": shape}
    np.lib.format.write_array_header_1_0(file, described)
    return file.getvalue()


def test_what_is_written_is_read(tmp_path):
    path = tmp_path / "a.kbz"
    kept(path)
    about, arrays = npz_file.read(path, "test", 1)
    assert about == ABOUT
    assert arrays["a"].tolist() == list(range(500))
    assert arrays["b"].shape == (3, 4)
    with np.load(path) as same:
        assert set(same.files) == {"about", "a", "b"}


def test_damaged_files_are_one_line(tmp_path):
    path = tmp_path / "a.kbz"
    whole, luck = kept(path), random.Random(7)
    for _ in range(300):
        damaged = bytearray(whole)
        for _ in range(luck.choice([1, 1, 3])):
            damaged[luck.randrange(len(whole))] = luck.randrange(256)
        if luck.random() < 0.2:
            del damaged[luck.randrange(len(damaged)) :]
        path.write_bytes(damaged)
        with suppress(GameError):
            about, arrays = npz_file.read(path, "test", 1)
            assert about == ABOUT
            assert {"a", "b"} & arrays.keys()
            assert arrays.get("a", np.arange(500)).tolist() == list(range(500))


@pytest.mark.parametrize("shape", [(1 << 40,), (1 << 62, 4), (-5,), (10, 1 << 30)])
def test_a_head_that_claims_more_than_there_is_takes_no_memory(tmp_path, shape):
    path = tmp_path / "a.kbz"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("a.npy", header(shape) + b"\0" * 64)
    tracemalloc.start()
    with pytest.raises(GameError, match=TORN):
        npz_file.read(path, "test", 1)
    assert tracemalloc.get_traced_memory()[1] < 10 << 20
    tracemalloc.stop()


def test_an_archive_that_grows_when_it_is_unpacked_is_refused_by_its_size(tmp_path):
    path = tmp_path / "a.kbz"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.npy", header((1 << 30,)) + b"\0" * 64)
    content = bytearray(path.read_bytes())
    place = content.rindex(b"PK\x01\x02")
    struct.pack_into("<L", content, place + 24, (1 << 32) - 2)
    path.write_bytes(content)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("kibitz.core.system.memory.free_memory", lambda: 1 << 30)
        with pytest.raises(GameError, match=r"what is in this file takes about 4\.3 GB of memory"):
            npz_file.read(path, "test", 1)


def test_objects_are_never_unpickled(tmp_path):
    path = tmp_path / "a.kbz"
    with path.open("wb") as file:
        np.savez(file, about=np.array([{"kind": "test"}], object))
    with pytest.raises(GameError, match=TORN):
        npz_file.read(path, "test", 1)


@pytest.mark.parametrize("about", [b"[]", b"{", b"\xff", b"[" * 100_000, b'{"kind": "other"}'])
def test_facts_that_are_not_facts(tmp_path, about):
    path = tmp_path / "a.kbz"
    with path.open("wb") as file:
        np.savez(file, about=np.frombuffer(about, np.uint8))
    with pytest.raises(GameError, match="Kibitz test file"):
        npz_file.read(path, "test", 1)


def test_a_folder_and_a_missing_file(tmp_path):
    with pytest.raises(GameError, match="no such file"):
        npz_file.read(tmp_path / "none.kbz", "test", 1)
    with pytest.raises(GameError, match=TORN):
        npz_file.read(tmp_path, "test", 1)
