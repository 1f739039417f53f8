"""Learned templates, which locate content, fields and records on further pages of the same layout.

``site`` learns the place of the content for clusters of pages, ``fields`` its parts, ``forum`` the places of records
and a wrapper for each cluster; ``labelling`` is the window in which a person labels a page, ``site_boilerplate`` finds
texts that all pages of a site share. The algorithms are in ``extract.papers``.
"""
