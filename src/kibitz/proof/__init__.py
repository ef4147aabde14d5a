"""The checker: claims about games, from the game and the claim alone.

It imports numbers, the nouns and what evaluates them, and no solver; a test holds it to that. A
checker is a function ``(game, claim, proof)`` with the decorator
:func:`~kibitz.core.claim.checks`: it reads every field of the claim once and tells the proof what
it found. A few theorems do the work, each in its file:

* ``strategic.cells``, ``strategic.equilibria``, ``extensive``: a profile, its payoffs, all pure
  deviations;
* ``linear``, ``strategic.zero_sum``, ``strategic.commitments``: a point and prices that meet;
* ``corners``, ``exactly``: that a list of corners is complete;
* ``moves``, ``stochastic``: a table that obeys a local rule everywhere;
* ``continuous``: signs of gains on a whole interval;
* ``coalitional``: definitions, balanced weights, and Kohlberg's criterion.

What is claimed and not proved is named in the certificate. docs/proof.md lists it.
"""
