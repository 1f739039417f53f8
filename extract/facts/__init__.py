"""Facts about a page: who wrote it and when, its site, its picture, what a product costs.

``page_metadata`` collects them; each other module finds one kind of fact in the markup and the text of the page.
"""
