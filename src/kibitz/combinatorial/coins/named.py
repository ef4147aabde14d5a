"""Rules for a row by name, as the command line and the Tartan product spell them."""

from __future__ import annotations

from collections.abc import Callable

from kibitz.combinatorial.coins.count import (
    coin_count,
    mock_turtles,
    moebius,
    mogul,
    moidores,
    triplets,
    turning_turtles,
    twins,
)
from kibitz.combinatorial.coins.rule import CoinRule
from kibitz.combinatorial.coins.runs import coin_run, ruler, rulerette
from kibitz.combinatorial.coins.subtraction import (
    coin_subtraction,
    coin_subtraction_pairs,
    one_or_two_at_distance,
)
from kibitz.combinatorial.coins.symmetric import grunt, sym, turnips
from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.names.other_names import OTHER_NAMES
from kibitz.core.spelling import count_of

PLAIN: dict[str, Callable[[], CoinRule]] = {
    "turning-turtles": turning_turtles,
    "twins": twins,
    "mock-turtles": mock_turtles,
    "triplets": triplets,
    "moebius": moebius,
    "mogul": mogul,
    "moidores": moidores,
    "ruler": ruler,
    "rulerette": rulerette,
    "grunt": grunt,
    "turnips": turnips,
    "sym": sym,
}
WITH_NUMBERS: dict[str, Callable[[list[int]], CoinRule]] = {
    "coin-subtraction": coin_subtraction,
    "coin-subtraction-pairs": coin_subtraction_pairs,
    "one-or-two": one_or_two_at_distance,
    "coin-count": lambda numbers: coin_count(*_exactly(numbers, 2, "coin-count:1,3")),
    "coin-run": lambda numbers: coin_run(*_exactly(numbers, 1, "coin-run:3")),
}


def named_rule(text: str) -> CoinRule:
    """A rule by name; one with numbers as ``coin-subtraction:1,2,3``, or with their name.

    Parameters
    ----------
    text : str
        The name, with numbers where the rule has them.

    Returns
    -------
    CoinRule
        The rule.

    Examples
    --------
    >>> named_rule("mock-turtles").values(4), named_rule("coin-subtraction:1,3").values(6)
    ([1, 2, 4, 7, 8], [1, 0, 1, 0, 1, 0])
    >>> named_rule("coin-run shortest=2").values(4)
    [0, 1, 0, 2]
    >>> named_rule("subtraction:1,3").values(6) == named_rule("coin-subtraction:1,3").values(6)
    True
    >>> named_rule("mock-ruler")
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: unknown coin game 'mock-ruler'; did you mean ...
    """
    name, colon, rest = text.strip().lower().partition(":")
    if not colon:
        name, *settings = name.split() or [""]
        rest = colon = " ".join(setting.rpartition("=")[2] for setting in settings)
    name = "coin-subtraction" if name == "subtraction" else OTHER_NAMES.get(name, name)
    if name in PLAIN and not colon:
        return PLAIN[name]()
    if name in WITH_NUMBERS:
        return WITH_NUMBERS[name](_numbers(rest, text))
    if name in PLAIN:
        raise GameError(f"{text!r}: {name} takes no numbers")
    raise GameError(f"unknown coin game {name!r}{did_you_mean(name, [*PLAIN, *WITH_NUMBERS])}")


def _numbers(text: str, whole: str) -> list[int]:
    words = text.replace(",", " ").split()
    if not words or not all(word.isdigit() for word in words):
        raise GameError(
            f"{whole!r}: numbers are missing; write for instance coin-subtraction:1,2,3"
        )
    return [int(word) for word in words]


def _exactly(numbers: list[int], count: int, example: str) -> list[int]:
    if len(numbers) != count:
        raise GameError(
            f"{count_of(len(numbers), 'number')} where {count} are needed; write {example}"
        )
    return numbers
