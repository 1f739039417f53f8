"""SoftMealy wrappers from one page of a forum to its other page.

    python -m bench softmealy_hosts --data PATH/forum-posts

Of every host with two pages the first posts of one page are labelled from gold, a wrapper is learned, and the other
page is extracted; then vice versa. In the mode ``record`` the record nodes are known: for each gold post, the element
around its text whose siblings are the other posts. Posts without text are left out, and so are fields that are missing
in more than half of the labelled page's posts. Each row: mode, labelled posts, settings; F1 of records, mean word F1 of
each field over the gold posts, share of posts with all fields right (word F1 at least 0.999). Intervals: 95 %,
bootstrap over hosts. ``--wrong N`` prints up to N wrong fields of the first row, at most three of each page.
``--across`` learns on the pages of one host and extracts those of other hosts with the same software.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import islice, permutations, product
from pathlib import Path
from typing import Annotated

import typer

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.datasets.gold_sets import read_gold
from iawce.evaluate.known_sites.labelled_threads import FIELDS, Pair, Thread, label_posts, pairs_of_hosts, read_thread
from iawce.evaluate.measures.records import RIGHT, record_scores
from iawce.evaluate.measures.texts import word_scores
from iawce.extract.papers.softmealy.labelled_spans import LabelledRecord
from iawce.extract.papers.softmealy.settings import SoftMealySettings
from iawce.extract.papers.softmealy.wrapper import WHOLE_PAGE, WrapperMode, learn_wrapper, to_record
from iawce.models.common.intervals import site_mean

SETTINGS = {
    "default": SoftMealySettings(),
    "orders as seen": SoftMealySettings(orders="seen"),
    "extents by rules": SoftMealySettings(extents="rules"),
    "exact words in values": SoftMealySettings(values="exact"),
    "blanks of the source": SoftMealySettings(blanks="source"),
    "width 4": SoftMealySettings(width=4),
    "paper": SoftMealySettings.paper(),
}
MODES: tuple[WrapperMode, ...] = ("record", "page")
ROWS = [
    *((mode, most, "default") for mode in MODES for most in (2, 3, 5, 10)),
    *((mode, 5, name) for mode in MODES for name in SETTINGS if name != "default"),
]
COLUMNS = ("records", *FIELDS, "all")
SOFTWARE = {
    "phpBB": ("maladiesraresinfo.org", "mein-schoener-garten.de", "nationstates.net", "openoffice.org", "videolan.org"),
    "XenForo 1": ("gtplanet.net", "sherdog.com"),
    "XenForo 2": ("android-hilfe.de", "macrumors.com", "uhrforum.de", "wordreference.com"),
    "Vanilla": ("bitdefender.com", "collegeconfidential.com", "moneysavingexpert.com", "scope.org.uk"),
}
"""Sites of the set by software that several of them use."""


def extract_other(
    labelled: list[LabelledRecord], of: Thread, other: Thread, mode: WrapperMode, settings: SoftMealySettings
) -> list[dict[str, str]]:
    """Records of a page by the wrapper of another one."""
    wrapper = learn_wrapper(PageAnalysis(of.document), labelled, mode, settings)
    scopes = other.scopes if mode == "record" else WHOLE_PAGE
    return [to_record(values).texts for values in wrapper.extract(PageAnalysis(other.document), scopes)]


def measure(pairs: Sequence[Pair], most: int, mode: WrapperMode, settings: SoftMealySettings, wrong: int) -> str:
    """The cells of a row."""
    rows: dict[str, list[tuple[float, str]]] = defaultdict(list)
    for of, other in pairs:
        labelled = label_posts(of, most)
        asked = {name for record in labelled for name in record.fields}
        gold = [{name: value for name, value in record.items() if name in asked} for record in other.gold]
        got = extract_other(labelled, of, other, mode, settings)
        scores = record_scores(got, gold)
        for name, value in ({"records": scores.records.f1, "all": scores.right} | scores.fields).items():
            rows[name].append((value, other.site))
        shown = list(islice(wrong_fields(other, got, gold, scores.matches), min(3, wrong)))
        wrong -= len(shown)
        print(*shown, sep="\n", end="\n" if shown else "")
    return " | ".join(_cell(rows[name]) for name in COLUMNS)


def _cell(scores: list[tuple[float, str]]) -> str:
    return str(site_mean([one for one, _ in scores], [site for _, site in scores])) if scores else ""


def wrong_fields(
    other: Thread, got: list[dict[str, str]], gold: list[dict[str, str]], matches: dict[int, int]
) -> Iterator[str]:
    ours = {right: got[left] for left, right in matches.items()}
    for place, record in enumerate(gold):
        for name, value in record.items():
            given = ours.get(place, {}).get(name, "")
            if word_scores(given, value).f1 < RIGHT:
                yield f"{other.site} {other.id} post {place} {name}: {given[:150]!r} instead of {value[:150]!r}"


def main(
    data: Annotated[Path, typer.Option(help="The set of forum posts.")],
    wrong: Annotated[int, typer.Option(min=0, help="Wrong fields to print of the first row.")] = 0,
    row: Annotated[str, typer.Option(help="Only rows with this text, such as 'record | 5 | default'.")] = "",
    across: Annotated[bool, typer.Option("--across", help="Measure on other hosts with the same software.")] = False,
) -> None:
    threads = [thread for page in read_gold("forum", data) if (thread := read_thread(page))]
    parts = pairs_across(threads) if across else {"": pairs_of_hosts(threads)}
    print(f"{sum(map(len, parts.values()))} pairs of pages\n")
    head = [*(["software"] if across else []), "mode", "labelled", "settings", *COLUMNS]
    print(f"| {' | '.join(head)} |\n|{' --- |' * len(head)}")
    for (part, pairs), (mode, most, name) in product(parts.items(), ROWS):
        title = " | ".join(filter(None, (part, mode, str(most), name)))
        if row in title:
            print(f"| {title} | {measure(pairs, most, mode, SETTINGS[name], wrong)} |", flush=True)
            wrong = 0


def pairs_across(threads: Sequence[Thread]) -> dict[str, list[Pair]]:
    """Pages of different hosts with the same software, by its name."""
    return {
        name: [
            (one, other)
            for one, other in permutations(threads, 2)
            if {one.site, other.site} <= {*sites} and one.site != other.site
        ]
        for name, sites in SOFTWARE.items()
    }
