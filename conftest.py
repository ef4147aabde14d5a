"""What is collected: the workbench only where the package that it needs is installed."""

from importlib.util import find_spec

collect_ignore_glob = [] if find_spec("nicegui") else ["src/kibitz/web/*"]
