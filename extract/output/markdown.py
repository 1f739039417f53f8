"""Markdown of cleaned HTML."""

from markdownify import MarkdownConverter


def to_markdown(html: str) -> str:
    """Markdown of cleaned HTML, ATX headings and fenced code.

    Raises:
        RecursionError: the markup is nested deeper than Python can follow.
    """
    converter = MarkdownConverter(heading_style="ATX", bullets="-", escape_asterisks=False, escape_underscores=False)
    lines = (line.rstrip() for line in converter.convert(html).strip().splitlines())
    kept: list[str] = []
    for line in lines:
        if line or (kept and kept[-1]):
            kept.append(line)
    return "\n".join(kept)
