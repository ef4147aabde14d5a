"""The noun: a finite game in extensive form, a tree with chance and information sets."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

import numpy as np

from kibitz.core.errors import GameError, did_you_mean
from kibitz.core.extension import call
from kibitz.core.noun import Noun
from kibitz.core.numbers import Number
from kibitz.core.numbers import exact as exact_number
from kibitz.core.players import which_player
from kibitz.core.spelling import count_of
from kibitz.extensive.amounts import scaled
from kibitz.extensive.tree import CHANCE, LEAF, Tree

if TYPE_CHECKING:
    from kibitz._types import SolveExtensiveGame
    from kibitz.extensive.arrows.normal_form import NormalForm
    from kibitz.extensive.methods.backward_induction import SubgamePerfect
    from kibitz.extensive.methods.best_response import TreeBestResponse
    from kibitz.extensive.methods.optimal_face import OptimalFace
    from kibitz.extensive.methods.sequence_form import SequenceForm
    from kibitz.extensive.methods.trembles import TrembleTest
    from kibitz.extensive.strategies.profile import Profile
    from kibitz.extensive.strategies.pure_strategies import PureStrategies
    from kibitz.extensive.strategies.recall import Forgetting
    from kibitz.extensive.strategies.strategy_table import TableReport
    from kibitz.extensive.strategies.treeplex import Treeplex
    from kibitz.strategic.game import StrategicGame


class TreeLabels(Protocol):
    """What things in a tree are called."""

    def infoset(self, game: ExtensiveGame, infoset: int) -> str: ...

    def moves(self, game: ExtensiveGame, infoset: int) -> tuple[str, ...]: ...

    def outcomes(self, game: ExtensiveGame, node: int) -> tuple[str, ...]:
        """What may happen at a chance node."""
        ...

    def leaf(self, game: ExtensiveGame, node: int) -> str: ...


@dataclass(frozen=True, eq=True)
class ExtensiveGame(Noun):
    """Players, a tree, what is known where, what chance does, and what each leaf pays.

    Build one by hand with :func:`kibitz.extensive.build.extensive_game`, or from rules with
    :func:`kibitz.extensive.arrows.unfold.unfold`.
    """

    kind: ClassVar[str] = "extensive"
    also: ClassVar[dict[str, str]] = {"StrategicGame": "strategic"}
    usual_answer: ClassVar[str] = "extensive-equilibrium"

    players: tuple[str, ...]
    tree: Tree
    owners: Any = field(compare=False)
    """int8: the player who moves at each information set."""
    probabilities: tuple[Number, ...]
    """The distinct probabilities that chance uses."""
    amounts: Any = field(compare=False)
    """The payoffs of the leaves, a row each: whole numbers of ``unit``, or floats."""
    unit: Fraction | None
    """What one of the ``amounts`` is worth exactly; None when they are floats."""
    labels: TreeLabels = field(compare=False)
    title: str = ""
    notes: tuple[str, ...] = field(default=(), compare=False)
    """What was mended when the game was read."""

    def __post_init__(self) -> None:
        check(self)

    @property
    def exact(self) -> bool:
        """Whether all payoffs and probabilities are rational."""
        return self.unit is not None and not any(isinstance(p, float) for p in self.probabilities)

    def payoffs(self, leaf: int) -> tuple[Number, ...]:
        """What a leaf (a node) pays each player.

        Parameters
        ----------
        leaf : int
            The number of the node.
        """
        row = int(self.tree.row[leaf])
        if row < 0:
            raise GameError(f"node {leaf} is not a leaf; only leaves have payoffs")
        if self.unit is None:
            return tuple(float(x) for x in self.amounts[row])
        return tuple(int(x) * self.unit for x in self.amounts[row])

    def probability(self, node: int) -> Number:
        """The probability with which chance moves to a node.

        Parameters
        ----------
        node : int
            The number of a node that chance moves to.
        """
        return self.probabilities[int(self.tree.chance[node])]

    @property
    def infosets(self) -> int:
        """How many information sets there are; they are numbered from 0."""
        return len(self.owners)

    @cached_property
    def sizes(self) -> Any:
        """int32: how many moves there are at each information set."""
        sizes = np.zeros(self.infosets, np.int32)
        inside = self.tree.infoset >= 0
        sizes[self.tree.infoset[inside]] = self.tree.count[inside]
        return sizes

    @cached_property
    def members(self) -> tuple[Any, ...]:
        """The nodes of each information set."""
        inside = np.flatnonzero(self.tree.infoset >= 0)
        order = inside[np.argsort(self.tree.infoset[inside], kind="stable")]
        ends = np.cumsum(np.bincount(self.tree.infoset[inside], minlength=self.infosets))
        return tuple(np.split(order, ends[:-1])) if self.infosets else ()

    @cached_property
    def offset(self) -> Any:
        """int64: the number of each information set's first move; at the end, how many."""
        offset = np.zeros(self.infosets + 1, np.int64)
        offset[1:] = np.cumsum(self.sizes)
        return offset

    @cached_property
    def treeplex(self) -> Treeplex:
        """How the decisions follow one another; needs perfect recall."""
        from kibitz.extensive.strategies.treeplex import treeplex

        return treeplex(self)

    @cached_property
    def chance_weights(self) -> tuple[Any, int]:
        """How likely chance makes each leaf: numerators and denominator."""
        from kibitz.extensive.chance_weights import chance_weights

        return chance_weights(self)

    def moves(self, infoset: int) -> tuple[str, ...]:
        """The names of the moves at an information set.

        Parameters
        ----------
        infoset : int
            The number of the information set, from 0.
        """
        return self.labels.moves(self, infoset)

    def infoset_name(self, infoset: int) -> str:
        """The name of an information set.

        Parameters
        ----------
        infoset : int
            The number of the information set, from 0.
        """
        return self.labels.infoset(self, infoset)

    @cached_property
    def infoset_names(self) -> tuple[str, ...]:
        """A name for each information set, those that occur twice distinguished by the player."""
        names = [self.infoset_name(k) for k in range(self.infosets)]
        count = Counter(names)
        unique = [
            n if count[n] == 1 else f"{n} ({self.players[self.owners[k]]})"
            for k, n in enumerate(names)
        ]
        again = Counter(unique)
        return tuple(n if again[n] == 1 else f"{n} #{k}" for k, n in enumerate(unique))

    @cached_property
    def _by_name(self) -> dict[str, list[int]]:
        by_name: dict[str, list[int]] = {}
        for k, unique in enumerate(self.infoset_names):
            for name in dict.fromkeys((self.infoset_name(k), unique)):
                by_name.setdefault(name, []).append(k)
        return by_name

    def find(self, name: str, player: int | None = None) -> int:
        """The information set of this name.

        Parameters
        ----------
        name : str
            The name.
        player : int, optional
            The player to whom it belongs, from 0, where several players use the name.
        """
        known = self._by_name.get(name, [])
        sets = [k for k in known if player is None or player == self.owners[k]]
        if len(sets) == 1:
            return sets[0]
        if sets:
            raise GameError(f"{len(sets)} information sets are called {name!r}; name the player")
        if known and player is not None:
            owner, who = self.players[self.owners[known[0]]], self.players[player]
            raise GameError(f"information set {name!r} belongs to {owner}, not to {who}")
        raise GameError(f"unknown information set {name!r}{did_you_mean(name, self._by_name)}")

    def player(self, who: str | int) -> int:
        """The position of a player, from 0: given as such, by name, or as text by number from 1.

        Parameters
        ----------
        who : str or int
            The player.
        """
        return which_player(who, self.players)

    @property
    def _slack(self) -> Any:
        """By how much sums of float payoffs may differ: a billionth of the largest payoff."""
        return 0 if self.unit is not None else 1e-9 * float(np.abs(self.amounts).max(initial=0))

    @property
    def is_zero_sum(self) -> bool:
        totals = self.amounts.sum(axis=1)
        return bool((np.abs(totals) <= self._slack).all())

    @cached_property
    def constant_sum(self) -> Number | None:
        """What all leaves pay together, when they all pay the same."""
        totals = self.amounts.sum(axis=1)
        if np.ptp(totals) > self._slack:
            return None
        return float(totals[0]) if self.unit is None else int(totals[0]) * self.unit

    @property
    def has_perfect_information(self) -> bool:
        """Whether every information set is one node."""
        return self.infosets == int((self.tree.infoset >= 0).sum())

    @property
    def has_chance(self) -> bool:
        return bool((self.tree.actor == CHANCE).any())

    @cached_property
    def forgetting(self) -> tuple[Forgetting, ...]:
        """Where players forget what they knew or did; empty when recall is perfect."""
        from kibitz.extensive.strategies.recall import forgetting

        return forgetting(self)

    @property
    def has_perfect_recall(self) -> bool:
        return not self.forgetting

    def floating(self) -> ExtensiveGame:
        """The same game in floats."""
        scale = 1.0 if self.unit is None else float(self.unit)
        amounts = self.amounts.astype(float) * scale
        weights = tuple(float(p) for p in self.probabilities)
        return replace(self, amounts=amounts, unit=None, probabilities=weights)

    def rational(self) -> ExtensiveGame:
        """The same game in rationals, floats read as decimals, probabilities as near fractions."""
        if self.exact:
            return self
        unit = Fraction(1) if self.unit is None else self.unit
        rows = [[exact_number(x) * unit for x in row] for row in self.amounts.tolist()]
        amounts, new = scaled(rows)
        weights = tuple(_simple(p) for p in self.probabilities)
        return replace(self, amounts=amounts, unit=new, probabilities=weights)

    def strategic(self) -> StrategicGame:
        """The reduced normal form as a strategic game."""
        return call(self, "extensive_to_strategic")

    def profile(self, table: Any) -> Profile:
        """A profile of behavior strategies: information set -> move -> probability.

        Parameters
        ----------
        table : mapping
            A probability for each move of each information set; a move alone is certain.
        """
        from kibitz.extensive.strategies.profile import profile

        return profile(self, table)

    def uniform(self) -> Profile:
        """Every move as likely as any other."""
        from kibitz.extensive.strategies.profile import uniform

        return uniform(self)

    if TYPE_CHECKING:
        solve: ClassVar[SolveExtensiveGame]

    def with_numbers(self, exact: bool) -> ExtensiveGame:
        """The same game in exact numbers, or in floats.

        Parameters
        ----------
        exact : bool
            True for exact numbers, False for floats.
        """
        return self.rational() if exact else self.floating()

    def backward_induction(self) -> SubgamePerfect:
        """See :func:`kibitz.extensive.methods.backward_induction.backward_induction`."""
        return call(self, "backward_induction")

    def subgame_perfect_equilibria(self, most: int = 1000) -> tuple[SubgamePerfect, ...]:
        """All of them in pure strategies, in a game of perfect information.

        Parameters
        ----------
        most : int, default 1000
            How many there may be.
        """
        return call(self, "subgame_perfect_equilibria", most)

    def subgames(self) -> tuple[ExtensiveGame, ...]:
        """All subgames, the whole game first."""
        return call(self, "subgames")

    def sequence_form(self) -> SequenceForm:
        """Sparse payoffs by sequences and the constraints of plans, for two players."""
        from kibitz.extensive.methods.sequence_form import sequence_form

        return sequence_form(self)

    def normal_form(self, reduced: bool = True, merge: bool = False) -> NormalForm:
        """Expected payoffs of all pure strategies; ``kibitz.to_strategic`` makes a game of it.

        Parameters
        ----------
        reduced : bool, default True
            Whether strategies leave out moves that they themselves rule out.
        merge : bool, default False
            Whether strategies that always pay the same become one.
        """
        return call(self, "normal_form", reduced, merge)

    def pure_strategies(self, player: str | int, reduced: bool = False) -> PureStrategies:
        """A player's pure strategies, in full or without needless moves.

        Parameters
        ----------
        player : str or int
            The player, by name or by position from 0.
        reduced : bool, default False
            Whether to leave out moves that a strategy itself rules out.
        """
        from kibitz.extensive.strategies.pure_strategies import pure_strategies, reduced_strategies

        return (reduced_strategies if reduced else pure_strategies)(self, self.player(player))

    def count_strategies(self, player: str | int, reduced: bool = False) -> int:
        """How many there are, without listing them.

        Parameters
        ----------
        player : str or int
            The player, by name or by position from 0.
        reduced : bool, default False
            Whether to leave out moves that a strategy itself rules out.
        """
        from kibitz.extensive.strategies.pure_strategies import count_pure, count_reduced

        return (count_reduced if reduced else count_pure)(self, self.player(player))

    def count_sequences(self, player: str | int) -> int:
        """How many sequences a player has, the empty one among them.

        Parameters
        ----------
        player : str or int
            The player, by name or by position from 0.
        """
        return 1 + int(self.sizes[self.owners == self.player(player)].sum())

    def expected_payoffs(self, profile: Any) -> tuple[Number, ...]:
        """What each player expects when a profile (or a table of one) is played.

        Parameters
        ----------
        profile : Profile or mapping
            What each player plays.
        """
        from kibitz.extensive.strategies.outcomes import play_payoffs

        return play_payoffs(self, self._read(profile))

    def outcome_distribution(self, profile: Any) -> dict[int, Number]:
        """How likely each leaf is.

        Parameters
        ----------
        profile : Profile or mapping
            What each player plays.
        """
        from kibitz.extensive.strategies.outcomes import outcome_distribution

        return outcome_distribution(self, self._read(profile))

    def best_response(self, player: str | int, profile: Any) -> TreeBestResponse:
        """The most a player can get against what the others do.

        Parameters
        ----------
        player : str or int
            The player, by name or by position from 0.
        profile : Profile or mapping
            What the others play.
        """
        from kibitz.extensive.methods.best_response import best_response

        return best_response(self, player, profile)

    def exploitability(self, profile: Any) -> Number:
        """How much all could gain together by best responses: zero at an equilibrium.

        Parameters
        ----------
        profile : Profile or mapping
            What each player plays.
        """
        from kibitz.extensive.methods.best_response import exploitability

        return exploitability(self, self._read(profile))

    def check_strategy(self, player: str | int, table: Any, value: Any = None) -> TableReport:
        """Examine a player's strategy table: what is malformed, and what it guarantees.

        Parameters
        ----------
        player : str or int
            The player, by name or by position from 0.
        table : mapping
            The probabilities of the moves, by information set.
        value : number, optional
            The value of the game; it is computed if None.
        """
        return call(self, "check_strategy", player, table, value)

    def optimal_face(self) -> OptimalFace:
        """Which probabilities of optimal strategies are pinned and which may range."""
        return call(self, "optimal_face")

    def trembling_hand(self, profile: Any) -> TrembleTest:
        """Whether a profile is a sequential or perfect equilibrium, as far as trembles tell.

        Parameters
        ----------
        profile : Profile or mapping
            Behavior strategies of all players.

        References
        ----------
        Selten 1975; Kreps and Wilson 1982
        """
        from kibitz.extensive.methods.trembles import trembling_hand

        return trembling_hand(self, self._read(profile))

    def _read(self, profile: Any, free: int | None = None) -> Profile:
        """A profile from a solution, a behavior strategy or tables; that of one player is free."""
        from kibitz.extensive.strategies.profile import Profile
        from kibitz.extensive.strategies.profile import profile as read

        profile = getattr(profile, "profile", profile)
        if isinstance(profile, Profile):
            return profile
        if hasattr(profile, "filled"):
            profile = profile.filled()
        return read(self, profile, free)

    def __repr__(self) -> str:
        name = f" {self.title}" if self.title else ""
        return (
            f"<ExtensiveGame{name}: {count_of(len(self.players), 'player')}, "
            f"{count_of(len(self.tree), 'node')}, "
            f"{count_of(self.infosets, 'information set')}>"
        )


def _simple(p: Number) -> Fraction:
    """A probability as a fraction of small denominator where it is the float of one."""
    value = exact_number(p)
    near = value.limit_denominator(100_000)
    return near if abs(near - value) < Fraction(1, 10**14) else value


def check(game: ExtensiveGame) -> None:
    """Refuse trees that are not games: the reason and the place."""
    tree = game.tree
    _check_infosets(game)
    chance_nodes = np.flatnonzero(tree.actor == CHANCE)
    if len(chance_nodes):
        _check_chance(game, chance_nodes)
    if game.amounts.shape != (int((tree.actor == LEAF).sum()), len(game.players)):
        raise GameError(
            f"payoffs of shape {game.amounts.shape}; each of {int((tree.actor == LEAF).sum())} "
            f"leaves must pay {count_of(len(game.players), 'player')}"
        )


def _check_infosets(game: ExtensiveGame) -> None:
    tree = game.tree
    nodes = np.flatnonzero(tree.infoset >= 0)
    sets = tree.infoset[nodes]
    wrong = nodes[tree.actor[nodes] != game.owners[sets]]
    if len(wrong):
        name = game.infoset_name(int(tree.infoset[wrong[0]]))
        raise GameError(f"information set {name!r}: its nodes belong to different players")
    wrong = nodes[tree.count[nodes] != game.sizes[sets]]
    if len(wrong):
        name = game.infoset_name(int(tree.infoset[wrong[0]]))
        raise GameError(f"information set {name!r}: its nodes have different moves")


def _check_chance(game: ExtensiveGame, nodes: Any) -> None:
    tree = game.tree
    used = tree.chance >= 0
    floats = np.array([float(p) for p in game.probabilities])
    if (floats < 0).any():
        raise GameError(f"a probability of chance is negative: {min(game.probabilities)}")
    weight = np.zeros(len(tree))
    weight[used] = floats[tree.chance[used]]
    totals = np.add.reduceat(weight, tree.first[nodes])
    # reduceat also adds what stands between two chance nodes, whose weight is zero
    doubtful = nodes[np.abs(totals - 1) > 1e-9]
    if len(doubtful):
        total = sum(game.probability(child) for child in tree.children(int(doubtful[0])))
        raise GameError(
            f"chance at node {int(doubtful[0])}: its probabilities add up to {total}, not 1"
        )
    if game.exact:
        _check_exactly(game, nodes)


def _check_exactly(game: ExtensiveGame, nodes: Any) -> None:
    """Rational probabilities add up to 1 exactly; patterns that repeat are added once."""
    seen: set[bytes] = set()
    for node in nodes.tolist():
        children = game.tree.children(node)
        pattern = game.tree.chance[children.start : children.stop].tobytes()
        if pattern in seen:
            continue
        seen.add(pattern)
        total = sum(game.probability(child) for child in children)
        if total != 1:
            raise GameError(f"chance at node {node}: its probabilities add up to {total}, not 1")
