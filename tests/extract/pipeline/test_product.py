"""The text of a product: what is about other things is left out, though the block model takes it for content."""

import pytest

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.document import Document
from iawce.extract.content.segmentation import SegmentationSettings
from iawce.extract.pipeline.extract_content import extract_content
from iawce.extract.pipeline.settings import ExtractSettings
from iawce.extract.records.choices import Comments

PRODUCT = "<main><h1>Oak stool</h1><p>A stool of oiled oak with three legs, 45 cm high.</p><p>49.00 €</p>{}</main>"
OTHERS = (
    "<div class=product-reviews><p>Ada: It wobbles on our floor of stone.</p></div>",
    "<section><h2>Customers also bought</h2><p>A bench of ash</p><p>A felt for four legs</p></section>",
    "<div id=cart-drawer><p>Nothing is in it so far.</p></div>",
)


def text_of(html: str, comments: Comments = "drop") -> str:
    analysis = PageAnalysis(Document("", html=f"<title>Oak stool</title><body>{html}"))
    kept = SegmentationSettings(probabilities=(1.0,) * len(analysis.blocks))
    return extract_content(analysis, "product", ExtractSettings(method_settings=kept, comments=comments)).text


@pytest.mark.parametrize("other", OTHERS)
def test_other_products_reviews_and_the_shop_are_in_no_text(other: str) -> None:
    assert text_of(PRODUCT.format(other)) == text_of(PRODUCT.format(""))
    assert "45 cm" in text_of(PRODUCT.format(other))


def test_they_stay_where_nothing_else_is_said() -> None:
    assert "wobbles" in text_of(OTHERS[0])
    assert "wobbles" in text_of(PRODUCT.format(OTHERS[0]), "keep")
