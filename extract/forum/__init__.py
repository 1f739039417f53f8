"""Forum pages: where the posts are, what they are made of, and what software wrote them."""
