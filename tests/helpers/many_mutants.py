"""Many mutants of answers of every kind, and those that the checker accepts.

``python -m helpers.many_mutants START STOP`` in ``tests/`` tries the mutants of these numbers and
prints those that are accepted though :mod:`helpers.judge` does not know why they may be. With
``lies`` after that they are lies that hang together (:mod:`helpers.lies`).
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from helpers.all_answers import Answer, all_answers
from helpers.fuzz import Hang, time_limit
from helpers.judge import verdict
from helpers.lies import Liar
from helpers.mutants import Mutator
from kibitz.core.certificate import Certificate, check
from kibitz.core.errors import GameError

SECONDS = 5


class Accepted(NamedTuple):
    """A mutant that the checker takes for proved."""

    number: int
    answer: Answer
    what: str
    mutant: dict[str, Any]
    certificate: Certificate


def checked_answers() -> list[Answer]:
    """The answers that hold as they are."""
    found = []
    for answer in all_answers():
        try:
            with time_limit(SECONDS):
                if check(answer.game, answer.data).holds:
                    found.append(answer)
        except (GameError, Hang):
            continue
    return found


def accepted(
    answers: list[Answer], start: int, stop: int, made_by: type[Mutator] = Mutator
) -> Iterator[Accepted]:
    """Of these mutants, each a number, those that hold and differ from their answer."""
    by_kind = defaultdict(list)
    for answer in answers:
        by_kind[answer.data["kind"]].append(answer)
    kinds = sorted(by_kind)
    for k in range(start, stop):
        luck = Random(k)
        same = by_kind[kinds[k % len(kinds)]]
        answer = luck.choice(same)
        others = [a.data for a in same if a is not answer and _differ(a, answer, made_by)]
        mutator = made_by(answer.data, others, luck)
        if not mutator.leaves:
            continue
        what, mutant = mutator.mutant()
        if mutant == answer.data:
            continue
        try:
            with time_limit(SECONDS):
                certificate = check(answer.game, mutant)
        except GameError:
            continue
        if certificate.holds:
            yield Accepted(k, answer, what, mutant, certificate)


def _differ(one: Answer, two: Answer, made_by: type[Mutator]) -> bool:
    """Whether all that is said of one game would be false of the other, or may be."""
    if made_by is Mutator:
        return True
    names = [answer.name.partition(": ")[0] for answer in (one, two)]
    return two.game is not None and names[0] != names[1]


def main(start: int, stop: int, made_by: type[Mutator] = Mutator) -> None:
    """Try them; what is not judged is printed, and at the end how many were judged how."""
    counts: Counter[str] = Counter()
    for found in accepted(checked_answers(), start, stop, made_by):
        answer = found.answer
        why = verdict(answer.game, answer.data, found.mutant, found.certificate)
        counts[why or "not judged"] += 1
        if not why:
            sys.stdout.write(f"{found.number} {answer.data['kind']}, {answer.name}: {found.what}\n")
    sys.stdout.write(f"{sum(counts.values())} accepted: {dict(counts)}\n")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), Liar if "lies" in sys.argv else Mutator)
