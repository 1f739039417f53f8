"""Learns the weights of evidence for title, authors, dates and prices (``extract/metadata/evidence.py``).

    python -m bench evidence --wcxb PATH/wcxb-dev.tar.xz --news PATH/news --pagetype PATH/pagetype

Pages of WCXB and news, of the sites that ``bench metadata facts`` learns from, whose gold is among the evidence;
products of the shops that ``bench metadata labels`` learns from, read without their markup, with its price. The weights
maximise the likelihood of the right values, with a normal distribution around those set by hand. Its width is chosen by
the share of pages with the right value first, in five folds by site; pages on which all evidence is right or none is do
not count. Where learning gains nothing, the weights stay as set by hand.
"""

import json
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from operator import eq
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import numpy as np
import typer
from numpy.typing import NDArray
from scipy.optimize import minimize

from bench.metadata import News, Pagetype, Wcxb, documents, is_unseen, learning_pages, without_markup
from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.datasets.labelled_page import GoldPage
from iawce.data.document import Document
from iawce.data.labels import PageType
from iawce.evaluate.measures import DAY, field_score
from iawce.extract.metadata.authors import alike
from iawce.extract.metadata.evidence import AGREEMENT, NONE, WEIGHTS, Evidence, digest_of, read_weights, support
from iawce.extract.metadata.page_metadata import PageMetadata, page_metadata
from iawce.models.common.intervals import site_mean

FACTS = {"title": "title", "author": "authors", "date": "date_published"}
"""Our name of each fact of WCXB."""
RIGHT = 0.8
"""Least word F1 of a right value."""
FOLDS, ROUNDS = 5, 3
"""Folds by site, and times that the weight of other sources is taken from the weights learned before."""
MIN_GAIN = 0.005
"""Least gain in the share of right pages with which learned weights replace those set by hand."""
WIDTHS = 0.1, 0.2, 0.4, 0.8, 1.6
Float = NDArray[np.float64]


class Page(NamedTuple):
    """The evidence of one page for a fact, whether each piece is right, and its site."""

    site: str
    evidence: Sequence[Evidence[Any]]
    right: NDArray[np.bool_]


def main(
    wcxb: Wcxb,
    news: News,
    pagetype: Pagetype,
    output: Annotated[Path, typer.Option("-o", "--output", help="File of the weights.")] = Path(str(WEIGHTS)),
) -> None:
    hand = read_weights(learned=False)
    for weights in read_weights(learned=True).values():
        weights[NONE] = -math.inf  # so that the evidence of every page is there
    pages: dict[str, list[Page]] = {fact: [] for fact in (*FACTS.values(), "price")}
    for fact, page in [*_articles(learning_pages(wcxb, news).values()), *_prices(pagetype)]:
        if page.right.any() and not page.right.all():
            pages[fact].append(page)
    learned = dict(hand)
    print("| fact | pages | sites | by hand | learned | width |\n" + "| --- " * 6 + "|")
    for fact, known in pages.items():
        sites = [page.site for page in known]
        before = [_is_first(page, hand[fact], _measure(fact)) for page in known]
        folds = {width: _folds(known, fact, hand[fact], width) for width in WIDTHS}
        width = max(folds, key=lambda one: sum(folds[one]))
        is_better = np.mean(folds[width]) > np.mean(before) + MIN_GAIN
        learned[fact] = fit(known, fact, hand[fact], width) if is_better else hand[fact]
        shares = site_mean(before, sites), site_mean(folds[width], sites), width if is_better else "by hand"
        print(f"| {fact} | {len(known)} | {len(set(sites))} |", *(f"{share} |" for share in shares), flush=True)
    learned["date_modified"] = hand["date_modified"]
    shipped: dict[str, Any] = {
        fact: {sign: [one, round(learned[fact][sign], 2)] for sign, one in signs.items()}
        for fact, signs in hand.items()
    }
    file = json.dumps({"sha256": digest_of(shipped), "weights": shipped}).replace("], ", "],\n")
    output.write_text(file + "\n", encoding="utf-8")


def _articles(pages: Iterable[GoldPage]) -> Iterator[tuple[str, Page]]:
    for page in pages:
        found = page_metadata(PageAnalysis.of(Document(page.id, url=page.url, html=page.html))).choices
        modified = found["date_modified"].value[:DAY] if "date_modified" in found else ""
        for name, fact in FACTS.items():
            # Many golds are the day of the last change.
            if fact in found and (gold := page.fields.get(name, "")) and gold[:DAY] != modified:
                evidence = found[fact].evidence
                texts = (", ".join(one.value) if name == "author" else one.value for one in evidence)
                scores = np.array([field_score(name, text, gold) for text in texts])
                yield fact, Page(page.site, evidence, (scores >= RIGHT) & (scores == scores.max(initial=0)))


def _prices(pagetype: Iterable[Path]) -> Iterator[tuple[str, Page]]:
    for shop, document in documents(pagetype):
        if not is_unseen(shop) and (gold := claimed_price(page_metadata(PageAnalysis.of(document)))):
            found = page_metadata(PageAnalysis.of(without_markup(document)), PageType.PRODUCT).choices
            evidence = found["product.price"].evidence if "product.price" in found else ()
            yield "price", Page(shop, evidence, np.array([float(one.value.amount) == float(gold) for one in evidence]))


def claimed_price(found: PageMetadata) -> str:
    """The strongest claim of the markup about the price; empty without one."""
    choice = found.choices.get("product.price")
    amounts = [one.value.amount for one in choice.evidence if one.source in ("schema.org", "meta")] if choice else []
    return str(amounts[0]) if amounts else ""


def _measure(fact: str) -> Callable[[Any, Any], float]:
    """How far two values of a fact agree."""
    return {"authors": alike, "title": lambda one, other: field_score("title", one, other)}.get(fact, eq)


def _degrees(page: Page, weights: dict[str, float], measure: Callable[[Any, Any], float]) -> Float:
    """The degree of each sign of each piece of evidence, float64 (pieces, signs)."""
    weighed = [
        one._replace(weight=sum(weights.get(name, 0.0) * degree for name, degree in one.signs.items()))
        for one in page.evidence
    ]
    return np.array(
        [
            [support(one, weighed, measure) if sign == AGREEMENT else float(one.signs.get(sign, 0)) for sign in weights]
            for one in weighed
        ]
    )


def _is_first(page: Page, weights: dict[str, float], measure: Callable[[Any, Any], float]) -> bool:
    sums = _degrees(page, weights, measure) @ np.array(list(weights.values()))
    return bool(page.right[sums.argmax()])


def _folds(pages: Sequence[Page], fact: str, hand: dict[str, float], width: float) -> list[bool]:
    """Whether each page has a right value first when learned from the other folds."""
    sites = {site: number % FOLDS for number, site in enumerate(sorted({page.site for page in pages}))}
    without = [fit([page for page in pages if sites[page.site] != fold], fact, hand, width) for fold in range(FOLDS)]
    return [_is_first(page, without[sites[page.site]], _measure(fact)) for page in pages]


def fit(pages: Sequence[Page], fact: str, hand: dict[str, float], width: float) -> dict[str, float]:
    """The likeliest weights. ``width``: standard deviation of each around that set by hand."""
    prior, weights = np.array(list(hand.values())), dict(hand)
    for _ in range(ROUNDS):
        known = [(_degrees(page, weights, _measure(fact)), page.right) for page in pages]

        def loss(tried: Float, known: Sequence[tuple[Float, NDArray[np.bool_]]] = known) -> tuple[float, Float]:
            total, slope = 0.5 * float(((tried - prior) ** 2).sum()) / width**2, (tried - prior) / width**2
            for degrees, right in known:
                sums = np.append(degrees @ tried, 0.0)  # the last is that of no value
                shares = np.exp(sums - sums.max())
                good = np.where(np.append(right, False), shares, 0.0)
                total += float(np.log(shares.sum()) - np.log(good.sum()))
                slope = slope + (shares / shares.sum() - good / good.sum())[:-1] @ degrees
            return total, slope

        found = minimize(loss, np.array(list(weights.values())), jac=True, method="L-BFGS-B").x
        weights = dict(zip(hand, found.tolist(), strict=True))
    return weights
