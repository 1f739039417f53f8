"""What texts say: times, amounts of money, label and value pairs such as ``ISBN: 978…``.

``find_pairs`` gathers the pairs in every form in which a page lists facts; ``lexicon`` has the word lists.
"""
