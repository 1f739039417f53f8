"""The way of a product.

1. ``main_content``: by default, the block model chooses the text blocks about the product.
2. What is about other things than it is left out, by its name or its heading; the reviews under it are left out, or
   kept as records, as comments are.
3. The metadata, after the content is printed: the product of the markup; what the markup lacks is read beside the title
   and the button to buy it: price, picture, stock, label and value pairs.
"""

from dataclasses import replace

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.labels import PageType
from iawce.extract.content.content import Content, keep_text_nodes, words_of_text_nodes
from iawce.extract.content.method import DEFAULT_METHOD
from iawce.extract.metadata.shown_product import other_products
from iawce.extract.pipeline.article import with_comments
from iawce.extract.pipeline.main_content import Chosen, main_content
from iawce.extract.pipeline.settings import ExtractSettings


def product_content(analysis: PageAnalysis, settings: ExtractSettings) -> Chosen:
    """The content of a page about one product. Raises PageError: there is none."""
    chosen = main_content(analysis, PageType.PRODUCT, settings)
    if chosen.method == DEFAULT_METHOD and settings.comments == "drop":
        chosen = chosen._replace(content=_without_others(analysis, chosen.content))
    return with_comments(analysis, chosen, settings)


def _without_others(analysis: PageAnalysis, content: Content) -> Content:
    """The content without other products, reviews and parts of the shop; unchanged if nothing else would be left."""
    beside = analysis.keep(other_products)[analysis.index.text_nodes.owners]
    subset = keep_text_nodes(content.subset, content.subset.text_nodes & ~beside)
    words = words_of_text_nodes(subset, subset.text_nodes)
    elements = tuple(one for one in content.elements if subset.kept[one] and words[one])
    return replace(content, elements=elements, subset=subset) if elements else content
