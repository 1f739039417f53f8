"""How often pages are flagged that should not be, and how many without style sheets are found.

    python bench/flags.py --data PATH/pagetype --wcxb PATH/wcxb-dev.tar.xz --unstyled runs/ensemble/cache

``--unstyled`` is the cache of ``train.py --model ensemble``: boxes of pages rendered without their style sheets.
"""

import argparse
from collections import Counter
from pathlib import Path

from iawce.data.boxes import load_boxes
from iawce.data.datasets.labelled_sets import read_labelled_pages
from iawce.models.page_type.soft_errors import flags_of, is_unstyled


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name in ("--data", "--wcxb", "--unstyled"):
        parser.add_argument(name, type=Path, required=True)
    parser.add_argument("--every", type=int, default=2, help="take every n-th page")
    arguments = parser.parse_args()
    styled = [is_unstyled(load_boxes(page.boxes)) for page in read_labelled_pages(arguments.data) if page.boxes]
    bare = [is_unstyled(load_boxes(path)) for path in sorted(arguments.unstyled.glob("unstyled-*.json.gz"))]
    print(f"called unstyled: {sum(styled)} of {len(styled)} with style sheets, {sum(bare)} of {len(bare)} without")
    for root in (arguments.data, arguments.wcxb):
        pages = [page for page in read_labelled_pages(root) if page.html][:: arguments.every]
        found = Counter(flag for page in pages for flag in flags_of(None, page.document().body.lower_text))
        print(f"{root.name}: {len(pages)} pages by their markup, {dict(found)}")


if __name__ == "__main__":
    main()
