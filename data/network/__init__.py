"""How pages are reached: allowed addresses, headers for the named site, plain HTTP, robots.txt.

``gate`` decides which addresses may be reached, ``public`` knows the ranges that are public, ``fetcher`` is plain HTTP.
"""
