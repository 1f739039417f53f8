"""Many pages of one site: clusters of pages that are built alike, and a template of the content for each cluster.

``leader_clusters`` and ``votes`` learn, ``site_templates`` is what was learned, ``apply`` uses it.
"""
