"""Labels of a page by clicks: a window that shows it, with what it proposes itself."""
