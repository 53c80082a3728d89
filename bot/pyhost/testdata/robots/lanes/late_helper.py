"""Another one, which nobody imports before the game."""

moves = 0
