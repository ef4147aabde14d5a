"""Commands for markets, bargains and coalitions."""
