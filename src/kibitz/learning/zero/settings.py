"""How AlphaZero learns: the sizes and rates of a run."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import Any

from kibitz.core.errors import GameError, did_you_mean

USUAL_NOISE = 10.0
"""The parameter of Dirichlet noise is this over the number of moves, where none is given."""
_POSITIVE = ("games", "moves", "simulations", "channels", "blocks", "buffer", "batch", "head")


@dataclass(frozen=True)
class ZeroSettings:
    """Sizes and rates; those of :func:`settings_for` suit the size of a game."""

    games: int = 256
    """Games played side by side."""
    moves: int = 16
    """Moves of each game between two lessons."""
    simulations: int = 32
    """Positions that the search evaluates for a move."""
    proof: int = 256
    """Positions that a short proof of a leaf may look at; 0 for none."""
    considered: int = 16
    """Moves that the search begins with."""
    search: str = "gumbel"
    """The tree search: ``gumbel``, or ``puct`` with Dirichlet noise."""
    dirichlet: float = 0.0
    """The parameter of the noise; 10 over the usual number of moves where it is 0."""
    temperature_moves: int = 12
    """With ``puct``: moves of a game that are drawn by visits, before the most visited is made."""
    channels: int = 32
    blocks: int = 3
    head: int = 16
    buffer: int = 1 << 17
    """Positions that are remembered."""
    batch: int = 512
    """Positions of one step of learning."""
    reuse: float = 4.0
    """How often a position is learned from, on average."""
    rate: float = 2e-3
    """The learning rate at the beginning; after 300 rounds it has halved."""
    decay: float = 1e-4
    trace: float = 0.9
    """Values learn from the result and, one move on, from the search: TD(λ)."""
    average: float = 0.995
    """How slowly the weights that play follow those that learn, at each step."""
    openings: int = 0
    """Games begin with up to this many random moves."""
    value_scale: float = 0.5
    precision: str = "float32"
    """In which the network computes: ``float32`` or ``bfloat16``."""

    def __post_init__(self) -> None:
        for name in _POSITIVE:
            if getattr(self, name) < 1:
                raise GameError(f"{name} is {getattr(self, name)}; it must be at least 1")
        if self.proof < 0:
            raise GameError(f"proof is {self.proof}; it must be at least 0")
        if self.search not in ("gumbel", "puct"):
            raise GameError(f"search is {self.search!r}; it must be gumbel or puct")
        if self.precision not in ("float32", "bfloat16"):
            raise GameError(f"precision is {self.precision!r}; it must be float32 or bfloat16")
        for name in ("rate", "reuse", "value_scale"):
            if not getattr(self, name) > 0:
                raise GameError(f"{name} is {getattr(self, name)}; it must be positive")

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    def changed(self, options: dict[str, Any]) -> ZeroSettings:
        """The same with other options.

        >>> ZeroSettings().changed({"chanels": 8})
        Traceback (most recent call last):
        ...
        kibitz.core.errors.GameError: no setting 'chanels'; did you mean 'channels'?
        """
        known = asdict(self)
        for name in options:
            if name not in known:
                raise GameError(f"no setting {name!r}{did_you_mean(name, list(known))}")
        return replace(self, **options)
