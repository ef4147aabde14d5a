from kibitz.core.shelf import families as families
from kibitz.core.shelf import game as game
from kibitz.core.shelf import look_up as look_up
from kibitz.core.shelf import shelf as shelf
