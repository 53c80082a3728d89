"""And one that is imported by a string."""

moves = 0
