"""The normal form of a game that is given by its rules."""

from __future__ import annotations

from kibitz.arrows.extensive_to_strategic import extensive_to_strategic
from kibitz.arrows.to_strategic import to_strategic
from kibitz.extensive.arrows.unfold import unfold
from kibitz.rules.game import Rules
from kibitz.strategic.game import StrategicGame


@to_strategic.register
def rules_to_strategic(rules: Rules, reduced: bool = True, merge: bool = False) -> StrategicGame:
    """The normal form of the tree that the rules unfold to."""
    return extensive_to_strategic(unfold(rules), reduced, merge)
