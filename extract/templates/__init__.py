"""Learned templates, which locate content, fields and records on further pages of the same layout.

Pages are grouped by ``leader_clusters`` and ``hk_clusters``; ``site`` learns the place of the content by votes,
``fields`` its parts, ``softmealy`` wrappers of records, ``forum`` a wrapper for each cluster; ``labelling`` is the
window in which a person labels a page, ``repeated`` finds texts that all pages of a site share.
"""
