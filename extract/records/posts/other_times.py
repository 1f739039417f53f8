"""Times in posts that are not those of writing: a user joined the forum or was last seen, or a post was changed."""

import re

CHANGED = re.compile(r"edit|modif|last|updat|chang|bearbeitet|geändert|zuletzt|dernière|última", re.I)
"""Words in a line that names the editor of a post, or before the time at which it was changed."""
JOINED = re.compile(
    r"(?:join(?:ed|\b)|regist|since|birth|last (?:seen|visit|activ)|mitglied|beigetreten|dabei|seit|anmeldung|inscri|"
    r"miembro|desde|membre|depuis|iscritt|cadastr|регистрация|注册|登録|(?:edit|modifi|chang|updat)ed\b|bearbeitet|geändert|"
    r"édité|modifié|editado|modificado|отредактировал)[^\d]{0,20}\Z",
    re.I,
)
"""Words before the time at which a user joined the forum, was last seen, or changed a post."""
BEFORE = 40
"""Characters before a time that are read."""


def is_change(text: str) -> bool:
    """Whether a text is about a change of a post."""
    return CHANGED.search(text) is not None


def is_of_member(before: str) -> bool:
    """Whether the text before a time shows that it is not that of a post."""
    return JOINED.search(before[-BEFORE:].strip()) is not None
