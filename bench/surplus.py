"""Surplus text of articles: extracted words that are not main content, by kind.

    python -m bench surplus --wcxb PATH/wcxb-dev.tar.xz --predictions runs/blocks/predictions.jsonl

Compares, on the articles with the lowest F1 of the method ``rules``, the surplus of ``rules`` with that of the block
model, whose probabilities are those of models that were not trained on the page's site (``predictions.jsonl`` of its
training). The kind is given by the nearest class name or id around a block that belongs to one, else by the block's
element.
"""

from collections import Counter
from pathlib import Path
from typing import Annotated

import numpy as np
import typer
from numpy.typing import NDArray

from bench.common.unseen import Predictions, UnseenPage, read_predictions
from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.datasets.wcxb import read_wcxb
from iawce.data.dom.blocks import Blocks
from iawce.data.errors import PageError
from iawce.extract.content.content import Content
from iawce.extract.papers.article import ArticleSettings, extract_article
from iawce.models.blocks.block_features import FARTHEST, family_features
from iawce.models.blocks.page_blocks import PageBlocks
from iawce.scripts.console import say
from iawce.train.segmentation.examples import label_blocks

Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]
KINDS = {
    "comments": ("comment", "message", "review"),
    "related pages, teasers": ("related", "card"),
    "share bars, buttons": ("share", "button"),
    "newsletter, account": ("account",),
    "menus, pagers": ("menu", "pager"),
    "author": ("author",),
    "date, counts": ("meta",),
    "tags": ("tags",),
    "captions": ("media",),
    "adverts": ("advert",),
    "dialogs, consent": ("dialog", "consent"),
    "header, footer, legal": ("header", "footer", "legal"),
    "sidebars, widgets": ("sidebar", "widget"),
    "title, lead": ("title", "intro"),
}
OTHER, HEADING, PROSE = "other", "headings", "prose without a telling name"
LONG = 15


def main(
    wcxb: Annotated[Path, typer.Option(help="WCXB, a folder or its .tar.xz.")],
    predictions: Predictions,
    worst: Annotated[int, typer.Option(help="Articles with the lowest word F1 by the rules.")] = 100,
) -> None:
    """Print surplus words by kind, of the rules and of the block model."""
    judged = read_predictions(predictions, "wcxb")
    pages = [page for page in read_wcxb(wcxb) if page.type == "article" and page.text and page.id in judged]
    found = sorted((_surplus(UnseenPage(page, judged[page.id])) for page in pages), key=lambda item: item[0])[:worst]
    rules, model = Counter[str](), Counter[str]()
    for _, ours, theirs in found:
        rules.update(ours)
        model.update(theirs)
    say("| kind | rules | block model |\n| --- | --- | --- |")
    say(f"| all | {rules.total():,} | {model.total():,} |")
    for kind, words in rules.most_common():
        say(f"| {kind} | {words:,} | {model[kind]:,} |")


def _surplus(page: UnseenPage) -> tuple[float, Counter[str], Counter[str]]:
    """F1 of the rules by the words of right blocks, and the surplus words of the rules and of the model."""
    blocks = page.analysis.blocks
    labels, _ = label_blocks(blocks.texts, page.gold.text or "")
    is_content = labels > 0.5
    taken = _taken(page.analysis, blocks)
    words, kinds = blocks.words, _kinds(PageBlocks(blocks))
    shared = words[taken & is_content].sum()
    f1 = 2 * shared / max(words[taken].sum() + words[is_content].sum(), 1)
    ours, theirs = (_count(chosen & ~is_content, words, kinds) for chosen in (taken, page.chosen))
    return float(f1), ours, theirs


def _taken(analysis: PageAnalysis, blocks: Blocks) -> Bools:
    """Blocks that the algorithm for articles chooses."""
    try:
        content = extract_article(analysis, ArticleSettings())
    except PageError:
        content = Content((), blocks.subset)
    inside = analysis.index.inside(content.elements)[blocks.owners]
    kept = inside & content.subset.text_nodes[blocks.text_nodes]
    taken = np.zeros(len(blocks), bool)
    taken[blocks.block_of_text_node[kept]] = True
    return taken


def _kinds(page: PageBlocks) -> list[str]:
    columns = family_features(page)
    distances = np.stack(
        [np.min([np.asarray(columns[f"family_{name}"]) for name in names], axis=0) for names in KINDS.values()]
    )
    nearest, kinds = distances.argmin(axis=0), list(KINDS)
    found = []
    for number, words in enumerate(page.words.tolist()):
        if distances[nearest[number], number] < FARTHEST:
            found.append(kinds[nearest[number]])
        else:
            found.append(HEADING if page.is_heading[number] else PROSE if words >= LONG else OTHER)
    return found


def _count(chosen: Bools, words: NDArray[np.int64], kinds: list[str]) -> Counter[str]:
    counts: Counter[str] = Counter()
    for number in np.flatnonzero(chosen).tolist():
        counts[kinds[number]] += int(words[number])
    return counts
