"""The main list of a page: candidates of several sources, compared by measured confidence.

``list_sources`` names candidates, ``ranked_lists`` describes and ranks them, ``page_confidence`` says whether the first
one is the purpose of the page.
"""
