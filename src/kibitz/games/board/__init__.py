"""Board games for two with nothing hidden, and what their boards share."""
