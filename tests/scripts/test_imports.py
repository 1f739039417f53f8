"""What is heavy is imported where it is used: each takes a tenth of a second to seconds."""

import subprocess
import sys

import pytest

from tests.conftest import ROOT

TRAINING = ("torch", "torchvision", "pytorch_lightning", "sklearn", "matplotlib", "lightgbm", "onnx")
SELDOM = (
    "playwright",
    "pyarrow",
    "scipy",
    "jsonschema",
    "tldextract",
    "pyquery",
    "pydantic",
    "requests",
    "rich",
    "trafilatura",
)
PAGES = ("numpy", "lxml", "PIL", "msgspec", "safetensors", "onnxruntime", "bs4", "asyncio")
WHERE_ASKED = ("charset_normalizer", "tomllib")
"""What only a page whose encoding is not known needs, and settings that were given."""
ELSEWHERE = ("importlib.metadata", "iawce.scripts.doctor")
"""What other commands, other pages and other outputs need than a page of articles and a row on standard output."""
CODE = """
import sys
from iawce.scripts.cli import main
sys.argv = ["iawce", *{arguments!r}]
try:
    main()
except SystemExit as end:
    assert not end.code, end.code
print(*[name for name in {heavy!r} if name in sys.modules], file=sys.stderr)
"""
AT_END = "import atexit, gc; atexit.register(lambda: print(gc.get_freeze_count() > 0, file=sys.stderr))" + CODE
COLLECTIONS = CODE + 'import gc; print(gc.get_stats()[2]["collections"], file=sys.stderr)'


def imported(*arguments: str, heavy: tuple[str, ...], code: str = CODE) -> list[str]:
    """Those of ``heavy`` that the command imports, or what else the code says at its end."""
    code = code.format(arguments=arguments, heavy=heavy)
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)  # noqa: S603
    return done.stderr.splitlines()[-1].split()


@pytest.mark.parametrize(
    "arguments", [("--version",), ("--help",), ("models", "--help"), ("evaluate", "--help"), ("site", "--help")]
)
def test_who_asks_for_help_waits_for_nothing(arguments: tuple[str, ...]) -> None:
    assert imported(*arguments, heavy=TRAINING + SELDOM + PAGES) == []


@pytest.mark.parametrize("options", [("--type", "article", "--method", "article"), ("--method", "body")])
def test_who_extracts_saved_html_waits_for_neither_browser_nor_training(options: tuple[str, ...]) -> None:
    page = "tests/pages/article-news/source.html"
    unused = (*TRAINING, *SELDOM, "bs4", "onnxruntime")
    assert imported("extract", page, "--render", "never", "--format", "text", *options, heavy=unused) == []


def test_a_row_of_a_saved_page_waits_for_nothing_that_it_does_not_need() -> None:
    page = "tests/pages/article-news/source.html"
    unused = (*TRAINING, *SELDOM, *WHERE_ASKED, *ELSEWHERE, "bs4")
    assert imported("extract", page, "--render", "never", heavy=unused) == []


def test_the_garbage_collector_ignores_objects_loaded_for_a_row() -> None:
    page = "tests/pages/article-news/source.html"
    assert imported("extract", page, "--render", "never", heavy=(), code=COLLECTIONS) == ["0"]


def test_no_garbage_is_collected_at_the_end_of_a_command() -> None:
    assert imported("--version", heavy=(), code=AT_END) == ["True"]
    assert imported("--version", heavy=(), code='import sys; sys.modules["torch"] = sys\n' + AT_END) == ["False"]


def test_the_block_model_needs_onnxruntime_and_nothing_else() -> None:
    page = "tests/pages/article-news/source.html"
    unused = (*TRAINING, *SELDOM, "bs4", "onnxruntime", "py3langid")
    assert imported("extract", page, "--render", "never", "--format", "text", heavy=unused) == ["onnxruntime"]
