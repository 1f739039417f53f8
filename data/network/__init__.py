"""How pages are reached: addresses and what may be dialled, what the named site is sent, plain HTTP, robots.txt."""
