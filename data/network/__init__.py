"""How pages are reached: allowed addresses, headers for the named site, plain HTTP, robots.txt.

``egress_filter`` decides which addresses may be reached, ``host_scheduler`` when, ``fetcher`` is plain HTTP.
"""
