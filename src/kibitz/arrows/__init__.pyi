from kibitz.arrows.to_bargaining import to_bargaining as to_bargaining
from kibitz.arrows.to_coalitional import to_coalitional as to_coalitional
from kibitz.arrows.to_extensive import to_extensive as to_extensive
from kibitz.arrows.to_strategic import to_strategic as to_strategic
