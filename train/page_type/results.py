"""Pictures by Grad-CAM (Selvaraju et al. 2017, eqs 1, 2; here on one scale for all views), and every prediction."""

import json
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

import numpy as np
import torch
from matplotlib.figure import Figure
from torch import Tensor
from torch.nn import functional

from iawce.data.datasets.labelled_page import LabelledPage
from iawce.models.networks.transfer import RGB, TransferNet
from iawce.train.common.metrics import Predictions
from iawce.train.common.plots import draw_mistakes, plot_confusion
from iawce.train.page_type.task import PageTypeDataset, Task, load_inputs

SHOWN = 10
CAPTION = 24  # Most characters of the name of a page above its pictures


def grad_cam(network: TransferNet, picture: Tensor, label: int) -> Tensor:
    """How much each place speaks for a label, float32 (views, rows, columns), 0 to 1, on one scale for all views.

    ``network``: in evaluation mode; ``picture``: float32 (channels, height, width).
    """
    with torch.no_grad():
        maps = network.trunk(network.planes(picture[None]))
    maps.requires_grad_(True)
    with torch.enable_grad():
        logits = network.head(network.reduce(maps).reshape(1, -1))
        (slopes,) = torch.autograd.grad(logits[0, label], maps)
    found = functional.relu((slopes.mean(dim=(2, 3), keepdim=True) * maps).sum(dim=1)).detach()
    return found / found.max().clamp(min=1e-6)


def draw_attention(folder: Path, network: TransferNet, task: Task, pages: Sequence[LabelledPage]) -> None:
    """Ten of the pages, evenly taken: each view, and over it where the network sees the label that it gives."""
    shown = pages[:: max(1, len(pages) // SHOWN)][:SHOWN]
    dataset = PageTypeDataset(shown, load_inputs(shown, task.spec), task.labels, task.spec)
    network.eval()
    figure = Figure(figsize=(2.4 * len(shown), 2.6 * network.views), layout="constrained")
    axes = figure.subplots(network.views, len(shown), squeeze=False)
    for axis in axes.ravel():
        axis.set_axis_off()
    for column, (index, page) in zip(axes.T, enumerate(shown), strict=True):
        picture = dataset[index][0]
        with torch.inference_mode():
            answer = int(network(picture[None]).argmax())
        column[0].set_title(f"{page.label} -> {task.labels[answer]}\n{page.id[:CAPTION]}", size=6)
        planes = picture.expand(RGB, -1, -1) if len(picture) == 1 else picture
        low, high = float(planes.min()), float(planes.max())
        views = ((planes - low) / max(high - low, 1e-6)).reshape(-1, RGB, *planes.shape[1:]).permute(0, 2, 3, 1)
        for axis, view, heat in zip(column, views.numpy(), grad_cam(network, picture, answer), strict=True):
            axis.imshow(view)
            extent = (0, view.shape[1], view.shape[0], 0)
            axis.imshow(heat.numpy(), cmap="jet", alpha=0.45, extent=extent, interpolation="bilinear", vmin=0, vmax=1)
    figure.savefig(folder / "grad-cam.png", dpi=90)


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
    """Short hash of the training pages, their labels and weights."""
    listing = "\n".join(sorted(f"{page.id} {page.label}{f' {page.weight}' * (page.weight != 1)}" for page in pages))
    return sha256(listing.encode()).hexdigest()[:16]
