"""SoftMealy wrappers from one page of a forum to its other page.

    python bench/softmealy_hosts.py --data PATH/forum-posts

Of every host with two pages the first posts of one page are labelled from gold, a wrapper is learned, and the other page
is extracted; then the other way round. The record nodes are known: of each gold post the element around its text whose
siblings are the other posts. A field is right if its word F1 is at least 0.999; intervals: 95 %, bootstrap over hosts.
``--wrong N`` prints N wrong fields.
"""

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise, permutations
from pathlib import Path

from iawce.data.datasets.gold_page import GoldPage
from iawce.data.datasets.gold_sets import read_gold
from iawce.data.document import Document
from iawce.data.open_document import open_document
from iawce.evaluate.measures.records import record_scores
from iawce.evaluate.measures.word_overlap import word_scores
from iawce.extract.forum.softmealy.candidates import RecordText
from iawce.extract.forum.softmealy.labels import ElementLabel, Label, LabelledRecord, TextLabel
from iawce.extract.forum.softmealy.settings import SoftMealySettings
from iawce.extract.forum.softmealy.tokens import Scope, Tokens
from iawce.extract.forum.softmealy.wrapper import WHOLE_PAGE, WrapperMode, learn_wrapper, to_record
from iawce.extract.output.text import block_text
from iawce.models.common.intervals import site_mean

FIELDS = ("text", "author", "date", "link")
LEAST = 0.8
"""Word F1 from which an element is labelled as the text of a post that stands nowhere exactly."""
SETTINGS = {
    "default": SoftMealySettings(),
    "missing as seen": SoftMealySettings(missing="seen"),
    "exact words in values": SoftMealySettings(values="exact"),
    "blanks of the source": SoftMealySettings(blanks="source"),
    "width 4": SoftMealySettings(width=4),
    "paper": SoftMealySettings.paper(),
}


@dataclass(frozen=True)
class Thread:
    """A page with the record node and the gold of each post."""

    site: str
    id: str
    document: Document
    scopes: tuple[Scope, ...]
    gold: tuple[dict[str, str], ...]


def read_thread(page: GoldPage) -> Thread | None:
    """The page with its record nodes, without posts that have no text; None if two posts stand in one node."""
    document = open_document(page.page)
    gold = tuple(record for record in page.records if record.get("text"))
    nodes = record_nodes(document, gold)
    return Thread(page.site, page.id, document, nodes, gold) if nodes else None


def compact(text: str) -> str:
    return "".join(text.split())


def record_nodes(document: Document, records: Sequence[dict[str, str]]) -> tuple[Scope, ...]:
    """Of each post the largest element that holds no other post: those of a list are children of one element."""
    text = RecordText(tokens := Tokens(document, WHOLE_PAGE, SoftMealySettings()), *tokens.spans[0])
    posts = list(find_posts(text, records))
    index, nodes = document.index, list[int]()
    holds = Counter(element for post in posts for element in (post, *index.ancestors(post)))
    for post in posts:
        alone = [element for element in (post, *index.ancestors(post)) if holds[element] == 1]
        if not alone:
            return ()
        nodes.append(alone[-1])
    return widen(document, nodes, records) if nodes else ()


def find_posts(text: RecordText, records: Sequence[dict[str, str]]) -> Iterator[int]:
    """Element in which each post begins, by all of its text or else by how it begins."""
    at = 0
    for record in records:
        wanted = compact(record["text"])
        places = ((text.text.find(wanted[:size], at), size) for size in (len(wanted), 60, 30, 15))
        found, size = next((place for place in places if place[0] >= 0), (at, 0))
        yield int(text.tokens.elements[text.start + int(text.ends.searchsorted(found, "right"))])
        at = found + min(size, len(wanted))


def widen(document: Document, nodes: Sequence[int], records: Sequence[dict[str, str]]) -> tuple[Scope, ...]:
    """The nodes with siblings before or after them, where more dates are found with these."""
    siblings = [document.body.children(int(document.index.parents[node])) for node in nodes]
    places = [found.index(node) for found, node in zip(siblings, nodes, strict=True)]
    steps = Counter(later - place for place, later in pairwise(places) if later > place)
    gap = steps.most_common(1)[0][0] if steps else 1
    best, most = tuple[Scope, ...](), -1
    for before, after in ((0, 0), *((gap - 1 - step, step) for step in range(min(gap, 5)))):
        around = zip(siblings, places, strict=True)
        scopes = tuple(tuple(found[max(0, place - before) : place + after + 1]) for found, place in around)
        texts = (compact(" ".join(block_text(document.body, number) for number in scope)) for scope in scopes)
        found = sum(compact(record.get("date", "?")) in text for record, text in zip(records, texts, strict=True))
        if found > most:
            best, most = scopes, found
    return best


def label(thread: Thread, most: int) -> list[LabelledRecord]:
    """The first posts with all fields that half of the page's posts can be labelled with."""
    tokens = Tokens(thread.document, thread.scopes, SoftMealySettings())
    texts = [RecordText(tokens, *span) for span in tokens.spans]
    labels = [
        {name: mark(text, name, gold[name]) for name in FIELDS if name in gold}
        for text, gold in zip(texts, thread.gold, strict=True)
    ]
    usual = {
        name: Counter(source_of(text, fields.get(name)) for text, fields in zip(texts, labels, strict=True))
        for name in FIELDS
    }
    sources = {name: found.most_common(1)[0][0] for name, found in usual.items()}
    asked = [name for name in FIELDS if sources[name]]
    records = (
        LabelledRecord(scope, {name: (one,) for name in asked if (one := fields.get(name))})
        for scope, text, fields in zip(thread.scopes, texts, labels, strict=True)
        if all(source_of(text, fields[name]) == sources[name] for name in asked if name in fields)
    )
    return list(islice(records, most))


def source_of(text: RecordText, label: Label | None) -> str:
    """Where the value of a label comes from, empty if there is none."""
    return text.candidates(label)[0].kind[0] if label else ""


def mark(text: RecordText, name: str, value: str) -> Label | None:
    """A label for a value; of a text that stands nowhere as it is, the element that is most like it."""
    if text.candidates(TextLabel(value)):
        return TextLabel(value)
    if name != "text":
        return None
    inside = [number for number, (first, _) in text.tokens.tags.items() if text.start <= first < text.end]
    scored = ((word_scores(block_text(text.tokens.subset, number), value).f1, number) for number in inside)
    score, best = max(scored, default=(0.0, -1))
    return ElementLabel(best) if score >= LEAST else None


def extract_other(
    labelled: list[LabelledRecord], of: Thread, other: Thread, mode: WrapperMode, settings: SoftMealySettings
) -> list[dict[str, str]]:
    """Records of a page by the wrapper of another one."""
    wrapper = learn_wrapper(of.document, labelled, mode, settings)
    scopes = other.scopes if mode == "record" else WHOLE_PAGE
    return [to_record(values).fields for values in wrapper.extract(other.document, scopes)]


def measure(
    pairs: Sequence[tuple[Thread, Thread]], most: int, mode: WrapperMode, settings: SoftMealySettings, wrong: int
):
    rows: dict[str, list[tuple[float, str]]] = defaultdict(list)
    for of, other in pairs:
        labelled = label(of, most)
        asked = {name for record in labelled for name in record.fields}
        gold = [{name: value for name, value in record.items() if name in asked} for record in other.gold]
        got = extract_other(labelled, of, other, mode, settings)
        scores = record_scores(got, gold)
        values = {"records": scores.records.f1, "right": scores.right} | scores.fields
        for name, value in values.items():
            rows[name].append((value, other.site))
        wrong -= show_wrong(other, got, gold, scores.matches, wrong)
    return {name: site_mean(*zip(*found, strict=True)) for name, found in rows.items()}


def show_wrong(
    other: Thread, got: list[dict[str, str]], gold: list[dict[str, str]], matches: dict[int, int], most: int
) -> int:
    shown = 0
    ours = {right: got[left] for left, right in matches.items()}
    for place, record in enumerate(gold):
        for name, value in record.items():
            given = ours.get(place, {}).get(name, "")
            if word_scores(given, value).f1 < 0.95 and shown < min(most, 3) and name != "text":
                print(f"{other.site} {other.id} post {place} {name}: gold {value[:160]!r}\n    ours {given[:160]!r}")
                shown += 1
    return shown


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--wrong", type=int, default=0)
    parser.add_argument("--variant", default="")
    arguments = parser.parse_args()
    threads = [thread for page in read_gold("forum", arguments.data) if (thread := read_thread(page))]
    by_site = defaultdict(list)
    for thread in threads:
        by_site[thread.site].append(thread)
    pairs = [pair for found in by_site.values() for pair in permutations(found, 2)]
    print(f"{len(by_site)} hosts, {len(pairs)} pairs of pages")
    for mode in ("record", "page"):
        for most in (2, 3, 5):
            for name, settings in SETTINGS.items():
                if arguments.variant in ("", f"{mode} {most} {name}") and (most == 5 or name == "default"):
                    found = measure(pairs, most, mode, settings, arguments.wrong)
                    print(
                        f"| {mode} | {most} | {name} | {' | '.join(f'{key} {value}' for key, value in sorted(found.items()))} |",
                        flush=True,
                    )


if __name__ == "__main__":
    main()
