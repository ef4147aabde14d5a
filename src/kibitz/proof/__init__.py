"""The trusted checker: a game and the JSON of an answer in, a certificate out.

It imports numbers, exact algebra and the nouns, and no solver. Every field of a claim is either
checked or named in the certificate as not proved; a field that is neither is refused.
"""
