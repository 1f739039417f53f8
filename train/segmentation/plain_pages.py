"""Plain pages with gold text, written from the pages of the training."""

import random
from collections.abc import Sequence

from iawce.data.datasets.gold_page import GoldPage
from iawce.data.datasets.wcxb import label_wcxb
from iawce.data.document import Document
from iawce.data.labels import FineType
from iawce.train.page_type.plain import PLAIN, write_plain


def write_plain_pages(pages: Sequence[GoldPage], count: int, seed: int) -> list[GoldPage]:
    """Pages without a site around them, all of whose text is content: notes, READMEs, plain lists."""
    typed = label_wcxb(page for page in pages if page.type in set(FineType))
    random.Random(seed).shuffle(typed)  # noqa: S311 - a sample, no secret
    written: list[GoldPage] = []
    for page in typed:
        if len(written) == count:
            break
        if markup := write_plain(page, random.Random(f"{seed} {page.id}")):  # noqa: S311
            body = markup.encode("utf-8", "replace")
            text = "\n".join(Document(page.id, html=markup).body.text[0].split())
            written.append(GoldPage(f"{page.id}{PLAIN}", page.site, body, type=page.fine, text=text))
    return written
