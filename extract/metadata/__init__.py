"""Facts about a page: who wrote it and when, its site, its picture, what a product costs."""
