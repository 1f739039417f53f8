"""How faithful our Markdown is to the page, part by part, beside that of others.

    python -m bench markdown                # --differences prints the pages that are not exactly as expected

The pages are ours (``tests/pages/markdown/KIND.txt``): fragments of the markup of many systems with the Markdown that a
careful person would write, each between paragraphs of an article. Systems get the whole page and its address; a
converter gets the HTML that we clean. Both Markdowns are read by a CommonMark parser, and their parts compared as
multisets: F1 over all pages, of words the mean of the pages. A cell counts with its row and column, code with its
language, a note with its number, a mark with the word before it, a link with its words.
"""

import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from difflib import unified_diff
from functools import cache, cached_property, partial
from html import escape
from importlib import import_module
from importlib.util import find_spec
from itertools import groupby
from pathlib import Path
from textwrap import dedent
from typing import Annotated, NamedTuple

import numpy as np
import typer
from markdown_it import MarkdownIt
from markdown_it.token import Token

from iawce.data.dom.words import split_words
from iawce.data.page import Html
from iawce.extract import Extractor

FOLDER = Path(__file__).resolve().parent.parent / "tests" / "pages" / "markdown"
URL = "https://docs.example/guide/page"
PARTS = ("notes", "formulas", "code", "cells", "headings", "pictures", "links", "items", "callouts")
MEANWHILE = "@@"
"""Where the second half of the article stands, if not behind the fragment."""
_CASE = re.compile(r"^=== (.+)\n([^\0]*?)\n===>\n([^\0]*?)\n*(?=^=== |\Z)", re.M)
_NOTE = re.compile(r"^\[\^([^\]\s]+)\]:[ \t]*(.*(?:\n(?:[ \t]+.*|[ \t]*(?=\n[ \t]+\S)))*)", re.M)
_MARK = re.compile(r"(\w+)\W*?\[\^([^\]\s]+)\]")
_CODE_OR_FORMULA = re.compile(r"(`+)[^`].*?\1(?!`)|\$\$(.+?)\$\$|(?<![\w$\\])\$(?=\S)([^$\n]*?\S)\$(?![\w$])", re.S)
_CALLOUT = re.compile(r"\[!([\w-]+)\] ?(.*)")
_READER = MarkdownIt("commonmark").enable("table").enable("strikethrough")


class OwnPage(NamedTuple):
    """A page of ours with the Markdown that is right."""

    kind: str
    name: str
    html: str
    markdown: str


def own_pages() -> list[OwnPage]:
    """All pages, in the order of their files."""
    filler = (FOLDER / "filler.txt").read_text(encoding="utf-8").splitlines()
    found = list[OwnPage]()
    for path in sorted(set(FOLDER.glob("*.txt")) - {FOLDER / "filler.txt"}):
        for name, html, markdown in _CASE.findall(path.read_text(encoding="utf-8")):
            place = len(found) * 5
            texts = [filler[(place + one * 7) % len(filler)] for one in range(4)]
            title = " ".join(texts[0].split()[:4]).rstrip(",.")
            markup = ["".join(f"<p>{escape(text)}</p>\n" for text in texts[half : half + 2]) for half in (0, 2)]
            rest = "\n\n".join(texts[2:])
            body = html.replace(MEANWHILE, markup[1]) if MEANWHILE in html else f"{html}\n{markup[1]}"
            right = markdown.replace(MEANWHILE, rest) if MEANWHILE in markdown else f"{markdown}\n\n{rest}"
            page = _page(title, markup[0] + body)
            found.append(OwnPage(path.stem, name, page, "\n\n".join([f"# {title}", *texts[:2], right])))
    return found


def _page(title: str, body: str) -> str:
    menu = "".join(f'<li><a href="/{word.lower()}">{word}</a></li>' for word in ("Home", "Guide", "Archive", "Contact"))
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title} | Fell Notes</title></head><body>\n'
        f'<header><a href="/">Fell Notes</a><nav><ul>{menu}</ul></nav></header>\n<main><article><h1>{title}</h1>\n'
        f'{body}</article></main>\n<footer><p>© Fell Notes</p><a href="/imprint">Imprint</a></footer></body></html>'
    )


Part = tuple[Hashable, ...]


class MarkdownParts:
    """The parts of a Markdown text."""

    def __init__(self, text: str) -> None:
        self._found: dict[str, Counter[Part]] = {name: Counter() for name in PARTS}
        self._words, self._tables = list[str](), 0
        for number, note in _NOTE.findall(text):
            first, _, rest = note.partition("\n")
            content = f"{first}\n{dedent(rest)}"
            self._add("notes", number, " ".join(split_words(content)))
            self._read(content)
        self._read(_NOTE.sub("", text))

    def __getitem__(self, name: str) -> Counter[Part]:
        return self._found[name]

    @cached_property
    def words(self) -> Counter[str]:
        """The words of the text, in lower case."""
        return Counter(split_words(" ".join(self._words).lower()))

    def _add(self, name: str, *part: Hashable) -> None:
        self._found[name][part] += 1

    def _read(self, text: str) -> None:
        around, row, column = list[Token](), 0, 0
        for token in _READER.parse(text):
            if token.type in ("fence", "code_block"):
                self._add("code", token.info.strip(), token.content.strip("\n"))
                self._words.append(token.content)
            elif token.type == "table_open":
                self._tables, row = self._tables + 1, 0
            elif token.type == "tr_open":
                row, column = row + 1, 0
            elif token.type == "inline":
                said = self._inline(token)
                if around[-1].type in ("td_open", "th_open"):
                    column += 1
                    self._add("cells", self._tables, row, column, said)
                elif around[-1].type == "heading_open":
                    self._add("headings", around[-1].tag, said)
                elif around[-1].type == "paragraph_open" and any(one.type == "list_item_open" for one in around):
                    item = next(one for one in reversed(around) if one.type == "list_item_open")
                    lists = sum(one.type == "list_item_open" for one in around)
                    self._add("items", lists, item.info or "-", said)
                    item.info = "behind"
                elif said.startswith("[!") and (callout := _CALLOUT.match(token.content)):
                    self._add("callouts", callout[1].lower(), callout[2])
            around += [token] * (token.nesting > 0)
            del around[len(around) - (token.nesting < 0) :]

    def _inline(self, token: Token) -> str:
        """The words of a line, without formulas, which are read as what they are."""

        def replaced(found: "re.Match[str]") -> str:
            if found[1]:
                return found[0]
            self._add("formulas", "".join((found[2] or found[3]).split()))
            return " "

        content = _CODE_OR_FORMULA.sub(replaced, token.content)
        for word, number in _MARK.findall(content):
            self._add("notes", word, number)
        parts, links = list[str](), list[tuple[str, int]]()
        (inside,) = _READER.parseInline(content)
        for one in inside.children or ():
            if one.type == "image":
                self._add("pictures", str(one.attrs["src"]), one.content)
                parts.append(" ")
            elif one.type == "link_open":
                links.append((str(one.attrs["href"]), len(parts)))
            elif one.type == "link_close":
                address, place = links.pop()
                self._add("links", address, " ".join("".join(parts[place:]).split()))
            else:
                parts.append(one.content or " " * one.type.endswith("break"))
        said = " ".join(re.sub(r"\[\^[^\]\s]+\]", " ", "".join(parts)).split())
        self._words.append(said)
        return said


def f1_of(ours: Counter[Part], right: Counter[Part]) -> tuple[int, int]:
    """Twice the parts that both have, and the parts of both together."""
    return 2 * (ours & right).total(), ours.total() + right.total()


System = Callable[[OwnPage], str]


def systems() -> Iterator[tuple[str, System]]:
    """Ours, and those of the others that are installed."""
    extractor = Extractor(render="never")
    rows = cache(lambda html: extractor.extract(Html(html, URL)))
    yield "iawce", lambda page: rows(page.html).markdown
    if find_spec("trafilatura"):
        from trafilatura import extract  # noqa: PLC0415

        told = partial(extract, output_format="markdown", include_links=True, include_images=True, url=URL)
        yield "trafilatura", lambda page: told(page.html, include_formatting=True) or ""
    if find_spec("markdownify"):
        written = partial(import_module("markdownify").markdownify, heading_style="ATX")
        yield "our HTML by markdownify", lambda page: str(written(rows(page.html).html))
    if find_spec("html_to_markdown"):
        converted = import_module("html_to_markdown").convert
        yield "our HTML by html-to-markdown", lambda page: str(converted(rows(page.html).html).content)


def scores(pages: list[OwnPage], system: System) -> dict[str, float]:
    """F1 of the words and of each part."""
    pairs = [(MarkdownParts(system(page)), MarkdownParts(page.markdown)) for page in pages]
    shared = {name: np.sum([f1_of(ours[name], right[name]) for ours, right in pairs], axis=0) for name in PARTS}
    words = [np.divide(*f1_of(ours.words, right.words)) for ours, right in pairs]  # type: ignore[arg-type]
    return {"words": float(np.mean(words))} | {
        name: float(both / max(all_, 1)) for name, (both, all_) in shared.items()
    }


def main(
    differences: Annotated[bool, typer.Option(help="Print the pages that are not as expected.")] = False,
    only: Annotated[str, typer.Option(help="Pages of this kind only.")] = "",
) -> None:
    pages, known = [page for page in own_pages() if only in ("", page.kind)], dict(systems())
    if differences:
        for page in pages:
            found = known["iawce"](page)
            if found != page.markdown:
                print(f"\n##### {page.kind} {page.name}")
                print(
                    *list(unified_diff(page.markdown.split("\n"), found.split("\n"), "right", "ours", n=0))[2:],
                    sep="\n",
                )
        return
    table = {name: scores(pages, system) for name, system in known.items()}
    print(f"{len(pages)} pages\n\n| part | {' | '.join(table)} |\n|{' --- |' * (1 + len(table))}")
    for part in ("words", *PARTS):
        print(f"| {part} | {' | '.join(f'{found[part]:.3f}' for found in table.values())} |")
    print("\n| kind | pages | exactly as expected |\n| --- | --- | --- |")
    for kind, group in groupby(pages, lambda page: page.kind):
        exact = [known["iawce"](page) == page.markdown for page in group]
        print(f"| {kind} | {len(exact)} | {sum(exact)} |")
    missing = {"trafilatura", "markdownify", "html_to_markdown"} - {name for name in _MODULES if find_spec(name)}
    if missing:
        print(f"\nnot installed: pip install {' '.join(sorted(name.replace('_', '-') for name in missing))}")


_MODULES = ("trafilatura", "markdownify", "html_to_markdown")
