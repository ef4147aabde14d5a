"""What worker processes do for the pages: one file each, with a function ``run``.

It takes and gives what JSON can hold. A page asks for it by the name of the file,
``await work("solve", text="chicken")``.
"""
