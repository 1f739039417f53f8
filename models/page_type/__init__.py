"""Tells the type of a page."""
