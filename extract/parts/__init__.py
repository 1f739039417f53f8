"""Parts of a page: boilerplate, what is not visible, links, the title."""
