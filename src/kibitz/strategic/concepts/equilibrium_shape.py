"""What answers about equilibria have in common, for two players and for more."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from kibitz.core.solution import Solution
from kibitz.strategic.game import StrategicGame

Cells = tuple[tuple[int, ...], ...]


class EquilibriumPoint(Solution):
    """One equilibrium: a strategy for each player, what it pays, and where it was found."""

    if TYPE_CHECKING:

        @property
        def game(self) -> StrategicGame: ...
        @property
        def strategies(self) -> tuple[tuple[Any, ...], ...]: ...
        @property
        def supports(self) -> Cells: ...
        @property
        def payoffs(self) -> tuple[Any, ...]: ...
        @property
        def index(self) -> int | None: ...
        @property
        def exact(self) -> bool: ...
        @property
        def method(self) -> str: ...

    def __getitem__(self, player: Any) -> tuple[Any, ...]:
        """What a player, by name or position, plays."""
        return self.strategies[self.game.player(player)]

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        return iter(self.strategies)

    @property
    def pure(self) -> bool:
        """Does everyone play one strategy?"""
        return all(len(played) == 1 for played in self.supports)

    @property
    def cell(self) -> tuple[int, ...] | None:
        """The positions (from 0) of a pure equilibrium, otherwise None."""
        return tuple(played[0] for played in self.supports) if self.pure else None

    def _words(self) -> tuple[list[str], list[str]]:
        """Strategies and payoffs as a person would write them."""
        raise NotImplementedError

    def line(self) -> str:
        """Strategies, payoffs and index on one line."""
        played, paid = self._words()
        parts = [*played, f"{self.game.word}s {', '.join(paid)}"]
        if self.index is not None:
            parts.append(f"index {signed(self.index)}")
        return " | ".join(parts)

    def __str__(self) -> str:
        return self.line() + (f"\nfound by {self.method}" if self.method else "")

    def _json(self, write: Any) -> dict[str, Any]:
        """The documented shape, with numbers written by this function."""
        return {
            "kind": "equilibrium",
            "players": list(self.game.players),
            "strategies": [[write(x) for x in weights] for weights in self.strategies],
            f"{self.game.word}s": [write(x) for x in self.payoffs],
            "supports": [
                [names[i] for i in played]
                for names, played in zip(self.game.strategies, self.supports, strict=True)
            ],
            "pure": self.pure,
            "exact": self.exact,
            **({} if self.index is None else {"index": self.index}),
            **({"method": self.method} if self.method else {}),
        }


One = TypeVar("One", bound=EquilibriumPoint)


class EquilibriumList(Solution, Generic[One]):
    """Several equilibria, in order."""

    if TYPE_CHECKING:

        @property
        def game(self) -> StrategicGame: ...

    def listed(self) -> Sequence[One]:
        """The equilibria that are listed one by one."""
        raise NotImplementedError

    def __iter__(self) -> Iterator[One]:
        return iter(self.listed())

    def __len__(self) -> int:
        return len(self.listed())

    def __getitem__(self, k: int) -> One:
        return self.listed()[k]

    @property
    def pure(self) -> tuple[One, ...]:
        """The pure equilibria."""
        return tuple(e for e in self.listed() if e.pure)

    def _json_of_each(self) -> list[dict[str, Any]]:
        """Each as JSON, without what is said once for all."""
        return [
            {k: v for k, v in e.to_json().items() if k not in ("kind", "players", "method")}
            for e in self.listed()
        ]


def signed(index: int) -> str:
    """An index with its sign.

    >>> signed(1), signed(0), signed(-1)
    ('+1', '0', '-1')
    """
    return f"{index:+d}" if index else "0"
