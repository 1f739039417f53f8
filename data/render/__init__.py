"""Rendering: a page goes in, a snapshot comes out of one Chromium."""
