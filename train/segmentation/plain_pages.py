"""Plain pages with gold text, written from the pages of the training."""

from collections.abc import Sequence

from iawce.data.datasets.gold_page import GoldPage
from iawce.data.datasets.labelled_sets import label_gold
from iawce.data.document import Document
from iawce.train.page_type.plain import PLAIN, draw_plain


def write_plain_pages(pages: Sequence[GoldPage], count: int, seed: int) -> list[GoldPage]:
    """Pages without a site around them, all of whose text is content: notes, READMEs, plain lists."""
    typed = label_gold("wcxb", pages)
    written: list[GoldPage] = []
    for page, markup in draw_plain(typed, count, seed):
        text = "\n".join(Document(page.id, html=markup).body.text[0].split())
        body = markup.encode("utf-8", "replace")
        written.append(GoldPage(f"{page.id}{PLAIN}", page.site, body, type=page.fine, text=text))
    return written
