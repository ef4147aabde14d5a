"""The nucleolus and its relatives: the greatest complaint is lowered, then the next."""
