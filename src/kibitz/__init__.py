"""Game theory, computed: who wins, what it is worth, how to play it, and why.

>>> import kibitz as kb
>>> print(kb.matrix([[-2, 3], [3, -4]]).solve().value)
1/12

Write a game down: matrix, bimatrix, strategic_game; extensive_game, game_tree, Rules;
stochastic_game; cournot, bertrand, continuous_game; bargaining; coalition, cost_game, bankruptcy;
impartial; linear_program. Or take one from the shelf: game("blotto 4 3 2"); shelf() lists them.

Ask: game.solve(), explain(), draw(), describe(), or the functions of these names. Every solution
prints itself and has verify(). Games with moves: search(game).best(), cfr(game) where something is
hidden. Files: load, save.
"""

from kibitz.core.lazy_package import make_lazy

__version__ = "0.1.0"
__all__ = make_lazy(__name__, called=("bargaining", "search"))
