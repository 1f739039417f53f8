"""Systems by name, behind one interface: ours, other people's extractors, and simple baselines.

A new system is a function here and a line in ``PEERS``; each extraction method is also a system, ``iawce-NAME``. Others
run in their best-known mode; those that answer in HTML go through html-text, as in the article-extraction-benchmark.
Imports are inside, so that a process loads only the system it runs.
"""

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from iawce.data.errors import not_known
from iawce.extract.content.method import METHODS

if TYPE_CHECKING:
    from iawce.models.page_type.ensemble import PageTypeEnsemble

OURS = "iawce"


@dataclass(frozen=True, slots=True)
class Answer:
    """The output of a system for one page; most give only text. ``type`` with its ``confidence`` if it gives one."""

    text: str = ""
    records: list[dict[str, str]] = field(default_factory=list)
    fields: dict[str, str] = field(default_factory=dict)
    type: str = ""
    confidence: float = 0.0


Adapter = Callable[[str, str], Answer]  # From the HTML and the address of a page


def _ours(method: str, ensemble: "PageTypeEnsemble | None") -> Adapter:
    """This project without a browser, by a method, the default one if empty."""
    from iawce.data.document import Document
    from iawce.data.page import SAVED_ORIGIN
    from iawce.extract.pipeline.extractor import Extractor
    from iawce.extract.pipeline.settings import AUTO, ExtractSettings

    settings = ExtractSettings(method=method or AUTO, html=False)
    extractor = Extractor(render="never", settings=settings, ensemble=ensemble)

    def run(html: str, url: str) -> Answer:
        page = extractor.extract(Document(url, url=url or SAVED_ORIGIN, html=html))
        records = [
            found.texts | {f"{name}_link": one.link for name, one in found.fields.items() if one and one.link}
            for found in page.records
        ]
        about = page.metadata  # what is not found is empty, so that it counts
        date = about.date_published or about.date_modified
        fields = {"title": page.title, "author": ", ".join(about.authors), "date": date}
        records = records or [{"text": block.text} for block in page.blocks]
        return Answer(page.text, records, fields, page.fine_type or page.type, page.confidence)

    return run


def _trafilatura() -> Adapter:
    """Trafilatura (Barbaresi 2021), defaults: comments and tables in."""
    from trafilatura import extract

    return lambda html, url: Answer(extract(html, url=url or None) or "")


def _resiliparse() -> Adapter:
    """Resiliparse (ChatNoir), main content only."""
    from resiliparse.extract.html2text import extract_plain_text

    return lambda html, _: Answer(extract_plain_text(html, main_content=True, alt_texts=False, list_bullets=False))


def _readability() -> Adapter:
    """The port of Mozilla's and Arc90's Readability by Y. Baburov."""
    from html_text import extract_text
    from readability import Document

    return lambda html, url: Answer(extract_text(Document(html, url=url or None).summary(html_partial=True)))


def _newspaper() -> Adapter:
    from newspaper import article

    return lambda html, url: Answer(article(url or "http://page.invalid/", input_html=html, fetch_images=False).text)


def _goose() -> Adapter:
    from goose3 import Goose

    extractor = Goose({"enable_image_fetching": False})
    return lambda html, _: Answer(extractor.extract(raw_html=html).cleaned_text)


def _justext() -> Adapter:
    """JusText (Pomikálek 2011), English stop words."""
    from justext import get_stoplist, justext

    words = get_stoplist("English")
    return lambda html, _: Answer("\n".join(one.text for one in justext(html, words) if not one.is_boilerplate))


def _boilerpipe() -> Adapter:
    """BoilerPy3, the port of Boilerpipe (Kohlschütter 2010) with which I-AWCE compares: its article extractor."""
    from boilerpy3.extractors import ArticleExtractor

    extractor = ArticleExtractor()
    return lambda html, _: Answer(extractor.get_content(html))


def _mdr() -> Adapter:
    """Mining data records (Liu, Grossman and Zhai 2003), ours."""
    from iawce.data.document import Document
    from iawce.evaluate.systems.mdr import record_texts

    def run(html: str, url: str) -> Answer:
        texts = record_texts(Document(url, html=html))
        return Answer("\n".join(texts), [{"text": text} for text in texts])

    return run


def _all_text() -> Adapter:
    """All visible text, by html-text: the floor."""
    from html_text import extract_text

    return lambda html, _: Answer(extract_text(html))


PEERS: dict[str, Callable[[], Adapter]] = {
    "trafilatura": _trafilatura,
    "resiliparse": _resiliparse,
    "readability-lxml": _readability,
    "newspaper4k": _newspaper,
    "goose3": _goose,
    "justext": _justext,
    "boilerpy3": _boilerpipe,
    "mdr": _mdr,
    "all-text": _all_text,
}
DISTRIBUTIONS = {"mdr": "", "all-text": "html-text"}
"""The distribution of a system, where it is not called like it; none where the code is here."""


class _Systems:
    """The names of all systems: ours, one for each registered extraction method, then the others."""

    def __iter__(self) -> Iterator[str]:
        return iter([OURS, *(f"{OURS}-{method}" for method in (*METHODS, "rules", "paper")), *PEERS])


SYSTEMS = _Systems()


def peer_of(name: str) -> Callable[[], Adapter] | None:
    """What loads the system of this name; None if it is one of ours. ``UsageError`` if there is none."""
    if name not in SYSTEMS:
        raise not_known("no system is called", name, SYSTEMS)
    return PEERS.get(name)


def load_system(name: str, ensemble: "PageTypeEnsemble | None" = None) -> Adapter:
    """The system, ready to be called; ``ensemble`` decides the page type in ours, if it is not what is shipped.

    Raises UsageError: no such system; ModuleNotFoundError: it is not installed.
    """
    load = peer_of(name)
    return load() if load else _ours(name.removeprefix(OURS).removeprefix("-"), ensemble)


def load_answers(name: str, ensemble: "PageTypeEnsemble | None" = None) -> Callable[[tuple[str, str]], dict[str, Any]]:
    """The same from pairs of HTML and address to JSON values, for a process, in which nothing else is to be loaded."""
    system = load_system(name, ensemble)
    return lambda page: asdict(system(*page))
