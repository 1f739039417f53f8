"""The facts of a page, each read once: times, units, places, claims, software, texts (``PageAnalysis`` holds them)."""
