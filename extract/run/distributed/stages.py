"""The stages of the pipeline as plain classes: made once in a process, and called with a few pages at a time.

They do the work of the ``Extractor`` on one machine, with the same ``PageOpener``, ``PageTypeEnsemble`` and
``DocumentExtractor``. No page is lost: its failure becomes its row, which later stages pass on.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Protocol

import msgspec

from iawce.data.closing import Closing
from iawce.data.document import Document
from iawce.data.errors import PageError
from iawce.data.limits import Limits
from iawce.data.open_document import open_document
from iawce.extract.output.extraction import Extraction
from iawce.extract.run.distributed.unit import StagedPage, Unit
from iawce.extract.run.document_extractor import DocumentExtractor
from iawce.extract.run.failures import row_or_failure
from iawce.extract.run.items import Item
from iawce.extract.run.page_opener import Opening, PageOpener
from iawce.extract.run.processes.child import Child
from iawce.extract.run.processes.page_processes import ExtractionProcesses
from iawce.models.page_type.classification import Classification
from iawce.models.page_type.ensemble import PageTypeEnsemble


class Stage(Protocol):
    """A step of the pipeline: takes pages, and returns them processed, or in the last stage their rows.

    Raises:
        IawceError: bad usage, or something that is missing on this machine.
    """

    def __call__(self, unit: Unit) -> Unit | list[Extraction]:
        """Do the work of the stage."""


class OpenPages(Closing):
    """Renders or fetches pages, all pages of a unit at the same time if the opener allows it."""

    def __init__(self, opener: PageOpener) -> None:
        self._opener = opener

    def __call__(self, unit: Unit) -> Unit:
        """The opened pages."""
        started = [(page, self._opener.start(page.item)) for page in unit]
        return [self._finish(page, opening) for page, opening in started]

    def close(self) -> None:
        """End the browser."""
        self._opener.close()

    def _finish(self, page: StagedPage, opening: Opening) -> StagedPage:
        opened = row_or_failure(page.item, lambda: self._opener.finish(page.item, opening))
        if isinstance(opened, Extraction):
            return replace(page, row=opened)
        return replace(page, item=opened[0], snapshot=opened[1])


class ClassifyPages(Closing):
    """Classifies the pages of a unit in one batch, in a process that is ended when this takes too long.

    Pages without a result are left to ``ExtractPages``, which classifies them again and reports the error.

    Args:
        ensemble: the classifier.
        limits: of time, memory and size for each page.
        size: most pages of a unit.
    """

    def __init__(self, ensemble: PageTypeEnsemble, limits: Limits, size: int) -> None:
        memory = limits.memory if ensemble.device == "cpu" else 0  # CUDA reserves more address space than it uses
        self._child = Child(partial(_load, ensemble, limits), size * limits.seconds, memory)

    def __call__(self, unit: Unit) -> Unit:
        """The pages with their classification."""
        places = [place for place, page in enumerate(unit) if page.row is None]
        reply = self._child.ask([unit[place].item for place in places])
        answers = dict(zip(places, reply.value or (), strict=False))
        return [replace(page, answer=_answer(answers.get(place))) for place, page in enumerate(unit)]

    def close(self) -> None:
        """End the process."""
        self._child.close()


class ExtractPages(Closing):
    """Extracts pages, in a process that is ended when a page takes too long or too much memory."""

    def __init__(self, extract: DocumentExtractor) -> None:
        self._processes = ExtractionProcesses(extract, 1)

    def __call__(self, unit: Unit) -> list[Extraction]:
        """The rows of the pages."""
        return [page.row or self._row(page) for page in unit]

    def close(self) -> None:
        """End the process."""
        self._processes.close()

    def _row(self, page: StagedPage) -> Extraction:
        return replace(self._processes.extract(page.item, answer=page.answer), snapshot=page.snapshot)


def _load(ensemble: PageTypeEnsemble, limits: Limits) -> Callable[[list[Item]], list[Any]]:
    def classify(items: list[Item]) -> list[Any]:
        answers = ensemble.classify_many([_open(item, limits) for item in items])
        return [None if isinstance(answer, PageError) else msgspec.to_builtins(answer) for answer in answers]

    return classify


def _open(item: Item, limits: Limits) -> Document | PageError:
    try:
        return item if isinstance(item, Document) else open_document(item, limits)
    except PageError as error:
        return error


def _answer(given: Mapping[str, Any] | None) -> Classification | None:
    return None if given is None else msgspec.convert(given, Classification)
