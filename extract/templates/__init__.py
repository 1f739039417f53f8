"""Learned templates: how content, fields and records of pages of one make are found again.

Pages are grouped by ``leader_clusters`` and ``hk_clusters``; ``site`` learns where content stands by votes, ``fields``
what stands in it, ``softmealy`` wrappers of records, ``forum`` a wrapper for each cluster; ``labelling`` is the window
in which a person labels a page, ``repeated`` finds what all pages of a site say.
"""
