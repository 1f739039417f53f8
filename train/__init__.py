"""How a page-type model learns. Needs the extra ``train``."""
