"""Chooses how to look at a page: by the drawing of its layout where boxes are at hand, else by its picture."""

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Literal

from iawce.data.errors import PageError
from iawce.data.looks import Look
from iawce.data.picture import open_picture
from iawce.models.classification import Classification

if TYPE_CHECKING:  # torch takes seconds to import; who never looks at a page should not wait for it
    from torch import Tensor

    from iawce.models.classifier import Classifier

EyeName = Literal["auto", "boxes", "pixels"]
Kind = Literal["boxes", "pixels"]


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

    def look(self, look: Look) -> Classification:
        """Page type of one page.

        Raises:
            PageError: the picture cannot be read, or there is nothing to look at.
        """
        answer = self.look_many([look])[0]
        if isinstance(answer, PageError):
            raise answer
        return answer

    def look_many(self, looks: Sequence[Look]) -> list[Classification | PageError]:
        """Page types of many pages in one batch, in order; a page that cannot be looked at gives its error.

        Pictures are decoded in threads.
        """
        kinds = [self._kind_of(look) for look in looks]
        for needed in {kind for kind in kinds if not isinstance(kind, PageError)}:
            self._classifier(needed)  # loaded here, so that no two threads do
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            prepared = list(pool.map(self._prepare, looks, kinds))
        answers: dict[int, Classification | PageError] = {}
        batches: dict[Kind, dict[int, Tensor]] = {}
        for index, (kind, item) in enumerate(zip(kinds, prepared, strict=True)):
            if isinstance(kind, PageError):
                answers[index] = kind
            elif isinstance(item, PageError):
                answers[index] = item
            else:
                batches.setdefault(kind, {})[index] = item
        for which, batch in batches.items():
            answers.update(zip(batch, self._classifier(which).classify(list(batch.values())), strict=True))
        return [answers[index] for index in range(len(looks))]

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
