"""Many pages at once: processes that may die without harm.

``child`` is one, ``process_pool`` many, ``page_processes`` extracts pages in them.
"""
