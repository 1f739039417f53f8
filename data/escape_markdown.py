"""Text, code and addresses escaped for Markdown (CommonMark with GitHub's tables)."""

import re

_ANYWHERE = re.compile(r"[\\`*\[\]<~]|&(?=#?\w+;)|(?<![^\W_])_|_(?![^\W_])")
"""Characters with a meaning everywhere; an underscore inside a word has none."""
_SIGN = re.compile(r"[\\`*\[\]<~&_]")
"""First characters of these, for a quick test."""
_AT_START = re.compile(r"#{1,6}(?=\s|$)|[-+](?=\s|$)|[=:|-][-=:| ]*$|>|\d{1,9}(?=[.)](?:\s|$))")
"""Characters with a meaning at the beginning of a line; a number with the character after it has one, too."""
_TICKS = re.compile("`+")


def escape_text(text: str) -> str:
    """Text in which every character is literal, except at the beginning of a line."""
    return _ANYWHERE.sub(r"\\\g<0>", text) if _SIGN.search(text) else text


def escape_start(line: str) -> str:
    """A line that does not begin a heading, list, quotation, rule or table."""
    found = _AT_START.match(line)
    if not found:
        return line
    place = found.end() if found[0].isdigit() else 0
    return f"{line[:place]}\\{line[place:]}"


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
    plain = "".join(character if character.isprintable() else " " for character in text)
    return code_span(plain).replace("|", "\\|")


def fenced(text: str, language: str) -> list[str]:
    """Lines of a code block, its fence longer than any run of backticks in it."""
    fence = "`" * max(3, 1 + _longest_run(text))
    return [fence + language, *text.split("\n"), fence]


def _longest_run(text: str) -> int:
    return max(map(len, _TICKS.findall(text)), default=0)
