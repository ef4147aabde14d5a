"""Packages import each other in the open, where the layers are checked."""

from __future__ import annotations

import re
from pathlib import Path

import kibitz

ROOT = Path(kibitz.__file__).parent
BY_NAME = {"core/index.py", "core/lazy_package.py", "core/verbs.py", "forms.py"}
"""The few mechanisms that import a module by its name."""
_STRING = re.compile(r"""import_module\(\s*f?["']kibitz\.(\w+)""")


def test_no_package_imports_another_by_a_string() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {package}"
        for path in ROOT.rglob("*.py")
        if path.relative_to(ROOT).as_posix() not in BY_NAME
        for package in _STRING.findall(path.read_text("utf-8"))
        if package != path.relative_to(ROOT).parts[0]
    ]
    assert found == []
