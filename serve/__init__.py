"""The HTTP service and the tool for agents: the same rows as the command line, from a long-running process.

``run_service`` assembles the service; ``page_service`` is the only way from a request to an ``Extractor``.
"""
