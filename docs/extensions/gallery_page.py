"""Write docs/gallery.md and its pictures, each by the command that stands under it."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from pathlib import Path

from kibitz.cli.machinery.position import position_of
from kibitz.cli.machinery.resolve import resolve
from kibitz.core import verbs
from kibitz.core.files.atomic_file import write_text
from kibitz.pictures import Picture

DOCS = Path(__file__).parents[1]
PAGE = DOCS / "gallery.md"
FOLDER = DOCS / "pictures" / "gallery"
HEAD = """# Gallery

*What pictures can Kibitz draw, and how do I make one?*

Every picture here was made by the command below it.

- **Formats:** with another extension after `-o`, the same picture is written as `.svg`, `.png`, `.pdf`, `.tex` (TikZ) or `.html`.
- **Paper and slides:** `--theme` and `--width` adapt it to [paper and slides](print.md).
- **Python:** `game.draw(what=...)` makes the same picture, and `.save("name.pdf", theme="print")` writes it.
"""


@dataclass(frozen=True)
class Shown:
    """A picture of the gallery: its title, and the words of the command after ``kibitz draw``."""

    title: str
    words: str

    @property
    def name(self) -> str:
        return "-".join("".join(c if c.isalnum() else " " for c in self.title.lower()).split())

    @property
    def command(self) -> str:
        return f"kibitz draw {self.words} -o {self.name}.svg"

    def draw(self) -> tuple[Picture, str]:
        """The picture, and the theme that it is written in."""
        words, given = shlex.split(self.words), {}
        while any(word.startswith("--") for word in words):
            at = next(k for k, word in enumerate(words) if word.startswith("--"))
            given[words[at].removeprefix("--")] = words[at + 1]
            del words[at : at + 2]
        theme = given.pop("theme", "light")
        if "moves" in given:
            return position_of(words, given["moves"], None).draw(), theme
        return verbs.draw(resolve(words, None, None), **given), theme


GALLERY = {
    "Tables of payoffs": (
        Shown("A table with best responses", "chicken"),
        Shown("Movement diagram", "chicken --what movement"),
        Shown("Best responses in the square", "chicken --what equilibria"),
        Shown("The lower envelope", 'matrix "2 3 1 5; 4 1 6 0" --what graph'),
        Shown("A solution at the margins", "morra --what solution"),
        Shown("Pivoting", "rock-paper-scissors --what tableau"),
        Shown("The path of Lemke and Howson", "shapley-cycle --what path"),
        Shown("Three players in a cube", "congestion --what cube"),
        Shown("The logit branch", "two-standards --what logit"),
    ),
    "Trees": (
        Shown("Information sets", "selten-horse"),
        Shown("From top to bottom", "beer-quiche --layout down"),
        Shown("A comb, with values backed up", "centipede --what solution"),
        Shown("Kuhn poker, solved", "kuhn-poker --what solution"),
        Shown("A large tree, folded", "ultimatum 100"),
        Shown("Alpha-beta cutoffs", "examples/pruning.py:tree --what alpha-beta --layout down"),
    ),
    "Markets and bargains": (
        Shown("Reaction curves", "cournot"),
        Shown("Prices", "bertrand"),
        Shown("The Nash solution", "bargaining-triangle"),
        Shown("An estate shared like water", "bankruptcy"),
    ),
    "Coalitions and votes": (
        Shown("The triangle of imputations", "airport"),
        Shown("Four players", "landowner"),
        Shown("Power in a vote", "security-council"),
    ),
    "Heaps and coins": (
        Shown("Nim", "nim 3 4 5"),
        Shown("Kayles", "kayles 5 7"),
        Shown("All positions of a small game", "nim 2 3 --what graph"),
        Shown("A house to chop", "hackenbush house"),
        Shown("Chomp", "chomp"),
        Shown("Coins in a row", "mock-turtles HTHTTH"),
    ),
    "Boards": (
        Shown("Chess", 'chess --moves "e4 e5 Nf3 Nc6 Bb5"'),
        Shown("Go", 'go --moves "e5 e3 c4 c6 g4 g6"'),
        Shown("Hex", 'hex 7 --moves "d4 c5 e3"'),
        Shown("Nine Mens Morris", 'nine-mens-morris --moves "d6 d2 f4 b4"'),
        Shown("Connect Four", 'connect-four --moves "4 4 4 4 3 5"'),
    ),
    "Games with no fixed end": (
        Shown("States and strategies", "games-as-components"),
        Shown("When to hold", "pig 30"),
    ),
    "Themes": (
        Shown("Dark", "chicken --what equilibria --theme dark"),
        Shown("Print", "chicken --what equilibria --theme print"),
    ),
}


def page() -> str:
    """The page: for each picture its title, the picture, and the command."""
    parts = [HEAD]
    for section, shown in GALLERY.items():
        parts.append(f"## {section}\n")
        for one in shown:
            parts.append(f"### {one.title}\n")
            parts.append(f"![{one.title}](pictures/gallery/{one.name}.svg)\n")
            parts.append(f"```console\n$ {one.command}\n```\n")
    return "\n".join(parts)


def svg(one: Shown) -> str:
    """The picture as it stands in the gallery."""
    picture, theme = one.draw()
    return picture.to_svg(theme)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    write_text(PAGE, page())
    for shown in GALLERY.values():
        for one in shown:
            write_text(FOLDER / f"{one.name}.svg", svg(one))
