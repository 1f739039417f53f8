"""Chooses how to look at a page: by the drawing of its layout where boxes are at hand, else by its picture."""

import io
import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from PIL import Image, UnidentifiedImageError

from iawce.data.boxes import Box
from iawce.data.errors import PageError
from iawce.data.looks import Look
from iawce.models.classification import Classification

if TYPE_CHECKING:  # torch takes seconds to import; who never looks at a page should not wait for it
    from torch import Tensor

    from iawce.models.classifier import Classifier

MAX_PIXELS = 64_000_000
"""Largest picture that is decoded: a full page of 1366 x 40,000 px passes, a decompression bomb does not."""

EyeName = Literal["auto", "boxes", "pixels"]
Kind = Literal["boxes", "pixels"]
_KINDS: tuple[Kind, ...] = ("boxes", "pixels")


class Eyes:
    """Looks at pages. Models are loaded when first needed.

    Args:
        eye: ``boxes`` or ``pixels`` to insist on one way of looking, ``auto`` for the better one at hand.
        boxes_model: name of shipped weights that look at layout boxes, or path of a record.
        pixels_model: the same for screenshots.
        device: where the networks run: ``cpu``, ``cuda`` or ``mps``.
    """

    def __init__(
        self,
        eye: EyeName = "auto",
        boxes_model: str = "lenet5-layout",
        pixels_model: str = "lenet5-screenshot",
        device: str = "cpu",
    ) -> None:
        self.eye, self.device = eye, device
        self._names: dict[Kind, str] = {"boxes": boxes_model, "pixels": pixels_model}
        self._loaded: dict[Kind, Classifier] = {}

    def look(self, boxes: Sequence[Box], picture: bytes | None = None) -> Classification:
        """Page type of one rendered page.

        Raises:
            PageError: the picture cannot be read, or there is nothing to look at.
        """
        kind = self._kind(bool(boxes), picture is not None)
        classifier = self._classifier(kind)
        seen = boxes if kind == "boxes" or picture is None else open_picture(picture)
        return classifier.classify([classifier.prepare(seen)])[0]

    def look_many(self, looks: Sequence[Look]) -> list[Classification | PageError]:
        """Page types of many pages in one batch, in order; a page that cannot be looked at gives its error.

        Pictures are decoded in threads.
        """
        kinds = [self._kind_of(look) for look in looks]
        for kind in {kind for kind in kinds if not isinstance(kind, PageError)}:
            self._classifier(kind)
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            prepared = list(pool.map(self._prepare, looks, kinds))
        answers: list[Classification | PageError] = [
            item if isinstance(item, PageError) else PageError("not_seen") for item in prepared
        ]
        for kind in _KINDS:
            batch = {
                index: item
                for index, item in enumerate(prepared)
                if kinds[index] == kind and not isinstance(item, PageError)
            }
            if batch:
                for index, answer in zip(batch, self._classifier(kind).classify(list(batch.values())), strict=True):
                    answers[index] = answer
        return answers

    def _kind_of(self, look: Look) -> Kind | PageError:
        try:
            return self._kind(bool(look.boxes), look.picture is not None)
        except PageError as error:
            return PageError(look.error) if look.error else error

    def _prepare(self, look: Look, kind: Kind | PageError) -> "Tensor | PageError":
        if isinstance(kind, PageError):
            return kind
        try:
            seen = look.boxes if kind == "boxes" or look.picture is None else open_picture(look.picture)
        except PageError as error:
            return error
        return self._classifier(kind).prepare(seen or ())

    def _kind(self, has_boxes: bool, has_picture: bool) -> Kind:
        if has_boxes and self.eye != "pixels":
            return "boxes"
        if has_picture and self.eye != "boxes":
            return "pixels"
        raise PageError("not_seen/nothing_to_look_at", f"the page has nothing for the eye {self.eye!r}")

    def _classifier(self, kind: Kind) -> "Classifier":
        if kind not in self._loaded:
            from iawce.models.shipped import load_classifier  # noqa: PLC0415

            self._loaded[kind] = load_classifier(self._names[kind], self.device)
        return self._loaded[kind]


def open_picture(picture: bytes | Path) -> Image.Image:
    """Decode a screenshot.

    Raises:
        PageError: ``bad_picture/unreadable`` or ``bad_picture/too_large``.
    """
    try:
        opened = Image.open(io.BytesIO(picture) if isinstance(picture, bytes) else picture)
        if opened.width * opened.height > MAX_PIXELS:
            raise PageError("bad_picture/too_large", f"{opened.width} x {opened.height} pixels")
        opened.load()
    except (OSError, ValueError, SyntaxError, UnidentifiedImageError, Image.DecompressionBombError) as error:
        raise PageError("bad_picture/unreadable", str(error)) from error
    return opened
