"""This project as a system, without a browser."""

from iawce.data.document import Document
from iawce.data.labels import PageType
from iawce.evaluate.systems import OURS
from iawce.evaluate.systems.system import Adapter, Answer, System, register_system
from iawce.extract.settings import ExtractSettings


@register_system(OURS)
def take_by_type() -> Adapter:
    """The page type is classified by the HTML."""
    return _adapter(ExtractSettings())


@register_system("iawce-paper")
def take_as_printed() -> Adapter:
    """The same with the papers' listings as printed."""
    return _adapter(ExtractSettings(mode="paper"))


def method_system(method: str) -> System:
    """One method for all pages; a method named after a page type takes every page for one of that type."""
    if method in set(PageType):
        return System(lambda: _adapter(ExtractSettings(), page_type=method))
    return System(lambda: _adapter(ExtractSettings(method=method)))


def _adapter(settings: ExtractSettings, page_type: str = "") -> Adapter:
    from iawce.extract import Extractor  # noqa: PLC0415 - only the process that runs it needs the models

    extractor = Extractor(render="never", page_type=page_type, settings=settings)

    def run(html: str, url: str) -> Answer:
        page = extractor.extract(Document(url, url=url, html=html))
        records = tuple(record.fields for record in page.records)
        records = records or tuple({"text": block.text} for block in page.blocks)
        fields = {"title": page.title} if page.title else {}
        return Answer(page.text, records, fields, page.fine_type or page.type, page.confidence)

    return run
