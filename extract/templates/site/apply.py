"""Takes the content of a page from where the template of its cluster leads.

Source: Wang, Chen and Dai 2018, Web Information Extraction Based on Webpage Clustering, extraction of new pages.

Deviation: by default boilerplate inside of the block is left out, as it is from all that counts (``boilerplate`` of the
density settings).
"""

from dataclasses import replace

from iawce.data.outcomes import PageWarning, WarningKind
from iawce.data.reading.page_reading import PageReading
from iawce.extract.content.boilerplate import find_boilerplate
from iawce.extract.content.content import Content, Scores
from iawce.extract.templates.fields.field_template import extract_fields
from iawce.extract.templates.site.site_page import SitePage
from iawce.extract.templates.site.site_templates import SiteTemplates

NO_CLUSTER = PageWarning(WarningKind.NO_TEMPLATE, "no_cluster")
NO_BLOCK = PageWarning(WarningKind.NO_TEMPLATE, "no_block")


def extract_by_template(reading: PageReading, site: SiteTemplates) -> Content | PageWarning:
    """The block that the template of the page's cluster leads to, or why there is none."""
    page = SitePage(reading, site.settings)
    assigned = site.assign(page)
    if assigned is None:
        return NO_CLUSTER
    number, likeness = assigned
    template = site.clusters[number].template
    found = page.find(template) if template else None
    if found is None:
        return NO_BLOCK
    scores: Scores = {"cluster": number + 1, "similarity": round(likeness, 4), "key": found.by}
    subset = reading.shown
    if not site.settings.density.boilerplate:
        end = int(reading.index.ends[found.number])
        inside = [inner for inner in find_boilerplate(subset) if found.number < inner < end]
        subset = reading.without(("head",), inside)
    return Content((found.number,), subset, scores=scores)


def add_fields(reading: PageReading, content: Content, site: SiteTemplates) -> Content:
    """The content of a page that a template chose, with the fields of its cluster as its one record.

    A page that has records, such as posts or comments, keeps these.
    """
    cluster = content.scores.get("cluster")
    fields = site.clusters[cluster - 1].fields if isinstance(cluster, int) else ()
    record = extract_fields(reading, fields) if fields and not content.records else None
    return replace(content, records=(record,)) if record else content
