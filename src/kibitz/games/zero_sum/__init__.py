"""Zero-sum games of two players, most of them matrices."""
