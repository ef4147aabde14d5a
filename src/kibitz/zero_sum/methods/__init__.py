"""Methods that solve matrix games, from saddle points to linear programming."""
