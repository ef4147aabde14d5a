"""The editors of the workbench: one file for each form, found by being here.

A file registers its editor with :func:`kibitz.web.editor.editor`.
"""
