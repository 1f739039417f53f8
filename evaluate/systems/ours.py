"""This project as a system, without a browser."""

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Optional

from iawce.data.document import Document
from iawce.data.page import SAVED_ORIGIN
from iawce.evaluate.systems import OURS, Adapter, Answer, System, register_system
from iawce.extract.content.content import Record
from iawce.extract.output.extraction import Extraction
from iawce.extract.pipeline.settings import PAPER, RULES, ExtractSettings

if TYPE_CHECKING:
    from iawce.models.page_type.ensemble import PageTypeEnsemble

Decides = Optional["PageTypeEnsemble"]
"""What decides the page type; None for the shipped ensemble."""


@register_system(OURS, takes_models=True)
def take_main_content(ensemble: Decides = None) -> Adapter:
    """The block model chooses the content; the page type is classified by the HTML."""
    return _adapter(ExtractSettings(), ensemble)


@register_system("iawce-rules", takes_models=True)
def take_by_type(ensemble: Decides = None) -> Adapter:
    """The method of the page type, which is classified by the HTML."""
    return _adapter(ExtractSettings(method=RULES), ensemble)


@register_system("iawce-paper", takes_models=True)
def take_as_printed(ensemble: Decides = None) -> Adapter:
    """The same with the algorithms as printed in the papers."""
    return _adapter(ExtractSettings(method=PAPER), ensemble)


def method_system(method: str) -> System:
    """One method for all pages."""
    return System(partial(_adapter, ExtractSettings(method=method)), takes_models=True)


def fields_of(page: Extraction) -> dict[str, str]:
    """Title, authors and date of a page, as sets with gold name them; what is not found is empty, so that it counts.

    If a page states only when it was changed, that is its date.
    """
    about = page.metadata
    date = about.date_published or about.date_modified
    return {"title": page.title, "author": ", ".join(about.authors), "date": date}


def _adapter(settings: ExtractSettings, ensemble: Decides = None) -> Adapter:
    from iawce.extract import Extractor  # noqa: PLC0415 - only the process that runs it needs the models

    extractor = Extractor(render="never", settings=replace(settings, html=False), ensemble=ensemble)

    def run(html: str, url: str) -> Answer:
        page = extractor.extract(Document(url, url=url or SAVED_ORIGIN, html=html))
        records = tuple(_texts(record) for record in page.records)
        records = records or tuple({"text": block.text} for block in page.blocks)
        return Answer(page.text, records, fields_of(page), page.fine_type or page.type, page.confidence)

    return run


def _texts(record: Record) -> dict[str, str]:
    """Text of each field, and the address of those that have one under the name ``FIELD_link``."""
    links = {f"{name}_link": field.link for name, field in record.fields.items() if field and field.link}
    return record.texts | links
