"""Who only looks at layout or markup never waits for torch."""

import subprocess
import sys

CODE = """
import sys
from iawce.data.boxes import Box
from iawce.data.document import Document
from iawce.models.page_type.ensemble import PageTypeEnsemble
boxes = tuple(Box("t", i, 300, 100 + 60 * i, 500, 30, 1, 30, 24, 700, 1, 2) for i in range(12))
assert PageTypeEnsemble().classify(Document("", boxes=boxes, screenshot=b"no picture", html="<p>text</p>")).type
sys.exit("torch" in sys.modules)
"""


def test_the_shipped_ensemble_needs_no_torch() -> None:
    assert subprocess.run([sys.executable, "-c", CODE], check=False).returncode == 0  # noqa: S603
