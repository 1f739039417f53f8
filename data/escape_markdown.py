"""Text, code and addresses escaped for Markdown (CommonMark with GitHub's tables)."""

import re

from iawce.data.terminal import one_line

_ANYWHERE = re.compile(
    r"\\(?=[!-/:-@\[-`{-~]|\s*\Z)|`|[*~](?=\S|\s*\Z)|(?<=\S)[*~]|\A[*~]|\[(?=\^|[ xX]\])|\](?=[(\[:]|\s*\Z)"
    r"|<(?=[A-Za-z/!?]|\s*\Z)|&(?=#?\w+;)|(?<![^\W_])_(?=\S|\s*\Z)|(?<=\S)_(?![^\W_])|\A_"
)
"""Characters with a meaning where they stand: an underscore in a word has none, nor has a star between blanks, nor a
bracket unless an address or a note may follow."""
_BRACKET = re.compile(r"(?<!\\)(?>\\\\)*+[\[\]]")
_SIGN = re.compile(r"[\\`*\[\]<~&_]")  # First characters of these, for a quick test
_AT_START = re.compile(r"\A(?:(?=(?:#{1,6}|[-+*_])(?:\s|$)|[=:|-][-=:| ]*$|>)|(\d{1,9})(?=[.)](?:\s|$)))")
"""The place before a character with a meaning at the beginning of a line, which it may have behind a number."""
_TICKS = re.compile("`+")
TEX = re.compile(
    r"(?<!\\)\\\((?P<round>(?:[^\\]|\\[^()\[\]])+)\\\)|(?<!\\)\\\[(?P<square>(?:[^\\]|\\[^()\[\]])+)\\\]"
    r"|(?P<environment>\\begin\{(?P<name>(?:align|equation|gather|multline|eqnarray)\*?)\}(?:(?!\\begin\{(?P=name)\})[^\0]){1,4000}?\\end\{(?P=name)\})"
    r"|\$\$(?P<double>[^$]+)\$\$|(?<![\w$\\])\$(?P<single>(?=[^$\n]*[\\^_{])[^\s$](?:[^$\n]*[^\s$])?)(?<!\\)\$(?![\w$])"
)
"""A formula as a script would find it in a text; between single dollars, it has a character that no price has."""


def escape_text(text: str) -> str:
    """Text in which every character is literal, except at the beginning of a line; formulas stay as they are."""
    if not _SIGN.search(text):
        return text
    parts, done = list[str](), 0
    for formula in TEX.finditer(text) if "\\" in text or "$" in text else ():
        tex = next(filter(None, formula.groups())).strip()
        mark = "$$" if formula["square"] or formula["double"] or formula["environment"] else "$"
        written = code_span(tex) if mark in tex else f"{mark}{tex}{mark}"
        parts += [_ANYWHERE.sub(r"\\\g<0>", text[done : formula.start()]), written]
        done = formula.end()
    return "".join([*parts, _ANYWHERE.sub(r"\\\g<0>", text[done:])])


def escape_label(text: str) -> str:
    """The same for the text of a link or a picture, which ends at a bracket."""
    return _BRACKET.sub(r"\\\g<0>", escape_text(text))


def escape_start(line: str) -> str:
    """A line that does not begin a heading, list, quotation, rule or table."""
    return _AT_START.sub(r"\1\\", line)


def escape_address(address: str) -> str:
    """An address as the target of a link or picture."""
    plain = re.sub(r"[\s<>\\|`]", lambda character: f"%{ord(character[0]):02X}", address)
    plain = re.sub(r"&(?=#?\w+;)", r"\\&", plain)
    return f"<{plain}>" if re.search("[()]", plain) else plain


def code_span(text: str) -> str:
    """Text on one line between more backticks than it contains; empty for blank text."""
    plain = " ".join(text.split())
    if not plain:
        return ""
    ticks = "`" * (1 + _longest_run(plain))
    padding = " " if plain[0] == "`" or plain[-1] == "`" else ""
    return f"{ticks}{padding}{plain}{padding}{ticks}"


def code_cell(text: str) -> str:
    """The same in a cell of a table, without control characters."""
    return code_span(one_line(text)).replace("|", "\\|")


def fenced(text: str, language: str) -> list[str]:
    """Lines of a code block, its fence longer than any run of backticks in it."""
    fence = "`" * max(3, 1 + _longest_run(text))
    return [fence + language, *text.split("\n"), fence]


def _longest_run(text: str) -> int:
    return max(map(len, _TICKS.findall(text)), default=0)
