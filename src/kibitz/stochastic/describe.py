"""What kind of stochastic game it is."""

from __future__ import annotations

from kibitz.core.explanation import Description
from kibitz.core.numbers import show
from kibitz.core.spelling import count_of
from kibitz.stochastic.game import StochasticGame
from kibitz.stochastic.graph import components, endless_play
from kibitz.stochastic.mirror import exchanges


def describe_game(game: StochasticGame) -> Description:
    """States, who chooses, whether play returns, and whether it can continue forever."""
    table = game.table
    parts = components(table)
    cycles = int(parts.cyclic.sum())
    if game.is_decision_process:
        who = "one, a Markov decision process"
    elif game.is_turn_based:
        who = "two, who move in turn"
    else:
        who = "two, who move simultaneously"
    kind = "" if game.is_decision_process else ", zero-sum" if game.zero_sum else ", general-sum"
    blocks = count_of(len(parts.cyclic), "strongly connected component")
    stop = game.stop_probability
    largest = f"{int(table.rows.max())} x {int(table.columns.max())}"
    facts = [
        ("states", f"{table.states:,}, matrices of up to {largest}"),
        ("players", who + kind),
        ("numbers", "exact" if game.exact else "floating point"),
        (
            "play",
            "never returns to a state: multistage"
            if not cycles
            else f"may return to a state: cycles in {cycles:,} of {blocks}",
        ),
        (
            "stopping",
            f"probability at least {show(stop)} at every stage"
            if stop
            else "not certain at every stage",
        ),
    ]
    if table.states <= 2000:
        endless = endless_play(game)
        names = [", ".join(str(game.states[s]) for s in sorted(part)) for part in endless]
        facts.append(("endless play", "in " + "; ".join(names[:4]) if names else "cannot happen"))
    if game.endless is not None:
        shown = game.endless if isinstance(game.endless, str) else show(game.endless)
        facts.append(("endless play pays", str(shown)))
    if exchanges(table):
        facts.append(("roles", "may be exchanged"))
    if game.discount != 1:
        facts.append(("discount", show(game.discount)))
    return Description(game.title or "stochastic game", tuple(facts))
