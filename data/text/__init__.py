"""What texts say: times, amounts of money, pairs such as ``ISBN: 978…`` (``find_pairs``); ``lexicon``: words."""
