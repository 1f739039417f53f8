"""Texts that repeat on the pages of a site: counted over a run, and left out of articles.

``repeated_texts`` counts the texts of one site, ``site_boilerplate`` those of many.
"""
