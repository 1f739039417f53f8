"""How well page types are classified in views unlike those of the training: phones, wide windows, dark, first screens.

    python -m bench views --sites PATH/sites --data PATH/wcxb-dev.tar.xz --cache runs/views

Pages of sites that no model of boxes or screenshots was trained on: whole mirrors, and saved pages of labelled sets
that contain their own style sheets (the models of HTML were trained on WCXB). Each is rendered in all views and kept in
``--cache``; first screens, dark colours and a phone's pixels are made from these. Differences are relative to the
standard view of the same pages, page by page, with intervals by bootstrap over sites. All answers are written to
``answers.jsonl`` beside the snapshots.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from bench.common.changed_views import Change, as_drawn, first_screen, made_dark, phone_pixels, phone_screen
from bench.common.drawn_views import DRAWN, PHONE, STANDARD, ViewedPage, draw_views, drawn, is_designed
from iawce.models.common.intervals import site_difference, site_mean
from iawce.models.page_type.classification import Classification
from iawce.models.page_type.ensemble import PAPER_MODEL, PageTypeEnsemble
from iawce.models.page_type.unusual_pages import UNUSUAL

VIEWS: dict[str, tuple[str, Change]] = {
    **{view: (view, as_drawn) for view in DRAWN},
    "phone, three pixels a CSS px": (PHONE, phone_pixels),
    "made dark": (STANDARD, made_dark),
    "first screen": (STANDARD, first_screen),
    "first screen of a phone, three pixels": (PHONE, phone_screen),
}
"""The rendered view of each measured view, and the change made to it."""
TWO = ("article", "list")
HEAD = (
    *("view", "pages", "sites", "article or list", "less standard", "four types", "four types, less standard"),
    "`unusual_view`",
)


@dataclass(frozen=True)
class Answer:
    """The answer of one classifier to a page in a view."""

    page: str
    site: str
    label: str
    way: str
    view: str
    type: str
    of_two: str
    probabilities: dict[str, float]
    flags: tuple[str, ...]


def main(
    cache: Annotated[Path, typer.Option(help="Folder for the rendered views.")],
    sites: Annotated[Path | None, typer.Option(help="Folder of mirrors: SITE.tar.xz and SITE.json.")] = None,
    data: Annotated[list[Path] | None, typer.Option(help="A labelled set of saved HTML; may be repeated.")] = None,
    count: Annotated[int, typer.Option(min=1, help="Pages of each label of a set; a sixth of each mirror.")] = 30,
    ways: Annotated[
        str, typer.Option(help="Classifiers, of screenshot, LeNet-5, boxes, all.")
    ] = "screenshot,LeNet-5,boxes,all",
    ensemble: Annotated[str, typer.Option(help="ensemble.json of another training.")] = "",
) -> None:
    eyes = {way: open_way(way, ensemble) for way in ways.split(",")}
    pages = [page for page in draw_views(sites, data or [], count, cache) if is_designed(drawn(page, STANDARD, cache))]
    answers = [answer for page in pages for answer in look(page, eyes, cache)]
    lines = (json.dumps(asdict(answer), ensure_ascii=False) for answer in answers)
    (cache / "answers.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    for way in eyes:
        print(f"\n{way}\n\n| {' | '.join(HEAD)} |\n|{' --- |' * len(HEAD)}")
        for view in VIEWS:
            print(row(view, [answer for answer in answers if answer.way == way]), flush=True)


def open_way(way: str, ensemble: str) -> PageTypeEnsemble:
    if way == "LeNet-5":
        return PageTypeEnsemble(model=PAPER_MODEL)
    return PageTypeEnsemble("auto" if way == "all" else way, ensemble)  # type: ignore[arg-type] # else it is refused


def look(page: ViewedPage, eyes: dict[str, PageTypeEnsemble], cache: Path) -> Iterator[Answer]:
    """The answers to one page in all its views."""
    for view, (source, change) in VIEWS.items():
        snapshot = drawn(page, source, cache)
        if snapshot is None:
            continue
        document = change(snapshot)
        for way, ensemble in eyes.items():
            answer = ensemble.classify_many([document])[0]
            if isinstance(answer, Classification):
                two = answer.among(TWO).type
                classified = (answer.type, two, dict(answer.probabilities), answer.flags)
                yield Answer(page.id, page.site, page.label, way, view, *classified)


def row(view: str, answers: Sequence[Answer]) -> str:
    """One line of a table."""
    found = [answer for answer in answers if answer.view == view]
    standard = {(answer.site, answer.page): answer for answer in answers if answer.view == STANDARD}
    before = [standard[answer.site, answer.page] for answer in found]
    pairs = list(zip(found, before, strict=True))
    two = [(one, other) for one, other in pairs if one.label in TWO]
    cells = [view, str(len(found)), str(len({answer.site for answer in found}))]
    cells += [scored(two, "of_two"), difference(two, "of_two"), scored(pairs, "type"), difference(pairs, "type")]
    cells.append(f"{np.mean([not UNUSUAL.isdisjoint(answer.flags) for answer in found]):.0%}" if found else "–")
    return f"| {' | '.join(cells)} |"


Pairs = Sequence[tuple[Answer, Answer]]


def scored(pairs: Pairs, kind: str) -> str:
    return str(site_mean([float(getattr(one, kind) == one.label) for one, _ in pairs], [one.site for one, _ in pairs]))


def difference(pairs: Pairs, kind: str) -> str:
    ours, theirs = (
        ([float(getattr(one, kind) == one.label) for one in side] for side in zip(*pairs, strict=True))
        if pairs
        else ([], [])
    )
    return site_difference(ours, theirs, [one.site for one, _ in pairs]).signed() if pairs else "–"
