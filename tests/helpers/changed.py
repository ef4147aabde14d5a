"""Print the tests of what changed since the main branch: files, and the rooms they are about."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ALWAYS = ("tests/core", "tests/proof")


def changed() -> list[str]:
    """The files that differ from main, committed or not."""
    base = ["git", "merge-base", "HEAD", "main"]
    since = subprocess.run(base, capture_output=True, text=True, check=False).stdout.strip()
    names = ["git", "diff", "--name-only", since or "HEAD"]
    return subprocess.run(names, capture_output=True, text=True, check=True).stdout.splitlines()


def tests_of(paths: list[str]) -> list[str]:
    """Tests to run: those that changed, and those in the folder that mirrors a changed source.

    >>> tests_of(["README.md"])[-1]
    'README.md'
    """
    found = [room for room in ALWAYS if Path(room).exists()]
    for name in paths:
        path = Path(name)
        if not path.exists():
            continue
        if path.suffix == ".md" or path.name.startswith("test_"):
            found.append(name)
        elif path.parts[:2] == ("src", "kibitz"):
            found.append(name)
            mirror = Path("tests", *path.parts[2:-1])
            if mirror.is_dir() and mirror != Path("tests"):
                found.append(str(mirror))
    return list(dict.fromkeys(found))


if __name__ == "__main__":
    sys.stdout.write(" ".join(tests_of(changed())))
