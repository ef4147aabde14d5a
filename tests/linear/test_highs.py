"""HiGHS beside other packages that bring their own library of it."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

from kibitz.core.errors import GameError
from kibitz.linear.highs import Data, FloatModel
from kibitz.linear.program import LinearProgram


def test_a_library_that_is_in_the_way_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "highspy.py").write_text("raise ImportError('undefined symbol: releaseMemory')")
    program = LinearProgram.read(c=[1, 2], A=[[1, 1]], b=[1])
    with monkeypatch.context() as patched:
        for name in [name for name in sys.modules if name.partition(".")[0] == "highspy"]:
            patched.delitem(sys.modules, name)
        patched.syspath_prepend(tmp_path)
        with pytest.raises(GameError, match=r"cannot be loaded beside .* in a process of its own"):
            FloatModel(program)
    found = FloatModel(program).solve(Data.of(program))
    assert found.status == "optimal"
    assert np.isfinite(found.x).all()
