"""``kb.search``: a game or a position, and the best move there."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from kibitz.core.display import Displayable
from kibitz.core.errors import GameError
from kibitz.core.spelling import Respelled, count_of
from kibitz.rules.game import Move, Position, Rules
from kibitz.rules.trees.game_tree import GameTree
from kibitz.search.alpha_beta.exact import ExactSearch, NotSolved, is_soon_compiled, small_search
from kibitz.search.alpha_beta.memo_value import memo_value
from kibitz.search.alpha_beta.minimax import minimax
from kibitz.search.alpha_beta.principal_variation import PrincipalVariation, Pruning
from kibitz.search.budget import Budget
from kibitz.search.methods import automatic, prepare, textbook
from kibitz.search.result import SearchResult
from kibitz.search.walk import root_of

if TYPE_CHECKING:
    from kibitz.search.retrograde.endings import Consulted, Endings

SECONDS = 5.0
"""How long to think by default."""


class Search(Displayable, Respelled):
    """Searches from a position by the method that suits the game.

    >>> from kibitz.rules.examples import TakeAway
    >>> found = Search(TakeAway(6)).best()
    >>> found.value, found.move, found.is_exact
    (1, 2, True)
    """

    def __init__(self, game: Rules | Position, endings: Endings | None = None) -> None:
        self.position = game if isinstance(game, Position) else game.position()
        self.endings = endings
        """The databases that are consulted, where there are some."""
        self._engine: PrincipalVariation | None = None

    def __str__(self) -> str:
        rules = self.position.rules
        return f"a search of {rules.name}; ask best(), solve() or analyze()\n{self.position}"

    def __repr__(self) -> str:
        moves = count_of(len(self.position.history), "move")
        return f"<Search of {self.position.rules.name} after {moves}>"

    def _repr_html_(self) -> str:
        return self.position.draw().html()

    def _repr_svg_(self) -> str:
        return self.position.draw().svg

    @property
    def rules(self) -> Rules:
        return self.position.rules

    def best(
        self,
        seconds: float | None = None,
        depth: int | None = None,
        nodes: int | None = None,
        pruning: Pruning | None = None,
    ) -> SearchResult:
        """The best move that can be found; without limits, after five seconds at most.

        Where chance moves, or more than two sides, random games find it.

        Parameters
        ----------
        seconds : float, optional
            How long to search.
        depth : int, optional
            How many plies to look ahead.
        nodes : int, optional
            How many positions to visit.
        pruning : Pruning, optional
            Guesses that make the search faster and can make it wrong; none by default.

        Returns
        -------
        SearchResult
            The move, its value and the line; ``exact`` where the value is proved.
        """
        if self.endings is not None:
            return self._in_endings(lambda here: here.best(seconds, depth, nodes, pruning))
        if depth == 0:
            return self._estimate()
        budget = Budget(seconds, nodes, depth)
        if seconds is None and depth is None and nodes is None:
            budget = replace(budget, seconds=SECONDS)
        if depth is None and nodes is None and pruning is None and (known := self._known()):
            return known
        if self._is_wider and depth is None and nodes is None and pruning is None:
            return prepare(automatic(self.rules), self.rules, seconds=budget.seconds)(self.position)
        if depth is None and nodes is None and pruning is None and self._has_no_estimate:
            return self._by_random_games(budget.seconds or SECONDS)
        return self._principal_variation(pruning).best(self.position, budget)

    def solve(
        self, seconds: float | None = None, *, method: str | None = None, **settings: Any
    ) -> SearchResult:
        """The value of perfect play, with proof where the game is small enough to check it.

        Parameters
        ----------
        seconds : float, optional
            How long to search; as long as it takes if None.
        method : str, optional
            A search by name, such as "alpha-beta", instead of the one that suits the game.
        **settings : Any
            Settings of that search.

        Notes
        -----
        Cost: exponential in the length of the game at worst.

        Examples
        --------
        >>> print(search("max(chance(1/2: 3, 1/2: 0), 1)").solve().value)
        3/2
        >>> search("max(min(3, 12, 8), min(2, 4, 6))").solve(method="alpha-beta").counts["leaves"]
        4
        """
        Budget(seconds)
        if method is not None:
            limit = {} if seconds is None else {"seconds": seconds}
            return prepare(method, self.rules, **limit, **settings)(self.position)
        if settings:
            raise GameError(f"{next(iter(settings))} is a setting of a method; add method=NAME")
        if self.endings is not None:
            return self._in_endings(lambda here: here.solve(seconds))
        if self._is_wider:
            return memo_value(self.position, seconds=seconds)
        if not is_soon_compiled(self.rules):
            with suppress(NotSolved):
                return small_search(self.rules).solve(self.position, seconds)
        return ExactSearch(self.rules).solve(self.position, seconds)

    def analyze(self, seconds: float = SECONDS, depth: int | None = None) -> SearchResult:
        """The best move, and the value of every other one, all to the same depth.

        Parameters
        ----------
        seconds : float, default SECONDS
            How long to search in all.
        depth : int, optional
            How many plies to look ahead; as many as the time allows if None.

        Examples
        --------
        >>> from kibitz.rules.examples import TakeAway
        >>> Search(TakeAway(6)).analyze().moves
        {2: 1, 1: -1, 3: -1}
        """
        if self.endings is not None:
            return self._in_endings(lambda here: here.analyze(seconds, depth))
        if depth == 0:
            return self._estimate()
        if depth is None and (known := self._known()):
            return known
        if self._is_wider:
            return self._wider_analysis(seconds, depth)
        if isinstance(self.rules, GameTree) and not self.rules.has("information_state"):
            return minimax(self.position, depth)
        if depth is None:
            try:
                return self._small_analysis(seconds / 8)
            except NotSolved:
                pass
        if depth is None and self._has_no_estimate:
            return self._by_random_games(seconds)
        best = self.best(seconds=seconds / 2, depth=depth)
        values, reached = self._values_to(best, time.monotonic() + seconds / 2)
        same = reached in (None, best.depth)
        others = "" if same else f"the other moves to depth {reached}"
        note = "; ".join(filter(None, (others, best.note)))
        return replace(best, moves=self._ranked(best, values), note=note)

    def _in_endings(self, ask: Callable[[Search], SearchResult]) -> SearchResult:
        """What the databases say, or a search that ends in them."""
        assert self.endings is not None
        return self.endings.answer(self.position, lambda here: ask(Search(here)))

    def _estimate(self) -> SearchResult:
        """What the position itself is estimated at, without a move."""
        return prepare(textbook(self.rules), self.rules, depth=0)(self.position)

    @property
    def _has_no_estimate(self) -> bool:
        """Whether a search that stops before the end would know nothing of a position."""
        rules = self.rules
        return rules.is_opposed and not rules.has("evaluate") and not isinstance(rules, GameTree)

    def _by_random_games(self, seconds: float) -> SearchResult:
        """To the end where that is near, else by random games: the rules give no estimate."""
        found = self._principal_variation(None).best(self.position, Budget(seconds / 4))
        if found.is_exact:
            return found
        played = prepare("mcts", self.rules, seconds=3 * seconds / 4)(self.position)
        word = "by random games, since the rules have no evaluate()"
        return replace(played, note="; ".join(filter(None, (played.note, word))))

    def _known(self) -> SearchResult | None:
        """What the theory of the game says, without a search."""
        position, began = self.position, time.monotonic()
        found = position.rules.known(position.state) if position.player >= 0 else None
        if found is None:
            return None
        note = "" if found.is_complete else "some of the moves; there are too many to list"
        return SearchResult(
            position,
            found.value,
            found.best,
            (found.best,),
            found.method,
            True,
            counts={"moves": len(found.moves)},
            seconds=time.monotonic() - began,
            moves=dict(found.moves),
            note=note,
        )

    @property
    def _is_wider(self) -> bool:
        """Whether chance moves, or more than two sides, and all is seen."""
        rules = self.rules
        return (rules.has("chance") or not rules.is_opposed) and not rules.has("information_state")

    def _wider_analysis(self, seconds: float, depth: int | None) -> SearchResult:
        if isinstance(self.rules, GameTree) or depth is not None:
            return prepare(textbook(self.rules), self.rules, depth=depth)(self.position)
        try:
            return memo_value(self.position, seconds=seconds / 2)
        except NotSolved:
            return self.best(seconds / 2)

    def _small_analysis(self, seconds: float) -> SearchResult:
        """The exact value of every move, where little of the game is left."""
        small = small_search(self.rules)
        best = small.solve(self.position, seconds)
        after = {move: self.position.play(move) for move in self.position.moves}
        values = {move: small.value(there, seconds) for move, there in after.items()}
        return replace(best, moves=self._ranked(best, values))

    def _values_to(self, best: SearchResult, deadline: float) -> tuple[dict[Move, Any], int | None]:
        """What every move is worth, and to which depth; None when that is the end of the game."""
        after = {move: self.position.play(move) for move in self.position.moves}
        values: dict[Move, Any] = {}
        depth = 1
        while True:
            left = None if depth == 1 else deadline - time.monotonic()
            found = self._deeper(after, depth, left)
            if found is None:
                return values, depth
            values = {move: result.value for move, result in found.items()}
            if all(result.is_exact for result in found.values()):
                return values, None
            if not best.is_exact and depth + 1 >= (best.depth or 0):
                return values, depth + 1
            depth += 1

    def _deeper(
        self, after: dict[Move, Position], depth: int, seconds: float | None
    ) -> dict[Move, SearchResult] | None:
        """All moves searched to a depth, or None when the time is up first."""
        engine = self._principal_variation(None)
        deadline = None if seconds is None else time.monotonic() + seconds
        found: dict[Move, SearchResult] = {}
        for move, position in after.items():
            left = None if deadline is None else deadline - time.monotonic()
            if left is not None and left <= 0:
                return None
            result = engine.best(position, Budget(left, None, depth))
            if not result.is_exact and (result.depth or 0) < depth:
                return None
            found[move] = result
        return found

    def _ranked(self, best: SearchResult, values: dict[Move, Any]) -> dict[Move, Any]:
        """The best move first, with the value that was found for it, and then the others."""
        sign = 1 if self.position.player == 0 else -1
        ranked = {**values, best.move: best.value}
        order = sorted(ranked, key=lambda move: (move != best.move, -sign * ranked[move]))
        return {move: ranked[move] for move in order}

    def _principal_variation(self, pruning: Pruning | None) -> PrincipalVariation:
        if self._engine is None or (pruning is not None and pruning != self._engine.pruning):
            self._engine = PrincipalVariation(self.rules, pruning=pruning)
        return self._engine


def search(
    game: Any, *moves: Any, database: Consulted | Sequence[Consulted] | None = None
) -> Search:
    """Search a game, after the moves already made.

    Parameters
    ----------
    game : Rules, Position or str
        The game: rules, a position, or a name from the shelf.
    *moves : move
        Moves already made.
    database : database, str, PathLike, or list of these, optional
        A database of the game or of one of its endings, or several, in which the search ends:
        values that it knows are not searched.

    Returns
    -------
    Search
        The search.

    Examples
    --------
    >>> search("connect-four 4 4", "2", "3").position.history
    (1, 2)
    """
    here = root_of(game)
    for move in moves:
        here = here.play(move)
    if database is None:
        return Search(here)
    from kibitz.search.retrograde.endings import Endings

    return Search(here, Endings(here.rules, database))
