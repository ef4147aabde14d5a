"""Packages that fetch their names on first use."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from types import ModuleType

import pytest

PACKAGES = ("kibitz.coalitional", "kibitz.coalitional.families")


@pytest.mark.parametrize("package", PACKAGES)
def test_every_name_is_there_and_no_module_takes_its_place(package):
    module = import_module(package)
    for name in module.__all__:
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
