"""Games on intervals: markets of few firms, contests, poker on [0, 1]."""
