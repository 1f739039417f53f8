"""Clusters of the pages of a site with their templates: learned page by page, used for new pages, and kept in a file.

Source: Wang, Chen and Dai 2018, Web Information Extraction Based on Webpage Clustering, algorithms 1 and 2: each page
votes for the block with the largest H, the weight of the vote, and the triple <class, id, path> with the largest sum
wins; new pages go to the cluster with the most similar first page or, if its template finds no block, by the densest.

Deviations but in the mode ``paper``: pages vote for the smallest block with nearly all content by the block model, and
are compared by the kinds of their elements, too; blocks with the same id or, without ids, the same class are one, which
has the path and the class of the first. Boilerplate inside the block is left out, and for products also reviews and
other products. A new page tests the template of its cluster, then votes (prequential testing, Dawid 1984).
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, field, replace
from math import nan
from pathlib import Path, PurePath
from typing import Literal

import msgspec
import numpy as np

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.document import Document
from iawce.data.dom.element_index import DomMask
from iawce.data.errors import PageWarning, UsageError, WarningKind, quantity, refused
from iawce.data.labels import PageType
from iawce.data.run_folder.input import input_id
from iawce.extract.content.boilerplate import find_boilerplate
from iawce.extract.content.content import Content, Scores
from iawce.extract.papers.leader_clusters import PageFeature, SeedIndex, similarity
from iawce.extract.templates.fields.field_template import FieldTemplate, are_product_fields, extract_fields
from iawce.extract.templates.fields.learn_fields import MIN_COUNT, ClusterSample, Examples, Given, learn_fields
from iawce.extract.templates.site.site_page import SitePage, SiteSettings, read_product_page
from iawce.extract.templates.template import (
    VERSION,
    Count,
    Place,
    Template,
    TemplateFile,
    ToldBy,
    packed,
    read_templates,
    unpacked,
    write_templates,
)

CONTENT = "content"  # Name of the content found by the template of a cluster
VOTERS = 20  # Most pages of a cluster that vote on its page type
GROWTH = 1.1
"""Growth factor of a cluster after which its template is determined again, so that learning takes linear time."""
PAGES = 40  # Most pages of a cluster that are kept, and most of those with examples
MAX_TEXTS = 200_000
"""Most texts that are kept of all clusters, about 60 MB; beyond, those of the clusters with the fewest pages are
dropped."""
NO_CLUSTER = PageWarning(WarningKind.NO_TEMPLATE, "no_cluster")
NO_BLOCK = PageWarning(WarningKind.NO_TEMPLATE, "no_block")


@dataclass(slots=True)
class Vote:
    """The number of votes for a place, and the sum of their weights."""

    place: Place
    pages: int = 0
    weight: float = 0.0


class Votes:
    """The votes of the pages of a cluster (BF in the paper), by place in order of first occurrence.

    ``identity``: places are the same if they are equal (``triple``), or if the first known one of id, class and path is
    (``key``).
    """

    def __init__(self, identity: Literal["triple", "key"], votes: Iterable[Vote] = ()) -> None:
        self._identity = identity
        self._by_name: dict[Place | tuple[ToldBy, str], Vote] = {self._name(vote.place): vote for vote in votes}

    def __iter__(self) -> Iterator[Vote]:
        return iter(self._by_name.values())

    def add(self, place: Place, weight: float) -> None:
        """Add the vote of a page."""
        vote = self._by_name.setdefault(self._name(place), Vote(place))
        vote.pages += 1
        vote.weight += weight

    @property
    def winner(self) -> Place | None:
        """The place with the largest sum, the first of several; None without votes."""
        best = max(self, key=lambda vote: vote.weight, default=None)
        return best.place if best else None

    def _name(self, place: Place) -> Place | tuple[ToldBy, str]:
        return place if self._identity == "triple" else place.key


@dataclass(slots=True)
class TemplateTest:
    """The results of a template on pages that had not voted for it."""

    pages: int = 0  # Their number
    found: int = 0  # Number of pages on which it found a block
    density: float = 0.0  # Sum over these of the H of the block, divided by the largest H of the page

    def add(self, page: SitePage, template: Template) -> None:
        """Test a template on a page."""
        self.pages += 1
        if found := page.find(template):
            highest = page.densities.highest
            self.found += 1
            self.density += page.densities.of(found.number) / highest if highest else 1.0

    @property
    def found_share(self) -> float:
        """Share of the pages on which a block was found, NaN without pages."""
        return self.found / self.pages if self.pages else nan

    @property
    def density_share(self) -> float:
        """Mean H of the blocks, divided by the largest H of their pages; NaN without blocks."""
        return self.density / self.found if self.found else nan


@dataclass(slots=True)
class SiteCluster:
    """Pages of similar structure."""

    seed: PageFeature  # Feature of the first page
    votes: Votes
    pages: int = 0  # Their number
    template: Template | None = None  # The winner of the vote; None if there are too few pages, or none has text
    test: TemplateTest = field(default_factory=TemplateTest)
    voted_at: float = 0.0  # Number of pages at the last vote
    types: Counter[str] = field(default_factory=Counter)  # Number of votes for each page type
    fields: tuple[FieldTemplate, ...] = ()
    sample: ClusterSample = field(default_factory=ClusterSample)  # The pages from which the ``fields`` are learned
    known: set[int] = field(default_factory=set)  # Hashes of the addresses of its pages

    def add(self, page: SitePage) -> None:
        """Test the template on a page, then add the vote of the page."""
        if self.template:
            self.test.add(page, self.template)
        self.pages += 1
        if page.vote:
            self.votes.add(*page.vote)
        if self.pages >= max(page.settings.fewest, GROWTH * self.voted_at):
            self.settle()

    @property
    def page_type(self) -> str:
        """The type with most votes, the first of several; empty without votes.

        Pages with a title and facts of a product at one place are classified as products, since the surroundings of
        products in old shops look like a list.
        """
        if self.types and are_product_fields(self.fields):
            return PageType.PRODUCT
        return max(self.types, key=lambda name: self.types[name], default="")

    def settle(self) -> None:
        """Set the template to the winner of the vote."""
        winner, self.voted_at = self.votes.winner, self.pages
        self.template = Template(CONTENT, winner) if winner else None


class FieldSampler:
    """Keeps pages of clusters up to a limit; ``examples``: by a page's address, path, or name of its file."""

    def __init__(self, examples: Mapping[str, Given], most: int = MAX_TEXTS) -> None:
        self._examples, self._most, self._size = examples, most, 0
        self.unmet = dict.fromkeys(examples)
        """Names in the examples that no page has had so far."""

    def add(self, clusters: Sequence[SiteCluster], number: int, analysis: PageAnalysis) -> None:
        """Keep a page of a cluster if it is one of the first, or has examples. Raises PageError: it cannot be read."""
        sample, given = clusters[number].sample, self._given(analysis)
        if len(sample.pages) >= PAGES and not given:
            return
        sample.add(analysis, given)
        self._size += len(sample.pages[-1].texts)
        if self._size > self._most:  # forget the pages of the clusters that have the fewest, up to half of the texts
            for cluster in sorted(clusters, key=lambda cluster: (cluster.sample.is_given, cluster.pages)):
                if 2 * self._size <= self._most:
                    break
                self._size -= cluster.sample.size
                cluster.sample = ClusterSample()

    def _given(self, analysis: PageAnalysis) -> Given:
        names = (analysis.document.ref, analysis.document.url, PurePath(analysis.document.ref).name)
        if (found := next((name for name in names if name in self._examples), None)) is None:
            return {}
        self.unmet.pop(found, None)
        return self._examples[found]


class SiteTemplates:
    """Templates of a site, ``clusters`` by their first pages; ``examples``: of fields, on pages to add."""

    def __init__(
        self,
        settings: SiteSettings = SiteSettings(),  # noqa: B008 - frozen
        clusters: Iterable[SiteCluster] = (),
        examples: Examples | None = None,
    ) -> None:
        self.settings, self.clusters, self.examples = settings, list(clusters), examples or {}
        self._sampler, self._seeds = FieldSampler(self.examples), SeedIndex(settings.threshold)
        self.repeated = 0  # Number of added pages that were in their cluster before
        for cluster in self.clusters:
            self._seeds.add(cluster.seed)

    def open(self, document: Document) -> SitePage:
        """A page with the settings of the site."""
        return SitePage(PageAnalysis.of(document, visible_only=self.settings.visible_only), self.settings)

    def learn(self, document: Document) -> SiteCluster:
        """Add a page; returns its cluster, which may be new. The result depends on the order of the pages.

        A page that is in the cluster already counts once, but its fields are learned if they are not yet known.

        Raises PageError: the page cannot be read.
        """
        page = self.open(document)
        number = self._seeds.assign(page.feature)
        if number == len(self.clusters):
            self.clusters.append(SiteCluster(page.feature, Votes(self.settings.identity)))
        cluster = self.clusters[number]
        if (key := int(input_id(document.ref, document.given_url), 16)) in cluster.known:
            self.repeated += 1
        else:
            cluster.known.add(key)
            cluster.add(page)
            if self.settings.page_types == "voted" and cluster.types.total() < VOTERS:
                cluster.types.update(filter(None, [page.page_type]))
        if self.settings.fields == "learned":
            self._sampler.add(self.clusters, number, page.analysis)
        return cluster

    def settle(self) -> None:
        """Set the templates to the winners of the votes, and learn the fields of clusters that have none."""
        for cluster in self.clusters:
            if is_large := self.is_large(cluster):
                cluster.settle()
            if cluster.sample.is_given or (is_large and not cluster.fields):
                cluster.fields = learn_fields(cluster.sample)

    def unmet_examples(self) -> tuple[list[str], list[str]]:
        """Unused examples: names that no added page has, and fields that no cluster has learned from examples."""
        known = {field.name for each in self.clusters for field in each.fields if field.named_by == "example"}
        given = dict.fromkeys(name for fields in self.examples.values() for name in fields)
        return list(self._sampler.unmet), [name for name in given if name not in known]

    def page_type(self, analysis: PageAnalysis) -> str:
        """The type of the cluster of a page; empty without a cluster, or if its template does not fit the page."""
        page = SitePage(analysis, self.settings)
        if (assigned := self.assign(page)) is None:
            return ""
        cluster = self.clusters[assigned[0]]
        return cluster.page_type if cluster.template and page.find(cluster.template) else ""

    def assign(self, page: SitePage) -> tuple[int, float] | None:
        """The cluster whose first page is most similar, the first of several, and the similarity; None without one.

        Only clusters with enough pages count.
        """
        alike = (number for number in self._seeds.alike(page.feature) if self.is_large(self.clusters[number]))
        found = [(number, similarity(self.clusters[number].seed, page.feature)) for number in alike]
        return max(found, key=lambda each: each[1], default=None)

    def is_large(self, cluster: SiteCluster) -> bool:
        """Whether a cluster has enough pages for a template."""
        return cluster.pages >= self.settings.fewest


def extract_by_template(analysis: PageAnalysis, site: SiteTemplates) -> Content | PageWarning:
    """The content by the template of the page's cluster, or the reason why there is none."""
    page = SitePage(analysis, site.settings)
    assigned = site.assign(page)
    if assigned is None:
        return NO_CLUSTER
    number, likeness = assigned
    template = site.clusters[number].template
    found = page.find(template) if template else None
    if found is None:
        return NO_BLOCK
    scores: Scores = {"cluster": number + 1, "similarity": round(likeness, 4), "key": found.by}
    subset = analysis.shown
    if not site.settings.density.boilerplate:
        is_product = site.clusters[number].page_type == PageType.PRODUCT
        subset = _kept(analysis, found.number, is_product=is_product)
    return Content((found.number,), subset, scores=scores)


def _kept(analysis: PageAnalysis, block: int, *, is_product: bool) -> DomMask:
    """The page without the boilerplate in a block; for a product, also without parts about other things."""
    end = int(analysis.index.ends[block])
    left_out = [inner for inner in find_boilerplate(analysis.shown) if block < inner < end]
    product = read_product_page(analysis) if is_product else None
    if product:
        beside = (np.flatnonzero(product.beside[block + 1 : end]) + block + 1).tolist()
        subset = analysis.without(("head",), [*left_out, *beside])
        if subset.words[block]:
            return subset
    return analysis.without(("head",), left_out)


def add_fields(analysis: PageAnalysis, content: Content, site: SiteTemplates) -> Content:
    """The content chosen by a template, with the fields of its cluster as its only record.

    Existing records, such as posts or comments, are kept instead.
    """
    cluster = content.scores.get("cluster")
    fields = site.clusters[cluster - 1].fields if isinstance(cluster, int) else ()
    record = extract_fields(analysis, fields) if fields and not content.records else None
    return replace(content, records=(record,)) if record else content


class WrittenCluster(msgspec.Struct, forbid_unknown_fields=True):
    """A cluster in the file; ``paths``: keys of the paths of its first page; ``known``: those of its pages."""

    number: int
    pages: Count
    first_page: str
    template: Template | None
    test: TemplateTest
    votes: list[Vote]
    paths: bytes
    types: dict[str, int] = {}
    fields: tuple[FieldTemplate, ...] = ()
    known: bytes = b""


class SiteFile(TemplateFile, tag="site"):
    """The learned templates of a site."""

    settings: SiteSettings
    clusters: list[WrittenCluster]


def write_site(site: SiteTemplates, path: Path) -> None:
    """Write a file, completely or not at all. Raises OSError: it cannot be written."""
    clusters = [
        WrittenCluster(
            number,
            one.pages,
            one.seed.page,
            one.template,
            one.test,
            list(one.votes),
            packed(one.seed.paths.tolist()),
            dict(one.types),
            one.fields,
            packed(one.known),
        )
        for number, one in enumerate(site.clusters, 1)
    ]
    write_templates(SiteFile(VERSION, site.settings, clusters), path)


def read_site(path: Path, examples: Examples | None = None) -> SiteTemplates:
    """Read a file; ``examples`` of fields are for pages that are added later.

    Raises UsageError: it cannot be read, or is not one of this version.
    """
    file = read_templates(path, SiteFile)
    with refused(f"{path} is damaged", ValueError):
        return SiteTemplates(file.settings, [_read(cluster, file.settings) for cluster in file.clusters], examples)


def _read(written: WrittenCluster, settings: SiteSettings) -> SiteCluster:
    seed = PageFeature(written.first_page, unpacked(written.paths))
    votes = Votes(settings.identity, written.votes)
    pages, fields, types = written.pages, written.fields, Counter(written.types)
    known = set(unpacked(written.known).tolist())
    return SiteCluster(seed, votes, pages, written.template, written.test, pages, types, fields, known=known)


class Drift:
    """Compares new pages with those that templates were learned from. UsageError: no cluster has a template."""

    def __init__(self, site: SiteTemplates) -> None:
        if not any(map(site.is_large, site.clusters)):
            raise UsageError("no template to check, only clusters of few pages: site learn --resume adds pages")
        self._site, self.pages, self._like, self._test = site, 0, 0, TemplateTest()

    def add(self, document: Document) -> None:
        """Examine a page."""
        page = self._site.open(document)
        self.pages += 1
        if assigned := self._site.assign(page):
            self._like += 1
            if template := self._site.clusters[assigned[0]].template:
                self._test.add(page, template)

    def shares(self) -> dict[str, tuple[float, float]]:
        """Three shares, each now and at the time of learning, 0 to 1; NaN if unknown.

        ``in a cluster``: pages that are similar to one. ``block found``: of these, pages on which the template finds a
        block. ``density``: mean H of these blocks, divided by the largest H of their pages.
        """
        clusters = self._site.clusters
        before = TemplateTest(*np.sum([astuple(cluster.test) for cluster in clusters], axis=0).tolist())
        large = sum(cluster.pages for cluster in filter(self._site.is_large, clusters))
        pages = sum(cluster.pages for cluster in clusters)
        return {
            "in a cluster": (self._like / self.pages if self.pages else nan, large / pages),
            "block found": (self._test.found_share, before.found_share),
            "density": (self._test.density_share, before.density_share),
        }

    def is_beyond(self, tolerance: float) -> bool:
        """Whether one of the shares has fallen by more than the tolerance since the site was learned."""
        return any(before - now > tolerance for now, before in self.shares().values())


def describe_site(site: SiteTemplates) -> Iterator[str]:
    """A line for each cluster that has enough pages and for each of its fields, and one for all other clusters."""
    large = [(number, each) for number, each in enumerate(site.clusters, 1) if site.is_large(each)]
    for number, cluster in large:
        pages = quantity(cluster.pages, "page")
        yield f"cluster {number}: {pages} like {cluster.seed.page}; {describe_template(cluster)}"
        yield from map(_describe_field, cluster.fields)
        if not cluster.fields and 0 < len(cluster.sample.pages) < MIN_COUNT:
            yield f"  no fields: these need {MIN_COUNT} pages in one run, which may be pages that were learned before"
    rest = sum(cluster.pages for cluster in site.clusters) - sum(cluster.pages for _, cluster in large)
    if rest:
        few = site.settings.fewest
        clusters = quantity(len(site.clusters) - len(large), "cluster")
        yield f"no template: {quantity(rest, 'page')} in {clusters} of fewer than {few} pages"


def describe_template(cluster: SiteCluster) -> str:
    """The place of the content of a cluster, and the number of its pages on which it was found."""
    template, test = cluster.template, cluster.test
    if template is None:
        return "no block with text"
    kind, key = template.place.key
    return f"content at {kind} {key!r}, found on {test.found} of {quantity(test.pages, 'other page')}"


def _describe_field(field: FieldTemplate) -> str:
    label = field.part.label
    after = f" after {label!r}" if label else ""
    step = " ".join(field.place.steps[-2:]) or "body"
    found = f"found on {field.found} of {quantity(field.pages, 'page')}"
    return f"  {field.name}: {step}{after}, {found}, named by {field.named_by}"
