"""Writes pages of HTML by their templates, with our style and script and a policy that allows nothing else."""

import base64
from functools import cache
from hashlib import sha256
from importlib.resources import files

from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

OURS = __package__ or ""


def write_template(
    name: str, package: str = OURS, *, asks: bool = False, connects: bool = False, **shown: object
) -> str:
    """A page by its template, with our style and the script of the same name, if any, which alone may run.

    Args:
        name: of the template.
        package: whose folder ``pages`` holds template and script; it may have a style sheet ``own.css``, too.
        asks: whether its forms may be sent, to the origin of the page.
        connects: whether its script may send requests there.
        shown: the data of the template; all texts are escaped.
    """
    ours = {"style": Markup(_style(package)), "script": Markup(_own(package, f"{name}.js"))}  # noqa: S704 - files of our packages
    policy = policy_of(name, package, asks=asks, connects=connects)
    return _templates(package).get_template(f"{name}.html.j2").render(asks=asks, policy=policy, **shown, **ours)


def policy_of(name: str, package: str = OURS, *, asks: bool = False, connects: bool = False) -> str:
    """The content security policy of a page that ``write_template`` writes."""
    style, script = _source(_style(package)), _source(_own(package, f"{name}.js"))
    forms, connections = ("'self'" if allowed else "'none'" for allowed in (asks, connects))
    return (
        f"default-src 'none'; img-src data:; style-src {style}; script-src {script}; connect-src {connections}; "
        f"base-uri 'none'; form-action {forms}"
    )


def _style(package: str) -> str:
    return _own(OURS, "style.css") + _own(package, "own.css")


@cache
def _own(package: str, name: str) -> str:
    """A file of a package; empty if it has none of this name."""
    file = files(package).joinpath("pages", name)
    return file.read_text(encoding="utf-8") if file.is_file() else ""


@cache
def _templates(package: str) -> Environment:
    loader = ChoiceLoader([PackageLoader(one, "pages") for one in dict.fromkeys([package, OURS])])
    return Environment(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)


def _source(text: str) -> str:
    """The source by which a policy allows this text; empty for an empty text."""
    if not text:
        return "'none'"
    return f"'sha256-{base64.b64encode(sha256(text.encode()).digest()).decode()}'"
