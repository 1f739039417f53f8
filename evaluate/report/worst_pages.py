"""The pages on which each system does worst, side by side: the page, the expected and the extracted text."""

import base64
import html
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from iawce.data.datasets.gold_page import GoldPage
from iawce.evaluate.measures.word_overlap import WORD, words
from iawce.evaluate.outputs import Outputs
from iawce.evaluate.scores import ScoreTable

LONGEST = 8_000
"""Characters of a text that are shown."""


@dataclass(frozen=True, slots=True)
class Case:
    """One page as one system saw it."""

    system: str
    page: GoldPage
    f1: float
    got: str
    error: str


def worst_cases(table: ScoreTable, outputs: Mapping[str, Outputs], count: int) -> list[Case]:
    """The ``count`` pages with a gold text that score least with each system, system by system, worst first."""
    cases: list[Case] = []
    for system, rows in table.rows.items():
        scored = [(row["f1"], page) for row, page in zip(rows, table.pages, strict=True) if "f1" in row and page.text]
        for f1, page in sorted(scored, key=lambda item: item[0])[:count]:
            output = outputs[system][page.id]
            cases.append(Case(system, page, f1, output.text, output.error))
    return cases


def write_cases(cases: Sequence[Case], pictures: Mapping[str, bytes]) -> str:
    """HTML of all cases, one shown at a time, with links from one to the next; ``pictures`` (WebP) by page id."""
    links = "\n".join(f'<li><a href="#case-{n}">{_name(case)}</a></li>' for n, case in enumerate(cases))
    shown = "\n".join(_case(number, case, len(cases), pictures) for number, case in enumerate(cases))
    return f"<h2>Worst pages</h2><ol class=cases>{links}</ol>{shown}" if cases else ""


def _name(case: Case) -> str:
    return f"{html.escape(case.system)}: {html.escape(case.page.id)}, {html.escape(case.page.type)}, F1 {case.f1:.2f}"


def _case(number: int, case: Case, count: int, pictures: Mapping[str, bytes]) -> str:
    gold = case.page.text or ""
    picture = pictures.get(case.page.id)
    shot = (
        f'<img alt="" src="data:image/webp;base64,{base64.b64encode(picture).decode()}">' if picture else "<i>none</i>"
    )
    got = _marked(case.got, gold, "extra") or f"<i>{html.escape(case.error or 'nothing')}</i>"
    back, on = (number - 1) % count, (number + 1) % count
    return (
        f'<section class=case id="case-{number}"><nav><a href="#case-{back}">previous</a> '
        f'<a href="#case-{on}">next</a> <a href="#top">all</a> <b>{_name(case)}</b> {html.escape(case.page.url)}</nav>'
        f"<div><h3>page</h3>{shot}</div><div><h3>wanted</h3><p>{_marked(gold, case.got, 'missing')}</p></div>"
        f"<div><h3>got</h3><p>{got}</p></div></section>"
    )


def _marked(text: str, other: str, name: str) -> str:
    """The text with the words marked that the other one has not, or has less often."""
    left = Counter(words(other))
    parts: list[str] = []
    end = 0
    for found in WORD.finditer(text[:LONGEST]):
        word = found[0].lower()
        parts.append(html.escape(text[end : found.start()]))
        shown = html.escape(found[0])
        parts.append(shown if left[word] > 0 else f"<mark class={name}>{shown}</mark>")
        left[word] -= 1
        end = found.end()
    rest = html.escape(text[end:LONGEST]) + (" …" if len(text) > LONGEST else "")
    return "".join(parts) + rest
