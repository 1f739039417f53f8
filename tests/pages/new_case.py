"""Begins a case for a page that is extracted wrongly: ``python tests/pages/new_case.py NAME PAGE.html``.

Write the page yourself, as small as it can be while it still goes wrong: pages of others do not belong here. The case
holds what is extracted today; correct ``expected.txt`` and ``meta.json`` by hand to what it should be.
"""

import json
import shutil
import sys
from pathlib import Path

from iawce.extract import Extractor

CASES = Path(__file__).parent


def new_case(name: str, page: Path) -> Path:
    """The folder of a new case, with the page and what is extracted of it today.

    Raises:
        FileExistsError: there is a case of this name.
    """
    case = CASES / name
    case.mkdir()
    shutil.copyfile(page, case / "source.html")
    with Extractor(render="always") as extractor:
        row = extractor.extract(case / "source.html")
    meta = {"type": row.type, "title": row.title, "note": "what goes wrong, in one sentence"}
    (case / "meta.json").write_text(json.dumps(meta, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    (case / "expected.txt").write_text(row.text + "\n", encoding="utf-8")
    return case


if __name__ == "__main__":
    sys.stdout.write(f"{new_case(sys.argv[1], Path(sys.argv[2]))}\n")
