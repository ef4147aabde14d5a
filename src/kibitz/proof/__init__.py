"""The checker: claims about games, from the game and the claim alone.

It imports numbers, the nouns and what evaluates them, and no solver; a test holds it to that. It
has two floors. ``kernel`` is what everything rests on, a theorem or two to a file. ``kinds`` has a
function ``(game, claim, proof)`` for each kind of answer, with the decorator
:func:`~kibitz.core.claim.checks`: it reads every field of the claim once and tells the proof, in
the kernel's vocabulary, what it found. Kinds do not import each other, so that an error in one
is an error about claims of that kind only.

What is claimed and not proved is named in the certificate. docs/proof.md lists it.
"""
