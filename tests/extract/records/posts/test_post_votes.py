"""The votes for posts, and numbers that are none."""

import pytest

from tests.extract.records.posts.forum_pages import POSTS
from tests.extract.records.posts.test_posts import column, posts_of, thread_of


@pytest.mark.parametrize("joined", ["<div>Join Date: <i>05-11-2007</i></div>", "<p>Joined: May 2007</p>"])
@pytest.mark.parametrize("counted", ["<a>Sent <span>206 thanks</span></a>", "<div class=likes>206</div>"])
@pytest.mark.parametrize("votes", ["", "<footer>3 likes</footer>"])
def test_what_an_author_received_in_all_is_no_vote_for_a_post(joined: str, counted: str, votes: str) -> None:
    posts = "".join(
        f"<div id=post{p.number}><div class=head><time>{p.date}</time></div>"
        f"<div class=side><a href=/u/{p.author}>{p.author}</a><div>{joined}{counted}</div></div>"
        f"<p>{p.text}</p>{votes}</div>"
        for p in POSTS
    )
    assert column(posts_of(f"<html><body>{posts}</body></html>"), "votes") == (["3"] * 5 if votes else [""] * 5)


def with_votes(drawn: str) -> list[str]:
    """The votes of posts, each with a number of them in what is drawn."""
    html = thread_of("<p>TEXT</p><footer>VOTES</footer>")
    for number in (-4, 12, 0, 1, -35):
        html = html.replace("VOTES", drawn.format(number, number - 1, number + 1), 1)
    return column(posts_of(html), "votes")


@pytest.mark.parametrize(
    "drawn",
    [
        "<span class=score>{}</span>",
        "<span class=score>{} points</span>",
        "<span class=likes>Likes: {}</span>",
        "<span id=vote-count-middle>{}</span>",
        "<a class=like href=/like>Like ({})</a>",
        "<a class='button button-like' href=/like><span>Like</span><span>{}</span></a>",
        "<div class=thanks>Thanks x {}</div>",
        "<div class=likes>{} people like this</div>",
        "<div class=likes>{} users liked this post</div>",
        "<i data-score={}></i>",
        "<b class='score dislikes'>{1}</b><b class='score unvoted'>{0}</b><b class='score likes'>{2}</b>",
    ],
)
def test_votes_may_be_negative_and_beside_their_label(drawn: str) -> None:
    assert with_votes(drawn) == ["-4", "12", "0", "1", "-35"]


@pytest.mark.parametrize(
    "drawn",
    [
        "<div class=likes>Likes: mara{}</div>",
        "<div class=reactions>Reactions: mara and {} others</div>",
        "<div class=likes>See {} who like this</div>",
        "<div>Floor: {}</div>",
    ],
)
def test_other_numbers_are_no_votes(drawn: str) -> None:
    assert set(with_votes(drawn)) == {""}
