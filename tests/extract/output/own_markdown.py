"""Our own pages with the Markdown that a careful person would write, and the parts of a Markdown text."""

import re
from collections import Counter
from collections.abc import Hashable
from functools import cached_property
from html import escape
from textwrap import dedent
from typing import NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token

from iawce.data.dom.words import split_words
from tests.conftest import ROOT

FOLDER = ROOT / "tests" / "pages" / "markdown"
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
