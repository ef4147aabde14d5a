"""The shelf: every game with a name, by family; what ``kibitz games`` lists.

>>> from kibitz import game, shelf
>>> print(game("blotto 4 3 2").solve().value)
14/9
>>> [entry.name for entry in shelf("search")]
['battleship', 'dresher']
"""

from kibitz.core.lazy_package import make_lazy

__all__ = make_lazy(__name__)
