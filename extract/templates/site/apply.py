"""Extracts the content of a page at the place given by the template of its cluster.

Source: Wang, Chen and Dai 2018, Web Information Extraction Based on Webpage Clustering, extraction of new pages.

Deviations: by default, boilerplate inside the block is left out, as in the computation of densities (``boilerplate`` of
the density settings); for clusters of products, so are reviews and other products.
"""

from dataclasses import replace

import numpy as np

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.dom.element_index import DomMask
from iawce.data.errors import PageWarning, WarningKind
from iawce.data.labels import PageType
from iawce.extract.content.boilerplate import find_boilerplate
from iawce.extract.content.content import Content, Scores
from iawce.extract.templates.fields.field_template import extract_fields
from iawce.extract.templates.site.site_page import SitePage, read_product_page
from iawce.extract.templates.site.site_templates import SiteTemplates

NO_CLUSTER = PageWarning(WarningKind.NO_TEMPLATE, "no_cluster")
NO_BLOCK = PageWarning(WarningKind.NO_TEMPLATE, "no_block")


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
