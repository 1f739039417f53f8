"""Labelling of a page by clicks: a window shows the page with proposals from its markup.

``label_window`` controls the browser, ``proposals`` makes the first labels and those of the file.
"""
