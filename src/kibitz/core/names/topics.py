"""Words of the field that are questions rather than games, with the commands that answer them."""

from __future__ import annotations

from difflib import get_close_matches

from kibitz.core import index
from kibitz.core.spelling import canonical_name

TOPICS = {
    "a-star": 'kibitz puzzle tiles "1 2 3 / 4 0 6 / 7 5 8" --method a-star',
    "agent": "kibitz tournament GAME AGENT AGENT",
    "alpha-beta": "kibitz search GAME --method alpha-beta",
    "auction": "kibitz experiment auction room.json --players Ada,Bob,Cy",
    "backtracking": "kibitz puzzle queens 8",
    "backward-induction": "kibitz solve TREE --method backward-induction",
    "bandit": "kibitz bandit 0.2 0.5",
    "banzhaf": "kibitz voting QUOTA WEIGHTS",
    "bargaining": "kibitz bargain PROBLEM",
    "behavioral": "kibitz solve TREE",
    "benchmark": "kibitz tournament GAME AGENT AGENT",
    "best-move": "kibitz analyze GAME",
    "best-response": 'kibitz evaluate GAME --column "1/2 1/2"',
    "bid": "kibitz experiment auction room.json --players Ada,Bob,Cy",
    "bluff": "kibitz explain endgame",
    "characteristic-function": "kibitz coalition GAME",
    "class": "kibitz experiment",
    "classroom": "kibitz experiment",
    "commitment": "kibitz stackelberg GAME",
    "cooperative": 'kibitz coalition "A:1 B:3 A,B:6"',
    "core": 'kibitz coalition "A:1 B:3 A,B:6" --core',
    "correlated-equilibrium": "kibitz correlated GAME",
    "decision-tree": "kibitz train GAME --method decision-tree",
    "dilemma": "kibitz solve prisoners-dilemma",
    "dominated": "kibitz dominance GAME",
    "elicitation": 'kibitz utility -i "B ~ 1/3 A + 2/3 C" --zero C --one A',
    "elo": "kibitz tournament GAME AGENT AGENT",
    "equilibrium": "kibitz equilibria GAME",
    "equity": 'kibitz hands "As Ks Qs Js Ts" "9h 9c 9d 9s 2c"',
    "equivalence": 'kibitz solve "GAME + GAME"',
    "equivalent": 'kibitz solve "GAME + GAME"',
    "ess": "kibitz solve GAME --method ess",
    "evaluation": "kibitz analyze GAME --depth 4",
    "evolution": "kibitz dynamics GAME --method replicator",
    "exploitability": "kibitz exploit TABLE --game GAME",
    "export": "kibitz convert GAME -o FILE.nfg",
    "fictitious-play": "kibitz dynamics GAME --method fictitious-play",
    "game-theory-optimal": "kibitz cfr GAME",
    "game-tree": "kibitz solve FILE.efg",
    "genetic-algorithm": "kibitz train GAME --method genetic-algorithm",
    "grundy-value": "kibitz solve nim 3 4 5",
    "gto": "kibitz cfr GAME",
    "holdem": "kibitz cfr leduc",
    "homework": "kibitz exercise nim --seed 7",
    "horizon": "kibitz search GAME --method singular-extension",
    "iesds": "kibitz dominance GAME",
    "import": "kibitz convert FILE.nfg -o FILE.json",
    "imputation": 'kibitz coalition "A:1 B:3 A,B:6" --imputations',
    "information-set": "kibitz describe TREE",
    "iterative-deepening": "kibitz analyze GAME --depth 4",
    "latex": "kibitz explain GAME -o FILE.tex",
    "learn": "kibitz train GAME",
    "linear-program": 'kibitz solve lp "max 2x + y; x + y <= 3"',
    "list": "kibitz games",
    "logit": "kibitz quantal-response GAME",
    "lottery": "kibitz utility LOTTERY LOTTERY",
    "lp": 'kibitz solve lp "max 2x + y; x + y <= 3"',
    "market": "kibitz duopoly cournot --demand 17-Q --cost q",
    "markov": "kibitz games stochastic",
    "maximin": "kibitz safety GAME",
    "mcts": "kibitz play GAME --vs mcts",
    "mex": 'kibitz nimbers "mex(0, 1, 3)"',
    "minimax": 'kibitz solve matrix "1 -1; -1 1"',
    "mixed-strategy": 'kibitz solve matrix "1 -1; -1 1"',
    "monte-carlo": "kibitz analyze GAME --method mcts",
    "nash": "kibitz equilibria GAME",
    "neural-network": "kibitz train GAME --method neural-network",
    "nim-sum": 'kibitz nimbers "3 + 4 + 5"',
    "nimber": "kibitz solve nim 3 4 5",
    "nucleolus": 'kibitz coalition "A:1 B:3 A,B:6" --nucleolus',
    "oddment": "kibitz explain GAME --method two-by-two",
    "oligopoly": "kibitz duopoly cournot --demand 17-Q --cost q",
    "opening-book": "kibitz search GAME --method book --set file=LINES.txt",
    "payoff": 'kibitz solve matrix "1 -1; -1 1"',
    "pdf": "kibitz explain GAME -o FILE.pdf",
    "perft": "kibitz size GAME",
    "picture": "kibitz draw GAME",
    "plot": "kibitz draw GAME",
    "poker": "kibitz games poker",
    "policy-iteration": "kibitz iterate GAME",
    "power-index": "kibitz voting QUOTA WEIGHTS",
    "prisoner": "kibitz solve prisoners-dilemma",
    "proof": "kibitz solve GAME --verify",
    "prove": "kibitz solve GAME --verify",
    "public-good": "kibitz experiment public-goods room.json --players Ada,Bob,Cy",
    "q-learning": "kibitz train GAME --method q-learning",
    "qre": "kibitz quantal-response GAME",
    "quiz": "kibitz exercise nim --seed 7",
    "random": "kibitz games random",
    "regret": "kibitz cfr GAME",
    "reinforcement": "kibitz train GAME",
    "replicator": "kibitz dynamics GAME --method replicator",
    "retrograde": "kibitz database GAME",
    "saddle-point": 'kibitz solve matrix "1 -1; -1 1"',
    "safety-level": "kibitz safety GAME",
    "security-level": "kibitz safety GAME",
    "selfplay": "kibitz train GAME --method alphazero",
    "sequential-equilibrium": "kibitz solve TREE --method sequential",
    "shapley": 'kibitz coalition "A:1 B:3 A,B:6" --shapley',
    "sheet": "kibitz exercise nim --seed 7",
    "show": "kibitz describe GAME",
    "side-payment": "kibitz bargain PROBLEM --method tu",
    "simplex": 'kibitz solve lp "max 2x + y; x + y <= 3"',
    "slide": "kibitz explain GAME --slides -o FILE.pdf",
    "sprague-grundy": "kibitz solve nim 3 4 5",
    "subgame-perfect": "kibitz solve TREE --method backward-induction",
    "superadditive": 'kibitz coalition "A:1 B:3 A,B:6" --properties',
    "survey": 'kibitz batch "GAME {1..9}" -o FOLDER',
    "textbook": 'kibitz exercise "Ferguson II.2"',
    "threat": "kibitz bargain PROBLEM",
    "transposition": "kibitz search GAME --table",
    "tree": "kibitz solve FILE.efg",
    "ucb": "kibitz bandit ARMS --method ucb1",
    "value-iteration": "kibitz iterate GAME",
    "vickrey": "kibitz experiment auction rule=second-price room.json --players Ada,Bob,Cy",
    "voter": "kibitz voting QUOTA WEIGHTS",
    "zermelo": "kibitz solve tic-tac-toe",
}
_COMMANDS = {
    "CoalitionalGame": 'kibitz coalition "A:1 B:3 A,B:6" --{}',
    "BargainingProblem": "kibitz bargain PROBLEM --method {}",
    "StrategicGame": "kibitz solve GAME --method {}",
    "MatrixGame": "kibitz solve GAME --method {}",
    "ExtensiveGame": "kibitz solve TREE --method {}",
    "Rules": "kibitz search GAME --method {}",
    "StochasticGame": "kibitz solve GAME --method {}",
    "ContinuousGame": "kibitz solve GAME --method {}",
    "Lesson": "kibitz train GAME --method {}",
    "Puzzle": "kibitz puzzle PUZZLE --method {}",
}
"""The command that runs a method, by its form."""


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
    spelled = canonical_name(word).replace("'", "")
    stems = [spelled, spelled.removesuffix("s"), spelled.replace("equilibria", "equilibrium")]
    stems += [piece.removesuffix("s") for piece in spelled.split("-")]
    return next((TOPICS[stem] for stem in stems if stem in TOPICS), "") or _method(spelled)


def misspelled(word: str) -> str:
    """The question whose name is nearly this word; empty where there is none.

    >>> misspelled("shapely"), misspelled("nucleolous"), misspelled("solv")
    ('shapley', 'nucleolus', '')
    """
    return next(iter(get_close_matches(word.lower(), TOPICS, 1, 0.8)), "")


def _method(name: str) -> str:
    """The command that runs the method of this name; empty where there is none.

    >>> _method("nash-bargaining"), _method("quiescence")
    ('kibitz bargain PROBLEM --method nash-bargaining', 'kibitz search GAME --method quiescence')
    """
    methods = index.table("METHODS")
    forms = [form for form in _COMMANDS if name in methods.get(form, {})]
    return command_of(forms[0], name) if forms else ""


def command_of(form: str, name: str) -> str:
    """The command that runs a method of a form.

    >>> command_of("Puzzle", "a-star"), command_of("ImpartialGame", "mex")
    ('kibitz puzzle PUZZLE --method a-star', 'kibitz solve GAME --method mex')
    """
    is_search = index.table("METHODS")[form][name].startswith("kibitz.search")
    if form == "Rules" and not is_search:
        return f"kibitz solve GAME --method {name}"
    return _COMMANDS.get(form, "kibitz solve GAME --method {}").format(name)
