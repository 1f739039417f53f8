"""Listings: boxes of code whose lines are elements of their own, each read as one text with its line breaks.

Editors and highlighters write a line as a row of a table (with its number in the first cell), as a block, as a ``pre``,
or as a span; their style sheets show a box. Without these, indentation and line breaks would be lost, and each line
would be a paragraph.

Line numbers are recognised by what they are: elements of one kind in a listing whose texts count upwards by one.
"""

import re
from bisect import bisect
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import chain, islice, pairwise
from textwrap import dedent

from iawce.data.arrays import Ints
from iawce.data.dom.attributes import word_search
from iawce.data.dom.elements import Elements
from iawce.data.dom.tags import BLOCKS, CELLS

CODE = re.compile(
    r"(?:^|[\s_-])(?:code|source-?code|crayon|syntaxhighlighter|highlight(?!s)|hljs|codemirror|blob|cm-(?:editor|content)|dp-)",
    re.I,
)
"""Class names of a box of code."""
_GUTTER = re.compile(r"gutter|line-?numbers?|line-?nos?\b|lnum", re.I)  # Those of the numbers beside its lines
_LINE = re.compile(r"(?:^|[\s_-])line(?![a-z])|[a-z]Line(?![a-z])")  # And of a line that is no block
_BLOCK = re.compile(r"(?:^|[\s_-])line(?!\S)")  # And of one that is
_HINT = word_search("code crayon syntaxhighlighter highlight hljs blob cm- dp- gutter line lnum")
_SIGN = re.compile(r"[{}=<>]|[)\]}\"'\d];|[^\W\d]\(")  # In many lines of code, and in few of a poem
_NUMBERS = re.compile(r"(?>\d{1,9}+(?!\d)|\s)++")
_SPACES = re.compile(r"[ \t\r\n]++")
MIN_LINES = 2
MAX_LINES = 100_000  # Most elements of a listing
MAX_INSIDE = 20_000  # Most elements of a listing that are examined
MAX_BESIDE, MAX_HEADER = 40, 4
"""Most text nodes in a box beside a listing and its numbers, and most texts, such as its language and a button."""
MAX_NESTING = 6  # Boxes around a box, or around its lines, that are examined


def find_listings(index: Elements) -> dict[int, str]:
    """The text of each listing by the number of its element, in document order; empty of a copy that is not shown."""
    found, after, tried = dict[int, str](), 0, list[int]()
    boxes = index.tagged("table", "pre", "code")
    hinted = index.attributes.classes_holding(_HINT)
    named = {name for name in hinted if CODE.search(name) or _GUTTER.search(name)}
    boxes += [number for number, name in enumerate(index.classes) if name in named] if named else []
    beside = [int(index.parents[number]) for number in boxes if _GUTTER.search(index.classes[number])]
    boxes += [*beside, *(int(index.parents[row]) for row in beside if row > 0)]  # numbers may be in rows
    called = {name for name in hinted if _BLOCK.search(name)}
    blocks = index.topmost([one for one in index.tagged("div") if index.classes[one] in called] if called else [])
    boxes += [int(index.parents[line]) for line in blocks]
    for number in filter(index.has_children, sorted(set(boxes))):
        while tried and tried[-1] <= number:
            tried.pop()
        if number < after or index.ends[number] - number > MAX_LINES or len(tried) == MAX_NESTING:
            continue
        tried.append(int(index.ends[number]))
        lines = _rows(index, number) if index.tags[number] == "table" else _lines(index, number)
        lines = lines or _broken(index, number) or _side_by_side(index, number)
        within = blocks[bisect(blocks, number) : bisect(blocks, int(index.ends[number]) - 1)]
        if lines := lines or _highlighted(index, number, within):
            text = "\n".join(line if line.strip() else "" for line in lines)
            found[number], after = text.strip("\n"), int(index.ends[number])
    if found:  # some keep the same text in a field, to be copied
        said = {"".join(text.split()) for text in found.values()}
        fields = [one for one in index.tagged("textarea") if "".join(index.raw_text(one).split()) in said]
        around = index.inside(found)
        found |= dict.fromkeys([field for field in fields if not around[field]], "")
    return dict(sorted(found.items()))


def _rows(index: Elements, table: int) -> list[str]:
    """The lines of a table whose rows are numbers, or nothing, and code; none of another table."""
    lines, is_written = list[str](), False  # a browser collapses the spaces of code that no style sheet shows as a box
    is_numbered = False  # one line may be a listing
    if "table" in index.tags[table + 1 : index.ends[table]]:
        return []
    for row in range(table + 1, int(index.ends[table])):
        if index.tags[row] != "tr":
            continue
        cells = [cell for cell in index.children(row) if index.tags[cell] in CELLS]
        code = cells[-1] if cells else row
        if len(cells) > 2 or any(index.raw_text(cell).strip() and not is_number(index, cell) for cell in cells[:-1]):
            return []
        is_named = CODE.search(_names(index, table, code)) is not None
        if not (is_named or _is_code(index, code)):
            return []
        is_written = is_written or is_named or len(cells) > 1 or "pre" in index.tags[code : index.ends[code]]
        is_numbered = len(cells) > 1 and (is_named or "pre" in index.tags[cells[0] : index.ends[cells[0]]])
        lines += _lines(index, code) or (_raw(index, code) if is_written else [index.text_of(code)])
    return lines if sum(bool(line.strip()) for line in lines) >= (1 if is_numbered else MIN_LINES) else []


def _lines(index: Elements, box: int) -> list[str]:
    """The lines of a box whose parts each are one, numbers beside them left out; none of another box."""
    seen, parts, is_numbered = [box], _shown(index, box), False
    while len(parts) in (1, 2) and len(seen) <= MAX_NESTING and not _has_own_text(index, seen[-1]):
        inside = _shown(index, parts[-1])
        if len(parts) == 2:
            if not is_number(index, parts[0]) or len(_shown(index, parts[0])) != len(inside):
                break
            is_numbered = True
        seen, parts = [*seen, parts[-1]], inside
    if len(parts) < MIN_LINES or _has_own_text(index, seen[-1]):
        return []
    is_pre = any(index.tags[one] == "pre" for one in seen)
    if not is_pre:
        rows, parts = parts, [_without_number(index, part) for part in parts]
        is_numbered |= all(row != part for row, part in zip(rows, parts, strict=True))
    kinds = {(index.tags[part], bool(index.classes[part]) and index.tags[part] != "li") for part in parts}
    texts = _without_numbers(index, parts, ["\n".join(_raw(index, part)) for part in parts]) if len(kinds) < 2 else []
    if any("\n" in one for one in texts) or all(map(_NUMBERS.fullmatch, texts)):  # or those of the lines beside it
        return []
    tag, classes = index.tags[parts[0]], {index.classes[part].rstrip("0123456789 ") for part in parts}
    if is_pre:  # in which words of one kind may be parts, too
        shared = set.intersection(*(set(name.split()) for name in classes))
        breaks = index.tags[seen[-1] : index.ends[seen[-1]]].count("br")
        is_line = any(map(_LINE.search, shared)) or (breaks >= len(parts) - 1 and (shared or len(classes) == 1))
        return texts if tag in BLOCKS or is_line or (tag == "code" and len(classes) == 1) else []
    if tag == "pre" and all("code" in index.tags[part : index.ends[part]] for part in parts):  # listings of one line
        return []
    names = _names(index, box, seen[-1])
    if not (is_numbered or index.tags[box] == "code" or CODE.search(names)):
        return []
    within = index.tags[box : index.ends[box]]
    are_code = all(_is_code(index, part) or not text.strip() for part, text in zip(parts, texts, strict=True))
    is_line = tag == "div" or (tag == "li" and "dp-" in names)  # others are lists of highlights
    is_alike = len(classes) <= 2 and is_line and {"pre", "table"}.isdisjoint(within)
    return texts if are_code or is_alike else []


def _broken(index: Elements, code: int) -> list[str]:
    """The lines of an element of code with line breaks, outside of a ``pre``; none of another."""
    inside = set(index.tags[code + 1 : index.ends[code]]) if index.tags[code] == "code" else set()
    if "br" not in inside or not BLOCKS.isdisjoint(inside - {"br"}):
        return []
    if any(index.tags[one] == "pre" for one in islice(index.ancestors(code), MAX_NESTING)):
        return []
    written = _with_breaks(index, code, (_SPACES.sub(" ", text) for text in index.texts_in(code)))
    return [line.strip(" ").replace("\xa0", " ") for line in written.split("\n")]


def _side_by_side(index: Elements, pre: int) -> list[str]:
    """The lines of a ``pre`` in which some are elements without a line break between them; none of another."""
    end, texts, first = int(index.ends[pre]), index.texts_in(pre), int(index.first_text_node[pre])
    inside = range(pre + 1, end) if index.tags[pre] == "pre" and "br" not in index.tags[pre:end] else ()
    named = index.topmost([one for one in inside if _LINE.search(index.classes[one])])
    lines = [one for one in named if not is_number(index, one)]
    begins, ends = (set((at[lines] - first).tolist()) for at in (index.first_text_node, index.last_text_node))
    breaks = {end for end in ends - {0, len(texts)} if "\n" not in (texts[end - 1][-1:], texts[end][:1])}
    written = "".join("\n" * (place in breaks) + text for place, text in enumerate(texts))
    return written.split("\n") if breaks & begins else []


def _highlighted(index: Elements, box: int, lines: list[int]) -> list[str]:
    """The lines of a box of blocks that are called so, with words in colours or numbers; none of a poem."""
    inside = [*chain.from_iterable(range(line + 1, int(index.ends[line])) for line in lines)]
    if not inside or index.parents[lines[0]] != box or index.tags[box] == "code":
        return []
    written = ["\n".join(_raw(index, line)) for line in lines]
    behind = [one for one in index.children(box) if one > lines[-1]]  # which a script shows beside a name
    said, shown = "".join([*written, *map(index.raw_text, behind)]), index.raw_text(box)
    is_all = "".join(said.split()) == "".join(shown.split()) and {index.tags[one] for one in inside} <= {"a", "span"}
    if not is_all or not all("id" in index.attributes.given[one] for one in behind):
        return []
    texts = _without_numbers(index, lines, written)
    signs = sum(_SIGN.search(text) is not None for text in texts)
    is_code = 3 * signs >= len(texts) and any(index.classes[one] for one in inside)
    return dedent("\n".join(texts)).split("\n") if is_code else []


def _shown(index: Elements, number: int) -> list[int]:
    """The elements directly in an element, without buttons and fields, and line breaks behind each."""
    parts = [one for one in index.children(number) if index.tags[one] not in ("button", "input", "textarea")]
    return parts[::2] if all(index.tags[one] == "br" for one in parts[1::2]) and len(parts) > 1 else parts


def _without_number(index: Elements, line: int) -> int:
    """The part of a line behind its number."""
    parts = [part for part in _shown(index, line) if index.raw_text(part).strip() or index.tags[part] == "pre"]
    if len(parts) == 2 and is_number(index, parts[0]) and not _has_own_text(index, line):
        return parts[1]
    return line


def _without_numbers(index: Elements, parts: list[int], texts: list[str]) -> list[str]:
    """The texts of lines without the numbers in elements of their own with which all of them begin, if they count."""
    filled = (next((one for one in index.children(part) if index.raw_text(one).strip()), part) for part in parts)
    numbers = [index.raw_text(one).strip() for one in filled if is_number(index, one)]
    if len(numbers) < len(parts) or not _count_up(int(number[:10]) for text in numbers for number in text.split()):
        return texts
    cut = [text.lstrip().removeprefix(number) for text, number in zip(texts, numbers, strict=True)]
    return cut if len(parts) > 1 else texts


def _count_up(numbers: Iterable[int]) -> bool:
    return all(after - before == 1 for before, after in pairwise(numbers))


def _names(index: Elements, box: int, inner: int) -> str:
    """The class names of a box, and of what is directly in it and around it."""
    around = int(index.parents[box])
    return " ".join(index.classes[one] for one in (around, box, inner) if one >= 0)


def _is_code(index: Elements, number: int) -> bool:
    """Whether all text of an element is in elements of code."""
    code = index.topmost([one for one in range(number, int(index.ends[number])) if index.tags[one] in ("pre", "code")])
    inside, whole = (len("".join("".join(map(index.raw_text, those)).split())) for those in (code, [number]))
    return 0 < whole == inside


def _raw(index: Elements, number: int) -> list[str]:
    """The lines of a text as they are written."""
    return _with_breaks(index, number, index.texts_in(number)).replace("\xa0", " ").strip("\r\n").split("\n")


def _with_breaks(index: Elements, number: int, texts: Iterable[str]) -> str:
    """The texts of an element with its line breaks."""
    first, end = int(index.first_text_node[number]), int(index.ends[number])
    if "br" not in index.tags[number:end]:
        return "".join(texts)
    breaks = Counter(int(index.first_text_node[one]) - first for one in range(number, end) if index.tags[one] == "br")
    return "".join("\n" * breaks[place] + text for place, text in enumerate([*texts, ""]))


def _has_own_text(index: Elements, number: int) -> bool:
    return any(index.text_nodes.texts[one].strip() for one in index.own_text_nodes(number))


def beside_code(index: Elements) -> Iterator[int]:
    """The buttons in listings, and the numbers of their lines, in them or beside them."""
    listings, borders = index.topmost(index.tagged("pre")), cache(lambda: index.borders(index.has_tag(BLOCKS | CELLS)))
    yield from (one for pair in pairwise(listings) for one in _numbers_beside(index, *pair))
    for listing in listings:
        before, behind = index.previous(listing), int(index.ends[listing])
        yield from _numbers_beside(index, before, listing) if before is not None else ()
        yield from _numbers_beside(index, listing, behind) if behind < index.ends[index.parents[listing]] else ()
        inside = range(listing + 1, min(int(index.ends[listing]), listing + MAX_INSIDE))
        groups = defaultdict[tuple[str, str], list[int]](list)
        if is_number(index, listing):  # which it is about
            continue
        yield from (one for one in inside if index.tags[one] == "button")
        for one in _numbers_among(index, (one for one in inside if index.tags[one] != "button")):
            groups[index.tags[one], index.classes[one].rstrip("0123456789 ")].append(one)
        for group in groups.values():
            numbers = [int(number[:10]) for one in group for number in index.text_of(one).split()]
            if len(numbers) > 1 and _count_up(numbers) and _begin_lines(index, group, listing, borders()):
                yield from group


def _numbers_among(index: Elements, elements: Iterable[int]) -> Iterator[int]:
    """Those of elements, given in order, whose text is nothing but numbers: a text within many of them is read once."""
    texts, end = index.text_nodes.texts, 0
    for one in elements:
        first, last = int(index.first_text_node[one]), int(index.last_text_node[one])
        end = max(end, first)  # all that is before it, from the begin of the element before this one, are numbers
        while end < last and (not texts[end] or _NUMBERS.fullmatch(texts[end])):
            end += 1
        if first < last <= end and texts[first]:
            yield one


def _numbers_beside(index: Elements, first: int, second: int) -> Iterator[int]:
    """The one of two elements in a row that is the numbers of the lines of the other, a listing."""
    begins, ends, texts = index.first_text_node, index.last_text_node, index.text_nodes.texts
    near = islice(index.ancestors(first), MAX_NESTING)
    box = next((one for one in near if index.ends[one] >= index.ends[second]), 0)
    places = (begins[box], begins[first]), (ends[first], begins[second]), (ends[second], ends[box])
    is_beside = sum(end - begin for begin, end in places) <= MAX_BESIDE  # there is little else in their box
    said = [sum(bool(text.strip()) for text in texts[begin:end]) for begin, end in places] if is_beside else []
    is_beside = is_beside and not said[1] and said[0] + said[2] <= MAX_HEADER
    for numbers, code in ((first, second), (second, first)) if is_beside else ():
        if index.tags[code] != "pre" or not is_number(index, numbers) or is_number(index, code):
            continue
        counted, lines = " ".join(index.texts_in(numbers)).split(), index.raw_text(code).strip("\n").count("\n") + 1
        if 1 < len(counted) == lines and counted[0] in ("0", "1") and _count_up(int(one[:10]) for one in counted):
            yield numbers


def _begin_lines(index: Elements, group: Iterable[int], listing: int, borders: Ints) -> bool:
    """Whether only numbers stand before each element in its line; ``borders``: of lines, before each text node."""
    texts = index.text_nodes.texts
    first, last, own = index.first_text_node, index.last_text_node, int(index.first_text_node[listing])
    for begin, end, around in {(int(first[one]), int(last[one]), int(index.parents[one])) for one in group}:
        if first[around] == begin and last[around] > end:  # it begins a box, which a style sheet may show as a line
            continue
        for place in range(begin - 1, own - 1, -1):
            before = texts[place].rpartition("\n")
            if borders[place] == borders[begin] and before[2].strip() and not _NUMBERS.fullmatch(before[2]):
                return False
            if borders[place] != borders[begin] or before[1] or before[2].strip():
                break
    return True


def is_number(index: Elements, number: int) -> bool:
    """Whether the text of an element is nothing but numbers, one or more."""
    first, last = int(index.first_text_node[number]), int(index.last_text_node[number])
    texts = index.text_nodes.texts
    if first >= last or not _NUMBERS.fullmatch(texts[first]):  # seldom
        return False
    return all(map(_NUMBERS.fullmatch, filter(None, texts[first:last])))  # joined, they may be too long for a number
