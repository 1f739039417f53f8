"""Many pages at the same time, in processes whose crash affects no other page.

``child`` is one, ``process_pool`` many, ``page_processes`` extracts pages in them.
"""
