"""The pages of the workbench: one file each, found by being here.

A file registers its pages with :func:`kibitz.web.frame.page`.
"""
