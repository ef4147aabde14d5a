from kibitz.games.shelf import families as families
from kibitz.games.shelf import game as game
from kibitz.games.shelf import look_up as look_up
from kibitz.games.shelf import shelf as shelf
