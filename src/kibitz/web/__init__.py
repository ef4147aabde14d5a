"""The workbench: Kibitz in the browser, as ``kibitz web`` opens it.

The pages hold no game theory. They ask the shelf, the registry of methods, the verbs and the
formats, in worker processes with limits, and show what those answer.
"""
