"""Posts of a thread and comments under an article as records.

``record_location`` finds their places, ``post_fields`` and ``post_text`` their content, ``posts`` and ``comments`` give
the records.
"""
