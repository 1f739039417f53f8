"""Learned templates: how content, fields and records of pages of one make are found again.

``site`` learns them by the votes of clustered pages, ``softmealy`` from labelled records, ``forum`` joins clusters of
forum pages with wrappers; ``labelling`` is the window in which a person labels a page.
"""
