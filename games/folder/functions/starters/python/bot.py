"""A bot that plays any of its moves: agon calls its last function for each move. Make it choose better.

observation has what the seat sees, as observation.moves or observation["moves"], configuration the options of the game. What is printed goes to the bot's log.
"""

import random


def agent(observation, configuration):
    return random.choice(observation.moves)
