"""Settings of the extraction."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Optional, Self

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.document import Document
from iawce.data.dom.select import check_selector
from iawce.data.errors import UsageError, not_known
from iawce.data.labels import PageType
from iawce.data.limits import Checked, Count
from iawce.extract.content.method import DEFAULT_METHOD, METHOD_OF_TYPE, METHODS, Method, MethodSettings, Mode
from iawce.extract.records.choices import Comments, ListSource
from iawce.models.blocks.candidates import Favor

if TYPE_CHECKING:  # without templates, their modules are not loaded
    from iawce.extract.templates.fields.field_schema import FieldSchema
    from iawce.extract.templates.forum.forum_templates import ForumTemplates
    from iawce.extract.templates.site.site_templates import SiteTemplates
    from iawce.extract.templates.site_boilerplate import SiteBoilerplate

AUTO, RULES, PAPER = "auto", "rules", "paper"
"""Names of the default method, of the method of the page type, and of the same with the paper's constants."""


@dataclass(frozen=True, slots=True)
class ExtractSettings(Checked):
    """How content is extracted. UsageError: no such method, mode, choice or selector, or they exclude each other."""

    method: str = ""
    """`auto`, the block model; `rules`, the method of the page type; `paper`, the same with the paper's constants; or
    one of the registered methods; `--method`."""
    mode: Mode = "default"
    """`default`, the constants that measured best, for the page type where it is known; or `paper`: under `auto` that
    means the rules, since the block model has none."""
    method_settings: MethodSettings | None = None
    """Settings of the method instead of either."""
    favor: Favor = "balanced"
    """What the block model keeps when in doubt: `precision` less, `recall` more."""
    links: bool = True
    """Keep the addresses of links."""
    images: bool = True
    """Keep pictures."""
    text: bool = True
    """Give the text of the content; without it, it is made where HTML, blocks, chunks or a judge need it."""
    html: bool = True
    """Make cleaned HTML, from which Markdown is made; without it, both are empty, and a page takes less time."""
    blocks: bool = True
    """Give the blocks with their paths and boxes, and the texts for screen readers; without it, both are empty."""
    records: bool = True
    """Find records; without it, only a method or the comments give records."""
    metadata: bool = True
    """Find metadata; without it, only the title is found."""
    title: bool = True
    """Find the title; without it, there is one only if metadata, HTML or chunks need it."""
    language: bool = True
    """Identify the language."""
    visible_only: bool = True
    """Leave out text that is not on the screen."""
    keep: str = ""
    """CSS selector of the content; it replaces the choice of the method."""
    drop: str = ""
    """CSS selector of elements to leave out."""
    comments: Comments = "drop"
    """Comments under an article or a product: `drop`, `keep` (as records, too), or `only`; the rules of the papers
    leave them where they are."""
    list_source: ListSource = "weighed"
    """Sources of the records of a list page: all of them, `weighed`, or a single one."""
    chunk_words: Count = 0
    """Cut the text into chunks of at most this many words for retrieval, each with its headings; 0: no chunks."""
    site: Optional["SiteTemplates"] = None
    """Templates of the pages' site; the method is then used for pages that fit none."""
    boilerplate: Optional["SiteBoilerplate"] = None
    """Texts that repeat on the pages of each site, which are left out of articles."""
    forum: Optional["ForumTemplates"] = None
    """Templates of forums; they extract the records of pages that fit one."""
    fields: Optional["FieldSchema"] = None
    """The user's own schema of fields, which replaces the records of a page; `--fields`."""
    fine_type: str = ""
    """The finer type of the page, as it was classified; empty if unknown."""
    correction: str = ""
    """Path of the record of a correction of the block model; empty for none."""

    @classmethod
    def paper(cls) -> Self:
        """The algorithms as printed, on the whole DOM, including hidden parts."""
        return cls(mode="paper", visible_only=False)

    def __post_init__(self) -> None:
        Checked.__post_init__(self)
        if self.method == PAPER or (self.mode == "paper" and self.method in ("", AUTO)):
            object.__setattr__(self, "mode", "paper")
            object.__setattr__(self, "method", RULES)
        if self.method == AUTO:
            object.__setattr__(self, "method", "")
        if self.method and self.method != RULES and self.method not in METHODS:
            raise not_known("no method is called", self.method, (AUTO, RULES, PAPER, *METHODS))
        allowed = METHODS[self.method or DEFAULT_METHOD].settings if self.method != RULES else ()
        if self.method_settings and not isinstance(self.method_settings, allowed):
            raise UsageError(f"{type(self.method_settings).__name__} are not settings of the method {self.method!r}")
        if self.favor != "balanced":
            if self.method not in ("", DEFAULT_METHOD):
                raise UsageError(f"the method {self.method} cannot favor precision or recall")
            of_model: Any = METHODS[DEFAULT_METHOD].settings
            object.__setattr__(self, "method_settings", of_model(favor=self.favor))
        for selector in filter(None, (self.keep, self.drop)):
            check_selector(selector)

    def read(self, document: Document) -> PageAnalysis:
        """A page without the elements that these settings exclude. Raises PageError: the page holds no element."""
        return PageAnalysis.of(document, visible_only=self.visible_only, drop=self.drop)

    def for_content(self, *, html: bool) -> Self:
        """The same settings without what is not shown by the text of a row alone, or, with ``html``, its Markdown."""
        return replace(self, html=html, blocks=False, records=False, metadata=False, title=False, language=False)

    def for_records(self, *, follows: bool = False) -> Self:
        """The same settings without the parts of a row that a table of its records does not show.

        ``follows``: whether pages that text, title and metadata show to be further ones are joined.
        """
        beside = replace(self, html=False, blocks=False, language=False)
        return beside if follows else replace(beside, text=False, metadata=False, title=False)

    @property
    def needs_text(self) -> bool:
        """Whether the whole text is shown, by itself or in another part of the row, or judged."""
        return self.text or self.html or self.blocks or self.chunk_words > 0 or self.is_judged

    @property
    def needs_type(self) -> bool:
        """Whether the page type has any effect."""
        if self.method in ("", RULES) or self.keep:
            return not self.keep
        return self.of_method is not None and self.of_method.needs_type

    @property
    def of_method(self) -> MethodSettings | None:
        """The settings of the chosen method; None if there are none, and the page type chooses it."""
        return self.method_settings or (METHODS[self.method].settings() if self.method in METHODS else None)

    @property
    def is_judged(self) -> bool:
        """Whether the block model decides what is content, and whether there is any."""
        return self.method in ("", DEFAULT_METHOD) and not self.keep

    def choose(self, page_type: str) -> tuple[str, Method, MethodSettings]:
        """Name, method and settings for a page of a type. Raises UsageError: no such page type."""
        if page_type not in set(PageType) and (page_type or self.method in ("", RULES)):
            raise not_known("no page type is called", page_type, PageType)
        name = METHOD_OF_TYPE[PageType(page_type)] if self.method == RULES else self.method or DEFAULT_METHOD
        method = METHODS[name]
        settings = self.method_settings or method.settings.of_mode(self.mode)
        if page_type and (self.method_settings or self.mode == "default"):
            settings = settings.for_page_type(page_type)
        return name, method, settings.knowing(self.fine_type, self.correction)
