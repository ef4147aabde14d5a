"""Nimbers by a formula."""

from __future__ import annotations

import numpy as np

from kibitz.combinatorial.heaps.tables.table import NimberTable
from kibitz.core.solution import Check


class FormulaTable(NimberTable):
    """Values from the formula of the family, in any order and for heaps of any size."""

    def __getitem__(self, n: int) -> int:
        return self.game.heap_nimber(n)

    def compute(self, stop: int) -> None:
        values = np.array([self.game.heap_nimber(n) for n in range(self.known, stop)], np.int64)
        self.widen(int(values.max()) + 1)
        self._values[self.known : stop] = values
        self.known = stop

    def check(self, n: int) -> Check:
        """Test the formula by the mex rule at heaps up to n, at most a few hundred of them."""
        most = min(n, 300)
        bad = [k for k in range(self.game.smallest, most + 1) if self.mex(k) != self[k]]
        seen = f"heaps up to {most}" if not bad else f"it fails for a heap of {bad[0]}"
        return Check("the family's formula agrees with the mex rule", not bad, seen)
