"""Checks whether the templates of a site still fit its pages."""

from collections.abc import Iterator

from iawce.data.document import Document
from iawce.data.errors import UsageError, quantity
from iawce.extract.templates.fields.field_template import FieldTemplate
from iawce.extract.templates.site.site_templates import SiteCluster, SiteTemplates, TemplateTest

Shares = dict[str, tuple[float, float]]


class Drift:
    """Compares new pages with those that templates were learned from. UsageError: no cluster has a template."""

    def __init__(self, site: SiteTemplates) -> None:
        if not any(map(site.is_large, site.clusters)):
            raise UsageError(
                "there is no template to check, only clusters of few pages: site learn --resume adds pages"
            )
        self._site, self.pages, self._like, self._test = site, 0, 0, TemplateTest()

    def add(self, document: Document) -> None:
        """Examine a page."""
        page = self._site.open(document)
        self.pages += 1
        if assigned := self._site.assign(page):
            self._like += 1
            if template := self._site.clusters[assigned[0]].template:
                self._test.add(page, template)

    def shares(self) -> Shares:
        """Three shares, each now and at the time of learning, 0 to 1; 1 if unknown.

        ``in a cluster``: pages that are similar to one. ``block found``: of these, pages on which the template finds a
        block. ``density``: mean H of these blocks, divided by the largest H of their pages.
        """
        before, clusters = TemplateTest(), self._site.clusters
        for cluster in clusters:
            before.merge(cluster.test)
        large = sum(cluster.pages for cluster in filter(self._site.is_large, clusters))
        pages = sum(cluster.pages for cluster in clusters)
        return {
            "in a cluster": (_share(self._like, self.pages), _share(large, pages)),
            "block found": (self._test.found_share, before.found_share),
            "density": (self._test.density_share, before.density_share),
        }

    def is_beyond(self, tolerance: float) -> bool:
        """Whether one of the shares has fallen by more than the tolerance since the site was learned."""
        return any(before - now > tolerance for now, before in self.shares().values())


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 1.0


def describe_site(site: SiteTemplates) -> Iterator[str]:
    """A line for each cluster that has enough pages and for each of its fields, and one for all other clusters."""
    large = [(number, each) for number, each in enumerate(site.clusters, 1) if site.is_large(each)]
    for number, cluster in large:
        pages = quantity(cluster.pages, "page")
        yield f"cluster {number}: {pages} like {cluster.seed.page}; {describe_template(cluster)}"
        yield from map(_describe_field, cluster.fields)
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
