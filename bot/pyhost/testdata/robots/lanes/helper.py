"""A module that bots import while they play; it counts the moves of its lane."""

moves = 0
