"""Print the tests of what changed since the main branch: files, and the rooms they are about."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ALWAYS = ("tests/core", "tests/proof")


def changed() -> list[str]:
    """The files that differ from main, committed or not, and those that git does not know yet."""
    since = _lines("git", "merge-base", "HEAD", "main")
    new = _lines("git", "ls-files", "--others", "--exclude-standard")
    return [*_lines("git", "diff", "--name-only", *(since or ["HEAD"])), *new]


def _lines(*command: str) -> list[str]:
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.splitlines()


def tests_of(paths: list[str]) -> list[str]:
    """Tests to run: those that changed, and those in the room nearest to a changed source.

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
        elif path.parts[:2] == ("src", "kibitz") and path.suffix == ".py":
            found.append(name)
            rooms = [Path("tests", *path.parts[2:end]) for end in range(len(path.parts) - 1, 2, -1)]
            found += [str(room) for room in rooms if room.is_dir()][:1]
    return list(dict.fromkeys(found))


if __name__ == "__main__":
    sys.stdout.write(" ".join(tests_of(changed())))
