"""Features of a page's layout boxes: what is visible at a glance, such as the share of link text and repeated edges."""

from collections import Counter
from collections.abc import Sequence

import numpy as np

from iawce.data.boxes import Box
from iawce.models.common.probabilities import share

VIEWPORT_WIDTH = 1366  # Of the pages of the training, CSS px
EDGE = 4  # Left edges within this distance in px count as equal
SIZE = 8  # Sides of pictures within this distance in px count as equal
VIEW = 5464
DEFAULT_MARGINS = (8, 48, 88)  # Left edges of body, list and nested list in a browser's own style, CSS px
BANDS = 8  # Horizontal bands, of 683 px each, in which running text and links are weighed


def describe_boxes(boxes: Sequence[Box]) -> dict[str, float]:
    """All features by name; a page without boxes gives zeros."""
    seen = [box for box in boxes if box.x + box.width > 0 and box.x < VIEWPORT_WIDTH and box.y < VIEW]
    texts = [box for box in seen if box.kind == "t"]
    plain = [box for box in texts if not box.link]
    links = [box for box in texts if box.link]
    pictures = [box for box in seen if box.kind in "ib" and box.height < 1200]
    return (
        _amounts(texts, plain, links, pictures, seen)
        | _runs(plain)
        | _repeats(links, pictures)
        | _headings(texts)
        | _bands(plain, links)
        | _style(texts)
    )


def _chars(boxes: Sequence[Box]) -> int:
    return sum(box.chars for box in boxes)


def _amounts(
    texts: list[Box], plain: list[Box], links: list[Box], pictures: list[Box], seen: list[Box]
) -> dict[str, float]:
    bottom = max((box.y + box.height for box in seen), default=0)
    chars = _chars(texts)
    return {
        "texts": len(texts),
        "links": len(links),
        "pictures": len(pictures),
        "frames": sum(box.kind == "v" for box in seen),
        "controls": sum(box.kind == "c" for box in seen),
        "chars": chars,
        "height": bottom,
        "link_text_share": share(len(links), len(texts)),
        "link_char_share": share(_chars(links), chars),
        "chars_per_text": share(chars, len(texts)),
        "chars_per_link": share(_chars(links), len(links)),
        "chars_per_plain": share(_chars(plain), len(plain)),
        "chars_per_height": share(chars, bottom),
        "picture_area": sum(box.width * box.height for box in pictures) / 1e6,
        "text_area": sum(box.width * box.height for box in plain) / 1e6,
        "link_area": sum(box.width * box.height for box in links) / 1e6,
        "linked_pictures": share(sum(box.link for box in pictures), len(pictures)),
    }


def _runs(plain: list[Box]) -> dict[str, float]:
    chars = _chars(plain)
    long = [box for box in plain if box.lines >= 2]
    longest = sorted((box.chars for box in plain), reverse=True)
    column = Counter[int]()
    for box in plain:
        column[box.x // EDGE] += box.chars
    return {
        "multiline": len(long),
        "multiline_char_share": share(_chars(long), chars),
        "three_line_chars": _chars([box for box in plain if box.lines >= 3]),
        "longest": longest[0] if longest else 0,
        "longest_share": share(longest[0] if longest else 0, chars),
        "tenth_longest": longest[9] if len(longest) > 9 else 0,
        "longest_lines": max((box.lines for box in plain), default=0),
        "widest_run": max((box.width for box in long), default=0),
        "column_char_share": share(max(column.values(), default=0), chars),
    }


def _repeats(links: list[Box], pictures: list[Box]) -> dict[str, float]:
    edges = Counter(box.x // EDGE for box in links if box.y > 200)
    styles = Counter((box.x // EDGE, box.font, box.weight) for box in links if box.y > 200)
    best = styles.most_common(1)[0] if styles else ((0, 0, 0), 0)
    rows = [box for box in links if (box.x // EDGE, box.font, box.weight) == best[0] and box.y > 200]
    tops = np.sort([box.y for box in rows])
    gaps = np.diff(tops)
    gaps = gaps[gaps > 0]
    sizes = Counter((box.width // SIZE, box.height // SIZE) for box in pictures if box.width > 60)
    fonts = Counter((box.font, box.weight) for box in links if box.font >= 17)
    return {
        "edge_links": max(edges.values(), default=0),
        "styled_links": best[1],
        "styled_link_font": best[0][1],
        "styled_link_chars": share(_chars(rows), len(rows)),
        "styled_link_span": float(tops[-1] - tops[0]) if len(tops) else 0.0,
        "gap": float(np.median(gaps)) if gaps.size else 0.0,
        "gap_spread": share(float(np.std(gaps)), float(np.mean(gaps))) if gaps.size else 0.0,
        "same_pictures": max(sizes.values(), default=0),
        "large_links": sum(fonts.values()),
        "same_large_links": max(fonts.values(), default=0),
    }


def _headings(texts: list[Box]) -> dict[str, float]:
    below = [box for box in texts if box.y > 80]
    largest = max(below, key=lambda box: (box.font, -box.y), default=None)
    headings = [box for box in texts if box.heading]
    body = Counter[int]()
    for box in texts:
        body[box.font] += box.chars
    usual = body.most_common(1)[0][0] if body else 0
    return {
        "headings": len(headings),
        "linked_headings": sum(box.link for box in headings),
        "linked_heading_share": share(sum(box.link for box in headings), len(headings)),
        "h1": sum(box.heading == 1 for box in headings),
        "linked_h1": sum(box.heading == 1 and box.link for box in headings),
        "largest": largest.font if largest else 0,
        "largest_is_link": largest.link if largest else 0,
        "largest_y": largest.y if largest else 0,
        "largest_count": sum(box.font == largest.font for box in below) if largest else 0,
        "usual_font": usual,
        "usual_share": share(body[usual], sum(body.values())),
    }


def _bands(plain: list[Box], links: list[Box]) -> dict[str, float]:
    height = VIEW / BANDS
    features: dict[str, float] = {}
    for name, boxes in (("plain", plain), ("link", links)):
        chars = [0.0] * BANDS
        for box in boxes:
            chars[min(BANDS - 1, max(0, int((box.y + box.height / 2) / height)))] += box.chars
        features |= {f"{name}_band_{index}": value for index, value in enumerate(chars)}
    return features


def _style(texts: list[Box]) -> dict[str, float]:
    """Features that separate a designed page from one whose style sheets are missing."""
    edges = Counter(box.x for box in texts)
    return {
        "fonts": len({(box.font, box.weight) for box in texts}),
        "left_edges": sum(count >= 3 for count in edges.values()),
        "at_margin": share(sum(edges[x] for x in DEFAULT_MARGINS), len(texts)),
        "wide_texts": share(sum(box.width > 0.9 * VIEWPORT_WIDTH for box in texts), len(texts)),
        "default_font": share(sum(box.font == 16 and not box.heading for box in texts), len(texts)),
    }
