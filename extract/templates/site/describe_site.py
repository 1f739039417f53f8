"""The templates of a site, described in lines for a person."""

from collections.abc import Iterator

from iawce.data.quantity import quantity
from iawce.extract.templates.fields.field_template import FieldTemplate
from iawce.extract.templates.site.site_templates import SiteCluster, SiteTemplates


def describe_site(site: SiteTemplates) -> Iterator[str]:
    """A line for each cluster that has enough pages and for each of its fields, and one for all other clusters."""
    large = [(number, each) for number, each in enumerate(site.clusters, 1) if each.pages >= site.settings.fewest]
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
