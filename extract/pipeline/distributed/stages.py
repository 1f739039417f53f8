"""The stages of the pipeline as plain classes: made once in a process, and called with a few pages at a time.

They do the work of the ``Extractor`` with its parts; the failure of a page becomes its row, which later stages pass on.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import msgspec

from iawce.data.closing import Closing
from iawce.data.document import Document, open_document
from iawce.data.errors import PageError
from iawce.data.limits import Limits
from iawce.extract.output.extraction import Extraction
from iawce.extract.pipeline.document_extractor import DocumentExtractor, row_or_failure
from iawce.extract.pipeline.page_opener import Item, PageOpener
from iawce.extract.pipeline.processes.child import Child
from iawce.extract.pipeline.processes.page_processes import ExtractionProcesses
from iawce.models.page_type.classification import Classification
from iawce.models.page_type.ensemble import PageTypeEnsemble


@dataclass(frozen=True, slots=True)
class StagedPage:
    """A page between two stages."""

    item: Item  # In its present form: a rendered page is a snapshot
    snapshot: str = ""  # Folder with the stored snapshot
    answer: Classification | None = None  # The ensemble's classification, None before it
    row: Extraction | None = None  # Of a failed page


Batch = Sequence[StagedPage]  # Pages that are sent together
Stage = Callable[[Batch], Batch | list[Extraction]]
"""Returns pages processed, or as rows in the last stage. IawceError: bad usage, or something is missing here."""


class OpenPages(Closing):
    """Renders or fetches pages, all pages of a unit at the same time if the opener allows it."""

    def __init__(self, opener: PageOpener) -> None:
        self._opener = opener

    def __call__(self, unit: Batch) -> Batch:
        """The opened pages."""
        started, opened = [(page, self._opener.start(page.item)) for page in unit], list[StagedPage]()
        for page, opening in started:
            found = row_or_failure(page.item, partial(self._opener.finish, page.item, opening))
            if isinstance(found, Extraction):
                opened.append(replace(page, row=found))
            else:
                opened.append(replace(page, item=found[0], snapshot=found[1]))
        return opened

    def close(self) -> None:
        """End the browser."""
        self._opener.close()


class ClassifyPages(Closing):
    """Classifies at most ``size`` pages in one batch, in a process that is ended when this takes too long.

    Pages without a result are left to ``ExtractPages``, which classifies them again and reports the error.
    """

    def __init__(self, ensemble: PageTypeEnsemble, limits: Limits, size: int) -> None:
        memory = limits.memory if ensemble.device == "cpu" else 0  # CUDA reserves more address space than it uses
        self._child = Child(partial(_load, ensemble, limits), size * limits.seconds, memory)

    def __call__(self, unit: Batch) -> Batch:
        """The pages with their classification."""
        places = [place for place, page in enumerate(unit) if page.row is None]
        reply = self._child.ask([unit[place].item for place in places])
        answers = dict(zip(places, reply.value or (), strict=False))
        found = {place: msgspec.convert(given, Classification) for place, given in answers.items() if given is not None}
        return [replace(page, answer=found.get(place)) for place, page in enumerate(unit)]

    def close(self) -> None:
        """End the process."""
        self._child.close()


class ExtractPages(Closing):
    """Extracts pages, in a process that is ended when a page takes too long or too much memory."""

    def __init__(self, extract: DocumentExtractor) -> None:
        self._processes = ExtractionProcesses(extract, 1)

    def __call__(self, unit: Batch) -> list[Extraction]:
        """The rows of the pages."""
        extract = self._processes.extract
        return [page.row or replace(extract(page.item, answer=page.answer), snapshot=page.snapshot) for page in unit]

    def close(self) -> None:
        """End the process."""
        self._processes.close()


def _load(ensemble: PageTypeEnsemble, limits: Limits) -> Callable[[list[Item]], list[Any]]:
    def classify(items: list[Item]) -> list[Any]:
        answers = ensemble.classify_many([_open(item, limits) for item in items])
        return [None if isinstance(answer, PageError) else msgspec.to_builtins(answer) for answer in answers]

    return classify


def _open(item: Item, limits: Limits) -> Document | PageError:
    try:
        return open_document(item, limits)
    except PageError as error:
        return error
