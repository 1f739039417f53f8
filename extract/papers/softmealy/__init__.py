"""SoftMealy wrappers: fields of records by a transducer that is learned from a few labelled tuples."""
