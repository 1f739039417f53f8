"""Labels of a page by clicks: a window that shows it, with what it proposes itself.

``label_window`` drives the browser, ``proposals`` says what is shown first, ``clicked_labels`` writes the file.
"""
