"""How pages are reached: which addresses (``egress_filter``), when (``host_scheduler``), by HTTP (``fetcher``)."""
