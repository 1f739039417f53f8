"""This project as a system, without a browser."""

from iawce.data.document import Document
from iawce.data.page import SAVED_ORIGIN
from iawce.evaluate.systems import Adapter, Answer
from iawce.extract.content.content import Record
from iawce.extract.output.extraction import Extraction
from iawce.extract.pipeline.extractor import Extractor
from iawce.extract.pipeline.settings import AUTO, ExtractSettings
from iawce.models.page_type.ensemble import PageTypeEnsemble


def our_system(method: str, ensemble: PageTypeEnsemble | None = None) -> Adapter:
    """A method, the default one if empty; ``ensemble`` decides the page type, if it is not what is shipped."""
    settings = ExtractSettings(method=method or AUTO, html=False)
    extractor = Extractor(render="never", settings=settings, ensemble=ensemble)

    def run(html: str, url: str) -> Answer:
        page = extractor.extract(Document(url, url=url or SAVED_ORIGIN, html=html))
        records = [_texts(record) for record in page.records] or [{"text": block.text} for block in page.blocks]
        return Answer(page.text, records, fields_of(page), page.fine_type or page.type, page.confidence)

    return run


def fields_of(page: Extraction) -> dict[str, str]:
    """Title, authors and date of a page, as sets with gold name them; what is not found is empty, so that it counts.

    If a page states only when it was changed, that is its date.
    """
    about = page.metadata
    date = about.date_published or about.date_modified
    return {"title": page.title, "author": ", ".join(about.authors), "date": date}


def _texts(record: Record) -> dict[str, str]:
    """Text of each field, and the address of those that have one under the name ``FIELD_link``."""
    links = {f"{name}_link": field.link for name, field in record.fields.items() if field and field.link}
    return record.texts | links
