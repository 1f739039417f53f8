"""The fields of a row in the state of a run, so that a report does not read the rows."""

import json
import time
from typing import Any

from iawce.data.sinks.sink import Row


def summary_of(row: Row) -> tuple[Any, ...]:
    """Status, reason, type, language, confidence, seconds, timings as JSON, and now: of a row of any command."""
    timings = row.get("timings") or {}
    language = row.get("language") or (row.get("metadata") or {}).get("in_language") or ""
    return (
        row.get("status", ""),
        row.get("reason", ""),
        row.get("type", ""),
        str(language).partition("-")[0].lower(),
        row.get("confidence"),
        sum(timings.values()),
        json.dumps(timings),
        time.time(),
    )
