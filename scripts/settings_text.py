"""Settings in writing: a file of TOML with all of them and their defaults, and a page of the documentation."""

import json
import textwrap
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from iawce.scripts.attribute_docs import attribute_docs
from iawce.scripts.settings_tables import TABLES, Table
from iawce.scripts.settings_values import default_of

HEAD = """\
# Settings of iawce, for --settings FILE. Each is off ("#") and shows its default: remove the "#" to change it.
# Options of the command line have precedence. A command ignores tables that it does not use.
"""
WIDTH = 110


def settings_text() -> str:
    """All settings as TOML: each with a comment that says what it is, and its default, commented out."""
    return HEAD + "".join("\n" + "".join(_toml_lines(name, table)) for name, table in TABLES.items())


def settings_page() -> str:
    """All settings as a page of Markdown."""
    tables = "\n".join(_section(name, table) for name, table in TABLES.items())
    return f"""# Settings

Rarely changed values are settings, not options. `iawce settings` prints all of them with their defaults, as a file to
edit; `iawce settings FILE` checks a file.

```sh
iawce settings > my.toml
iawce extract urls.txt -o rows.jsonl --settings my.toml
iawce extract urls.txt -o rows.jsonl -s render.scrolls=5 -s network.robots=true    # one by one: TABLE.NAME=VALUE
```

`--settings` (`-s`) can be repeated: the last value of a setting wins, and an option of the command line has precedence
over a setting. A name that does not exist and a value of another type are refused. In Python, a table is the dataclass
that is named with it.

{tables}"""


def _toml_lines(name: str, table: Table) -> Iterator[str]:
    docs = attribute_docs(table.kind)
    yield f"# {table.about[0].upper()}{table.about[1:]}: {', '.join(table.verbs)}\n[{name}]\n"
    for setting in table.fields:
        yield "".join(f"# {line}\n" for line in textwrap.wrap(docs[setting].replace("`", ""), WIDTH))
        yield f"#{setting} = {toml_value(default_of(table, setting))}".rstrip() + "\n"


def _section(name: str, table: Table) -> str:
    docs = attribute_docs(table.kind)
    rows = "".join(
        f"| `{setting}` | {docs[setting].replace('|', chr(92) + '|')} | {_shown(default_of(table, setting))} |\n"
        for setting in table.fields
    )
    about = f"{table.about[0].upper()}{table.about[1:]}: {', '.join(f'`{verb}`' for verb in table.verbs)}"
    home = table.home.replace(":", ".")
    return f"## {name}\n\n{about}. In Python `{home}`.\n\n| setting | meaning | default |\n| --- | --- | --- |\n{rows}"


def _shown(value: Any) -> str:
    return f"`{toml_value(value)}`" if toml_value(value) not in ("", '""', "[]", "{}") else ""


def toml_value(value: Any) -> str:
    """A value as TOML writes it; empty for None, which TOML has not."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return f"{value:_}" if isinstance(value, int) and value >= 10_000 else str(value)
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{json.dumps(key)} = {toml_value(one)}" for key, one in value.items()) + "}"
    if isinstance(value, tuple | list | frozenset):
        return f"[{', '.join(map(toml_value, value))}]"
    return json.dumps(str(value) if isinstance(value, Path) else value)
