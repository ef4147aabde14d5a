"""Who judges answers: one file for each kind of answer."""
