"""Matrix games whose rows and columns are given by name."""

from __future__ import annotations

import pytest

from kibitz import matrix
from kibitz.core.errors import GameError


def test_rows_and_columns_by_name() -> None:
    table = {"go out": {"c": 1, "d": 2}, "stay": {"d": 0, "c": 3}}
    right = matrix("1 2; 3 0", rows="go out, stay", columns="c d")
    assert matrix(table) == right
    assert matrix({"go out": [1, 2], "stay": [3, 0]}, columns="c d") == right
    with pytest.raises(GameError, match="row stay: it needs an entry for each of c, d"):
        matrix({"go out": {"c": 1, "d": 2}, "stay": {"c": 3}})
    with pytest.raises(GameError, match="have names already"):
        matrix(table, rows="a b")
