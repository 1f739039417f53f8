"""Learned templates of the content (``site``), its parts (``fields``), records (``forum``) of pages of one layout."""
