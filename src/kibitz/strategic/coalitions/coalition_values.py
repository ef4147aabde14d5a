"""From the strategic to the coalitional form: what every coalition can guarantee.

The players of a coalition S act as one, and so do those outside. When payoffs add up to a constant,
what S earns is the value of a zero-sum game, and there is nothing to choose. Otherwise "what S can
earn" has several readings, for it depends on what those outside are after:

``security``
    they mean to hold S down, as von Neumann and Morgenstern have it; both sides may mix, so what S
    can guarantee is what those outside can hold S down to.
``alpha``, ``beta``
    the same in pure strategies, where S moves first (what S can guarantee) or last (what cannot be
    kept from S); alpha is at most security, which is at most beta.
``threat``
    both sides threaten, and what all can earn is split by the value of the game of differences,
    as Nash and Harsanyi have it; the worths of S and of those outside add up to v(N).
``nash``
    both sides mind their own payoffs and play an equilibrium of the game between them. There may be
    several that do not pay the same: then this reading says nothing.

The threat, the security and the Nash reading agree when payoffs add up to a constant.
:func:`coalition_readings` sets all of them side by side.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np

from kibitz.core.claim import Claim
from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.explanation import Explanation
from kibitz.core.extension import call
from kibitz.core.method import method
from kibitz.core.numbers import Number, plain, show
from kibitz.core.progress import work
from kibitz.core.solution import Solution
from kibitz.core.spelling import count_of
from kibitz.core.tensor import Tensor
from kibitz.strategic.game import StrategicGame
from kibitz.strategic.sentences import OUT_LOUD, coalition_remark
from kibitz.zero_sum.game import MatrixGame
from kibitz.zero_sum.methods.saddle_point import pure_values
from kibitz.zero_sum.solution import MatrixSolution
from kibitz.zero_sum.strategies.expected_payoff import product as product_of

MOST_PLAYERS = 14
MOST_CELLS = 200_000
MOST_SHOWN = 20
MOST_JOINT = 16
"""Joint strategies of either side up to which all equilibria between them are found."""


@dataclass(frozen=True)
class CoalitionValues(Solution, kind="coalition-values"):
    """The worth of every coalition, by bitmask, and the zero-sum games they were found from.

    >>> from kibitz import strategic_game
    >>> odd = strategic_game([
    ...     [[[0, 1], [1, -2]], [[-2, 1], [1, 0]]],
    ...     [[[0, 1], [-2, 1]], [[1, -2], [1, 0]]],
    ...     [[[0, -2], [1, 1]], [[1, 1], [-2, 0]]],
    ... ])
    >>> print(coalition_values(odd))
    security: what each coalition can guarantee, whatever the others do
      v(1) = -1   v(2) = -1   v(1,2) = 1   v(3) = -1   v(1,3) = 1   v(2,3) = 1   v(1,2,3) = 0
    payoffs always add up to 0, so all readings in mixed strategies agree
    """

    game: StrategicGame
    reading: str
    worths: tuple[Number, ...]
    answers: tuple[MatrixSolution | None, ...]

    @property
    def remark(self) -> str:
        """What the worths depend on, said out loud."""
        return coalition_remark(self.game, self.reading)

    def spell(self, mask: int) -> str:
        """The names of the players in a coalition.

        Parameters
        ----------
        mask : int
            The coalition as a number whose bit i stands for player i.
        """
        names = [p for i, p in enumerate(self.game.players) if mask >> i & 1]
        return ",".join(names) or "∅"

    def explain(self) -> Explanation:
        """Every coalition against those outside, as a matrix game with its value."""
        return call(self, "explain_values")

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "players": list(self.game.players),
            "reading": self.reading,
            "worths": {self.spell(m): plain(w) for m, w in enumerate(self.worths) if m},
            "remark": self.remark,
            **({"plans": self.plans} if self.plans else {}),
        }

    @classmethod
    def from_json(cls, game: StrategicGame, data: dict[str, Any]) -> CoalitionValues:
        claim = Claim(data)
        plans = claim.part("plans") if "plans" in claim else Claim({})
        return cls.read(game, claim.text("reading"), claim.part("worths"), plans)

    @classmethod
    def read(
        cls, game: StrategicGame, reading: str, worths: Claim, plans: Claim
    ) -> CoalitionValues:
        """The worths by one reading, with the plans that prove them where there are some.

        Parameters
        ----------
        game : StrategicGame
            The game.
        reading : str
            How "can earn" is understood, such as "security" or "threat".
        worths : Claim
            The worth of each coalition, by its players.
        plans : Claim
            For each coalition the strategies that prove its worth.
        """
        masks = range(1 << len(game.players))
        empty = cls(game, reading, (), ())
        listed = tuple(worths.number(empty.spell(m)) if m else _zero(game) for m in masks)
        sides = [plans.part(empty.spell(m)) if empty.spell(m) in plans else None for m in masks]
        answers = tuple(
            None if part is None else _planned(game, reading, mask, part)
            for mask, part in enumerate(sides)
        )
        return cls(game, reading, listed, answers)

    @property
    def plans(self) -> dict[str, Any]:
        """For JSON: the strategies on both sides that prove what a coalition is worth."""
        return {
            self.spell(mask): {
                "inside": [plain(x) for x in answer.row],
                "outside": [plain(x) for x in answer.column],
            }
            for mask, answer in enumerate(self.answers)
            if answer is not None
        }

    def __str__(self) -> str:
        shown = [f"v({self.spell(m)}) = {show(w)}" for m, w in enumerate(self.worths) if m]
        more = "   ..." if len(shown) > MOST_SHOWN else ""
        return (
            f"{self.reading}: {OUT_LOUD[self.reading][:-1].lower()}\n"
            f"  {'   '.join(shown[:MOST_SHOWN])}{more}\n{self.remark}"
        )


@method(
    StrategicGame,
    "coalition-values",
    finds="the worth of every coalition, in one reading",
    cost="2^n matrix games over all cells",
    reference="von Neumann and Morgenstern 1944",
)
def coalition_values(
    game: StrategicGame | MatrixGame, reading: str = "security"
) -> CoalitionValues:
    """The worth of every coalition against those outside, exact for exact payoffs.

    When payoffs add up to a constant, half of the coalitions give the others.

    Parameters
    ----------
    game : StrategicGame or MatrixGame
        A game in strategic form.
    reading : str, default "security"
        What a coalition can earn: security, alpha, beta, threat or nash.

    Returns
    -------
    CoalitionValues
        The worths, each with the game it comes from.

    Notes
    -----
    Cost: 2^n matrix games over all cells; games with a saddle point, as those of perfect
    information have, need no linear program.

    References
    ----------
    von Neumann and Morgenstern 1944.
    """
    if isinstance(game, MatrixGame):
        game = game.strategic()
    if reading not in READINGS:
        raise GameError(f"no reading {reading!r}{did_you_mean(reading, READINGS)}")
    n, cells = len(game.players), int(np.prod(game.shape))
    if n > MOST_PLAYERS or cells > MOST_CELLS:
        raise GameError(
            f"{count_of(n, 'player')} and {count_of(cells, 'cell')}: {1 << n} matrix games of "
            "that size would be "
            f"solved; the limit is {MOST_PLAYERS} players and {MOST_CELLS} cells"
        )
    return _by_coalition(game, reading)


def _by_coalition(game: StrategicGame, reading: str) -> CoalitionValues:
    n = len(game.players)
    whole = (1 << n) - 1
    worth_of = READINGS[reading]
    constant = game.constant_sum() if reading in ("security", "threat", "nash") else None
    if constant is not None:
        worth_of = _security
    worths: list[Number] = [_zero(game)] * (whole + 1)
    answers: list[MatrixSolution | None] = [None] * (whole + 1)
    worths[whole] = _most(_total(game))
    with work("solving coalitions against the others", total=whole - 1) as task:
        for mask in range(1, whole):
            task.advance()
            if task.stopped:
                raise GameError(f"stopped after {task.done} of {count_of(whole - 1, 'coalition')}")
            if constant is not None and mask > whole ^ mask:
                worths[mask] = constant - worths[whole ^ mask]
                continue
            worths[mask], answers[mask] = worth_of(game, mask)
    return CoalitionValues(game, reading, tuple(worths), tuple(answers))


def coalition_matrix(game: StrategicGame, mask: int) -> MatrixGame:
    """What a coalition earns against those outside: joint strategies in rows and columns.

    Parameters
    ----------
    game : StrategicGame
        A game in strategic form.
    mask : int
        The coalition, a bit for each player.

    Returns
    -------
    MatrixGame
        The matrix game.

    Examples
    --------
    >>> from kibitz import bimatrix
    >>> print(coalition_matrix(bimatrix("3 0; 4 1", "3 4; 0 1"), 0b10))
    II against I, 2 x 2
    II\\I   1   2
    ────────────
    1      3   0
    2      4   1
    """
    return _arranged(game, mask, _earned(game, mask))


def _planned(game: StrategicGame, reading: str, mask: int, part: Claim) -> MatrixSolution:
    """The strategies on both sides that are said to prove what a coalition is worth."""
    whole = (1 << len(game.players)) - 1
    earned = _earned(game, mask)
    if reading == "threat" and game.constant_sum() is None:
        earned = earned + (-_earned(game, whole ^ mask))
    sides = tuple(part.numbers("inside")), tuple(part.numbers("outside"))
    matrix = _arranged(game, mask, earned)
    against = product_of(sides[0], matrix.matrix)
    value = sum((w * x for w, x in zip(sides[1], against, strict=True)), _zero(game))
    return MatrixSolution(matrix, value, *sides, "a claim")


def _earned(game: StrategicGame, mask: int) -> Tensor:
    """The payoffs of a coalition, added up."""
    inside = [t for i, t in enumerate(game.payoffs) if mask >> i & 1]
    total = inside[0]
    for tensor in inside[1:]:
        total = total + tensor
    return total


def _total(game: StrategicGame) -> Tensor:
    return _earned(game, (1 << len(game.players)) - 1)


def _arranged(game: StrategicGame, mask: int, payoffs: Tensor) -> MatrixGame:
    """A payoff array with the coalition's players along the rows and the others along columns."""
    n = len(game.players)
    mine = [i for i in range(n) if mask >> i & 1]
    theirs = [i for i in range(n) if not mask >> i & 1]
    rows, columns = _joint(game, mine), _joint(game, theirs)
    array = payoffs.array.transpose(mine + theirs).reshape(len(rows), len(columns))
    tensor = Tensor(np.ascontiguousarray(array), payoffs.denominator)
    sides = [",".join(game.players[i] for i in side) for side in (mine, theirs)]
    title = f"{sides[0]} against {sides[1]}"
    return MatrixGame(tensor, rows, columns, (sides[0], sides[1]), title)


def _joint(game: StrategicGame, players: list[int]) -> tuple[str, ...]:
    combinations = product(*(game.strategies[i] for i in players))
    return tuple(" ".join(names) for names in combinations)


def _security(game: StrategicGame, mask: int) -> tuple[Number, MatrixSolution]:
    answer = coalition_matrix(game, mask).solve()
    return answer.value, answer


def _alpha(game: StrategicGame, mask: int) -> tuple[Number, None]:
    return pure_values(coalition_matrix(game, mask)).lower, None


def _beta(game: StrategicGame, mask: int) -> tuple[Number, None]:
    return pure_values(coalition_matrix(game, mask)).upper, None


def _threat(game: StrategicGame, mask: int) -> tuple[Number, MatrixSolution]:
    others = ((1 << len(game.players)) - 1) ^ mask
    gap = _earned(game, mask) + (-_earned(game, others))
    answer = _arranged(game, mask, gap).solve()
    return (_most(_total(game)) + answer.value) / 2, answer


def _nash(game: StrategicGame, mask: int) -> tuple[Number, None]:
    paid = _paid_in_equilibrium(game, mask)
    if len(paid) == 1:
        return paid[0], None
    name = ",".join(p for i, p in enumerate(game.players) if mask >> i & 1)
    raise GameError(
        f"{name} has several equilibrium payoffs against the others, "
        f"{', '.join(map(show, paid))}, so the Nash reading does not apply; use the "
        "security or the threat reading"
    )


def _paid_in_equilibrium(game: StrategicGame, mask: int) -> list[Number]:
    """What a coalition gets in the extreme equilibria with the others; in all when this is one.

    The equilibria are unions of products of polytopes with extreme equilibria as corners, on which
    payoffs are bilinear: when they agree at the corners, they agree everywhere.
    """
    from kibitz.strategic.two_player.equilibria import equilibria

    pair = two_coalitions(game, mask)
    if max(pair.shape) > MOST_JOINT:
        raise GameError(
            f"{pair.title}: {' x '.join(map(str, pair.shape))} joint strategies; the Nash "
            f"reading needs all equilibria, and the limit is {MOST_JOINT} strategies per "
            "side"
        )
    return sorted({equilibrium.payoffs[0] for equilibrium in equilibria(pair)})


def two_coalitions(game: StrategicGame, mask: int) -> StrategicGame:
    """The game of two players in which a coalition and all others act as one each.

    >>> from kibitz import bimatrix
    >>> two_coalitions(bimatrix("3 0; 4 1", "3 4; 0 1"), 0b10).players
    ('II', 'I')
    """
    others = ((1 << len(game.players)) - 1) ^ mask
    mine = _arranged(game, mask, _earned(game, mask))
    theirs = _arranged(game, mask, _earned(game, others))
    names = (mine.rows, mine.columns)
    return StrategicGame((mine.matrix, theirs.matrix), mine.players, names, mine.title)


Reading = Callable[[StrategicGame, int], tuple[Number, MatrixSolution | None]]
READINGS: dict[str, Reading] = {
    "security": _security,
    "alpha": _alpha,
    "beta": _beta,
    "threat": _threat,
    "nash": _nash,
}


def _most(tensor: Tensor) -> Number:
    return _number(tensor.array.max(), tensor)


def _number(entry: Any, tensor: Tensor) -> Number:
    return Fraction(int(entry), tensor.denominator) if tensor.exact else float(entry)


def _zero(game: StrategicGame) -> Number:
    return Fraction(0) if game.exact else 0.0
