"""Methods for trees: backward induction, the sequence form, subgame perfection."""
