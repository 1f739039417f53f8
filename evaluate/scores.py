"""All measures of one page, and their means over pages with intervals over sites."""

from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial
from itertools import repeat
from multiprocessing import get_context

from iawce.data.datasets.labelled_page import GoldPage
from iawce.data.labels import FineType, wide_type
from iawce.data.network.address import join
from iawce.evaluate import measures
from iawce.evaluate.outputs import Output, Outputs
from iawce.models.common.intervals import Mean, site_difference, site_mean

Scores = dict[str, float]  # Measures of one page by name; measures that do not apply are left out
FEW = 20  # Pages that take less time than it takes to start processes for them
RIGHT_PAGE = 0.9  # Least word F1 of a page that counts as right in the accuracy by site


@dataclass(frozen=True, slots=True)
class ScoreTable:
    """Scores of every page by system; ``pages`` in the order of the rows."""

    pages: tuple[GoldPage, ...]
    rows: dict[str, list[Scores]]

    def mean(self, system: str, measure: str, of_type: str = "") -> Mean | None:
        """Mean of a measure over the pages (of one type) that have it; None if there are none."""
        found = [
            (row[measure], page.site)
            for row, page in zip(self.rows[system], self.pages, strict=True)
            if measure in row and of_type in ("", page.type)
        ]
        return site_mean([value for value, _ in found], [site for _, site in found]) if found else None

    def values(self, system: str, measure: str) -> list[float]:
        """A measure of all pages that have it."""
        return [row[measure] for row in self.rows[system] if measure in row]

    def difference(self, system: str, other: str) -> Mean | None:
        """How much better the word F1 of ``system`` is than that of ``other`` on the same pages."""
        triples = zip(self.rows[system], self.rows[other], self.pages, strict=True)
        found = [(one["f1"], two["f1"], page.site) for one, two, page in triples if "f1" in one]
        if not found:
            return None
        ours, theirs, sites = zip(*found, strict=True)
        return site_difference(ours, theirs, sites)

    def measures(self) -> list[str]:
        """Names of all measures that some page has, in the order in which they are found."""
        return list(dict.fromkeys(name for rows in self.rows.values() for row in rows for name in row))


def score_systems(
    pages: Sequence[GoldPage], outputs: Mapping[str, Outputs], *, whole: bool = True, processes: int = 2
) -> ScoreTable:
    """Score the outputs of systems for the pages, several pages at the same time; ``whole`` as for ``score_page``."""
    rows: dict[str, list[Scores]] = {}
    pool = ProcessPoolExecutor(processes, mp_context=get_context("spawn")) if len(pages) > FEW else None
    with pool or nullcontext():
        each = partial(pool.map, chunksize=32) if pool else map
        for system, by_page in outputs.items():
            rows[system] = list(each(score_page, pages, [by_page[page.id] for page in pages], repeat(whole)))
    return ScoreTable(tuple(pages), rows)


def score_page(page: GoldPage, output: Output, whole: bool = True) -> Scores:
    """The measures of one page: all, or only cheap ones. A failed system has no text, records or fields."""
    scores: Scores = {}
    if page.text is not None:
        scores |= _text_scores(page, output, whole=whole)
    for name, snippets in (("wanted", page.wanted), ("unwanted", page.unwanted)):
        if (share := measures.share_found(output.text, snippets)) is not None:
            scores[name] = share
    if page.records:
        scores |= _record_scores(page, output)
    for name in output.fields.keys() & page.fields.keys():
        scores[f"field_{name}"] = measures.field_score(name, output.fields[name], page.fields[name])
    if output.type and (wanted := wide_type(page.type)):
        scores |= {"type": float(wide_type(output.type) == wanted), "type_confidence": output.confidence}
        if page.type in set(FineType):
            scores["fine_type"] = float(output.type == page.type)
    return scores | {"failed": float(bool(output.error)), "seconds": output.seconds}


def _record_scores(page: GoldPage, output: Output) -> Scores:
    absolute = [  # in gold, addresses are as on the page
        {name: join(page.url, value) or value if name.endswith("link") else value for name, value in record.items()}
        for record in (*output.records, *page.records)
    ]
    found = measures.record_scores(absolute[: len(output.records)], absolute[len(output.records) :])
    keys = [found.matches.get(index, -1 - index) for index in range(len(output.records))]
    reached = measures.outcome(keys, range(len(page.records)))
    return {
        "record_precision": found.records.precision,
        "record_recall": found.records.recall,
        "record_f1": found.records.f1,
        "items_right": found.right,
        **{f"outcome_{name}": float(name == reached) for name in measures.OUTCOMES},
    }


def _text_scores(page: GoldPage, output: Output, *, whole: bool) -> Scores:
    got, gold = output.text, page.text or ""
    words = measures.word_scores(got, gold)
    scores: Scores = {"f1": words.f1, "precision": words.precision, "recall": words.recall}
    scores |= {"right_page": float(words.f1 >= RIGHT_PAGE), "compression": measures.compression(got, page.body)}
    if not whole:
        return scores
    shingles = measures.shingle_scores(got, gold)
    scores |= {"shingle_precision": shingles.precision, "shingle_recall": shingles.recall}
    scores["rouge_l"] = measures.rouge_l(got, gold).f1
    for bits in measures.BITS:
        apart = measures.distance(got, gold, bits)
        scores[f"correct_{bits}"] = float(apart < measures.CORRECT)
        scores[f"complete_{bits}"] = float(apart < measures.COMPLETE)
    return scores
