"""The sets of pages with gold for measurements, by name."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from iawce.data.datasets.gold_labels import read_gold_labels
from iawce.data.datasets.gold_page import GoldPage
from iawce.data.datasets.gold_readers import (
    read_articles,
    read_books,
    read_forum_posts,
    read_news,
    read_page_kinds,
    read_search_results,
    read_selected_articles,
    read_typed_pages,
)
from iawce.data.datasets.text_folder import read_text_folder
from iawce.data.datasets.wcxb import read_wcxb
from iawce.data.errors import PageError, UsageError
from iawce.data.registry import Registry


@dataclass(frozen=True, slots=True)
class GoldSet:
    """The source of a set, its licence, and its reader.

    ``types_learned``: the shipped models were trained on its page types; ``texts_learned``: the shipped block model was
    trained on its texts. ``has_kinds``: its types are not page types, but kinds of pages of one site.
    """

    name: str
    read: Callable[[Path], Iterator[GoldPage]]
    holds: str
    source: str
    licence: str
    types_learned: bool = False
    texts_learned: bool = False
    has_kinds: bool = False


GOLD_SETS: Registry[GoldSet] = Registry("set")
for _gold in (
    GoldSet(
        "wcxb",
        read_wcxb,
        "texts of seven page types",
        "WCXB 1.0, Murrough Foley",
        "CC-BY-4.0",
        types_learned=True,
        texts_learned=True,
    ),
    GoldSet("articles", read_articles, "article bodies", "article-extraction-benchmark, Zyte", "MIT"),
    GoldSet(
        "pagetype",
        read_typed_pages,
        "four page types",
        "static mirrors of real sites",
        "none given",
        types_learned=True,
    ),
    GoldSet(
        "forum",
        read_forum_posts,
        "posts of threads",
        "harvest, fhgr",
        "Apache-2.0",
        types_learned=True,
        texts_learned=True,
    ),
    GoldSet("books", read_books, "fields of books of one shop", "SWDE (Hao et al. 2011)", "research use"),
    GoldSet(
        "selectors",
        read_selected_articles,
        "articles by selectors of their sites",
        "test fixtures of postlight/parser and newspaper4k",
        "MIT, Apache-2.0 (code)",
        texts_learned=True,
    ),
    GoldSet(
        "news",
        read_news,
        "articles with title, author, date",
        "fundus, flairNLP",
        "MIT (code)",
        texts_learned=True,
    ),
    GoldSet(
        "kinds",
        read_page_kinds,
        "kinds of pages of one site",
        "page_clustering, scrapinghub",
        "BSD-3",
        has_kinds=True,
    ),
    GoldSet("search", read_search_results, "result pages, no gold", "GoogleScraper, NikolaiT", "Apache-2.0"),
    GoldSet("labels", read_gold_labels, "what iawce label has written", "your own", "your own"),
    GoldSet("folder", read_text_folder, "NAME.html and NAME.txt", "your own", "your own"),
):
    GOLD_SETS.register(_gold.name)(_gold)


def read_gold(name: str, path: Path) -> list[GoldPage]:
    """All pages of a set.

    Raises:
        UsageError: no such set, it is not there, it is damaged, or it holds no page.
    """
    gold = GOLD_SETS[name]
    if not path.exists():
        raise UsageError(f"there is no {path}")
    try:
        pages = list(gold.read(path))
    except (PageError, LookupError, TypeError, ValueError, OSError) as error:
        raise UsageError(f"{path} is no set of the format {name}, or a damaged one: {error!r}") from error
    if not pages:
        raise UsageError(f"{path} holds no pages of the format {name}")
    return pages
