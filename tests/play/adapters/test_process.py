"""Programs that are spoken to line by line: ended with their children."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import pytest

from kibitz.play.adapters.process import Deadline, Process
from kibitz.play.players import Forfeit

pytestmark = pytest.mark.skipif(os.name == "nt", reason="process groups are those of Unix")
SCRIPT = "#!/bin/sh\nsleep 1000 &\necho $!\n{then}\n"


def started(tmp_path: Path, then: str) -> tuple[Process, int]:
    """An engine that is started through a script, and the number of its child."""
    script = tmp_path / "engine.sh"
    script.write_text(SCRIPT.format(then=then))
    script.chmod(0o755)
    made = Process(str(script))
    return made, int(made.hear(Deadline(20)))


def ended(number: int) -> bool:
    for _ in range(200):
        try:
            state = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            return True
        if state == "Z":
            return True
        time.sleep(0.02)
    os.kill(number, signal.SIGKILL)
    return False


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks into /proc")
@pytest.mark.parametrize("then", ["cat > /dev/null", "wait", "exit 0"])
def test_an_engine_ends_with_its_children(tmp_path, then):
    made, child = started(tmp_path, then)
    made.close("quit")
    assert ended(child)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks into /proc")
def test_an_engine_that_hangs_ends_with_its_children(tmp_path):
    made, child = started(tmp_path, "wait")
    with pytest.raises(Forfeit, match=r"no answer for 0\.1 s"):
        made.hear(Deadline(0.1))
    assert ended(child)
    made.kill()
