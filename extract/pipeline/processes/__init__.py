"""Many pages at the same time, in processes whose crash affects no other page.

``child`` is one, ``page_processes`` has many and extracts pages in them.
"""
