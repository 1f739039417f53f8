"""Inputs of models: how a page becomes an input, the same in training and in inference.

A long page squeezed into a square shows its arrangement but no legible type, as the paper does; the squares show it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from threading import local
from typing import Any, Literal, Self
from weakref import ReferenceType, WeakKeyDictionary, ref

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from iawce.data.document import Document
from iawce.data.errors import PageError
from iawce.data.picture import open_picture
from iawce.models.blocks.block_features import block_feature_names, block_tokens
from iawce.models.features.geometry import describe_boxes
from iawce.models.features.html_features import html_feature_names, html_features
from iawce.models.features.kinds import Kind
from iawce.models.features.layout_tokens import BOX_NAMES, MAX_COUNT, box_table, layout_tokens, tokens_with_pixels
from iawce.models.features.layout_tokens import NAMES as TOKEN_NAMES
from iawce.models.features.line_kinds import PIXELS, Lines, find_lines
from iawce.models.features.screenshot import screenshot_feature_names
from iawce.models.features.text_lines import USUAL_WIDTHS, VIEW, WORKING_WIDTH, type_height

VIEWS = ("whole", "first square", "second square")
USUAL_TYPE = 7.0  # Height of lines in px, at the working width, in a usual window
HUGE, STRETCHES = 2.0, (0.5, 6.0)  # Multiples of it: beyond that on any desktop, and the range that is scaled to 1
WIDEST = 4096  # Width in px to which a picture is scaled before squares of it are made
PAPER_WHITE = (255, 255, 255)  # Value of the pixels below the end of a page
_FOUND: WeakKeyDictionary[Document, Lines] = WeakKeyDictionary()  # a document is independent of models
Source = Literal["screenshot", "boxes", "html"]
Input = NDArray[np.float32]


def padded(tokens: NDArray[np.float32]) -> NDArray[np.float32]:
    """At most ``MAX_COUNT`` tokens with rows of zeros below, float32 (MAX_COUNT, features)."""
    found = np.zeros((MAX_COUNT, tokens.shape[1]), np.float32)
    found[: len(tokens)] = tokens
    return found


def crop_views(screenshot: Image.Image, size: tuple[int, int]) -> NDArray[np.uint8]:
    """The views of a screenshot of any mode and size, uint8 (9, height, width): RGB of each of ``VIEWS`` in turn.

    The second square begins where the first ends; on a page shorter than two squares, it is the last square.
    """
    page = screenshot.convert("RGB")
    page.thumbnail((WIDEST, page.height), Image.Resampling.BOX)
    side = page.width
    below = max(0, min(side, page.height - side))
    shown = (page, _square(page, 0), _square(page, below))
    height, width = size
    scaled = [view.resize((width, height), Image.Resampling.BOX, reducing_gap=2.0) for view in shown]
    return np.concatenate([np.asarray(view).transpose(2, 0, 1) for view in scaled])


def _square(page: Image.Image, top: int) -> Image.Image:
    side = page.width
    square = Image.new("RGB", (side, side), PAPER_WHITE)
    square.paste(page.crop((0, top, side, min(top + side, page.height))))
    return square


def document_lines(document: Document) -> Lines:
    """Lines and pictures of its screenshot in ``usual_view``. Raises PageError: there is none, or it cannot be read."""
    found = _FOUND.get(document)
    if found is None:
        found = find_lines(picture := decoded(document))
        stretch = type_height(found.found.lines) / USUAL_TYPE if len(found.features) else 1.0
        if stretch >= HUGE or picture.width not in (WORKING_WIDTH, *USUAL_WIDTHS):
            stretch = min(max(stretch, STRETCHES[0]), STRETCHES[1])
            found = replace(find_lines(usual_view(picture, stretch)), size=picture.size, stretch=stretch)
        _FOUND[document] = found
    return found


def usual_view(screenshot: Image.Image, stretch: float) -> Image.Image:
    """A screenshot with type ``stretch`` times as large as usual, as a usual window shows it, ``WORKING_WIDTH`` wide.

    What is narrower is in the middle, between sides like its own edges; what is wider loses its sides.
    """
    width = round(WORKING_WIDTH / stretch)
    seen = screenshot.crop((0, 0, screenshot.width, min(screenshot.height, round(VIEW * screenshot.width * stretch))))
    size = (width, max(1, round(seen.height * width / seen.width)))
    shown = seen.resize(size, Image.Resampling.BOX, reducing_gap=2.0)
    edges = np.median(np.asarray(shown)[:, [0, -1]], axis=(0, 1)).astype(int)
    view = Image.new("RGB", (WORKING_WIDTH, shown.height), tuple(edges.tolist()))
    view.paste(shown, ((WORKING_WIDTH - width) // 2, 0))
    return view


def _crops(spec: "InputSpec", document: Document) -> Input:
    picture, stretch = decoded(document), document_lines(document).stretch
    views = crop_views(picture if stretch == 1 else usual_view(picture, stretch), spec.size)
    return spec.normalise(views.astype(np.float32) / 255.0)


class _Latest(local):
    """The screenshot that this thread decoded last: the models of a page follow each other, and more fill memory."""

    found: tuple[ReferenceType[Document], Image.Image] | None = None


_LATEST = _Latest()


def decoded(document: Document) -> Image.Image:
    """Its screenshot, decoded once for all models. Raises PageError: there is none, or it cannot be read."""
    if document.screenshot is None:
        raise PageError("bad_picture/missing", "the page has no screenshot")
    if _LATEST.found is None or _LATEST.found[0]() is not document:
        _LATEST.found = None  # before the next one takes its memory
        _LATEST.found = ref(document), open_picture(document.screenshot)
    return _LATEST.found[1]


@dataclass(frozen=True, slots=True)
class InputSpec:
    """Everything needed to turn a page into an input of a model."""

    kind: Kind  # Names an entry of ``INPUTS``
    size: tuple[int, int] = (224, 224)  # To which a whole screenshot is scaled, as in the paper, whatever its height
    view_height: int = 5464  # At how many CSS px the renderer cut it
    mean: float = 0.0  # Of the training pages, as ``std``, values 0 to 1
    std: float = 1.0
    features: tuple[str, ...] = ()  # Names of its features, empty for pictures

    @classmethod
    def of(cls, kind: Kind) -> Self:
        """The input of a kind that is made of named features."""
        return cls(kind, features=tuple(INPUTS[kind].names()))

    @property
    def channels(self) -> int:
        """Planes of a picture, values of a token, 0 for features of the page."""
        kind = INPUTS[self.kind]
        return len(kind.names()) + kind.pixels if kind.tokens else kind.channels

    @property
    def shape(self) -> tuple[int, ...]:
        """Of the input of a network: (channels, height, width) of a picture, (tokens, values) of tokens."""
        tokens = INPUTS[self.kind].tokens
        return (tokens, self.channels) if tokens else (self.channels, *self.size)

    def picture(self, screenshot: Image.Image) -> Input:
        """float32 (1, height, width), normalised, of a screenshot in any mode and size."""
        height, width = self.size
        grey = screenshot.convert("L").resize((width, height), Image.Resampling.BOX, reducing_gap=2.0)
        return self.normalise(np.asarray(grey, np.float32)[None] / 255.0)

    def normalise(self, values: Input) -> Input:
        """Subtract the mean and divide by the standard deviation."""
        return (values - np.float32(self.mean)) / np.float32(self.std)


@dataclass(frozen=True, slots=True)
class InputKind:
    """One kind of input."""

    needs: Source  # The parts of a page from which it is made
    describe: str  # A sentence for users
    prepare: Callable[[InputSpec, Document, Any], Input]  # Input of a page for a model and its specification, float32
    channels: int = 0  # Of a picture, 0 for features
    tokens: int = 0  # Number of tokens, 0 for other inputs
    pixels: int = 0  # That each token has beside its features
    names: Callable[[], Sequence[str]] = tuple  # Of the features, of tokens those of one

    @property
    def form(self) -> Literal["picture", "tokens", "features"]:
        """The form of the input: a picture, tokens, or the features of a page."""
        return "tokens" if self.tokens else "picture" if self.channels else "features"


INPUTS: dict[Kind, InputKind] = {
    "screenshot": InputKind(
        "screenshot",
        "the screenshot, grey, squeezed to the input size",
        lambda spec, page, _: spec.picture(decoded(page)),
        channels=1,
    ),
    "crops": InputKind(
        "screenshot",
        "the screenshot in colour: whole, first and second square",
        lambda spec, page, _: _crops(spec, page),
        channels=3 * len(VIEWS),
    ),
    "lines": InputKind(
        "screenshot",
        "features of its lines of text",
        lambda _, page, model: model.features(document_lines(page)),
        names=screenshot_feature_names,
    ),
    "geometry": InputKind(
        "boxes",
        "numbers of the layout boxes",
        lambda _, page, __: np.array(list(describe_boxes(page.boxes or ()).values()), np.float32),
        names=lambda: list(describe_boxes(())),
    ),
    "box_tokens": InputKind(
        "boxes",
        "features of each layout box",
        lambda _, page, __: padded(layout_tokens(box_table(page.boxes or ()))),
        tokens=MAX_COUNT,
        names=lambda: BOX_NAMES,
    ),
    "line_tokens": InputKind(
        "screenshot",
        "features of each of its lines of text and pictures, and the pixels of the lines",
        lambda _, page, __: padded(tokens_with_pixels(document_lines(page))),
        tokens=MAX_COUNT,
        pixels=PIXELS,
        names=lambda: TOKEN_NAMES,
    ),
    "block_tokens": InputKind(
        "html",
        "features of each text block of the HTML",
        lambda _, page, __: padded(block_tokens(page)),
        tokens=MAX_COUNT,
        names=block_feature_names,
    ),
    "markup": InputKind(
        "html", "features of the HTML", lambda _, page, __: html_features(page), names=html_feature_names
    ),
}
"""All kinds by name."""


def has_source(document: Document, source: Source) -> bool:
    """Whether the page has the parts from which an input is made."""
    return {"screenshot": document.screenshot, "boxes": document.given_boxes, "html": document.html}[source] is not None
