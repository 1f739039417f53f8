"""Many pages at the same time, in processes whose crash affects no other page: ``child`` is one of them."""
