"""One function for each system: HTML and address in, text out, in the system's best-known mode.

Systems that answer in HTML go through html-text, as in the article-extraction-benchmark. Imports are inside, so that a
process loads only the system it runs.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from iawce.data.errors import UsageError
from iawce.extract.methods.method import Mode


@dataclass(frozen=True, slots=True)
class Answer:
    """What a system takes out of a page; most give only text. ``type`` with its ``confidence`` if it tells one."""

    text: str = ""
    records: tuple[dict[str, str], ...] = ()
    fields: dict[str, str] = field(default_factory=dict)
    type: str = ""
    confidence: float = 0.0


Adapter = Callable[[str, str], str | Answer]
System = Callable[[str, str], Answer]


def trafilatura() -> Adapter:
    """Trafilatura (Barbaresi 2021), defaults: comments and tables in."""
    from trafilatura import extract

    return lambda html, url: extract(html, url=url or None) or ""


def readability() -> Adapter:
    """The port of Mozilla's and Arc90's Readability by Y. Baburov."""
    from html_text import extract_text
    from readability import Document

    return lambda html, url: str(extract_text(Document(html, url=url or None).summary(html_partial=True)))


def resiliparse() -> Adapter:
    """Resiliparse (ChatNoir), main content only."""
    from resiliparse.extract.html2text import extract_plain_text

    return lambda html, _: str(extract_plain_text(html, main_content=True, alt_texts=False, list_bullets=False))


def newspaper() -> Adapter:
    """Newspaper4k."""
    import newspaper as newspaper4k

    def run(html: str, url: str) -> str:
        article = newspaper4k.article(url or "http://page.invalid/", input_html=html, fetch_images=False)
        return str(article.text)

    return run


def goose() -> Adapter:
    """Goose3."""
    from goose3 import Goose

    extractor = Goose({"enable_image_fetching": False})
    return lambda html, _: str(extractor.extract(raw_html=html).cleaned_text)


def justext() -> Adapter:
    """JusText (Pomikálek 2011), English stop words."""
    import justext as library

    words = library.get_stoplist("English")

    def run(html: str, _: str) -> str:
        paragraphs = library.justext(html, words)
        return "\n".join(paragraph.text for paragraph in paragraphs if not paragraph.is_boilerplate)

    return run


def boilerpipe() -> Adapter:
    """BoilerPy3, the port of Boilerpipe (Kohlschütter 2010) with which I-AWCE compares: its article extractor."""
    from boilerpy3.extractors import ArticleExtractor

    extractor = ArticleExtractor()
    return lambda html, _: str(extractor.get_content(html))


def all_text() -> Adapter:
    """All visible text, by html-text: the floor."""
    from html_text import extract_text

    return lambda html, _: str(extract_text(html))


def mdr() -> Adapter:
    """Mining data records (Liu, Grossman and Zhai 2003), ours."""
    from iawce.data.document import Document
    from iawce.evaluate.systems.mdr import record_texts

    def run(html: str, url: str) -> Answer:
        texts = record_texts(Document(url, html=html))
        return Answer("\n".join(texts), tuple({"text": text} for text in texts))

    return run


def iawce(page_type: str = "", mode: Mode = "default") -> Callable[[], Adapter]:
    """This project without a browser: the type told by the markup, or one type for all."""

    def load() -> Adapter:
        from iawce.data.document import Document
        from iawce.extract import Extractor
        from iawce.extract.settings import ExtractSettings

        settings = ExtractSettings(mode=mode)
        extractor = Extractor(browser=False, page_type=page_type, settings=settings)

        def run(html: str, url: str) -> Answer:
            page = extractor.extract(Document(url, url=url, html=html))
            records = tuple(record.fields for record in page.records)
            records = records or tuple({"text": block.text} for block in page.blocks)
            fields = {"title": page.title} if page.title else {}
            return Answer(page.text, records, fields, page.fine_type or page.type, page.confidence)

        return run

    return load


OURS = ("data", "models", "extract")
"""Parts of this project that decide what is taken out."""
SYSTEMS: dict[str, Callable[[], Adapter]] = {
    "iawce": iawce(),
    "iawce-article": iawce("article"),
    "iawce-list": iawce("list"),
    "iawce-paper": iawce(mode="paper"),
    "trafilatura": trafilatura,
    "resiliparse": resiliparse,
    "readability-lxml": readability,
    "newspaper4k": newspaper,
    "goose3": goose,
    "justext": justext,
    "boilerpy3": boilerpipe,
    "mdr": mdr,
    "all-text": all_text,
}
"""All systems by name."""


DISTRIBUTIONS = {
    "newspaper4k": "newspaper4k",
    "all-text": "html-text",
    **{name: name for name in ("trafilatura", "resiliparse", "readability-lxml", "goose3", "justext", "boilerpy3")},
}
"""What must be installed for each system that is not ours."""


def version_of(system: str) -> str:
    """The version of what is installed, empty if nothing is; of ours a hash of all that decides what it does."""
    if system in DISTRIBUTIONS:
        try:
            return version(DISTRIBUTIONS[system])
        except PackageNotFoundError:
            return ""
    digest = sha256()
    for part in OURS:
        root = Path(next(iter(import_module(f"iawce.{part}").__path__)))
        for path in sorted(path for path in root.rglob("*") if path.suffix in (".py", ".safetensors", ".json")):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def check_system(name: str) -> None:
    """Make sure that there is such a system, installed or not.

    Raises:
        UsageError: there is none; the message lists those there are.
    """
    if name not in SYSTEMS:
        raise UsageError(f"no system is called {name!r}; known are {', '.join(SYSTEMS)}")


def load_system(name: str) -> System:
    """The system, ready to be called.

    Raises:
        UsageError: no such system.
        ModuleNotFoundError: it is not installed.
    """
    check_system(name)
    adapter = SYSTEMS[name]()

    def run(html: str, url: str) -> Answer:
        said = adapter(html, url)
        return said if isinstance(said, Answer) else Answer(said or "")

    return run
