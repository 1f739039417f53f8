"""Words before the name of an author, in many languages: "written by", "von", 記者."""

import re


def one_of(*words: str) -> str:
    """A pattern of one of these words, given with spaces between them."""
    return f"(?:{'|'.join(' '.join(words).split())})"


_DONE = one_of(
    "written posted published created submitted reported authored contributed words text story article post",
    "blog started",
    "asked edited compiled content shared added geschrieben verfasst veröffentlicht erstellt escrito publicado",
    "écrit publié",
    "rédigé scritto pubblicato geschreven skrevet skriven",
)
_LEADS = one_of(
    "by von par por door av af di oleh bởi от автор written words authors? autor(?:in|en|es)? autore auteurs?",
    "writer tekst",
    "penulis yazan verfasser kirjoittaja szerző reporter redakteur 作者 文 記者 记者 作成者 投稿者 執筆者 執筆 著者",
    "筆者 文責 取材・文 撰文 撰稿 撰稿人 本报记者 本報記者 글 글쓴이 작성자 ผู้เขียน เขียนโดย โดย op",
)
_BEFORE_PLACE = r"[記记]者(?=[\u4e00-\u9fff]{2,4}\s?[/／])"
BY = re.compile(rf"(?:{_DONE}\s+)?{_LEADS}(?:\s*[:：/／|｜＝=]\s*|\s+)|{_BEFORE_PLACE}", re.I)
"""Words before a name: "written by", or 記者 before 王小明／台北報導."""
LABEL = re.compile(rf"(?:{_DONE}\s+)?{_LEADS}\s*[:：|/／｜＝=]?", re.I)
"""The same at the end of a text."""
