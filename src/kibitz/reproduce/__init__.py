"""J. Young, *Optimal poker strategy by linear programming* (2017), computed again and corrected."""
