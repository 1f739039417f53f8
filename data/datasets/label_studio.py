"""Labels as tasks of Label Studio: the page as hypertext or as a picture, its type as a choice, its parts as regions.

Format: Label Studio's JSON (labelstud.io/guide/export, "Raw JSON format of completed tasks"); ``hypertextlabels`` name
text nodes by XPaths below the body and count characters in them, ``rectanglelabels`` are in per cent of the picture.
The ``meta`` of each region has our own XPath, so that an export is read back without change.
"""

import base64
from collections.abc import Iterable
from typing import Any, Literal

from iawce.data.datasets.page_labels import TYPES, PageLabel
from iawce.data.document import Document
from iawce.data.html.block_paths import ElementPaths, pieces_at, text_path
from iawce.data.html.write_markup import inert_markup
from iawce.data.snapshot import Snapshot

Regions = Literal["text", "boxes"]
Json = dict[str, Any]
BODY = "/html/body"
CONTENT, RECORD, TYPE = "content", "record", "type"
PAGE, PICTURE = "page", "picture"
"""Names of the objects on which regions are drawn."""


def label_config(fields: Iterable[str], regions: Regions) -> str:
    """The labelling interface that the tasks fit, to be pasted into the settings of a project.

    Args:
        fields: names of fields of records.
        regions: the object on which regions are drawn.
    """
    choices = "".join(f'<Choice value="{name}"/>' for name in TYPES)
    labels = "".join(f'<Label value="{name}"/>' for name in (CONTENT, RECORD, *sorted(set(fields))))
    kind, target, shown = (
        ("HyperTextLabels", PAGE, f'<HyperText name="{PAGE}" value="$html" inline="true"/>')
        if regions == "text"
        else ("RectangleLabels", PICTURE, f'<Image name="{PICTURE}" value="$image"/>')
    )
    return (
        f'<View><Choices name="{TYPE}" toName="{target}" choice="single">{choices}</Choices>'
        f'<{kind} name="{CONTENT}" toName="{target}">{labels}</{kind}>{shown}</View>\n'
    )


def label_task(snapshot: Snapshot, document: Document, regions: Regions) -> Json:
    """A task without answers: the data of the page and its view.

    Raises:
        PageError: the page cannot be read.
    """
    boxes = regions == "boxes"
    shown = {"image": _picture(snapshot)} if boxes else {"html": inert_markup(document.index)}
    return {"data": {"snapshot": snapshot.id, "ref": snapshot.ref, "url": snapshot.final_url, **shown}}


def label_result(label: PageLabel, page: "TaskPage") -> list[Json]:
    """The results of an annotation or of a prediction for a label.

    Raises:
        UsageError: the label does not fit the page.
    """
    found = list[Json]()
    if label.type:
        value = {"choices": [label.type]}
        found.append({"from_name": TYPE, "to_name": page.target, "type": "choices", "value": value})
    found += [page.region(path, CONTENT) for path in label.content or ()]
    for number, record in enumerate(label.records or ()):
        found.append(page.region(record.element, RECORD) | {"id": f"record-{number}"})
        for name, path in record.fields.items():
            found.append(page.region(path, name) | {"parentID": f"record-{number}"})
    return found


class TaskPage:
    """A page on which regions are drawn.

    Args:
        snapshot: of the page.
        document: the same.
        regions: the object on which they are drawn.
    """

    def __init__(self, snapshot: Snapshot, document: Document, regions: Regions) -> None:
        self._document, self._regions = document, regions
        self._elements = ElementPaths(document.index)
        self._size = max(snapshot.width, 1), max(min(snapshot.height, snapshot.clip_height), 1)
        self.target = PICTURE if regions == "boxes" else PAGE

    def region(self, place: str, label: str) -> Json:
        """The region of a place, which is in its ``meta``."""
        pieces = pieces_at(self._elements, place.partition("/@")[0]).tolist()
        value = self._rectangle(pieces) if self._regions == "boxes" else self._range(pieces)
        kind = "rectanglelabels" if self._regions == "boxes" else "hypertextlabels"
        value[kind] = [label]
        return {"from_name": CONTENT, "to_name": self.target, "type": kind, "value": value, "meta": {"text": [place]}}

    def _range(self, pieces: list[int]) -> Json:
        index = self._document.index
        if not pieces:  # a picture
            return {"start": "", "end": "", "startOffset": 0, "endOffset": 0}
        first, last = (text_path(index, piece).removeprefix(BODY) for piece in (pieces[0], pieces[-1]))
        texts = [index.pieces.texts[piece] for piece in pieces]
        said = " ".join("".join(texts).split())
        return {"start": first, "startOffset": 0, "end": last, "endOffset": len(texts[-1]), "text": said}

    def _rectangle(self, pieces: list[int]) -> Json:
        owners = sorted({int(self._document.index.pieces.owners[piece]) for piece in pieces})
        area = (self._document.own_area(owners) if owners else None) or (0, 0, 0, 0)
        names = ("x", "y", "width", "height")
        shares = [100 * length / self._size[place % 2] for place, length in enumerate(area)]
        return dict(zip(names, shares, strict=True)) | {"rotation": 0}


def _picture(snapshot: Snapshot) -> str:
    return f"data:image/webp;base64,{base64.b64encode(snapshot.screenshot).decode()}"
