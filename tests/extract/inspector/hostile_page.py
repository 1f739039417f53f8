"""A page that was drawn and fights whoever shows it: markup in every text, attribute and address that is shown."""

import io
from dataclasses import replace

from PIL import Image

from iawce.data.boxes import Box
from iawce.data.document import Document
from iawce.data.errors import PageWarning, Status, WarningKind
from iawce.extract.content.content import Field, Record
from iawce.extract.inspector.view_page import EvidencePart, Inspection, PageView, view_page
from iawce.extract.output.extraction import Extraction
from iawce.extract.pipeline.document_extractor import DocumentExtractor
from iawce.extract.pipeline.settings import ExtractSettings
from iawce.models.page_type.ensemble import PageTypeEnsemble

ATTACK = (
    "\"'></pre></style></script><script>document.title='owned'</script><img src=x onerror=\"document.title='owned'\">"
)
ESCAPED = ATTACK.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
STORY = (
    "The harbour was closed for three days while the storm went by, and the boats that had been out came home late.",
    "Nobody was hurt, the harbour master said, but two of the older boats will have to be repaired before the winter.",
    "The council will talk about a second wall next week, and about who is to pay for it if the county does not.",
)
LINES = ("Home News Sport", *STORY, f"Seen: {ATTACK}", "Imprint and contact")


def fighting_document() -> Document:
    """The page with boxes and a screenshot."""
    nav, *story, attack, foot = (line.replace("<", "&lt;") for line in LINES)
    tags = [f'<nav><a data-iawce-element="2" href="javascript:document.title=1">{nav}</a></nav>']
    tags += [f'<p data-iawce-element="{number}">{text}</p>' for number, text in enumerate((*story, attack), 3)]
    tags.append(f'<footer data-iawce-element="7">{foot}</footer>')
    hidden = '<div hidden data-iawce-element="8">kept from readers</div>'
    html = (
        f'<html lang="en" data-iawce-element="0"><head><title>Storm {ESCAPED}</title>'
        '<meta name="author" content="Mara Holt"></head>'
        f'<body data-iawce-element="1" onload="document.title=1">{"".join(tags)}{hidden}</body></html>'
    )
    boxes = [
        Box("t", number, 20, 20 + 60 * row, 600, 40, 2, 100, 16, 400, int(number == 2), 0)
        for row, number in enumerate(range(2, 8))
    ]
    stream = io.BytesIO()
    Image.new("RGB", (683, 384), "white").save(stream, "PNG")
    return Document("storm.html", url="http://harbour.test/storm", html=html, boxes=boxes, screenshot=stream.getvalue())


def fighting_view() -> PageView:
    """What there is to see of it; its records, warnings and evidence are made up."""
    document, settings = fighting_document(), ExtractSettings()
    row = DocumentExtractor(settings, PageTypeEnsemble(), "article")(document)
    first = Record({ATTACK: Field(ATTACK), "date": None}, box=(20, 80, 600, 100))
    records = (first, Record({ATTACK: Field("two"), "date": Field("2026")}))
    warnings = (PageWarning(WarningKind.SUSPECT, ATTACK),)
    shares = {"article": 0.9, "list": 0.1}
    row = replace(row, title=f"Storm {ATTACK}", records=records, warnings=warnings, probabilities=shares)
    view = view_page(document, row, Inspection(settings), scale=0.5)
    evidence = (EvidencePart((0, 0, 300, 200), 1.0), EvidencePart((300, 0, 300, 200), -0.5))
    return replace(view, evidence=evidence)


def fighting_row(number: int, *, confidence: float, status: Status = Status.SUCCESS) -> Extraction:
    """A row of a run, with an attack in its title."""
    name = "article" if number % 2 else "list"
    types = {name: confidence, ("list" if number % 2 else "article"): 1 - confidence}
    reason = "empty/no_text" if status == Status.FAILURE else ""
    return Extraction(
        f"{number}.html", status, reason, reason, title=f"Page {number} {ATTACK}", type=name, probabilities=types
    )
