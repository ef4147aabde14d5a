"""List every work of docs/references.bib on the page of references, with what cites it."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from pathlib import Path
from typing import Any

from kibitz.core.method import every_method

BIBLIOGRAPHY = Path(__file__).parents[1] / "references.bib"
ENTRY = re.compile(r"^@(\w+)\{(\w+), (.*?)\}\n*(?=^@|\Z)", re.MULTILINE | re.DOTALL)
FIELD = re.compile(r"(\w+) = \{([^{}]*)\}")
BOOKS = {
    "ferguson2020": re.compile(r"Ferguson,? (Theorem |ex\. )?[IV]+(\.\d+)*"),
    "berlekamp1982": re.compile(r"Winning Ways, ch\. \d+"),
}
"""Textbooks that are cited by section, in place of a year."""

Entry = dict[str, str]


def entries() -> dict[str, Entry]:
    """The fields of every entry, by its key, in the order of the file."""
    text = BIBLIOGRAPHY.read_text("utf-8")
    return {key: dict(FIELD.findall(fields)) for _, key, fields in ENTRY.findall(text)}


def surnames(entry: Entry) -> list[str]:
    """The family names of the authors."""
    return [author.partition(",")[0] for author in entry["author"].split(" and ")]


def resolve(citation: str, known: dict[str, Entry]) -> list[str]:
    """The keys of the works that a citation such as "Lemke and Howson 1964" can mean."""
    citation = citation.strip().rstrip(".")
    books = [key for key, pattern in BOOKS.items() if pattern.fullmatch(citation)]
    if books:
        return books
    names, _, year = citation.rpartition(" ")
    wanted = [_plain(name) for name in re.split(r", | and ", names.rstrip(",")) if name]
    return [key for key, entry in known.items() if entry["year"] == year and _are(wanted, entry)]


def _are(wanted: list[str], entry: Entry) -> bool:
    """Whether names, the last of them perhaps "et al.", are those of the authors."""
    authors = [_plain(name) for name in surnames(entry)]
    return wanted == authors or wanted == [f"{authors[0]} et al."]


def _plain(name: str) -> str:
    """A name without accents, in lower case."""
    letters = unicodedata.normalize("NFKD", name.strip())
    return "".join(c for c in letters if not unicodedata.combining(c)).lower()


def cited() -> dict[str, list[str]]:
    """The names of the methods that cite each work, by its key."""
    known, found = entries(), defaultdict(list)
    for entry in every_method():
        for citation in filter(None, entry.reference.split(";")):
            for key in resolve(citation, known):
                if entry.name not in found[key]:
                    found[key].append(entry.name)
    return found


def as_markdown(key: str, entry: Entry, methods: list[str]) -> str:
    """One work: authors, year, title, where it appeared, and the methods that cite it."""
    authors = [" ".join(reversed(a.split(", "))) for a in entry["author"].split(" and ")]
    names = ", ".join(authors[:-1]) + " and " * (len(authors) > 1) + authors[-1]
    where = entry.get("journal") or entry.get("booktitle")
    title = entry["title"].replace("*", r"\*")
    parts = [title if where else f"*{title}*"]
    if where:
        volume = f" {entry['volume']}" if "volume" in entry else ""
        parts.append(f"*{where}*{volume}")
    parts += [entry[f] for f in ("publisher", "school", "institution", "note") if f in entry]
    parts += [entry["pages"].replace("--", "\u2013")] if "pages" in entry else []
    uses = f" For {', '.join(f'`{name}`' for name in methods)}." if methods else ""
    return f'- <a id="{key}"></a>{names} ({entry["year"]}). {", ".join(parts)}.{uses}'


def listing() -> str:
    """All works as a list, by the family name of the first author."""
    methods = cited()
    known = sorted(entries().items(), key=lambda item: _order(item[1]))
    return "\n".join(as_markdown(key, entry, methods.get(key, [])) for key, entry in known)


def _order(entry: Entry) -> tuple[str, str]:
    """Particles such as "von der" do not count."""
    names = [re.sub(r"^(?:(?:van|von|der|den|de) )*", "", _plain(n)) for n in surnames(entry)]
    return names[0], entry["year"]


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Put the list at the end of the page that is for it."""
    if page.file.src_uri != "references.md":
        return markdown
    return f"{markdown}\n{listing()}\n"
