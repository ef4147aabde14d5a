"""Tables that grow: NumPy finds the slots that the search looks into."""

import numpy as np

from kibitz.rules.kernels.hash_table import first_slot
from kibitz.search.alpha_beta.growth import first_slots, grown


def test_slots_are_those_of_the_search():
    keys = np.random.default_rng(1).integers(-(1 << 63), (1 << 63) - 1, (50, 3))
    with np.errstate(over="ignore"):
        wanted = [first_slot(key.view(np.uint64), 3, 1 << 12) for key in keys]
    assert first_slots(keys, 1 << 12).tolist() == wanted


def test_no_entry_is_lost_where_there_is_room():
    table = np.zeros((64, 4), np.int64)
    table[::3] = np.arange(22 * 4).reshape(22, 4) + 1
    larger = grown(table, 1 << 16, 2)
    assert {*map(tuple, larger[larger[:, 3] != 0])} == {*map(tuple, table[::3])}
    assert not larger[larger[:, 3] == 0].any()
