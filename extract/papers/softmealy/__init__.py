"""SoftMealy wrappers: fields of records by a transducer that is learned from a few labelled tuples.

``wrapper`` is the learned template, ``induction`` learns it, ``transducer`` runs it.
"""
