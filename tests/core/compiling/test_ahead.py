"""What waits for Numba, and what is compiled although it is small."""

from __future__ import annotations

import sys

import pytest

from kibitz.core.compiling.ahead import compiled_ahead, would_load_numba


def test_nothing_waits_where_all_is_compiled_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "numba", raising=False)
    assert would_load_numba()
    with compiled_ahead():
        assert not would_load_numba()
    monkeypatch.setitem(sys.modules, "numba", sys)
    assert not would_load_numba()
