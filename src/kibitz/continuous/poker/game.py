"""Poker with hands from [0, 1]: La Relance, von Neumann's model, its variant, and Newman's."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from kibitz.algebra.function_number import FunctionNumber, letters_in
from kibitz.continuous.poker.betting_tree import BettingGame, betting_game
from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.extension import call
from kibitz.core.noun import Noun
from kibitz.core.numbers import Number, number, show
from kibitz.core.numbers import exact as _exact
from kibitz.core.spelling import canonical_name

if TYPE_CHECKING:
    from kibitz._types import SolveContinuousPoker

MODELS = ("la-relance", "von-neumann", "check-call", "newman", "bet-sizes")
_ALSO = {
    "relance": "la-relance",
    "borel": "la-relance",
    "von-neumann-poker": "von-neumann",
    "neumann": "von-neumann",
    "vonneumann": "von-neumann",
    "newman-poker": "newman",
}


@dataclass(frozen=True)
class ContinuousPoker(Noun):
    """A model of poker: both hold a hand from [0, 1], the first bets or not, the second answers.

    >>> solved = continuous_poker("von-neumann", 2).solve()
    >>> print(solved.value, solved.thresholds["a"], solved.thresholds["b"], solved.thresholds["c"])
    1/9 1/9 7/9 5/9
    """

    kind: ClassVar[str] = "continuous-poker"
    usual_answer: ClassVar[str] = "poker-solution"

    model: str
    bets: tuple[Number, ...] = (Fraction(2),)
    ante: Number = Fraction(1)

    if TYPE_CHECKING:
        solve: ClassVar[SolveContinuousPoker]

    @property
    def bet(self) -> Number:
        return self.bets[0]

    @property
    def beta(self) -> Number:
        """The bet in antes."""
        return self.bets[0] / self.ante

    @property
    def title(self) -> str:
        names = {
            "la-relance": "La Relance",
            "von-neumann": "Von Neumann's poker",
            "check-call": "Poker with an answer to a check",
            "newman": "Newman's poker",
            "bet-sizes": "Poker with several bet sizes",
        }
        return names[self.model]

    @property
    def exact(self) -> bool:
        """Whether ante and bets are exact."""
        return all(isinstance(x, (Fraction, FunctionNumber)) for x in (self.ante, *self.bets))

    @property
    def letter(self) -> str:
        """The letter that stands for the ante or the bet, if there is one."""
        return next(iter(letters_in([self.ante, *self.bets])), "")

    def at(self, value: Any) -> ContinuousPoker:
        """The same model with a positive number in place of the letter."""
        t = _exact(number(value, self.letter))
        if t <= 0:
            raise GameError(f"{self.letter}: {show(t)}; it must be positive")
        bets, ante = (
            [x.at(t) if isinstance(x, FunctionNumber) else x for x in xs]
            for xs in (self.bets, (self.ante,))
        )
        return replace(self, bets=tuple(bets), ante=ante[0])

    def with_numbers(self, exact: bool) -> ContinuousPoker:
        """The same model with exact stakes, or with floats."""
        if self.letter:
            raise GameError(f"{self.letter} stands for a number; leave out exact={exact}")
        convert = _exact if exact else float
        return replace(self, bets=tuple(map(convert, self.bets)), ante=convert(self.ante))

    @cached_property
    def tree(self) -> BettingGame:
        """What both may do, and the payoffs; Newman's model has no finite tree."""
        if self.model == "newman":
            raise GameError("Newman's model lets the first player bet any amount: no finite tree")
        ante = self.ante
        quiet: Any = {"show": ante}
        if self.model == "la-relance":
            quiet = -ante
        elif self.model == "check-call":
            quiet = {"II": {"pass": 0 * ante, "call": {"show": ante}}}
        several = len(self.bets) > 1
        bets = {
            f"bet {show(bet)}" if several else "bet": {
                "II": {"fold": ante, "call": {"show": ante + bet}}
            }
            for bet in self.bets
        }
        first = "fold" if self.model == "la-relance" else "check"
        return betting_game({"I": {first: quiet, **bets}}, self.title)

    def discretized(self, hands: int = 33) -> Any:
        """The same game with that many equally likely hands, and bounds of the true value."""
        return call(self, "discretized", hands)

    def __str__(self) -> str:
        bets = "any bet" if self.model == "newman" else f"bet {', '.join(map(show, self.bets))}"
        return f"{self.title}, ante {show(self.ante)}, {bets}"


def continuous_poker(model: str = "von-neumann", bet: Any = 2, ante: Any = 1) -> ContinuousPoker:
    """A model of poker on [0, 1] by name; ``bet`` may be a list of sizes for von Neumann's tree.

    Parameters
    ----------
    model : str, default "von-neumann"
        The name of a model.
    bet : number, letter or sequence of numbers, default 2
        The size of the bet; a letter stands for any positive number.
    ante : number or letter, default 1
        The ante.

    Returns
    -------
    ContinuousPoker
        The game.

    Examples
    --------
    >>> print(continuous_poker("la-relance", "b").solve().value.spelled())
    -b^2/(b^2+4b+4)
    >>> continuous_poker("la-relance", 0)
    Traceback (most recent call last):
    ...
    kibitz.core.errors.GameError: bet: 0; a bet must be positive
    """
    key = canonical_name(str(model))
    name = _ALSO.get(key, key)
    if name not in MODELS:
        raise GameError(f"unknown poker model {model!r}{did_you_mean(name, MODELS)}")
    several = list(bet) if isinstance(bet, (list, tuple)) else [bet]
    if not several:
        raise GameError("bet: at least one size is needed")
    sizes = tuple(_amount(x, "bet") for x in several)
    stake = _amount(ante, "ante")
    letters = letters_in([*sizes, stake])
    if letters and (len(letters) > 1 or len(sizes) > 1 or name == "newman"):
        raise GameError(
            "one letter may stand for the bet or the ante of a model with one bet size; write "
            "numbers for the others"
        )
    for size in sizes:
        if size <= 0:
            raise GameError(f"bet: {show(size)}; a bet must be positive")
    if stake <= 0:
        raise GameError(f"ante: {show(stake)}; the ante must be positive")
    if len(sizes) > 1:
        name = "bet-sizes" if name == "von-neumann" else name
        if name not in ("bet-sizes",):
            raise GameError(f"{name}: takes one bet size; von Neumann's model takes several")
        if len(set(sizes)) < len(sizes):
            raise GameError("bet: a size is given twice")
    return ContinuousPoker(name, tuple(sorted(sizes)), stake)


def _amount(given: Any, where: str) -> Number:
    """A number, or a letter for one."""
    if isinstance(given, str) and given.strip().isidentifier():
        letter: Any = FunctionNumber.letter(given.strip())
        return letter  # type: ignore[no-any-return]
    return number(given, where)
