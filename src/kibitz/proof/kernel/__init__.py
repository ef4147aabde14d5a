"""What all checks rest on, beside the reading of claims (:mod:`kibitz.core.claim`).

* ``arithmetic``, ``number_fields``, ``algebraic_weights``: exact numbers, rational and algebraic;
* ``corners``: all corners of a polytope, and so all equilibria of two players;
* ``profiles``, ``minimax``, ``trees``, ``replies``: a profile, what it pays, and what the best
  reply to it would, in strategic, matrix, extensive and stochastic games;
* ``coalitions``, ``voting_weights``: worths, excesses, balanced weights, marginal contributions;
* ``impartial``, ``positions``, ``forced``: the mex rule, minimax, retrograde analysis;
* ``intervals``: signs of gains on a whole interval.
"""
