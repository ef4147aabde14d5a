"""Files: ``load`` and ``save`` choose the format by the ending of the name.

| ending | format | holds |
| :-- | :-- | :-- |
| .nfg | nfg | strategic games, as Gambit writes them |
| .efg | efg | extensive games, as Gambit writes them |
| .json | json | every form, see :mod:`kibitz.formats.json_files.form` |
| .txt | text | one matrix game, a row on each line, no labels |
| .csv | csv | a table of payoffs for two players as spreadsheets write it, with labels |
"""

from kibitz.core.lazy_package import make_lazy

__all__ = make_lazy(__name__)
