"""The compiler: rules and an algorithm, put together in one module of machine code."""
