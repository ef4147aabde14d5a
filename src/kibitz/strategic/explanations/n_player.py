"""Derivations for games of n players: which supports are left, and why each answer holds."""

from __future__ import annotations

from itertools import pairwise, product
from typing import Any

from kibitz.algebra.real_root import RealRoot, real_roots
from kibitz.core.explanation import Explanation, Step, Table
from kibitz.core.extension import extends
from kibitz.core.numbers import show
from kibitz.strategic.game import StrategicGame
from kibitz.strategic.n_player import support_profiles
from kibitz.strategic.n_player.equilibrium import NPlayerEquilibrium, Weight, written
from kibitz.strategic.n_player.logit import QuantalResponse
from kibitz.strategic.n_player.solution import NPlayerEquilibria
from kibitz.zero_sum.show import payoff_list
from kibitz.zero_sum.strategies.dominance import eliminate

MOST_STEPS = 12
MOST_TERMS = 9
MOST_CELLS = 64
LETTERS = "xyzwvutsrqponm"


@extends(NPlayerEquilibria)
def explain_equilibria(equilibria: NPlayerEquilibria) -> Explanation:
    """The game, how the supports were searched, and each equilibrium with its equations."""
    steps = [_game(equilibria.game), _search(equilibria)]
    for k in _shown(equilibria):
        steps += equilibrium_steps(equilibria.equilibria[k], f"Equilibrium {k + 1}: ")
    if len(equilibria) > MOST_STEPS:
        steps.append(
            Step(f"... and {len(equilibria) - MOST_STEPS} more", "They are proved in the same way.")
        )
    if equilibria.regions:
        listed = "\n".join(f"{region}." for region in equilibria.regions[:MOST_STEPS])
        prose = (
            "Payoffs are linear in the weights of each player, so where all tuples of extreme "
            "strategies are equilibria, so is everything between them."
        )
        steps.append(Step("What is not isolated", f"{listed}\n{prose}"))
    if equilibria.undecided:
        listed = "\n".join(u.line(equilibria.game) for u in equilibria.undecided[:MOST_STEPS])
        steps.append(Step("What was not decided", listed))
    steps.append(_count(equilibria))
    return Explanation(equilibria.game.title or "The equilibria", tuple(steps))


@extends(NPlayerEquilibrium)
def explain_equilibrium(equilibrium: NPlayerEquilibrium) -> Explanation:
    """The game, the equations of the support, their root, and the check of all deviations."""
    steps = (_game(equilibrium.game), *equilibrium_steps(equilibrium, ""))
    return Explanation(equilibrium.game.title or "An equilibrium", steps)


def _shown(equilibria: NPlayerEquilibria) -> list[int]:
    """Those that are written out: all, or of many the mixed ones before the pure ones."""
    order = sorted(range(len(equilibria)), key=lambda k: (equilibria.equilibria[k].pure, k))
    return sorted(order[:MOST_STEPS])


def _game(game: StrategicGame) -> Step:
    sizes = " x ".join(map(str, game.shape))
    small = len(game.players) * int(game.payoffs[0].array.size) <= 3 * MOST_CELLS
    return Step(f"The game, {sizes}", "", payoff_list(game) if small else None)


def _search(equilibria: NPlayerEquilibria) -> Step:
    if not isinstance(equilibria.working, int):
        return _by_fewer(equilibria)
    many = support_profiles.count(equilibria.game.shape)
    prose = (
        f"An equilibrium is known by the strategies that each player uses. There are {many} such "
        "support profiles. One is ruled out when some strategy in it pays less than another "
        "whatever the others choose from their supports. On each of the rest, all strategies in a "
        "support must pay the same: as many equations as unknown weights."
    )
    prose += (
        f" Splitting the simplices of weights, {equilibria.working} pieces were looked at; each "
        "was discarded by bounds on the payoffs or proved to hold exactly one solution."
    )
    return Step("Supports", prose)


def _by_fewer(equilibria: NPlayerEquilibria) -> Step:
    """How they were found when not all supports were searched."""
    if not equilibria.complete:
        return Step("The method", f"This was found by {equilibria.method}.")
    removed = eliminate(equilibria.game, mixed=False, strict=True)
    left = [
        name
        for name, own in zip(equilibria.game.players, removed.kept, strict=True)
        if len(own) > 1
    ]
    prose = "\n".join(d.sentence(equilibria.game) for d in removed.removals)
    who = " and ".join(left) if left else "nobody"
    prose += f"\nA choice is left to {who}; the others play the one strategy that they have."
    if len(left) == 1:
        prose += " So whatever is best for that player, in any mixture, is an equilibrium."
    elif left:
        prose += " So it is a bimatrix game of these two, and all its equilibria were found."
    return Step("Who decides", prose.strip())


def equilibrium_steps(equilibrium: NPlayerEquilibrium, title: str) -> list[Step]:
    """The equations, their root, and what every pure strategy pays there."""
    game = equilibrium.game
    names = [
        "{" + ", ".join(game.strategies[i][s] for s in played) + "}"
        for i, played in enumerate(equilibrium.supports)
    ]
    prose = "One strategy of each player is used." if equilibrium.pure else ""
    if not equilibrium.pure:
        prose = "\n".join(_equations(equilibrium))
        prose += "".join(f"\n{line}" for line in _eliminated(equilibrium))
        prose += "\nThe solution: " + "; ".join(_solution(equilibrium)) + "."
    return [
        Step(f"{title}{' x '.join(names)}", prose),
        Step("No player gains by deviating", _verdict(equilibrium), _regrets(equilibrium)),
    ]


def _letter(equilibrium: NPlayerEquilibrium, player: int, strategy: int) -> str:
    return (
        f"{LETTERS[player % len(LETTERS)]}{_below(equilibrium.game.strategies[player][strategy])}"
    )


def _below(label: str) -> str:
    return (
        label.translate(str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉"))
        if label.isdigit()
        else f"[{label}]"
    )


def _equations(equilibrium: NPlayerEquilibrium) -> list[str]:
    """Each indifference equation written out in the weights, when it is short."""
    game = equilibrium.system.game
    lines = []
    for i, played in enumerate(equilibrium.supports):
        for s in played[1:]:
            first, other = game.strategies[i][played[0]], game.strategies[i][s]
            formula = _difference(equilibrium, i, s, played[0])
            what = f"{game.players[i]} is indifferent between {first} and {other}"
            lines.append(f"{what}: {formula} = 0" if formula else f"{what}.")
    return lines


def _difference(equilibrium: NPlayerEquilibrium, i: int, s: int, t: int) -> str:
    array = equilibrium.system.arrays[i]
    gap = array[s] - array[t]
    others = [j for j in range(len(equilibrium.supports)) if j != i]
    terms = []
    for place in _places(gap.shape):
        c = gap[place]
        if c:
            factors = [
                _letter(equilibrium, j, equilibrium.supports[j][k])
                for j, k in zip(others, place, strict=True)
                if len(equilibrium.supports[j]) > 1
            ]
            terms.append((int(c), "·".join(factors)))
    if not terms or len(terms) > MOST_TERMS:
        return ""
    out = ""
    for c, letters in terms:
        sign = ("-" if c < 0 else "") if not out else (" - " if c < 0 else " + ")
        size = "" if abs(c) == 1 and letters else str(abs(c))
        out += sign + size + letters
    return out


def _places(shape: tuple[int, ...]) -> list[tuple[int, ...]]:
    return list(product(*map(range, shape)))


def _eliminated(equilibrium: NPlayerEquilibrium) -> list[str]:
    """The polynomial equation of each irrational weight, once all others are eliminated."""
    lines, first = [], True
    for i, played in enumerate(equilibrium.supports):
        weight = equilibrium.strategies[i][played[0]]
        if len(played) == 1 or not isinstance(weight, RealRoot):
            continue
        letter = _letter(equilibrium, i, played[0])
        equation = f"{weight.polynomial.primitive().write(letter)} = 0"
        inside = sum(0 < float(root) < 1 for root in real_roots(weight.polynomial))
        which = "its root between 0 and 1 is" if inside == 1 else "the root in question is"
        start = "Eliminating all other weights gives" if first else "In the same way"
        lines.append(f"{start} {equation}; {which} {letter} = {_value(weight)}.")
        first = False
    return lines


def _solution(equilibrium: NPlayerEquilibrium) -> list[str]:
    return [
        f"{_letter(equilibrium, i, s)} = {_value(equilibrium.strategies[i][s])}"
        for i, played in enumerate(equilibrium.supports)
        if len(played) > 1
        for s in played
    ]


def _value(x: Weight) -> str:
    if isinstance(x, RealRoot) and x.polynomial.degree > 2:
        return f"{float(x):.10g}..."
    return written(x)


def _verdict(equilibrium: NPlayerEquilibrium) -> str:
    certificate = equilibrium.verify()
    return ("Proved by " if certificate.holds else "NOT proved: ") + certificate.theorem + "."


def _regrets(equilibrium: NPlayerEquilibrium) -> Table:
    from kibitz.strategic.expected_payoffs import utility_by_strategy

    game = (
        equilibrium.game
        if equilibrium.profile and _rational(equilibrium)
        else equilibrium.game.in_numbers(False)
    )
    rows: list[tuple[str, ...]] = []
    marked = []
    for i, name in enumerate(game.players):
        line = utility_by_strategy(game, i, equilibrium.profile)
        for s, paid in enumerate(line):
            if s in equilibrium.supports[i]:
                marked.append((len(rows), 2))
            weight = written(equilibrium.strategies[i][s])
            rows.append((f"{name} {game.strategies[i][s]}", weight, show(game.reported(paid))))
    return Table(("", "weight", game.word), tuple(rows), marked=tuple(marked))


@extends(QuantalResponse)
def explain_quantal_response(branch: QuantalResponse) -> Explanation:
    """Uniform play, the branch in a table and a picture, and where it ends."""
    game = branch.game
    rates = [r for r in (0.0, *(10.0**k for k in range(-3, 7))) if r <= max(branch.precisions)]
    header = (
        "λ",
        *(
            f"{p} {s}"
            for p, names in zip(game.players, game.strategies, strict=True)
            for s in names
        ),
    )
    rows = tuple(
        (f"{rate:g}", *(f"{w:.4f}" for weights in branch.at(rate) for w in weights))
        for rate in rates
    )
    turns = sum(b < a for a, b in pairwise(branch.precisions))
    sentence = (
        "Start where precision is 0 and every player plays uniformly, and follow the solutions. "
        + (f"The branch turns back for {turns} of its steps. " if turns else "")
        + "Each point is a logit response of every player to the others."
    )
    steps = (
        _game(game),
        Step(
            "Noisy play",
            "With precision λ a player chooses each strategy with probability proportional to "
            "exp(λ × its payoff): λ = 0 is pure noise, large λ nearly a best response.",
        ),
        Step("The branch", sentence, Table(header, rows), branch.draw()),
        Step(
            "Its end",
            f"{branch.limit.line()}\n{branch.limit.verify().claim}: "
            + ("proved." if branch.limit.verify().holds else "not proved."),
        ),
    )
    return Explanation(game.title or "The logit branch", steps)


def _rational(equilibrium: NPlayerEquilibrium) -> bool:
    return all(not isinstance(x, float) for weights in equilibrium.profile for x in weights)


def _count(equilibria: NPlayerEquilibria) -> Step:
    indices: list[Any] = [e.index for e in equilibria]
    if not equilibria.complete:
        return Step("Are these all?", "That is not proved: some supports were left undecided.")
    if None in indices:
        return Step("Are these all?", "Every other part of the strategy space was discarded.")
    words = " ".join(f"{i:+d}" for i in indices)
    return Step(
        "Are these all?",
        "Every other part of the strategy space was discarded. As a check, the indices must add up "
        f"to 1: {words} = {sum(indices)}.",
    )
