"""Writes the labelling page."""

import base64
from collections.abc import Sequence
from dataclasses import dataclass

from iawce.data.labels import FineType, PageType
from iawce.extract.inspector.page_view import shown_address
from iawce.extract.inspector.write_html import write_template
from iawce.extract.templates.labelling.label_window import FIELDS
from iawce.models.page_type.classification import NEARLY_CERTAIN
from iawce.serve.labelling.label_session import Progress
from iawce.serve.labelling.task_view import DOUBTFUL, TaskView


@dataclass(frozen=True, slots=True)
class PageSettings:
    """Settings of the labelling page: ``types`` with a key each; ``folder`` of the labels, as shown on it."""

    types: Sequence[str] = tuple(PageType)
    folder: str = ""

    @classmethod
    def of(cls, folder: str, *, fine: bool) -> "PageSettings":
        """The four page types, or the seven finer ones."""
        return cls(tuple(FineType if fine else PageType), folder)


def task_html(view: TaskView, progress: Progress, answer: str, page: PageSettings) -> str:
    """The page on which a page is labelled.

    Args:
        view: of the page.
        progress: of the work.
        answer: the earlier answer of this session, as it was sent; empty if there is none.
        page: settings of the page.
    """
    row = view.task.row
    found = [name for fields in view.choices.found.values() for name in fields]
    return write_template(
        "label",
        package=__package__ or "",
        connects=True,
        view=view,
        row=row,
        address=shown_address(row),
        progress=progress,
        answer=answer,
        page=page,
        wide_types=list(PageType),
        guessed=row.fine_type if row.fine_type in page.types else row.type,
        fields=list(dict.fromkeys([*found, *FIELDS])),
        doubtful=DOUBTFUL,
        nearly_certain=NEARLY_CERTAIN,
        screenshot=base64.b64encode(view.picture.screenshot).decode() if view.picture else "",
    )


def waiting_html(progress: Progress, folder: str = "") -> str:
    """The page shown if no page is ready, or all are labelled."""
    return write_template("waiting", package=__package__ or "", connects=True, progress=progress, folder=folder)
