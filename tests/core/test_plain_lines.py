"""Plain text is what Rich prints, though Rich is asked only where it must be."""

import random

import pytest
from rich.cells import cell_len

from kibitz.core import explanation
from kibitz.core.explanation import Explanation, Step, Table, plain_text
from kibitz.core.plain_lines import _SINGLE

WORDS = [
    "a",
    "−3",
    "½",
    "two words",
    "x ≥ 3",
    "",
    "  first",
    "last ",
    "⊕",
    "日本",
    "a\nb",
    "x" * 40,
]
PROSE = [
    "one",
    "a longer word",
    "−7",
    "✓",
    "  ",
    "a\n",
    "\n",
    "x" * 30,
    "a " * 60,
    "日本",
    "y" * 110,
]


def random_table(rng: random.Random) -> Table:
    columns, rows = rng.randint(1, 6), rng.randint(0, 5)
    words = WORDS[: rng.choice([9, len(WORDS)])]
    return Table(
        tuple(rng.choices(words, k=columns)),
        tuple(tuple(rng.choices(words, k=columns)) for _ in range(rows)),
        struck_rows=tuple(r for r in range(rows) if rng.random() < 0.2),
        struck_columns=tuple(c for c in range(columns) if rng.random() < 0.1),
        marked=tuple((r, c) for r in range(rows) for c in range(columns) if rng.random() < 0.1),
        caption=rng.choice(["", "", "a caption"]),
    )


def random_prose(rng: random.Random) -> str:
    words = PROSE[: rng.choice([9, len(PROSE)])]
    return " ".join(rng.choices(words, k=rng.choice([0, 1, 3, 12])))


def random_explanation(rng: random.Random) -> Explanation:
    steps = [
        Step(
            random_prose(rng), random_prose(rng), random_table(rng) if rng.random() < 0.6 else None
        )
        for _ in range(rng.randint(0, 3))
    ]
    return Explanation(random_prose(rng), tuple(steps))


def test_text_is_what_rich_prints() -> None:
    rng = random.Random(1)
    for _ in range(60):
        table, whole = random_table(rng), random_explanation(rng)
        assert table.text() == plain_text(table.rich())
        assert str(whole) == plain_text(whole.rich())


def test_plain_words_are_written_without_rich(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explanation, "_printed_lines", None)
    table = Table(("", "L", "R"), (("T", "1", "2/3"), ("B", "−1", "0")), (1,), marked=((0, 2),))
    prose = "Words of more than one line, each of which is short. " * 3
    assert str(Explanation("Why", (Step("Because", prose, table),))).splitlines() == [
        "Why",
        "",
        "1. Because",
        "   Words of more than one line, each of which is short. Words of more "
        "than one line, each of which",
        "   is short. Words of more than one line, each of which is short.",
        "",
        "          L      R",
        "   ────────────────",
        "     T    1   [2/3]",
        "   ✗ B   −1      0",
    ]


def test_plain_characters_take_one_place() -> None:
    plain = [c for c in map(chr, range(0x3000)) if _SINGLE.fullmatch(c)]
    assert len(plain) > 1000
    assert {cell_len(c) for c in plain} == {1}
