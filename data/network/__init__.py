"""How pages are reached: addresses and what may be dialled, what the named site is sent, plain HTTP, robots.txt.

``gate`` decides which addresses may be reached, ``public`` knows the ranges that are public, ``fetcher`` is plain HTTP.
"""
