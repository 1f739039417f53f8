"""What stands below the fields of a dataclass: their documentation, which Python itself forgets."""

import ast
import inspect
from textwrap import dedent


def attribute_docs(kind: type) -> dict[str, str]:
    """The text below each field of a class and of those that it is derived from, in one line, by name."""
    found: dict[str, str] = {}
    for one in reversed(kind.__mro__[:-1]):
        body = ast.parse(dedent(inspect.getsource(one))).body[0]
        assert isinstance(body, ast.ClassDef)  # noqa: S101 - it is a class
        for field, below in zip(body.body, body.body[1:], strict=False):
            if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name) and (text := _text(below)):
                found[field.target.id] = text
    return found


def _text(statement: ast.stmt) -> str:
    is_text = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
    value = statement.value.value if is_text else None  # type: ignore[attr-defined]
    return " ".join(value.split()) if isinstance(value, str) else ""
