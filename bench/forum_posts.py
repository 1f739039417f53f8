"""Posts of threads as records, found without labels: how many are found, and how often each field is right.

    python bench/forum_posts.py --forum PATH/forum-posts --predictions runs/blocks/predictions.jsonl

The text of a post is what of it the block model takes for main content, with probabilities of models that were trained
on no page of the site (``predictions.jsonl`` of its training). Dates, authors and addresses use no model.
"""

import json
from collections import defaultdict
from pathlib import Path
from typing import Annotated
from urllib.parse import urljoin

import numpy as np
import typer

from iawce.data.datasets.gold_page import GoldPage
from iawce.data.datasets.gold_sets import read_gold
from iawce.data.html.blocks import Blocks
from iawce.data.open_document import open_document
from iawce.data.visibility import undrawn_elements
from iawce.evaluate.measures.records import RIGHT, record_scores
from iawce.evaluate.measures.word_overlap import word_scores
from iawce.extract.forum.posts import find_posts
from iawce.extract.methods.segmentation import keep_blocks
from iawce.models.common.intervals import site_mean
from iawce.models.segmentation.choose import choose_by_f1
from iawce.scripts.console import say

Records = list[dict[str, str]]


def main(
    forum: Annotated[Path, typer.Option(help="The set of forum posts.")],
    predictions: Annotated[Path, typer.Option(help="predictions.jsonl of a training of the block model.")],
) -> None:
    """Print precision and recall of posts, and word F1 and share of right values of each field, 95 % intervals."""
    rows = map(json.loads, predictions.read_text(encoding="utf-8").splitlines())
    unseen = {row["id"]: row["blocks"] for row in rows if row["set"] == "forum"}
    values: dict[str, list[tuple[float, str]]] = defaultdict(list)
    for page in read_gold("forum", forum):
        for name, value in _scores(page, _posts(page, np.array(unseen[page.id]))):
            values[name].append((value, page.site))
    for name, pairs in values.items():
        mean, low, high = site_mean([value for value, _ in pairs], [site for _, site in pairs])
        say(f"| {name} | {mean:.3f} ({low:.3f}–{high:.3f}) | {len(pairs)} |")


def _posts(page: GoldPage, probabilities: np.ndarray) -> Records:
    document = open_document(page.page)
    document.hidden = undrawn_elements(document)
    blocks = Blocks(document.without(("head",)))
    chosen = choose_by_f1(probabilities, np.maximum(blocks.words, 1).astype(np.float64))
    posts = find_posts(document, keep_blocks(blocks, chosen))
    links = [{f"{name}_link": field.link for name, field in post.fields.items() if field} for post in posts]
    return [link | post.texts for link, post in zip(links, posts, strict=True)]


def _scores(page: GoldPage, got: Records) -> list[tuple[str, float]]:
    """Scores of a page and of each of its gold values; posts are matched by their texts alone."""
    gold = [{"text": record.get("text", "")} for record in page.records]
    found = record_scores([{"text": record["text"]} for record in got], gold)
    of = {j: got[i] for i, j in found.matches.items()}
    scores = [("posts: precision", found.records.precision), ("posts: recall", found.records.recall)]
    for j, record in enumerate(page.records):
        for name, value in record.items():
            if value:
                wanted = urljoin(page.url, value) if name.endswith("link") else value
                f1 = word_scores(of.get(j, {}).get(name, ""), wanted).f1
                scores += [(f"{name}: word F1", f1), (f"{name}: right", float(f1 >= RIGHT))]
    return scores


if __name__ == "__main__":
    typer.run(main)
