from kibitz.core.shelf import families as families
from kibitz.core.shelf import game as game
from kibitz.core.shelf import look_up as look_up
from kibitz.core.shelf import shelf as shelf
from kibitz.games.zero_sum.guess_it import guess_it_table as guess_it_table
from kibitz.games.zero_sum.guess_it import guess_it_value as guess_it_value
