"""Wrappers that are learned from five posts of one real page extract the other page of its host."""

from collections import defaultdict
from pathlib import Path

import pytest

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.datasets.gold_sets import read_gold
from iawce.data.network.address import web_address
from iawce.evaluate.measures import record_scores
from iawce.extract.papers.softmealy.wrapper import learn_wrapper, to_record
from tests.extract.papers.softmealy.forum_pages import read_wrapper, write_wrapper
from tests.extract.papers.softmealy.labelled_threads import label_posts, pairs_of_hosts, read_thread

FLOORS = {"text": 0.94, "author": 0.92, "date": 0.95, "link": 0.88}
"""Mean word F1 of each field."""


@pytest.mark.corpus
def test_the_other_page_of_each_host(shared: Path, tmp_path: Path) -> None:
    threads = [thread for page in read_gold("forum", shared / "forum-posts") if (thread := read_thread(page))]
    assert len(threads) == 58
    scores: dict[str, list[float]] = defaultdict(list)
    for one, other in pairs_of_hosts(threads):
        records = label_posts(one, 5)
        asked = {name for record in records for name in record.fields}
        learned = learn_wrapper(PageAnalysis(one.document), records)
        write_wrapper(learned, tmp_path / "wrapper.json")
        wrapper = read_wrapper(tmp_path / "wrapper.json")
        assert wrapper is not None
        assert wrapper == learned
        got = [to_record(found).texts for found in wrapper.extract(PageAnalysis(other.document), other.scopes)]
        links = ({"link": web_address(other.document.base_url, record.get("link", ""))} for record in other.gold)
        whole = [record | link for record, link in zip(other.gold, links, strict=True)]
        gold = [{name: value for name, value in record.items() if value and name in asked} for record in whole]
        for name, score in record_scores(got, gold).fields.items():
            scores[name].append(score)
    means = {name: sum(found) / len(found) for name, found in scores.items()}
    assert all(means[name] >= floor for name, floor in FLOORS.items()), means
