"""The examples for the block model: pages with gold text, others written from them, and the labels of their blocks.

Sets of real pages have few plain, crowded or unnamed ones, and a block model is worst on them (surplus prose).

The text is claimed word by word, the most certain blocks first: long blocks that occur in it word for word, then short
ones that lie between two of these both in the text and on the page, then blocks most of whose words are unclaimed. If
the text were claimed in the order of the page, a menu would take the words of the content.
"""

import hashlib
import html
import logging
import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random
from typing import NamedTuple

import lxml.html
import numpy as np
from numpy.typing import NDArray

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.arrays import Bools, Ints
from iawce.data.datasets.labelled_page import GoldPage
from iawce.data.datasets.labelled_sets import label_gold
from iawce.data.document import Document, open_document
from iawce.data.dom.words import split_words
from iawce.data.dom.write_markup import numbered_markup
from iawce.data.errors import PageError, quantity
from iawce.data.labels import PageType, wide_type
from iawce.models.blocks.block_features import NOWHERE, block_feature_names, block_features
from iawce.models.blocks.candidate_features import PageEvidence
from iawce.models.blocks.page_blocks import PageBlocks
from iawce.models.features.name_families import FAMILIES
from iawce.train.page_type.plain import PLAIN as PLAIN_ID
from iawce.train.page_type.plain import draw_plain

SURE = 4  # Fewest words of a block that is found by its text alone
LONG = 8  # Fewest words of a block that is found by most of its words
MAX_COUNT = 0.5  # Share of its words that must still be unclaimed
DOUBTFUL = 0.3  # Weight of a short block whose words are in the text, but not near those of its neighbours
Floats = NDArray[np.float32]
FURTHER, TEASERS = "further", "teasers"
"""Kinds of crowded pages: with one to three more articles, with a list of teasers."""
HELD = 0.9  # Least share of the content's words in the element around it
MAX_AROUND = 1.5
"""Words of the element around content and main heading, at the most, as a multiple of those around the content."""
MIN_WORDS = 60  # Minimum words of content of an article
_NUMBER = "data-number"
_HEADINGS = ("", "", "Related", "Related articles", "Most read", "More stories", "Trending now", "Read next", "Latest")
_CLASSES = ("", "", "card", "teaser", "item", "story", "c-list__entry", "box", "post-preview", "grid-cell")
log = logging.getLogger(__name__)
PLAIN, UNNAMED = "plain", "unnamed"
ARTICLES = frozenset({"article", "news"})  # Types of pages that are articles
OTHER_ARTICLES = 0.4
"""Weight of documentation and services, whose page type is that of articles, for the trees of articles."""


def label_blocks(texts: Sequence[str], gold: str) -> tuple[Floats, Floats]:
    """Label, the share of a block's words that belong to the content, and weight of each block, float32 (blocks,)."""
    blocks = [split_words(text.lower()) for text in texts]
    wanted = split_words(gold.lower())
    claims = _Claims(wanted, len(blocks))
    claims.take_verbatim(blocks)
    claims.take_between(blocks)
    claims.take_most(blocks)
    return claims.labels, claims.weights


class _Claims:
    def __init__(self, gold: list[str], count: int) -> None:
        self.gold, self.free = gold, np.ones(len(gold), bool)
        self.labels, self.weights = np.zeros(count, np.float32), np.ones(count, np.float32)
        self.place = np.full(count, -1)  # where in the gold text a block begins
        self.end = np.full(count, -1)
        self._at: dict[str, list[int]] = defaultdict(list)
        for place, word in enumerate(gold):
            self._at[word].append(place)

    def _occurrences(self, words: list[str]) -> Iterator[int]:
        """Positions of these words in the gold text."""
        rarest = min(range(len(words)), key=lambda n: len(self._at.get(words[n], ())))
        starts = (hit - rarest for hit in self._at.get(words[rarest], ()))
        return (start for start in starts if start >= 0 and self.gold[start : start + len(words)] == words)

    def _find(self, words: list[str], first: int, last: int) -> int:
        """Position of these words, unclaimed, between two places of the gold text; -1 without one."""
        size = len(words)
        found = (start for start in self._occurrences(words) if first <= start and start + size <= last)
        return next((start for start in found if self.free[start : start + size].all()), -1)

    def _take(self, block: int, start: int, words: int) -> None:
        self.labels[block], self.place[block], self.end[block] = 1.0, start, start + words
        self.free[start : start + words] = False

    def take_verbatim(self, blocks: list[list[str]]) -> None:
        same: dict[tuple[str, ...], list[int]] = defaultdict(list)
        for number, words in enumerate(blocks):
            if len(words) >= SURE:
                same[tuple(words)].append(number)
        doubtful = []
        for key, numbers in sorted(same.items(), key=lambda item: -len(item[0])):
            words = list(key)
            if len(numbers) > 1 and sum(1 for _ in self._occurrences(words)) < len(numbers):
                doubtful.append((words, numbers))
                continue
            for number in numbers:
                start = self._find(words, 0, len(self.gold))
                if start >= 0:
                    self._take(number, start, len(words))
        for words, left in doubtful:  # of blocks with the same text, those nearest to the blocks of the text around
            while left and (start := self._find(words, 0, len(self.gold))) >= 0:
                best = min(left, key=lambda number: self._distance(number, start))
                self._take(best, start, len(words))
                left.remove(best)

    def _distance(self, block: int, start: int) -> tuple[bool, int]:
        """Distance of a block from the claimed one with the nearest text; first, whether it is on the wrong side."""
        anchors = np.flatnonzero(self.place >= 0)
        if not len(anchors):
            return False, block
        anchor = int(anchors[np.abs(self.place[anchors] - start).argmin()])
        return (block > anchor) != (start > self.place[anchor]), abs(block - anchor)

    def take_between(self, blocks: list[list[str]]) -> None:
        """Blocks whose words are in the gold text between those of the claimed blocks around them, or next to one."""
        count = len(blocks)
        following = np.full(count + 1, -1)
        for number in range(count - 1, -1, -1):
            following[number] = number if self.place[number] >= 0 else following[number + 1]
        before = -1
        for number, words in enumerate(blocks):
            if self.place[number] >= 0:
                before = number
                continue
            if not words:
                continue
            after = following[number]
            room = len(words) + 60
            first = self.end[before] if before >= 0 else (max(0, self.place[after] - room) if after >= 0 else 0)
            last = self.place[after] if after >= 0 else min(len(self.gold), first + room)
            if before < 0 and after < 0:
                first, last = 0, len(self.gold)
            if first < last and (start := self._find(words, int(first), int(last))) >= 0:
                self._take(number, start, len(words))
                before = number

    def take_most(self, blocks: list[list[str]]) -> None:
        bag = Counter(word for word, free in zip(self.gold, self.free.tolist(), strict=True) if free)
        left = [number for number, words in enumerate(blocks) if words and self.place[number] < 0]
        for number in sorted(left, key=lambda number: -len(blocks[number])):
            words = Counter(blocks[number])
            shared = words & bag
            share = shared.total() / words.total()
            if share > MAX_COUNT:
                self.labels[number], self.weights[number] = share, 1 if words.total() >= LONG else DOUBTFUL
                bag -= shared


@dataclass(frozen=True, slots=True)
class Example:
    """One page: ``features`` (blocks, features), ``labels`` and ``weights`` (blocks,), and data for scoring.

    ``places``: a number for tag path and class of each block; ``bags``: its words; ``gold``: words of the gold text.
    """

    id: str
    site: str
    type: str
    features: Floats
    places: Ints
    evidence: PageEvidence
    labels: Floats
    weights: Floats
    bags: list[Counter[str]]
    gold: Counter[str]

    @property
    def page_type(self) -> PageType | None:
        """The page type, None if unknown."""
        return wide_type(self.type)

    @property
    def is_article(self) -> bool:
        """Whether the page type is that of articles."""
        return self.page_type == PageType.ARTICLE

    @property
    def words(self) -> NDArray[np.float64]:
        """Words of each block, at least 1."""
        return self.evidence.words

    def score(self, chosen: Bools) -> float:
        """Word F1 of the chosen blocks."""
        kept: Counter[str] = Counter()
        for number in np.flatnonzero(chosen).tolist():
            kept.update(self.bags[number])
        shared = (kept & self.gold).total()
        return 2 * shared / (kept.total() + self.gold.total()) if kept or self.gold else 1.0


def make_example(page: GoldPage) -> Example | None:
    """The example of a page; None if it has no text."""
    document = open_document(page.page)
    try:
        analysis = PageAnalysis.of(document)
        blocks = analysis.blocks
    except PageError:
        return None
    if not len(blocks):
        return None
    described = PageBlocks(blocks)
    labels, weights = label_blocks(blocks.texts, page.text or "")
    bags = [Counter(split_words(text.lower())) for text in blocks.texts]
    gold = Counter(split_words((page.text or "").lower()))
    places, evidence = described.path_groups["classed"], PageEvidence(described)
    features = block_features(described)
    return Example(page.id, page.site, page.type, features, places, evidence, labels, weights, bags, gold)


class _Article:
    """A page, with gold text, and the element around its content.

    Raises PageError: the page cannot be read, or has too little content.
    """

    def __init__(self, page: GoldPage) -> None:
        self.page = page
        document = open_document(page.page)
        self.index, blocks = document.index, PageAnalysis.of(document).blocks
        if not len(blocks):
            raise PageError("empty/no_content", "no text")
        labels, _ = label_blocks(blocks.texts, page.text or "")
        words = PageBlocks(blocks).sums(labels * blocks.words)
        if words[0] < MIN_WORDS:
            raise PageError("empty/no_main_content", "hardly any content")
        self.root = max(number for number in range(len(words)) if words[number] >= HELD * words[0])
        self.title = next((self.index.text_of(number) for number in self.index.tagged("h1", "title")), "")
        inside, index = PageBlocks(blocks).element_words, self.index
        heading, unit = next(iter(index.tagged("h1")), 0), self.root
        while not unit <= heading < index.ends[unit] and index.parents[unit] > 0:
            unit = int(index.parents[unit])
        is_apart = heading and inside[unit] <= MAX_AROUND * inside[self.root] and index.tags[unit] != "body"
        self.unit = unit if is_apart else self.root  # around content and main heading, unless that is much larger

    @cached_property
    def content(self) -> str:
        """Markup of the element around the content, with its heading."""
        markup = _markup_of(_find(self.tree(), self.unit))
        return markup if "<h1" in markup else f"<h1>{html.escape(self.title)}</h1>{markup}"

    @cached_property
    def lead(self) -> str:
        """The first paragraph of several words."""
        texts = (self.index.text_of(number) for number in self.index.tagged("p") if number > self.root)
        return next((text for text in texts if len(text) > MIN_WORDS), self.title)

    def tree(self) -> lxml.html.HtmlElement:
        """The page with its elements numbered."""
        return lxml.html.document_fromstring(numbered_markup(self.index, _NUMBER))


def write_plain_pages(pages: Sequence[GoldPage], count: int, seed: int) -> list[GoldPage]:
    """Pages without a site around them, all of whose text is content: notes, READMEs, plain lists."""
    typed = label_gold("wcxb", pages)
    written: list[GoldPage] = []
    for page, markup in draw_plain(typed, count, seed):
        text = "\n".join(Document(page.id, html=markup).body.text[0].split())
        body = markup.encode("utf-8", "replace")
        written.append(GoldPage(f"{page.id}{PLAIN_ID}", page.site, body, type=page.fine, text=text))
    return written


def write_crowded_pages(pages: Sequence[GoldPage], kind: str, count: int, seed: int) -> list[GoldPage]:
    """Up to ``count`` pages whose gold text is that of the articles that they are written from.

    ``pages``: articles with gold text; the additions to one come from the others. ``kind``: ``FURTHER`` or ``TEASERS``.
    """
    chance = Random(f"{seed} {kind}")  # noqa: S311 - a sample, no secret
    articles = list(_read(chance.sample(list(pages), min(len(pages), 2 * count))))
    add: Callable[..., None] = {FURTHER: _add_articles, TEASERS: _add_teasers}[kind]
    written = list[GoldPage]()
    for article in articles[:count] if len(articles) > 1 else []:
        tree = article.tree()
        add(tree, article, [other for other in articles if other is not article], chance)
        body = f"<!DOCTYPE html>{_markup_of(tree)}".encode("utf-8-sig", "replace")
        written.append(replace(article.page, id=f"{article.page.id}#{kind}", body=body))
    return written


def _read(pages: Sequence[GoldPage]) -> Iterator[_Article]:
    for page in pages:
        with suppress(PageError):
            yield _Article(page)


def _find(tree: lxml.html.HtmlElement, number: int) -> lxml.html.HtmlElement:
    (found,) = tree.xpath(f'//*[@{_NUMBER}="{number}"]') or [tree.body]
    return found


def _markup_of(element: lxml.html.HtmlElement) -> str:
    """Markup without the numbers, and without the text after the element."""
    copied = lxml.html.fromstring(lxml.html.tostring(element, encoding="unicode", with_tail=False))
    for part in copied.iter():
        if _NUMBER in part.attrib:
            del part.attrib[_NUMBER]
    return str(lxml.html.tostring(copied, encoding="unicode"))


def _insert(root: lxml.html.HtmlElement, markup: str, place: str) -> None:
    """Add markup ``before`` an element, as the last one ``inside`` it, or ``behind`` it."""
    added = lxml.html.fragment_fromstring(markup)
    if place == "inside" or root.getparent() is None or root.tag == "body":
        root.append(added)
    elif place == "before":
        root.addprevious(added)
    else:
        added.tail, root.tail = root.tail, None
        root.addnext(added)


def _add_articles(tree: lxml.html.HtmlElement, article: _Article, others: Sequence[_Article], chance: Random) -> None:
    """One to three other articles after the first one, mostly in elements like that around it."""
    unit = _find(tree, article.unit)
    tag = unit.tag if unit.tag in ("article", "section", "div", "main") else "article"
    named = f' class="{html.escape(unit.get("class") or "")}"' if unit.get("class") and chance.random() < 0.8 else ""
    heading = chance.choice(("h1", "h1", "h2"))
    for other in chance.sample(list(others), min(len(others), chance.randint(1, 3))):
        content = other.content.replace("<h1", f"<{heading}").replace("</h1>", f"</{heading}>")
        _insert(unit, f"<{tag}{named}>{content}</{tag}>", "behind")


def _add_teasers(tree: lxml.html.HtmlElement, article: _Article, others: Sequence[_Article], chance: Random) -> None:
    """Four to forty teasers, each a linked title and mostly a sentence, before, in or after the content."""
    unit, heading = chance.choice(("div", "li", "article", "section")), chance.choice(("h2", "h3", "h4", "p", ""))
    name, has_lead = chance.choice(_CLASSES), chance.random() < 0.8
    entries = [
        _teaser(other, unit, heading, name, has_lead=has_lead, number=chance.randrange(10**6))
        for other in chance.sample(list(others), min(len(others), chance.randint(4, 40)))
    ]
    announced, around = chance.choice(_HEADINGS), "div" if unit != "li" else chance.choice(("ul", "ol"))
    level = chance.choice(("h2", "h3", "div"))
    title = f"<{level}>{announced}</{level}>" if announced else ""
    markup = f"<div>{title}<{around}>{''.join(entries)}</{around}></div>"
    _insert(_find(tree, article.root), markup, chance.choice(("before", "inside", "behind")))


def _teaser(other: _Article, unit: str, heading: str, name: str, *, has_lead: bool, number: int) -> str:
    link = f'<a href="/story/{number}">{html.escape(other.title)}</a>'
    titled = f"<{heading}>{link}</{heading}>" if heading else link
    text = html.escape(" ".join(other.lead.split()[:35])) if has_lead else ""
    lead = f"<p>{text}</p>" if heading and text else text
    return f'<{unit} class="{name}">{titled}{lead}</{unit}>' if name else f"<{unit}>{titled}{lead}</{unit}>"


class Weight(NamedTuple):
    """Weight of a page of a set in the training of each part; with 0, it is only scored."""

    trees: float = 1.0
    own_trees: float = 1.0
    judge: float = 1.0


WEIGHTS: dict[str, Weight] = {
    FURTHER: Weight(0.0, 0.0, 1.0),
    TEASERS: Weight(0.0, 0.5, 0.6),
    UNNAMED: Weight(0.5, 0.5, 0.3),
}
"""Weight of generated pages; all others have 1."""


class ExampleSets(NamedTuple):
    """Examples, and the name of the set of each."""

    examples: list[Example]
    names: list[str]

    def weight(self, number: int) -> Weight:
        """Weights of an example."""
        weight = WEIGHTS.get(self.names[number], Weight())
        is_other = self.examples[number].is_article and self.examples[number].type not in ARTICLES
        return weight._replace(own_trees=weight.own_trees * OTHER_ARTICLES) if is_other else weight


class Written(NamedTuple):
    """Number of pages of each kind that are generated from the others."""

    plain: int = 90
    crowded: int = 160
    unnamed: int = 500


def make_sets(sets: Mapping[str, Sequence[GoldPage]], written: Written, folds: int, seed: int) -> ExampleSets:
    """The examples of sets of pages with gold text, by name, and of pages generated from them.

    Pages generated from one of the ``folds`` of the cross-validation have nothing from the others.
    """
    pages = [page for found in sets.values() for page in found]
    added = {PLAIN: write_plain_pages(pages, written.plain, seed)}
    added |= {kind: _crowded(pages, kind, written.crowded, folds, seed) for kind in (FURTHER, TEASERS)}
    examples, names = list[Example](), list[str]()
    for name, given in [*sets.items(), *added.items()]:
        found = [example for page in given if page.text is not None and (example := make_example(page))]
        log.info("%s: %d of %s with text", name, len(found), quantity(len(given), "page"))
        examples += found
        names += [name] * len(found)
    real = [example for example, name in zip(examples, names, strict=True) if name not in added]
    chance = random.Random(seed)  # noqa: S311 - no secret
    unnamed = list(map(_without_names, chance.sample(real, min(written.unnamed, len(real)))))
    return ExampleSets([*examples, *unnamed], [*names, *[UNNAMED] * len(unnamed)])


def fold_of(site: str, folds: int) -> int:
    """The part of a site, the same in every training."""
    return int(hashlib.sha256(site.encode()).hexdigest(), 16) % folds


def _crowded(pages: Iterable[GoldPage], kind: str, count: int, folds: int, seed: int) -> list[GoldPage]:
    articles = [page for page in pages if page.type in ARTICLES and page.text]
    parts = ([page for page in articles if fold_of(page.site, folds) == part] for part in range(folds))
    return [page for part in parts for page in write_crowded_pages(part, kind, count // folds, seed)]


def _without_names(example: Example) -> Example:
    """The example as if its page had no class names and ids."""
    features, names = example.features.copy(), block_feature_names()
    for family in FAMILIES:
        features[:, names.index(f"family_{family}")] = NOWHERE
        features[:, names.index(f"family_{family}_share")] = -1
    return replace(example, id=f"{example.id}#{UNNAMED}", features=features)
