"""Time and memory to learn a site of growing size, with the exact index and with a comparison of every seed.

    python -m bench site_scale            # and --voter density, --odd 1

Pages are generated: from ``TEMPLATES`` templates with random numbers of list entries, paragraphs and comments, and one
in ``--odd`` without a template. Each size runs in a separate process. Time is CPU time; memory is the peak of the
process beyond that after its first hundred pages. The exponent is that of the time between two sizes: 1 is linear.
"""

import math
import random
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Annotated, Literal

import typer

from iawce.data.document import Document
from iawce.extract.papers.leader_clusters import PageFeature, cluster_by_leaders, similarity
from iawce.extract.templates.site.settings import SiteSettings
from iawce.extract.templates.site.site_templates import SiteTemplates

TEMPLATES, SEED = 12, 7
SIZES = (1250, 2500, 5000, 10_000)
SENTENCE = "The harbour bridge will close for repairs until the end of the week, the town council said. "


def generate(count: int, odd: int) -> Iterator[Document]:
    chance = random.Random(SEED)
    layouts = [list(_boxes(chance, _word(chance))) for _ in range(TEMPLATES)]
    for number in range(count):
        layout = list(_boxes(chance, _word(chance))) if number % odd == 0 else chance.choice(layouts)
        body = "".join(f"<p>{number} {SENTENCE * chance.randint(1, 4)}</p>" for _ in range(chance.randint(1, 20)))
        entries = "".join(f"<div class=entry><a href=/{n}>entry {n}</a></div>" for n in range(chance.randint(0, 9)))
        yield Document(
            f"page {number}", html=f"<body>{''.join(layout)}<div class=text>{body}</div><div>{entries}</div></body>"
        )


def _word(chance: random.Random) -> str:
    return "".join(chance.choices("abcdefghijklmnopqrstuvwxyz", k=9))


def _boxes(chance: random.Random, name: str) -> Iterator[str]:
    """Blocks of a layout, 60 to 140 of them in some groups."""
    for group in range(chance.randint(8, 14)):
        kinds = [f"{name}-{_word(random.Random(group * 10 + place))}" for place in range(chance.randint(6, 10))]
        inner = "".join(f"<div class='{kind}'><{chance.choice(('p', 'span', 'a'))}>menu</div>" for kind in kinds)
        tag = chance.choice(("div", "table", "section"))
        yield f"<{tag} class='{name}-{group}'>{'<tr><td>' if tag == 'table' else ''}{inner}</{tag}>"


def measure(size: int, voter: str, odd: int) -> None:
    """Print CPU seconds of learning, of clustering alone and by comparison with every seed; MiB; number of seeds."""
    site = SiteTemplates(SiteSettings.with_values(voter=voter))
    base, learned = 0, 0.0
    for number, document in enumerate(generate(size, odd)):
        started = time.process_time()
        site.learn(document)
        learned += time.process_time() - started
        base = base if number != 100 else resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    memory = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - base) / 1024
    settings = site.settings
    features = [site.open(document).feature for document in generate(size, odd)]
    started = time.process_time()
    indexed = [cluster.pages for cluster in cluster_by_leaders(features, settings.threshold, 1)]
    index_time, started = time.process_time() - started, time.process_time()
    plain = compare_all(features, settings.threshold)
    plain_time = time.process_time() - started
    if indexed != plain:
        sys.exit("the index gives other clusters than the comparison of every seed")
    print(f"{learned:.1f} {index_time:.2f} {plain_time:.2f} {memory:.0f} {len(indexed)}")


def compare_all(pages: list[PageFeature], threshold: float) -> list[list[str]]:
    """Algorithm 1 by comparison with each seed."""
    seeds, members = list[PageFeature](), list[list[str]]()
    for page in pages:
        alike = (number for number, seed in enumerate(seeds) if similarity(seed, page) > threshold)
        if (found := next(alike, None)) is None:
            seeds.append(page)
            members.append([page.page])
        else:
            members[found].append(page.page)
    return members


def main(
    sizes: Annotated[list[int] | None, typer.Option("--size", help="Number of pages; may be repeated.")] = None,
    voter: Annotated[Literal["segmentation", "density"], typer.Option(help="Method that votes.")] = "segmentation",
    odd: Annotated[int, typer.Option(min=1, help="One in this many pages is of no template.")] = 20,
    one: Annotated[int, typer.Option(hidden=True)] = 0,
) -> None:
    if one:
        measure(one, voter, odd)
        return
    print("| pages | seeds | learning, s | exponent | memory, MiB | clustering alone, s | every seed compared, s |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    before: tuple[int, float] | None = None
    for size in sizes or SIZES:
        command = [sys.executable, "-m", "bench", "site_scale", f"--one={size}", f"--voter={voter}", f"--odd={odd}"]
        done = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603 - ourselves
        learned, index, plain, memory, clusters = map(float, done.stdout.split())
        exponent = f"{math.log(learned / before[1]) / math.log(size / before[0]):.2f}" if before else ""
        cells = (size, f"{clusters:.0f}", f"{learned:.0f}", exponent, f"{memory:.0f}", f"{index:.1f}", f"{plain:.1f}")
        print(f"| {' | '.join(map(str, cells))} |", flush=True)
        before = size, learned
