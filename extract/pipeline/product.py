"""The way of a product.

1. ``main_content``: by default, the block model chooses the text blocks about the product.
2. The reviews under it are left out, or kept as records, as comments are.
3. The metadata, after the content is printed: the product of the markup; what the markup lacks is read beside the title
   and the button to buy it: price, picture, stock, label and value pairs.
"""

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.labels import PageType
from iawce.extract.pipeline.article import with_comments
from iawce.extract.pipeline.main_content import Chosen, main_content
from iawce.extract.pipeline.settings import ExtractSettings


def product_content(analysis: PageAnalysis, settings: ExtractSettings) -> Chosen:
    """The content of a page about one product. Raises PageError: there is none."""
    return with_comments(analysis, main_content(analysis, PageType.PRODUCT, settings), settings)
