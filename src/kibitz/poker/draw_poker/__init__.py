"""Draw poker with one exchange: its cards, buckets of hands, and solutions without buckets."""
