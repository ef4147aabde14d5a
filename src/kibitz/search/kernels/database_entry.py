"""A way into a database for compiled searches of other games."""

from __future__ import annotations

from functools import cache

from kibitz.rules.compile.probe import UNKNOWN

CODES, BYTES, END, BITS, LIMIT, SEEN, COUNT, ROWS, NOTED, FAILED, NEXT, NEXT_CONTEXT = range(12)
"""Words of a context: where the codes are, how many bytes, numbers that are solved, bits of each,
quiet plies, a bit for every number that was asked for, how many, positions, how many, whether the
rules failed, and where to ask next."""
WORDS = 12
ROOM = 1 << 13
"""Rows for positions that are noted, a quarter of which is used."""
MOST_NOTED = ROOM // 4


@cache
def address_of(look_up, words):
    """The address of a function for compiled code of another game, whose states have these words.

    It notes what was looked up: each position while there are few, then only how many.
    """
    from numba import carray, int64  # type: ignore[attr-defined]

    from kibitz.core.compiling.compiled import njit
    from kibitz.rules.compile.native_probe import bytes_at, look_up_at, words_at

    @njit(cache=True, nogil=True, no_cfunc_wrapper=False)
    def entry(address, state):
        context = carray(words_at(address), WORDS)  # type: ignore[call-arg]
        row = carray(words_at(state), words)
        codes = carray(bytes_at(context[CODES]), context[BYTES])
        found = -1
        try:
            found = look_up(row, codes, context[END], context[BITS], context[LIMIT])
        except Exception:
            context[FAILED] = 1
        if found < 0:
            if context[NEXT] == 0:
                return UNKNOWN
            return look_up_at(context[NEXT], context[NEXT_CONTEXT], state)
        number, value = found >> 2, (found & 3) - 1
        seen = carray(bytes_at(context[SEEN]), context[END] // 8 + 1)
        mask = 1 << (number & 7)
        if not seen[number >> 3] & mask:
            seen[number >> 3] |= mask
            context[COUNT] += 1
        if context[NOTED] <= MOST_NOTED:
            mixed = 0
            for k in range(words):
                mixed = (mixed ^ row[k]) * 0x2545F4914F6CDD1D
                mixed ^= (mixed >> 29) & 0x7FFFFFFFF
            place = mixed & (ROOM - 1)
            rows = carray(words_at(context[ROWS]), (ROOM, words + 1))
            while rows[place, words] != 0:
                same = True
                for k in range(words):
                    if rows[place, k] != row[k]:
                        same = False
                if same:
                    return value
                place = (place + 1) & (ROOM - 1)
            for k in range(words):
                rows[place, k] = row[k]
            rows[place, words] = value + 2
            context[NOTED] += 1
        return value

    kind = (int64, int64)
    entry.compile(kind)
    made = entry.overloads[kind]
    found = made.library.get_pointer_to_function(made.fndesc.llvm_cfunc_wrapper_name)
    return int(found)
