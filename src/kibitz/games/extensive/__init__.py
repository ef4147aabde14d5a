"""Games in extensive form: the trees of the textbooks."""
