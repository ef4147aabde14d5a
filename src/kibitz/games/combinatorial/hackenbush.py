"""Green Hackenbush on the shelf."""

from __future__ import annotations

from kibitz.combinatorial.hackenbush import Hackenbush
from kibitz.combinatorial.hackenbush import hackenbush as on_picture
from kibitz.combinatorial.play import Play
from kibitz.core.registry import named

_DEFAULT = ("stalks", "3", "4", "5")


@named("hackenbush", family="hackenbush")
def hackenbush(picture: tuple[str, ...] = _DEFAULT, *, play: Play = "normal") -> Hackenbush:
    """Green Hackenbush: chop an edge of a picture; what is cut off from the ground falls.

    A picture is ``stalks 3 4 5``, ``tree (3 2 6)``, ``circuits 3 4``, edges ``0-a a-b b-0`` with 0
    for the ground, or one of ``door house christmas-tree juggler girl flower``.

    Parameters
    ----------
    picture : tuple of str, optional
        The picture, in words.
    play : {"normal", "misere"}, default "normal"
        Whether the player who cannot move loses or wins.

    Returns
    -------
    Hackenbush
        The game.

    Examples
    --------
    >>> hackenbush(("house",)).nimber(), hackenbush(("0:1", "1:2", "2:0")).nimber()
    (3, 1)
    """
    return on_picture(" ".join(word.replace(":", "-") for word in picture), play=play)
