"""Labelling of a page by clicks: a window shows the page with proposals from its markup."""
