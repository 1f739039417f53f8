"""A page and the work to do on it."""

from dataclasses import dataclass

from iawce.data.page import Page
from iawce.extract.run.settings import ExtractSettings


@dataclass(frozen=True, slots=True)
class Work:
    """What an ``Extractor`` is asked for: a page, how it is extracted, and its type if that is known."""

    page: Page
    settings: ExtractSettings
    page_type: str = ""
