"""Strategic games in time: commitment, moves in turn, finite repetition."""
