"""Facts about a page: who wrote it and when, its site, its picture, what a product costs.

``page_metadata`` gathers them; each other module finds one kind of fact in what the page claims and what it shows.
"""
