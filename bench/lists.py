"""Whether the most probable list of a page is its main list, by the number of its entries, and its confidence.

    python -m bench lists PATH/data         # and --learn

PATH/data has the page sets. The trees that weigh lists (``extract/records/lists/ranked_lists.py``) are grown on lists
told right or wrong: those of the pages of ``tests/pages/labelled-lists.json`` and of ``tests/pages/judged-lists.json``
that are not held out, by the number of records and the titles of the first and the last; of at most five pages of
each site of the page-type corpus that is not held out, by its number of entries; and of at most two pages of each site
whose markup says what their entries are, without that markup (``bench/marked.py``). ``--learn`` writes the trees of all
these sites. What is printed is measured with trees of the other sites, in ten parts: these pages, and one page
of each site of one half of the corpus that lists at least three entries. There, records are right if their number is
that of the page's entries. The corpus counts entries by their links and leaves out those that are also linked
elsewhere; where the number of records differed from its count, the entries were counted by eye on a picture of the page
(``tests/pages/entries-by-eye.json``). The main content comes from the block model, pages are not rendered; intervals of
95 % by bootstrap over sites.
"""

import gzip
import hashlib
import json
import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Annotated

import numpy as np
import typer
from numpy.typing import NDArray

from bench.marked import marked_pages
from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.datasets.gold_sets import read_gold
from iawce.data.document import Document
from iawce.data.dom.element_index import DomMask
from iawce.data.errors import PageError
from iawce.evaluate.systems.mdr import record_texts
from iawce.extract.papers.simhtree.find_tables import find_tables
from iawce.extract.papers.simhtree.leaves import SimHTreeSettings
from iawce.extract.papers.simhtree.sim_tree import SimTree, build_sim_tree
from iawce.extract.pipeline.settings import ExtractSettings
from iawce.extract.pipeline.ways import main_content
from iawce.extract.records.lists.list_sources import find_candidates, whole_list
from iawce.extract.records.lists.ranked_lists import FEATURES, MODEL, ListFeatures, rank_lists
from iawce.models.common.intervals import site_mean
from iawce.models.common.record import ModelRecord, save_model
from iawce.models.common.runtime import TREES, BoostedTrees
from iawce.models.features.inputs import InputSpec
from iawce.train.segmentation.boosting import BlockTreesSettings, as_boosted_trees
from tests.known_sites.judged_lists import Judged, judged_documents, plain, read_judged

PAGES = Path(__file__).parents[1] / "tests" / "pages"
SETTINGS = SimHTreeSettings()
MAX_PAGES, MAX_MARKED, MIN_COUNT = 5, 2, 2
"""Pages of a site to learn from, by number, and by markup."""
UNMARKED = 0.5
"""Weight of each of the two versions of a page without its marks."""
READ = "labelled"
"""The pages whose lists were read by hand."""
MIN_ENTRIES = 3
"""Entries of a list page."""
WHOLE = 0.7
"""Lists with the right number of units are right if they have this share of the words of the largest such list."""
PARTS = 10
"""Parts of the sites that are measured with the trees of the others."""
GROWN = BlockTreesSettings(
    rounds=100, learning_rate=0.08, num_leaves=8, min_data_in_leaf=20, lambda_l2=1.0, feature_fraction=0.5,
    bagging_fraction=0.8, threads=1,
)  # fmt: skip
STEPS = (0.0, 0.3, 0.5, 0.7, 0.85, 0.95, 1.01)
"""Bounds of the bands of confidence."""


@dataclass(frozen=True)
class ListPage:
    """A list page: its site, its number of entries, the page; the first and the last title, where they are known.

    ``kind``: how these are known, empty if only the number of entries is.
    """

    site: str
    entries: int
    document: Document
    titles: tuple[str, ...] = ()
    kind: str = ""

    @property
    def is_measured(self) -> bool:
        """Whether its site is of the half that is measured."""
        return hashlib.sha256(self.site.encode()).digest()[0] % 2 == 1

    @cached_property
    def content(self) -> DomMask:
        """The main content by the block model; the whole page if it finds none."""
        analysis = PageAnalysis.of(self.document)
        try:
            return main_content(analysis, "list", ExtractSettings())[1].subset
        except PageError:
            return analysis.shown

    def tree(self) -> SimTree:
        """The tree whose lists are compared."""
        return build_sim_tree(PageAnalysis.of(self.document), SETTINGS)

    def example(self) -> "Example | None":
        """Its lists, told right or wrong; None if none is right."""
        tree = self.tree()
        found = ListFeatures(tree, self.content, find_candidates(tree, SETTINGS))
        wholes = [whole_list(tree, each).units if self.titles else each.units for each in found.candidates]
        right = np.array([len(units) == self.entries for units in wholes], bool) & ~found.are_groups

        def says(unit: Sequence[int], title: str) -> bool:
            return plain(title) in plain("".join(tree.analysis.texts.line(tree.parts[node].element) for node in unit))

        for place in np.flatnonzero(right).tolist() if self.titles else ():
            right[place] = all(map(says, (wholes[place][0], wholes[place][-1]), self.titles))
        if not self.titles and right.any():
            shares = found.features[:, FEATURES.index("share of page")]
            right &= shares >= WHOLE * shares[right].max()
        return Example(self.site, found, right, self.kind) if right.any() else None


@dataclass(frozen=True)
class Example:
    """The lists of a page and which are right; ``kind``: how that is known."""

    site: str
    lists: ListFeatures
    right: NDArray[np.bool_]
    kind: str


SYSTEMS: dict[str, Callable[[ListPage], int]] = {
    "SimHTree, its own order": lambda page: sum(len(table.rows) for table in find_tables(page.tree(), SETTINGS)),
    "MDR": lambda page: len(record_texts(page.document)),
}
"""Numbers of records that systems find."""


def read_pages(root: Path, most: int) -> Iterator[ListPage]:
    """At most ``most`` pages of a site, in an order that is always the same."""
    rows = [json.loads(line) for line in (root / "pages.jsonl").read_text(encoding="utf-8").splitlines()]
    rows = [row for row in rows if row["label"] == "list" and not row["ambiguous"]]
    rows = [row for row in rows if (row["entries"] or 0) >= MIN_ENTRIES]
    random.Random(0).shuffle(rows)
    seen, taken = json.loads((PAGES / "entries-by-eye.json").read_text(encoding="utf-8")), Counter[str]()
    for row in rows:
        taken[row["site"]] += 1
        if taken[row["site"]] <= most:
            path = root / row["html"]
            html = gzip.decompress(path.read_bytes()).decode("utf-8", "replace")
            document = Document(str(path), url=f"http://{row['site']}.example/", html=html)
            yield ListPage(row["site"], seen.get(path.name.partition(".")[0], row["entries"]), document)


def labelled_pages(sets: Path) -> Iterator[ListPage]:
    """The pages whose list was read by hand, but those held out."""
    gold: dict[str, Judged] = read_judged(PAGES / "labelled-lists.json")
    gold |= {name: page for name, page in read_judged(PAGES / "judged-lists.json").items() if "held_out" not in page}
    sites = wcxb_sites(sets)
    for name, document in judged_documents(sets, gold):
        titles = gold[name]["title"]
        yield ListPage(_site(name, sites), gold[name]["records"], document, (titles[0], titles[-1]), READ)


def unmarked_pages(sets: Path) -> Iterator[ListPage]:
    """The pages whose markup says what their entries are, without that markup."""
    taken = Counter[str]()
    for page in marked_pages(sets, MIN_COUNT):
        taken[page.site] += 1
        for version, html in page.versions.items() if taken[page.site] <= MAX_MARKED else ():
            document, titles = Document(page.name, url=page.url, html=html), [one["title"] for one in page.entries]
            if html != page.html:
                yield ListPage(page.site, len(titles), document, (titles[0], titles[-1]), version)


def wcxb_sites(sets: Path) -> dict[str, str]:
    """The site of each page of WCXB dev by its name, which the names of the other sets begin with."""
    return {page.id: page.site for page in read_gold("wcxb", sets / "wcxb-dev.tar.xz")}


def _site(name: str, sites: Mapping[str, str]) -> str:
    return sites.get(name) or name.rpartition("-")[0] or name


def grow(examples: Sequence[Example]) -> BoostedTrees:
    """The trees of these lists, without those that are groups of others."""
    kept = [~one.lists.are_groups for one in examples]
    rows = np.concatenate([one.lists.features[chosen] for one, chosen in zip(examples, kept, strict=True)])
    right = np.concatenate([one.right[chosen] for one, chosen in zip(examples, kept, strict=True)])
    weights = np.repeat([1.0 if one.kind in ("", READ) else UNMARKED for one in examples], [*map(np.sum, kept)])
    return as_boosted_trees(GROWN.grow(GROWN.dataset(rows, right.astype(float), weights)))


def main(
    sets: Annotated[Path, typer.Argument(help="Folder of the page sets.")],
    is_learning: Annotated[bool, typer.Option("--learn", help="Write the trees of all sites.")] = False,
) -> None:
    labelled, corpus, named = [*labelled_pages(sets)], sets / "pagetype", wcxb_sites(sets)
    judged = read_judged(PAGES / "judged-lists.json")
    held_out = {_site(name, named) for name, page in judged.items() if "held_out" in page}
    others = [page for page in (*read_pages(corpus, MAX_PAGES), *unmarked_pages(sets)) if page.site not in held_out]
    examples = [found for page in (*labelled, *others) if (found := page.example())]
    print(f"{len(labelled)} labelled pages, {len(examples)} examples, {sum(len(one.right) for one in examples)} lists")
    parts = {site: part % PARTS for part, site in enumerate(sorted({one.site for one in examples}))}
    trees = [grow([one for one in examples if parts[one.site] != part]) for part in range(PARTS)]
    scores = dict[str, str]()
    for kind in sorted({one.kind for one in examples} - {""}):
        own = [one for one in examples if one.kind == kind]
        first = [bool(one.right[np.argmax(one.lists.confidences(trees[parts[one.site]]))]) for one in own]
        scores[kind] = str(site_mean(first, [one.site for one in own]))
        print(f"{kind}: {len(own)} pages, the most probable list is right: {scores[kind]}")
    if is_learning:
        record = ModelRecord("lists", TREES, ("right",), InputSpec("markup", features=FEATURES))
        metrics, training = {"accuracy": scores[READ]}, {"command": "python -m bench lists PATH/data --learn"}
        for old in MODEL.parent.glob("*.safetensors"):
            old.unlink()
        save_model(MODEL.parent, replace(record, metrics=metrics, training=training), grow(examples).arrays())
    pages = [page for page in read_pages(corpus, 1) if page.is_measured]
    sites = [page.site for page in pages]
    lists = [rank_lists(page.tree(), page.content, trees=trees[parts.get(page.site, 0)]) for page in pages]
    print(f"{len(pages)} pages\n\n| system | as many records as entries |\n| --- | --- |")
    counts = {"all sources weighed, the default": [len(found[0].table.rows) if found else 0 for found in lists]}
    counts |= {name: list(map(count, pages)) for name, count in SYSTEMS.items()}
    for name, numbers in counts.items():
        right = [number == page.entries for number, page in zip(numbers, pages, strict=True)]
        print(f"| {name} | {site_mean(right, sites)} |")
    print("\n| confidence | pages | right |\n| --- | --- | --- |")
    firsts = [(found[0], page.entries) for found, page in zip(lists, pages, strict=True) if found]
    banded = [(first.confidence, len(first.table.rows) == entries) for first, entries in firsts]
    for low, high in pairwise(STEPS):
        of = [is_right for confidence, is_right in banded if low <= confidence < high]
        print(f"| {low:.2f} to {min(high, 1):.2f} | {len(of)} | {sum(of)} |")
