"""Pictures: strokes on a canvas, boards, themes, and the files they are written to.

>>> from kibitz.pictures import Canvas
>>> Canvas(20, 10).finish("a blank")
<Picture 20 x 10: a blank>
"""

from kibitz.core.lazy_package import make_lazy

__all__ = make_lazy(__name__)
