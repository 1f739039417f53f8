"""Labels of a page by clicks: a window that shows the page, with proposals from its markup.

``label_window`` drives the browser, ``proposals`` says what is shown first, ``clicked_labels`` writes the file.
"""
