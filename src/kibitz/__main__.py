"""Run the command line by ``python -m kibitz``, where no script of that name is on the path."""

from __future__ import annotations

from kibitz.cli import main

if __name__ == "__main__":
    main()
