"""How fast pages are classified, on one core: each model alone, torch and ONNX Runtime, and the whole ensemble.

taskset -c 0 python -m bench classification_speed --data PATH/pagetype

Times are CPU times, so that other processes on the machine hardly matter.
"""

import statistics
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated, get_args

import numpy as np
import torch
import typer

from iawce.data.datasets.pagetype import read_pagetype
from iawce.data.document import Document
from iawce.models.common.network import TorchRuntime, load_network
from iawce.models.common.record import read_record
from iawce.models.common.runtime import OnnxRuntime, Runtime
from iawce.models.features.inputs import INPUTS
from iawce.models.page_type.classifier import Classifier, record_paths
from iawce.models.page_type.ensemble import LookAt, PageTypeEnsemble

REPEATS = 5
BATCH = 16


def main(
    data: Annotated[Path, typer.Option(help="The page-type corpus.")],
    pages: Annotated[int, typer.Option(min=1, help="Number of pages.")] = 64,
    model: Annotated[
        list[str] | None, typer.Option(help="Only this model, without the ensembles; may be repeated.")
    ] = None,
    no_screenshots: Annotated[bool, typer.Option("--no-screenshots", help="Nothing that looks at them.")] = False,
) -> None:
    torch.set_num_threads(1)
    known = [page for page in read_pagetype(data) if page.boxes and page.html]
    documents = [page.document() for page in known[:: len(known) // pages][:pages]]
    print("| what | ms a page | pages/s |\n| --- | --- | --- |")
    for name, path in record_paths().items():
        if name not in (model or [name]):
            continue
        record = read_record(path)
        if no_screenshots and INPUTS[record.input.kind].needs == "screenshot":
            continue
        classifier = Classifier.from_file(path)
        prepared = [classifier.prepare(document) for document in documents]
        show(f"{name}: prepare", partial(prepare_all, classifier, documents), len(documents))
        if record.architecture in ("boosted_trees", "screenshot_trees", "linear_words"):
            show(f"{name}: answer", partial(classifier.classify, prepared), len(documents))
            continue
        stacked = np.stack(prepared)
        show(f"{name}: torch", batched(TorchRuntime(load_network(path, record)), stacked), len(documents))
        if record.onnx:
            show(f"{name}: ONNX Runtime", batched(OnnxRuntime(path.with_name(record.onnx)), stacked), len(documents))
    for look_at in () if model else get_args(LookAt):
        if no_screenshots and look_at == "screenshot":
            continue
        ensemble = PageTypeEnsemble(look_at)
        ensemble.classify(documents[0].replace())
        show(f"ensemble, {look_at}", partial(classify_all, ensemble, documents), len(documents))


def prepare_all(classifier: Classifier, documents: list[Document]) -> object:
    return [classifier.prepare(document.replace()) for document in documents]


def classify_all(ensemble: PageTypeEnsemble, documents: list[Document]) -> object:
    return [ensemble.classify(document.replace()) for document in documents]


def batched(run: Runtime, stacked: "np.ndarray[tuple[int, ...], np.dtype[np.float32]]") -> Callable[[], object]:
    return lambda: [run(stacked[start : start + BATCH]) for start in range(0, len(stacked), BATCH)]


def show(name: str, work: Callable[[], object], pages: int) -> None:
    seconds = statistics.median(timed(work) for _ in range(REPEATS))
    print(f"| {name} | {1000 * seconds / pages:.2f} | {pages / seconds:.0f} |")


def timed(work: Callable[[], object]) -> float:
    """Seconds of CPU time, so that other work on the machine hardly matters."""
    started = time.process_time()
    work()
    return time.process_time() - started
