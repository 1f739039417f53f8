"""Draws what the types of pages depend on; pages without a layout or a screenshot are rendered for that."""

from pathlib import Path
from typing import TYPE_CHECKING

from iawce.data.closing import Closing
from iawce.data.document import Document, open_document
from iawce.data.errors import PageError
from iawce.data.page import Page
from iawce.data.sinks.page_folder import file_name
from iawce.data.sources.reader import Item
from iawce.extract.output.extraction import Extraction
from iawce.models.page_type.classification import Classification
from iawce.models.page_type.ensemble import PageTypeEnsemble
from iawce.models.page_type.explain import draw_explanation, occlusion_map
from iawce.scripts.console import remark

if TYPE_CHECKING:
    from iawce.data.render.background import BackgroundRenderer

SCALE = 0.5
"""Of a screenshot that is taken for a picture."""


class TypePictures(Closing):
    """Writes a picture a page; the browser starts with the first page that needs it.

    Args:
        ensemble: what classifies.
        folder: of the pictures; none are wanted if it is None.
    """

    def __init__(self, ensemble: PageTypeEnsemble, folder: Path | None) -> None:
        self._ensemble, self._folder = ensemble, folder
        self._renderer: BackgroundRenderer | None = None

    def close(self) -> None:
        """End the browser."""
        if self._renderer:
            self._renderer.close()

    def draw(self, row: Extraction, page: Item, document: Document, answer: Classification) -> None:
        """Write the picture of a page, if pictures are wanted; of one that cannot be drawn, say why.

        Raises:
            EnvironmentMissing: it has to be rendered, and there is no browser.
        """
        if not self._folder:
            return
        try:
            if document.boxes is None and document.screenshot is None and isinstance(page, Page):
                document, answer = self._rendered(page)
            picture = draw_explanation(document, occlusion_map(self._ensemble, document, answer), answer)
        except PageError as error:
            remark(f"{document.ref}: {error.message}")
            return
        path = self._folder / f"{file_name(row.ref, row.id)}.png"
        self._folder.mkdir(parents=True, exist_ok=True)
        picture.save(path)
        remark(f"{document.ref}: {path}")

    def _rendered(self, page: Page) -> tuple[Document, Classification]:
        """A saved page as a browser draws it, and its type then, which may be another.

        Raises:
            PageError: it cannot be rendered.
        """
        from iawce.data.render.background import BackgroundRenderer
        from iawce.data.render.settings import RenderSettings

        if self._renderer is None:
            self._renderer = BackgroundRenderer(RenderSettings(screenshot_scale=SCALE), 1).start()
        document = open_document(self._renderer.submit(page).result())
        answer = self._ensemble.classify(document)
        remark(f"{page.ref}: rendered for the picture, {answer.type} {answer.confidence:.0%}")
        return document, answer
