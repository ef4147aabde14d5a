"""Packages that fetch their names on first use."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType
from zipfile import ZipFile

import pytest

import kibitz

ROOT = Path(kibitz.__file__).parent
PACKAGES = sorted(
    ".".join(stub.parent.relative_to(ROOT.parent).parts) for stub in ROOT.rglob("__init__.pyi")
)
CALLED = {"bargaining", "search"}
IN_THREADS = """
import sys
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
import kibitz as kb

JOBS = [
    lambda: kb.matrix("-2 3; 3 -4").solve(),
    lambda: kb.bimatrix("3,2 0,0; 0,0 2,3").solve(),
    lambda: kb.strategic_game([[[1, 0], [0, 1]], [[1, 0], [0, 1]]]).solve(),
    lambda: kb.game("nim 3 4 5 + kayles 12").solve(),
    lambda: kb.game("coin-run").explain(),
    lambda: kb.coalition({"S,F": 1000, "S,B": 500, "S,F,B": 1000}).solve(),
    lambda: kb.game("kuhn-poker").solve(),
    lambda: kb.game("centipede").solve(),
    lambda: kb.game("basketball").solve(),
    lambda: kb.game("cournot").solve(),
    lambda: kb.bargaining([(0, 0), (0, 1), (3, 0)], (0, 0)).solve(),
    lambda: kb.game("blotto 4 3 2").explain(),
    lambda: kb.methods(kb.matrix("1 2; 3 4")),
    lambda: kb.shelf("cards"),
    lambda: kb.LinearProgram.read(c=[1, 1], A=[[1, 2], [3, 1]], b=[4, 6]).solve(),
    lambda: kb.utility.elicit(["C ~ 1/3 A + 2/3 B"], zero="B", one="A"),
]
start = Barrier(len(JOBS))

def at_once(job):
    start.wait()
    return job()

sys.setswitchinterval(1e-5)
with ThreadPoolExecutor(len(JOBS)) as pool:
    print(sum(answer is not None for answer in pool.map(at_once, JOBS)))
"""
IN_A_ZIP = """
import kibitz as kb
assert ".zip" in kb.__file__
print(kb.matrix("-2 3; 3 -4").solve().value, kb.game("nim 3 4 5").solve().nimber, len(dir(kb)) > 60)
"""


@pytest.mark.parametrize("package", PACKAGES)
def test_every_name_is_there_and_no_module_takes_its_place(package):
    module = import_module(package)
    for name in set(module.__all__) - (CALLED if package == "kibitz" else set()):
        assert not isinstance(getattr(module, name), ModuleType), name
        assert name in dir(module)
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        module.nonsense  # noqa: B018


def test_a_function_keeps_its_place_when_its_module_is_imported():
    words = "import kibitz.coalitional.sets.core, kibitz.coalitional as c; print(c.core.__name__)"
    done = subprocess.run([sys.executable, "-c", words], capture_output=True, text=True, check=True)
    assert done.stdout == "core\n"


def test_nothing_else_is_imported():
    words = (
        "import sys, kibitz.coalitional; "
        "print([m for m in sys.modules if m.startswith('kibitz.coalitional.')])"
    )
    done = subprocess.run([sys.executable, "-c", words], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_threads_may_use_different_names_at_once():
    done = subprocess.run([sys.executable, "-c", IN_THREADS], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("16\n", "")


def test_it_works_from_a_zip_file(tmp_path):
    with ZipFile(tmp_path / "kibitz.zip", "w") as archive:
        for path in ROOT.rglob("*.py*"):
            if path.suffix in (".py", ".pyi"):
                archive.write(path, path.relative_to(ROOT.parent))
    done = subprocess.run(
        [sys.executable, "-c", IN_A_ZIP],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(tmp_path / "kibitz.zip")},
        cwd=tmp_path,
    )
    assert (done.stdout, done.stderr) == ("1/12 2 True\n", "")
