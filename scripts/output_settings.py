"""What ``extract`` writes of each page."""

from dataclasses import dataclass


@dataclass(frozen=True)
class OutputSettings:
    """What is written of each page."""

    columns: tuple[str, ...] = ()
    """Columns of rows to write, such as `["url", "text", "metadata.authors"]`; if left out, all."""
    front_matter: bool = False
    """Begin Markdown with a block of YAML: url, title, type, rendered and, if known, author and date."""
    title: bool = False
    """Begin the text of a page with its title."""
