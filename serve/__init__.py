"""The HTTP service (``run_service``) and the tool for agents, by ``page_service``: the rows of the command line."""
