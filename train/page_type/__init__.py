"""How a page-type model learns."""
