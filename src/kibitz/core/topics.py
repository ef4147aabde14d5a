"""Words of the field that are questions rather than games, with the commands that answer them."""

from __future__ import annotations

TOPICS = {
    "alpha-beta": "kibitz search GAME --method alpha-beta",
    "auction": "kibitz experiment auction room.json --players Ada,Bob,Cy",
    "backward-induction": "kibitz solve TREE --method backward-induction",
    "banzhaf": "kibitz voting QUOTA WEIGHTS",
    "bargaining": "kibitz bargain PROBLEM",
    "behavioral": "kibitz solve TREE",
    "best-response": "kibitz explain GAME",
    "bid": "kibitz experiment auction room.json --players Ada,Bob,Cy",
    "commitment": "kibitz stackelberg GAME",
    "core": 'kibitz coalition "A:1 B:3 A,B:6" --core',
    "correlated-equilibrium": "kibitz correlated GAME",
    "dilemma": "kibitz solve prisoners-dilemma",
    "dominated": "kibitz dominance GAME",
    "elo": "kibitz tournament GAME AGENT AGENT",
    "equilibrium": "kibitz equilibria GAME",
    "ess": "kibitz dynamics GAME --method replicator",
    "evolution": "kibitz dynamics GAME --method replicator",
    "exploitability": "kibitz exploit TABLE --game GAME",
    "fictitious-play": "kibitz dynamics GAME --method fictitious-play",
    "game-tree": "kibitz solve FILE.efg",
    "grundy-value": "kibitz solve nim 3 4 5",
    "iesds": "kibitz dominance GAME",
    "linear-program": "kibitz solve program.json",
    "logit": "kibitz quantal-response GAME",
    "lottery": "kibitz utility LOTTERY LOTTERY",
    "lp": "kibitz solve program.json",
    "markov": "kibitz games stochastic",
    "maximin": "kibitz safety GAME",
    "mcts": "kibitz play GAME --vs mcts",
    "minimax": 'kibitz solve matrix "1 -1; -1 1"',
    "mixed-strategy": 'kibitz solve matrix "1 -1; -1 1"',
    "monte-carlo": "kibitz analyze GAME --method mcts",
    "nash": "kibitz equilibria GAME",
    "nim-sum": 'kibitz nimbers "3 + 4 + 5"',
    "nucleolus": 'kibitz coalition "A:1 B:3 A,B:6" --nucleolus',
    "oligopoly": "kibitz duopoly cournot",
    "payoff": 'kibitz solve matrix "1 -1; -1 1"',
    "policy-iteration": "kibitz iterate GAME",
    "power-index": "kibitz voting QUOTA WEIGHTS",
    "prisoner": "kibitz solve prisoners-dilemma",
    "public-good": "kibitz experiment public-goods room.json --players Ada,Bob,Cy",
    "qre": "kibitz quantal-response GAME",
    "regret": "kibitz cfr GAME",
    "replicator": "kibitz dynamics GAME --method replicator",
    "retrograde": "kibitz database GAME",
    "saddle-point": 'kibitz solve matrix "1 -1; -1 1"',
    "sequential-equilibrium": "kibitz solve TREE",
    "shapley": 'kibitz coalition "A:1 B:3 A,B:6" --shapley',
    "simplex": "kibitz solve program.json",
    "sprague-grundy": "kibitz solve nim 3 4 5",
    "subgame-perfect": "kibitz solve TREE --method backward-induction",
    "threat": "kibitz bargain PROBLEM",
    "tree": "kibitz solve FILE.efg",
    "ucb": "kibitz bandit ARMS --method ucb1",
    "value-iteration": "kibitz iterate GAME",
    "vickrey": "kibitz experiment auction rule=second-price room.json --players Ada,Bob,Cy",
    "voter": "kibitz voting QUOTA WEIGHTS",
    "zermelo": "kibitz solve tic-tac-toe",
}


def topic(word: str) -> str:
    """The command that answers a question of this name; empty where there is none.

    Parameters
    ----------
    word : str
        A word of the field.

    Returns
    -------
    str
        The command, with what is to be filled in written in capitals.

    Examples
    --------
    >>> topic("nash equilibria"), topic("Prisoners"), topic("chess")
    ('kibitz equilibria GAME', 'kibitz solve prisoners-dilemma', '')
    """
    spelled = word.strip().lower().replace("_", "-").replace(" ", "-").replace("'", "")
    stems = [spelled, spelled.removesuffix("s"), spelled.replace("equilibria", "equilibrium")]
    stems += [piece.removesuffix("s") for piece in spelled.split("-")]
    return next((TOPICS[stem] for stem in stems if stem in TOPICS), "")
