"""Sites with many pages whose types and content are known as a person would label them; no model was trained on them.

The gold is given by selectors, written for this bench after looking at the pages: the content of a book, a question or
a list. Pages have neutral addresses, since the names of their files reveal their kinds.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.datasets.gold_sets import read_gold
from iawce.data.datasets.mirrored_site import read_mirrored_site
from iawce.data.datasets.page_labels import PageLabel
from iawce.data.document import Document, open_document
from iawce.data.dom.blocks import block_path
from iawce.data.dom.words import split_words
from iawce.data.labels import TYPE_OF, FineType, PageType
from iawce.data.page import Page
from iawce.extract.pipeline.kept_blocks import answer_blocks
from iawce.models.blocks.block_model import BlockModel
from iawce.models.blocks.page_blocks import PageBlocks
from iawce.models.page_type.classification import LABELS, Classification
from iawce.models.page_type.ensemble import PageTypeEnsemble
from iawce.train.correction.examples import Example, make_example
from iawce.train.segmentation.examples import label_blocks

Bools = NDArray[np.bool_]


class Wanted(NamedTuple):
    """Content of pages whose kind begins with ``kind``: elements that ``keep`` matches and ``drop`` does not."""

    kind: str
    keep: str
    drop: str = "#nothing"


WANTED = {
    "booksamillion.com": (
        Wanted("", ".details > h2, .details > h3.author, .details-copy > p, .overview-details", ".also-avail"),
    ),
    "stackoverflow.com": (
        Wanted("Question", "#question-header h1, .post-text, .comment-copy"),
        Wanted("Newest", "#questions .summary h3, #questions .excerpt"),
        Wanted("Jobs", ".-item h1, .-item .metadata, .-item .description"),
        Wanted("Tags", "#tags_list .post-tag, #tags_list .excerpt"),
        Wanted("Users", ".user-details > a, .user-location, .user-tags"),
    ),
    "charliejiang": (
        Wanted("article", "h1.post-title, .post-body"),
        Wanted(
            "list",
            ".collection-title, .collection-year, .post-content article, .post-title, .post-body, .tag-cloud, "
            ".category-all",
        ),
    ),
}
TEXT_SITES = ("rei.com", "steampowered.com", "ebay.com")
"""Sites of WCXB with the most pages, on which the block model fails; the gold texts were made by others."""


@dataclass(frozen=True, slots=True)
class Case:
    """A labelled page with its blocks, and a function that gives the word F1 of a choice of blocks."""

    example: Example
    page: PageBlocks
    score: Callable[[Bools], float]


def selected_cases(data: Path, site: str, model: BlockModel, most: int) -> list[Case]:
    """At most ``most`` pages of a site with gold by selectors, always the same."""
    found = list(_pages(data, site))
    chosen = np.random.default_rng(0).permutation(len(found))[:most].tolist()
    ensemble, cases = PageTypeEnsemble("html"), []
    for number in chosen:
        page, page_type, kind = found[number]
        document = open_document(page).replace(url=f"https://{site}/page/{number}")
        blocks = PageBlocks.of(PageAnalysis.of(document))
        keep, drop = next((one.keep, one.drop) for one in WANTED[site] if kind.startswith(one.kind))
        index = document.index
        wanted = index.inside(document.select(keep)) & ~index.inside(document.select(drop))
        example = _example(
            f"{number}", document, blocks, page_type, wanted[blocks.owners], ensemble.classify(document), model
        )
        if example.kept:
            cases.append(Case(example, blocks, example.kept.score))
    return cases


def _pages(data: Path, site: str) -> Iterator[tuple[Page, str, str]]:
    """Pages with their types and kinds."""
    if site == "stackoverflow.com":
        for gold in read_gold("kinds", data / "page-kinds-stackoverflow"):
            yield gold.page, PageType.THREAD if gold.type == "Question" else PageType.LIST, gold.type
    elif site == "booksamillion.com":
        for gold in read_gold("books", data / "book-booksamillion"):
            yield gold.page, PageType.PRODUCT, ""
    else:
        for page in read_mirrored_site(data / "sites" / f"{site}.tar.xz"):
            yield page.page, page.label, page.label


def text_cases(data: Path, site: str, model: BlockModel) -> list[Case]:
    """The pages of a site of WCXB, whose blocks are labelled by the gold text."""
    cases = []
    for gold in read_gold("wcxb", data / "wcxb-dev.tar.xz"):
        if gold.site != site or not gold.text:
            continue
        document, page_type = open_document(gold.page), TYPE_OF[FineType(gold.type)]
        blocks = PageBlocks.of(PageAnalysis.of(document))
        shares, _ = label_blocks(blocks.blocks.texts, gold.text)
        said = Classification(page_type, {label: float(label == page_type) for label in LABELS}, "gold")
        example = _example(gold.id, document, blocks, page_type, shares > 0.5, said, model)
        cases.append(Case(example, blocks, _text_score(blocks, gold.text)))
    return cases


def _example(
    name: str,
    document: Document,
    page: PageBlocks,
    page_type: str,
    wanted: Bools,
    answer: Classification,
    model: BlockModel,
) -> Example:
    """The training example that results from a person's clicks."""
    paths = tuple(block_path(page.blocks, number) for number in np.flatnonzero(wanted).tolist())
    label = PageLabel(name, url=document.url, type=page_type, content=paths)
    return make_example(label, document, answer, model, answer_blocks)


def _text_score(page: PageBlocks, text: str) -> Callable[[Bools], float]:
    bags = [Counter(split_words(block.lower())) for block in page.blocks.texts]
    gold = Counter(split_words(text.lower()))

    def score(chosen: Bools) -> float:
        kept = sum((bags[number] for number in np.flatnonzero(chosen).tolist()), Counter[str]())
        total = kept.total() + gold.total()
        return 2 * (kept & gold).total() / total if total else 1.0

    return score
