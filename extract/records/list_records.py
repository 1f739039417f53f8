"""List pages: the records of the lists that are the purpose of a page, from several sources.

SimHTree, class names, plain tables and schema.org data propose lists; the most probable main list of the page, by
measured confidence (``extract/records/lists/ranked_lists.py``), comes first. The main content used for this
confidence is the block model's, or the whole page if the block model finds none.
"""

from dataclasses import dataclass, replace

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.errors import PageError, PageWarning, UsageError, WarningKind
from iawce.data.limits import Positive, Share
from iawce.extract.content.boilerplate import find_boilerplate
from iawce.extract.content.content import Content, FoundRecord, Scores
from iawce.extract.content.method import MethodSettings, register_method
from iawce.extract.content.segmentation import SegmentationSettings, extract_segmentation
from iawce.extract.papers.simhtree.find_tables import content_of
from iawce.extract.papers.simhtree.leaves import SimHTreeSettings
from iawce.extract.papers.simhtree.sim_tree import build_sim_tree
from iawce.extract.records.boards import find_board
from iawce.extract.records.choices import ListSource
from iawce.extract.records.columns.asked_columns import ask_columns, asked_names
from iawce.extract.records.columns.record_columns import NamedColumns, record_fields
from iawce.extract.records.lists.page_confidence import page_confidence
from iawce.extract.records.lists.ranked_lists import RankedList, rank_lists

MIN_CONFIDENCE, LIKELY = 0.03, 0.5
"""Least confidence of a list that is taken for the main list of a page, and for its content where there is no other."""
MAX_LISTS = 8
"""Lists of a page in which columns that are asked for are looked for."""
MAX_ASKED = 100
"""Most columns that can be asked for."""
SCORES = {
    "lists": "lists of the page",
    "records": "records of all these lists",
    "confidence": "probability that, of these lists, the first is the main one, 0 to 1",
    "list_confidence": "probability that the first list is the purpose of the page, 0 to 1",
}


def _records(found: RankedList, number: int, columns: NamedColumns) -> list[FoundRecord]:
    """The rows of the list ``number`` of a page, from 1."""
    pairs = zip(columns.rows, columns.units, strict=True)
    return [FoundRecord(fields, unit, number, found.confidence) for fields, unit in pairs if any(fields.values())]


def _warnings(columns: NamedColumns) -> list[PageWarning]:
    differing = [PageWarning(WarningKind.DISAGREES, name) for name in columns.differing]
    among = ", ".join(columns.known)
    return differing + [PageWarning(WarningKind.NO_COLUMN, f"{one}, among {among}") for one in columns.missing]


def list_content(analysis: PageAnalysis, content: Content, source: ListSource) -> Content:
    """The content of a list page with its rows; those of a board or a likely list are the content if there is no other.

    Raises PageError: the page takes too long.
    """
    tree = build_sim_tree(analysis, SimHTreeSettings())
    found = next((one for one in rank_lists(tree, content.subset, source) if one.confidence >= MIN_CONFIDENCE), None)
    threads = find_board(tree, found)
    columns = NamedColumns() if threads or not found else record_fields(found.table)
    records = threads or tuple(_records(found, 1, columns) if found else ())
    if not content.elements and (threads or (found and found.confidence >= LIKELY)):
        of_site = () if threads else (*find_boilerplate(analysis.without()), *analysis.index.tagged("nav"))
        beside = analysis.index.inside(of_site)
        elements = tuple(number for one in records for number in one.elements if not beside[number])
        content = replace(content, elements=elements, subset=analysis.shown)
    return replace(content, records=records, warnings=(*content.warnings, *tree.warnings, *_warnings(columns)))


@dataclass(frozen=True, slots=True)
class RecordsSettings(MethodSettings):
    """Settings of lists. Raises UsageError: too many columns are asked for."""

    source: ListSource = "weighed"
    """Sources of lists: all of them, `weighed`, or a single one."""
    most: Positive = 1
    """Lists of a page, most probable first; the second goes to TABLE_2, or FILE_2, and so on."""
    all_columns: bool = False
    """Keep rare columns, too, instead of collecting their values in one column, `more`."""
    min_confidence: Share = 0.0
    """Least probability that a list is the purpose of its page, 0 to 1; below it, the page has no list. `iawce records`
    takes 0.6."""
    like: str = ""
    """Names or examples of the columns wanted, with commas between them: `title, price, size`; empty for all. The list
    that has most of them is taken."""

    def __post_init__(self) -> None:
        MethodSettings.__post_init__(self)
        if len(asked_names(self.like)) > MAX_ASKED:
            raise UsageError(f"at most {MAX_ASKED} columns can be asked for, not {len(asked_names(self.like))}")


@register_method("records", RecordsSettings, SCORES)
def extract_lists(analysis: PageAnalysis, settings: RecordsSettings) -> Content:
    """Records of a list page: SimHTree, class names, tables and schema.org weighed against each other.

    Raises PageError: ``empty/no_list`` if it is too uncertain that the page is a list page.
    """
    content = extract_segmentation(analysis, SegmentationSettings())
    tree = build_sim_tree(analysis, SimHTreeSettings())
    subset = content.subset if content.elements else analysis.shown
    asked = asked_names(settings.like)
    lists = rank_lists(tree, subset, settings.source, max(settings.most, MAX_LISTS) if asked else settings.most)
    named = [ask_columns(each.table, asked) for each in lists] if asked else []
    if asked:
        order = sorted(range(len(lists)), key=lambda place: len(named[place].missing))[: settings.most]
        lists, named = [lists[place] for place in order], [named[place] for place in order]
    sure, missing = page_confidence(analysis, subset, lists[0]) if lists else 0.0, named[0].missing if named else ()
    if missing and len(missing) == len(asked):
        raise PageError("empty/no_list", f"no list has {', '.join(asked)}; the first has {', '.join(named[0].known)}")
    if lists and sure < settings.min_confidence and not (asked and 2 * len(missing) < len(asked)):
        raise PageError(
            "empty/no_list",
            f"the probability that a list is the purpose of the page is {sure:.2f}, below "
            f"records.min_confidence, which is {settings.min_confidence}",
        )
    named = named or [record_fields(each.table, all_columns=settings.all_columns) for each in lists]
    records = [one for number, each in enumerate(lists) for one in _records(each, number + 1, named[number])]
    scores: Scores = {"lists": len(lists), "records": len(records)}
    if lists:
        scores |= {"confidence": lists[0].confidence, "list_confidence": sure}
    found = content_of(tree, [each.table for each in lists], records, scores)
    return replace(found, warnings=(*found.warnings, *(warning for each in named for warning in _warnings(each))))
