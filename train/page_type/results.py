"""Further results of a training run: the confusion matrix, the worst mistakes, and every prediction."""

import json
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

import numpy as np

from iawce.data.datasets.labelled_page import LabelledPage
from iawce.train.common.metrics import Predictions
from iawce.train.common.plots import draw_mistakes, plot_confusion


def draw_results(
    folder: Path,
    pages: Sequence[LabelledPage],
    predictions: Predictions,
    labels: Sequence[str],
    temperature: float = 1.0,
    *,
    suffix: str = "",
) -> None:
    """Write the confusion matrix, the worst mistakes and every prediction on a page of an unseen site."""
    plot_confusion(folder / f"confusion{suffix}.png", predictions, labels)
    draw_mistakes(pages, predictions, labels, temperature).savefig(folder / f"mistakes{suffix}.png", dpi=90)
    probabilities = np.round(predictions.probabilities(temperature), 4).tolist()
    rows = zip(predictions.ids, predictions.sites, predictions.targets, probabilities, strict=True)
    with (folder / f"predictions{suffix}.jsonl").open("w", encoding="utf-8") as file:
        for page_id, site, target, shares in rows:
            row = {"id": page_id, "site": site, "label": labels[target]}
            file.write(json.dumps(row | {"probabilities": dict(zip(labels, shares, strict=True))}) + "\n")


def fingerprint(pages: Sequence[LabelledPage]) -> str:
    """Short hash of the training pages and their labels."""
    listing = "\n".join(sorted(f"{page.id} {page.label}" for page in pages))
    return sha256(listing.encode()).hexdigest()[:16]
