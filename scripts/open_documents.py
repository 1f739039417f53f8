"""Opens all pages that a command is given, for commands that learn from pages instead of extracting them."""

from collections.abc import Iterator

from iawce.data.document import Document
from iawce.data.errors import Status
from iawce.extract.pipeline.extractor import Extractor
from iawce.scripts.console import complain
from iawce.scripts.fetch_options import opening
from iawce.scripts.open_output import Sources
from iawce.scripts.options import RenderChoice
from iawce.scripts.progress import Progress
from iawce.scripts.settings_tables import Settings
from iawce.scripts.summary import Tally


def open_documents(wanted: Sources, render: RenderChoice, settings: Settings, tally: Tally) -> Iterator[Document]:
    """All pages that can be read; the others are counted and named on stderr.

    Raises:
        UsageError: a setting of the network cannot be used.
    """
    with Extractor(**opening(settings, render)) as extractor, Progress("page", total=wanted.count()) as progress:
        for found in extractor.open_many(wanted.read()):
            if isinstance(found, Document):
                tally.add(Status.SUCCESS, "")
                yield found
            else:
                tally.add_row(found)
                complain(f"{found.ref}: {found.why}")
            progress.advance(tally.summary())
