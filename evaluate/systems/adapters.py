"""Other systems and baselines, each in its best-known mode.

Systems that answer in HTML go through html-text, as in the article-extraction-benchmark. Imports are inside, so that a
process loads only the system it runs.
"""

from iawce.evaluate.systems import Adapter, Answer, register_system


@register_system("trafilatura", "trafilatura")
def trafilatura() -> Adapter:
    """Trafilatura (Barbaresi 2021), defaults: comments and tables in."""
    from trafilatura import extract

    return lambda html, url: extract(html, url=url or None) or ""


@register_system("resiliparse", "resiliparse")
def resiliparse() -> Adapter:
    """Resiliparse (ChatNoir), main content only."""
    from resiliparse.extract.html2text import extract_plain_text

    return lambda html, _: str(extract_plain_text(html, main_content=True, alt_texts=False, list_bullets=False))


@register_system("readability-lxml", "readability-lxml")
def readability() -> Adapter:
    """The port of Mozilla's and Arc90's Readability by Y. Baburov."""
    from html_text import extract_text
    from readability import Document

    return lambda html, url: str(extract_text(Document(html, url=url or None).summary(html_partial=True)))


@register_system("newspaper4k", "newspaper4k")
def newspaper() -> Adapter:
    """Newspaper4k."""
    import newspaper as newspaper4k

    def run(html: str, url: str) -> str:
        article = newspaper4k.article(url or "http://page.invalid/", input_html=html, fetch_images=False)
        return str(article.text)

    return run


@register_system("goose3", "goose3")
def goose() -> Adapter:
    """Goose3."""
    from goose3 import Goose

    extractor = Goose({"enable_image_fetching": False})
    return lambda html, _: str(extractor.extract(raw_html=html).cleaned_text)


@register_system("justext", "justext")
def justext() -> Adapter:
    """JusText (Pomikálek 2011), English stop words."""
    import justext as library

    words = library.get_stoplist("English")

    def run(html: str, _: str) -> str:
        paragraphs = library.justext(html, words)
        return "\n".join(paragraph.text for paragraph in paragraphs if not paragraph.is_boilerplate)

    return run


@register_system("boilerpy3", "boilerpy3")
def boilerpipe() -> Adapter:
    """BoilerPy3, the port of Boilerpipe (Kohlschütter 2010) with which I-AWCE compares: its article extractor."""
    from boilerpy3.extractors import ArticleExtractor

    extractor = ArticleExtractor()
    return lambda html, _: str(extractor.get_content(html))


@register_system("mdr")
def mdr() -> Adapter:
    """Mining data records (Liu, Grossman and Zhai 2003), ours."""
    from iawce.data.document import Document
    from iawce.evaluate.systems.mdr import record_texts

    def run(html: str, url: str) -> Answer:
        texts = record_texts(Document(url, html=html))
        return Answer("\n".join(texts), tuple({"text": text} for text in texts))

    return run


@register_system("tag-path-ratios", "rapidfuzz")
def tag_path_ratios() -> Adapter:
    """Content by tag path ratios (Wu, Li, Hu and others 2013), ours."""
    from iawce.data.document import Document
    from iawce.data.dom.texts import Texts
    from iawce.evaluate.systems.tag_path_ratios import content_by_paths

    return lambda html, url: Texts(content_by_paths(Document(url, html=html))).lines()


@register_system("all-text", "html-text")
def all_text() -> Adapter:
    """All visible text, by html-text: the floor."""
    from html_text import extract_text

    return lambda html, _: str(extract_text(html))
