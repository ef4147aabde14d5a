"""Draw poker on vectors of hands, and its sizes, on the command line."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from kibitz.extensive.methods import zero_sum


def test_sizes_without_unfolding(run: Any) -> None:
    told = run("size", "lowball-draw").output
    assert re.search(r"leaves +3,420,802,560", told)
    assert re.search(r"hands up to suits +266", told)
    assert "134,459" in run("size", "--hand", "5").output


@pytest.mark.slow
def test_limits_reach_the_vector_solver(run: Any) -> None:
    game = ["lowball-draw", "ranks=2-6", "suits=2", "size=3"]
    told = run("solve", *game, "--seconds", "2", "--target", "1e-1")
    assert "value between" in told.output
    told = run("cfr", *game, "--iterations", "2")
    assert "2 iterations" in told.output


def test_a_target_is_for_regret_minimization(refuse: Any) -> None:
    assert "kibitz cfr" in refuse("solve", "matrix", "1 2; 3 4", "--target", "1e-3")


def test_exact_is_heeded_where_a_tree_is_large(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zero_sum, "EXACT_ENTRIES", 0)
    assert json.loads(run("solve", "kuhn-poker", "--json").stdout)["exact"] is False
    for more in ((), ("--method", "linear-program")):
        told = json.loads(run("solve", "kuhn-poker", "--exact", "--json", *more).stdout)
        assert (told["exact"], told["payoffs"][0]) == (True, "-1/18")
