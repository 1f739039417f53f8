"""How often the language of a text is right, by the length of the text, and in texts of two languages.

    python -m bench languages wcxb=PATH/wcxb-dev.tar.xz news=PATH/news selectors=PATH/articles-by-selectors

A page's gold text is in the language that its markup claims (``lang``, Open Graph, schema.org), which is sometimes
wrong: ``--show`` prints where model and claim differ. The least confidence with which an answer is given was chosen on
one half of the sites, by a hash of their names, as the smallest at which 98 % of the answers on beginnings of 40
characters are right; the table shows the other half. In mixed texts, part of a text of another site precedes that of a
page; its share is that of the characters. Intervals of 95 % by bootstrap over sites.
"""

import hashlib
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, NamedTuple

import numpy as np
import typer

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.datasets.gold_sets import read_gold
from iawce.data.document import open_document
from iawce.data.errors import PageError
from iawce.extract.metadata.page_metadata import in_language
from iawce.models.common.intervals import site_mean
from iawce.models.language import LEAST_CONFIDENCE, Language, identify_language

LENGTHS = (20, 40, 80, 160, 320, 1000, 1 << 30)
CHOSEN_AT, WANTED = 40, 0.98
STEPS = np.arange(0, 1, 0.05)
SHARES = (0.1, 0.3, 0.45)
MIXED = 300
SAME = {"nb": "no"}
"""Codes that stand for one language."""


class Text(NamedTuple):
    """A gold text with the language that its page claims."""

    name: str
    site: str
    claim: str
    text: str

    @property
    def is_chosen_by(self) -> bool:
        return hashlib.sha256(self.site.encode()).digest()[0] % 2 == 0


def main(
    sets: Annotated[list[str], typer.Argument(help="Sets of pages with gold texts: NAME=PATH.")],
    show: Annotated[
        bool, typer.Option("--show", help="Print the texts whose language is not the claimed one.")
    ] = False,
) -> None:
    texts = [text for name in sets for text in read_texts(name)]
    chosen, rest = ([text for text in texts if text.is_chosen_by is half] for half in (True, False))
    print(f"{len(texts)} texts, {len(chosen)} of them to choose by; least confidence {choose(chosen):.2f}")
    print(
        f"(in use: {LEAST_CONFIDENCE})\n\n| characters | texts | answered | right of the answers | right, not English |"
    )
    print("| --- " * 5 + "|")
    for length in LENGTHS:
        print(row(rest, length))
    print("\n| foreign beginning | right |\n| --- | --- |")
    for share in SHARES:
        print(f"| {share:.0%} | {mixed(texts, share)} |")
    for text in texts if show else ():
        if (found := identify_language(text.text)).code != text.claim:
            print(f"{text.name}: claims {text.claim}, found {found}: {text.text[:150]!r}")


def read_texts(name: str) -> list[Text]:
    kind, _, path = name.partition("=")
    found = []
    for page in read_gold(kind, Path(path)):
        try:
            analysis = PageAnalysis.of(open_document(page.page))
        except PageError:
            continue
        claim = in_language(analysis.index, analysis.markup_metadata, analysis.markup_metadata.works("")).partition(
            "-"
        )[0]
        if page.text and claim:
            found.append(Text(f"{kind} {page.id}", page.site, SAME.get(claim, claim), page.text))
    return found


def choose(texts: Sequence[Text]) -> float:
    """The smallest step at which the wanted share of the answers is right."""
    found = [identify_language(text.text[:CHOSEN_AT], least=0) for text in texts]
    right = np.array([one.code == text.claim for one, text in zip(found, texts, strict=True)])
    sure = np.array([one.confidence for one in found])
    return float(next(step for step in STEPS if right[sure >= step].mean() >= WANTED))


def row(texts: Sequence[Text], length: int) -> str:
    found = [(identify_language(text.text[:length]), text) for text in texts]
    answers = [(one, text) for one, text in found if one.code]
    foreign = [(one, text) for one, text in answers if text.claim != "en"]
    name = "all" if length == LENGTHS[-1] else f"{length:,}"
    return f"| {name} | {len(texts)} | {len(answers) / len(texts):.1%} | {right(answers)} | {right(foreign)} |"


def right(found: Sequence[tuple[Language, Text]]) -> str:
    return str(site_mean([one.code == text.claim for one, text in found], [text.site for _, text in found]))


def mixed(texts: Sequence[Text], share: float) -> str:
    """How often the language of the larger part is found, English before others and others before English."""
    draw = random.Random(0)
    long = [text for text in texts if len(text.text) > 2000 and identify_language(text.text).code == text.claim]
    english, others = ([text for text in long if (text.claim == "en") is is_english] for is_english in (True, False))
    hits, sites = [], []
    for number in range(MIXED):
        first, main = draw.choice(english), draw.choice(others)
        if number % 2:
            first, main = main, first
        before = first.text[: int(len(main.text) * share / (1 - share))]
        body = main.text[: int(len(before) * (1 - share) / share)]
        hits.append(identify_language(f"{before}\n\n{body}").code == main.claim)
        sites.append(main.site)
    return str(site_mean(hits, sites))
