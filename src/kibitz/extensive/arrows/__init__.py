"""From rules and strategic games to trees, and from trees to the strategic form."""
