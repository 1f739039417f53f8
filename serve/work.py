"""A page and the work to do on it."""

from dataclasses import dataclass

from iawce.data.page import Page
from iawce.extract.pipeline.settings import ExtractSettings


@dataclass(frozen=True, slots=True)
class Work:
    """Work for an ``Extractor``: a page, the settings of its extraction, and its type if known."""

    page: Page
    settings: ExtractSettings
    page_type: str = ""
