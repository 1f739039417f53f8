"""Decides for each text block of a page whether it is main content."""
