"""The facts of a page, each read once: times, units, places, claims, software, texts.

``PageAnalysis`` holds these facts of one page, lazily. Models, methods, records, metadata and templates read them from
it; none finds them by itself.
"""
