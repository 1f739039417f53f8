"""Word F1 of the text of WCXB's pages as the block model chooses it, and by other methods.

    python -m bench unseen_text --wcxb PATH/wcxb-dev.tar.xz --predictions runs/blocks/predictions.jsonl

Pages with a gold text; the block model's probabilities are those of models that were trained on no page of the site.
Pages where comments are not content are measured with and without them; forum pages: the page's text, and its posts
joined; list pages: also by each method, given the page type. 95 % intervals by bootstrap over sites. ``--worst N``
prints for each kind the N pages with the lowest F1 in its first row: numbers of gold and of extracted words, beginning
and end of the gold text.
"""

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from bench.common.unseen import Predictions, UnseenPage, read_predictions
from iawce.data.datasets.gold_sets import read_gold
from iawce.data.dom.texts import Texts
from iawce.data.errors import PageError
from iawce.data.labels import TYPE_OF, FineType, PageType
from iawce.evaluate.measures.texts import word_scores
from iawce.extract.content.content import Content
from iawce.extract.pipeline.extract_content import extract_content
from iawce.extract.pipeline.settings import ExtractSettings
from iawce.extract.records.posts.comments import apply_comments
from iawce.extract.records.posts.posts import thread_content
from iawce.models.common.intervals import site_mean

Way = Callable[[UnseenPage], str]


def chosen_text(page: UnseenPage) -> str:
    """The text that the block model chooses, comments included."""
    return Texts(page.subset).lines()


def uncommented_text(page: UnseenPage) -> str:
    """The same without comments."""
    return Texts(apply_comments(page.analysis, page.content, "drop").subset).lines()


def _thread(page: UnseenPage) -> Content:
    return thread_content(page.analysis, page.content)


def thread_text(page: UnseenPage) -> str:
    """The text of a forum page."""
    content = _thread(page)
    return "\n\n".join(Texts(content.subset).lines(number) for number in content.elements)


def posts_text(page: UnseenPage) -> str:
    """The texts of its posts."""
    return "\n\n".join(post.texts.get("text", "") for post in _thread(page).records)


def method_text(method: str, page: UnseenPage) -> str:
    """The text of a list page by a method."""
    try:
        return extract_content(page.analysis, "list", ExtractSettings(method=method, html=False)).text
    except PageError:
        return ""


WAYS_OF_LISTS: Mapping[str, Way] = {
    "block model (`auto`)": chosen_text,
    "class-name ranking (`--method list`)": partial(method_text, "list"),
    "SimHTree (`simhtree`)": partial(method_text, "simhtree"),
    "surest list (`records`)": partial(method_text, "records"),
    "influence (`influence`)": partial(method_text, "influence"),
}
COMMENTED = frozenset({PageType.ARTICLE, PageType.PRODUCT})
"""Types of pages whose comments are not their purpose."""
WAYS_OF_COMMENTED: Mapping[str, Way] = {"without comments": uncommented_text, "with comments": chosen_text}
WAYS: Mapping[FineType, Mapping[str, Way]] = {
    **{kind: WAYS_OF_COMMENTED for kind in FineType if TYPE_OF[kind] in COMMENTED},
    FineType.FORUM: {"text of the page": thread_text, "its posts, joined": posts_text},
    FineType.LISTING: WAYS_OF_LISTS,
    FineType.COLLECTION: WAYS_OF_LISTS,
}


def main(
    wcxb: Annotated[Path, typer.Option(help="wcxb-dev.tar.xz or its unpacked folder.")],
    predictions: Predictions,
    kind: Annotated[list[FineType] | None, typer.Option(help="Only pages of this type; may be repeated.")] = None,
    worst: Annotated[int, typer.Option(min=0, help="Pages to print of each kind.")] = 0,
) -> None:
    unseen = read_predictions(predictions, "wcxb")
    pages = [UnseenPage(page, unseen[page.id]) for page in read_gold("wcxb", wcxb) if page.id in unseen and page.text]
    print("| pages | text | word F1 |\n| --- | --- | --- |")
    for name, ways in WAYS.items():
        here = [page for page in pages if page.gold.type == name]
        if here and name in (kind or WAYS):
            for number, (title, way) in enumerate(ways.items()):
                show(f"{name} ({len(here)}) | {title}", here, way, worst if number == 0 else 0)


def show(title: str, pages: list[UnseenPage], way: Way, worst: int) -> None:
    """A row of the table, and the worst pages."""
    texts = [way(page) for page in pages]
    scores = [word_scores(text, page.gold.text or "").f1 for page, text in zip(pages, texts, strict=True)]
    print(f"| {title} | {site_mean(scores, [page.gold.site for page in pages])} |", flush=True)
    for f1, page, text in sorted(zip(scores, pages, texts, strict=True), key=lambda one: one[0])[:worst]:
        gold = " ".join((page.gold.text or "").split())
        counts = f"{len(gold.split())} words, ours {len(text.split())}"
        print(f"{f1:.3f} {page.gold.id} {page.gold.site}: {counts}: {gold[:70]!r} ... {gold[-70:]!r}")
