"""Many pages of one site: a template of the content for each cluster of pages that are built alike.

``votes`` learn it, ``site_templates`` is what was learned, ``apply`` uses it.
"""
