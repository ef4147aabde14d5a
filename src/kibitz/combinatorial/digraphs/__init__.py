"""Games on explicit digraphs, also with cycles: mex functions and Fraenkel-Smith values."""
