from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from iawce.data.datasets.labelled_page import LabelledPage
from iawce.data.errors import UsageError
from iawce.models.features.inputs import InputSpec
from iawce.models.networks.efficientnet_lite import InnerMapsNet
from iawce.train.page_type.inner_maps import MapSettings, MapsTask, principal_axes

SPEC = InputSpec("crops", (32, 32))
FEW = MapSettings(components=(4, 8), freedoms=(1.0, 4.0), parts=2)


def sites(labels: tuple[str, ...], count: int) -> list[LabelledPage]:
    return [
        LabelledPage(f"{label}-{site}-{page}", f"site{site}", label)
        for site in range(count)
        for label in labels
        for page in range(2)
    ]


def summaries(pages: list[LabelledPage], network: InnerMapsNet) -> dict[str, NDArray[np.float32]]:
    """Noise, and in the last stage a direction of its own for each label."""
    noise = np.random.default_rng(0)
    width, last = network.head.in_features, network.stage_features()[-1]
    names = sorted({page.label for page in pages})
    directions = {name: noise.normal(size=last.stop - last.start) for name in names}
    found = {}
    for page in pages:
        values = noise.normal(size=width)
        values[last] += 0.7 * directions[page.label]
        found[page.id] = values.astype(np.float32)
    return found


@pytest.mark.parametrize("labels", [("article", "list"), ("article", "list", "thread", "product")])
def test_the_head_learns_what_sites_share(labels: tuple[str, ...]) -> None:
    pages, network = sites(labels, 8), InnerMapsNet(9, len(labels))
    task = MapsTask(SPEC, labels, summaries(pages, network), network=network, settings=FEW)
    fitted = task.fit([page for page in pages if page.site not in ("site0", "site1")])
    predictions = fitted.predict([page for page in pages if page.site in ("site0", "site1")])
    assert (predictions.logits.argmax(axis=1) == predictions.targets).mean() > 0.9
    arrays = fitted.arrays()
    assert arrays["head.weight"].shape == (len(labels), network.head.in_features)
    assert set(arrays) == set(network.state_dict())


def test_a_page_that_weighs_less_persuades_less() -> None:
    labels = ("article", "list")
    pages, network = sites(labels, 8), InnerMapsNet(9, len(labels))
    loaded = summaries(pages, network)
    wrong = [replace(page, id=f"w{page.id}", label="article", weight=0.01) for page in pages]
    heavy = [replace(page, weight=100.0) for page in wrong]
    found = loaded | {f"w{page_id}": values for page_id, values in loaded.items()}
    right = []
    for more in (wrong, heavy):
        predictions = MapsTask(SPEC, labels, found, network=network, settings=FEW).fit([*pages, *more]).predict(pages)
        right.append((predictions.logits.argmax(axis=1) == predictions.targets).mean())
    assert right[0] > 0.9
    assert right[1] < 0.7


def test_labels_of_one_site_are_refused() -> None:
    pages, network = sites(("article", "list"), 4), InnerMapsNet(9, 2)
    inner = summaries(pages, network)
    with pytest.raises(UsageError, match="site"):
        MapsTask(SPEC, ("article", "list"), inner, network=network, settings=FEW).fit(pages[:2])


def test_axes_are_ranked_in_each_stage() -> None:
    network = InnerMapsNet(9, 2)
    features = np.random.default_rng(0).normal(size=(20, network.head.in_features))
    axes = principal_axes(features, network, 5, seed=0)
    assert axes.rank.tolist() == [*range(5)] * len(network.stage_features())
    scores = (features - axes.mean) @ axes.directions
    assert np.all(np.diff(scores[:, :5].var(axis=0)) < 0)
    assert scores.var(axis=0).sum() < len(network.stage_features())
