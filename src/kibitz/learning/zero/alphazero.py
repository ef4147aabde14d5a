"""AlphaZero: a network learns from games that it plays against itself, led by a search."""

from __future__ import annotations

from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from kibitz.core.errors import GameError
from kibitz.core.explanation import Explanation, Step
from kibitz.core.method import method
from kibitz.core.spelling import count_of
from kibitz.learning.encoding.encode import encode
from kibitz.learning.training.conditions import two_opponents
from kibitz.learning.training.device import has_card
from kibitz.learning.training.learner import Kept, Learner
from kibitz.learning.training.lesson import Lesson
from kibitz.learning.zero.array_rules import array_rules
from kibitz.learning.zero.device_training import Device
from kibitz.learning.zero.host_training import Host
from kibitz.learning.zero.ladder import Ladder
from kibitz.learning.zero.numpy_net import evaluate_in_numpy
from kibitz.learning.zero.optimizer import require_optax
from kibitz.learning.zero.puct_search import PuctTree, puct_tree
from kibitz.learning.zero.residual_net import NetShape, evaluate_net, initial_weights
from kibitz.learning.zero.settings import ZeroSettings
from kibitz.learning.zero.short_proofs import LEAF, ShortProofs, root_budget
from kibitz.learning.zero.solved_positions import SolvedPositions, solved_positions
from kibitz.rules.game import CHANCE, Move, State

USUAL_OPENING, MOST_OPENING = 8, 26
TOGETHER = 512
"""Positions that NumPy looks at together."""
FALL = 300.0
"""Rounds after which the learning rate has halved."""
PREFIX, LADDER = "average.", "ladder."


class AlphaZero(Learner):
    """A policy and value network, self-play by a Gumbel search, lessons from a buffer."""

    headline: ClassVar[str] = "optimal"
    has_network: ClassVar[bool] = True

    def __init__(self, lesson: Lesson, settings: ZeroSettings, simulations: int) -> None:
        super().__init__(lesson)
        self.simulations = simulations
        self.settings = settings
        self.code = encode(lesson.rules)
        self.shape = NetShape(
            self.code.shape, self.code.actions, settings.channels, settings.blocks, settings.head
        )
        self.rounds = 0
        self.weights = initial_weights(self.shape, lesson.seed)
        self._run: dict[str, Any] | None = None
        self._compiled: tuple[Any, Any] | None = None
        self.ladder = Ladder(self.code, self._judged, lesson.seed)

    @cached_property
    def device(self) -> Device | Host:
        """Where games are played: on a card as a whole, else by compiled rules."""
        arrays = array_rules(self.lesson.rules)
        if arrays is not None and has_card():
            return Device.of(arrays, self.code, self.settings)
        return self.host

    @cached_property
    def host(self) -> Host:
        return Host.of(self.code, self.settings)

    @cached_property
    def scale(self) -> float:
        """The greatest payoff; the network's values go from -1 to 1."""
        return 1.0 if array_rules(self.lesson.rules) is not None else self.host.scale

    def _judged(self, weights: Any, planes: Any) -> Any:
        """What the network says of some positions; JAX is imported when it is first asked."""
        return self._evaluate(weights, planes)

    @cached_property
    def _evaluate(self) -> Any:
        """The network in JAX, for many positions at once."""
        import jax
        import jax.numpy as jnp

        def evaluated(weights: Any, planes: Any) -> tuple[Any, Any]:
            logits, value = evaluate_net(self.shape, weights, planes)
            return logits, jnp.tanh(value / 2)

        return jax.jit(evaluated)

    @property
    def run(self) -> dict[str, Any]:
        """Weights, buffer and games under way, on the device."""
        if self._run is None:
            require_optax()
            self._run = self.device.start(self.lesson.seed)
        return self._run

    def learn(self) -> dict[str, float]:
        """Every game goes some moves on, and the network learns from the buffer."""
        if self._compiled is None:
            require_optax()
            self._compiled = self.device.compiled()
        play, learn = self._compiled
        rate = self.settings.rate / (1 + self.rounds / FALL)
        run, told = play(self.run)
        run, losses = learn(run, rate)
        self._run = run
        self.rounds += 1
        self.weights = {name: np.asarray(w) for name, w in run["average"].items()}
        found = {f"{name} loss": float(x) for name, x in losses.items()}
        return {**found, "games ended": float(told["games"])}

    def measure(self) -> dict[str, float]:
        """The network alone: its share of optimal moves where these are known, and its rating."""
        require_optax()
        return {**self._optimal(), "rating": self.ladder.rate(self.weights)}

    def _optimal(self) -> dict[str, float]:
        found = self._solved
        if found is None:
            return {}
        self.checked = len(found)
        return {"optimal": found.optimal_share(self._logits)}

    def _logits(self, planes: Any) -> Any:
        """What the network says of the moves at many positions, without a search."""
        parts = range(0, len(planes), TOGETHER)
        found = [
            evaluate_in_numpy(self.shape, self.weights, planes[k : k + TOGETHER])[0] for k in parts
        ]
        return np.concatenate(found)

    @cached_property
    def _solved(self) -> SolvedPositions | None:
        return solved_positions(self.code, self.lesson.seed)

    def _seen(self, states: list[State]) -> Any:
        return np.stack([self.code.observe(state) for state in states])

    def _number(self, move: Move) -> int:
        return int(self.code.action(move))

    def guess(self, state: State) -> tuple[dict[Move, float], float]:
        """What the network thinks of a position: probabilities of the moves, and its value."""
        logits, value = evaluate_in_numpy(self.shape, self.weights, self._seen([state]))
        moves = list(self.lesson.rules.moves(state))
        own = np.array([logits[0, self._number(move)] for move in moves], float)
        odds = np.exp(own - own.max())
        odds /= odds.sum()
        return dict(zip(moves, odds.tolist(), strict=True)), float(value[0])

    @cached_property
    def _proofs(self) -> ShortProofs | None:
        """Short proofs for the search; none where the rules run in Python, which is too slow."""
        leaf = self.settings.proof
        found = ShortProofs(self.lesson.rules, self.scale, leaf, leaf) if leaf else None
        return found if found is not None and found.machine.is_compiled else None

    def proofs_for(self, simulations: int) -> ShortProofs | None:
        """Short proofs for a search with this number of simulations."""
        if self._proofs is not None:
            self._proofs.root = root_budget(self.settings.proof, simulations)
        return self._proofs

    def searched(self, state: State, simulations: int) -> PuctTree:
        """What a search led by the network finds out about the moves."""
        return puct_tree(
            self.lesson.rules,
            state,
            self.guess,
            simulations,
            scale=self.scale,
            seed=self.lesson.seed,
            proofs=self.proofs_for(simulations),
        )

    def policy(self, state: State, player: int) -> dict[Move, float]:
        """The move that the search prefers; the network's own without a search."""
        odds, _ = self.guess(state)
        best = max(odds, key=lambda move: odds[move])
        if self.simulations:
            best = self.searched(state, self.simulations).best
        return {move: float(move == best) for move in odds}

    def value(self, state: State) -> float | None:
        """What the network thinks the first player gets."""
        mover = self.lesson.rules.player(state)
        if mover < 0:
            return None
        return self.scale * self.guess(state)[1] * (1 if mover == 0 else -1)

    def state(self) -> Kept:
        import jax

        leaves = jax.tree.leaves(self.run)
        kept = {f"run{k}": np.array(leaf) for k, leaf in enumerate(leaves)}
        kept |= {f"{LADDER}{name}": array for name, array in self.ladder.arrays().items()}
        return Kept({"rounds": self.rounds}, kept)

    def restore(self, kept: Kept) -> None:
        require_optax()
        import jax
        import jax.numpy as jnp

        leaves, tree = jax.tree.flatten(self.run)
        found = [kept.arrays.get(f"run{k}") for k in range(len(leaves))]
        fits = all(b is not None and b.shape == a.shape for a, b in zip(leaves, found, strict=True))
        if not fits:
            raise GameError("this checkpoint was made with different settings")
        pairs = zip(leaves, found, strict=True)
        own = [np.array(b) if isinstance(a, np.ndarray) else jnp.asarray(b) for a, b in pairs]
        self._run = jax.tree.unflatten(tree, own)
        rated = {k.removeprefix(LADDER): v for k, v in kept.arrays.items() if k.startswith(LADDER)}
        self.ladder.recall(rated)
        self.rounds = int(kept.facts["rounds"])
        self.weights = {name: np.asarray(w) for name, w in self._run["average"].items()}

    def knowledge(self) -> Kept:
        return Kept({}, {f"{PREFIX}{name}": array for name, array in self.weights.items()})

    def recall(self, kept: Kept) -> None:
        found = {k.removeprefix(PREFIX): v for k, v in kept.arrays.items() if k.startswith(PREFIX)}
        own = self.weights
        if found.keys() != own.keys() or any(found[k].shape != own[k].shape for k in own):
            raise GameError("the network of the model has different sizes")
        self.weights = found

    def explain(self) -> Explanation:
        """The search at the start of the game, move by move."""
        rules = self.lesson.rules
        here = rules.position()
        while here.player == CHANCE:
            here = here.play(here.moves[0])
        state = here.state
        odds, value = self.guess(state)
        visits = self.searched(state, max(self.simulations, 64)).visits
        lines = [
            f"{rules.show_move(state, move)}: the network says {odds[move]:.3f}, the search tried "
            f"it {count} times"
            for move, count in visits.items()
        ]
        shape = self.shape
        steps = (
            Step(
                "The network",
                f"{shape.blocks} residual blocks of {shape.channels} channels look at "
                f"{count_of(shape.input, 'number')} and give "
                f"{count_of(shape.actions, 'probability')} and a value.",
            ),
            Step(
                "The search at the start",
                "A move is tried where Q + c P √N / (1 + n) is largest: Q is the mean of what it "
                f"led to, P the network's probability, n its visits of N. The start is thought "
                f"worth {value:+.3f} to its mover. " + "; ".join(lines) + ".",
            ),
            Step(
                "The lesson",
                "The policy learns the improved policy of the search, the value the result of the "
                "game, both from positions drawn from the latest games and turned at random.",
            ),
        )
        return Explanation(f"{self.lesson.title}: AlphaZero", steps)


def why_not_zero(lesson: Lesson) -> str | None:
    """It takes two opponents who see everything and move in turn; there may be dice."""
    return two_opponents(lesson)


def usual_openings(lesson: Lesson) -> int:
    """The random moves with which games of self-play begin, at most.

    Examples
    --------
    >>> import kibitz
    >>> [usual_openings(Lesson(kibitz.game(n))) for n in ("tic-tac-toe", "connect-four", "othello")]
    [8, 26, 26]
    """
    longest = lesson.rules.longest
    if longest is None:
        return USUAL_OPENING
    return min(MOST_OPENING, longest - 1, max(USUAL_OPENING, round(2 * longest / 3)))


@method(
    Lesson,
    "alphazero",
    aliases=("alpha-zero",),
    finds="a policy and value network",
    cost="O(games moves simulations network) per round",
    reference="Silver et al. 2018; Danihelka et al. 2022.",
    applies=why_not_zero,
)
def alphazero(
    lesson: Lesson,
    games: int = 128,
    moves: int = 8,
    simulations: int = 16,
    channels: int = 32,
    blocks: int = 3,
    batch: int = 256,
    rate: float = 0.002,
    thinking: int = 64,
    search: str = "gumbel",
    dirichlet: float = 0.0,
    openings: int | None = None,
    precision: str = "float32",
    reuse: float = 4.0,
    proof: int = LEAF,
) -> AlphaZero:
    """Learn by self-play: a network leads a search, and learns from what the search finds.

    Parameters
    ----------
    lesson : Lesson
        The game and the seed.
    games : int, default 128
        Games that are played side by side.
    moves : int, default 8
        Moves of each game to a round.
    simulations : int, default 16
        Positions that the search evaluates for a move of self-play.
    channels : int, default 32
        The width of the network.
    blocks : int, default 3
        Its depth.
    batch : int, default 256
        Positions of a step of learning.
    rate : float, default 0.002
        The learning rate, which falls slowly.
    thinking : int, default 64
        Simulations for a move when the model plays; with 0 the network alone plays.
    search : str, default "gumbel"
        The search of self-play: ``gumbel``, or ``puct`` with Dirichlet noise at the root.
    dirichlet : float, default 0
        The parameter of that noise; 10 over the number of moves where it is 0.
    openings : int, optional
        Games of self-play begin with up to this many random moves, so that positions off the main
        lines are learned as well; unless given, two thirds of the longest game, or 8.
    precision : str, default "float32"
        In which the network computes: ``float32``, or ``bfloat16`` on a graphics card.
    reuse : float, default 4
        How often a position of self-play is learned from, on average.
    proof : int, default 256
        Positions that a short alpha-beta may look at, before the network is asked, to prove what a
        new position is worth; 0 for no proofs but by the tree. Rules in Python do without.

    Returns
    -------
    AlphaZero
        The learner; its model plays without JAX.

    Notes
    -----
    Any game of two opponents who see everything and move in turn is learned, one's own included.
    The compiled rules grow the trees, and the leaves of all games are evaluated together. What
    the ends of games prove, in the trees and by short searches at their leaves, is taken up the
    trees and bounds the values that are learned; positions near the end teach exact values. On a
    graphics card Connect Four and games of lines, which are written over arrays, are played and
    searched there as a whole; ``kibitz train`` then plays more games with a larger network, unless
    told. Training needs JAX and Optax, the extra ``learn``, and uses a graphics card where JAX
    sees one.

    References
    ----------
    Silver et al. 2018; Danihelka et al. 2022; Winands, Björnsson and Saito 2008; Baier and Winands
    2015.
    """
    if thinking < 0:
        raise GameError(f"thinking is {thinking}; it must be at least 0")
    settings = ZeroSettings(
        games=games,
        moves=moves,
        simulations=simulations,
        channels=channels,
        blocks=blocks,
        batch=batch,
        rate=rate,
        buffer=max(1 << 15, 4 * games * moves),
        openings=usual_openings(lesson) if openings is None else openings,
        search=search,
        precision=precision,
        dirichlet=dirichlet,
        reuse=reuse,
        proof=proof,
    )
    return AlphaZero(lesson, settings, thinking)
