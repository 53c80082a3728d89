"""Bots that keep count in their class and their modules. In a game of its own lane nobody else may count along."""

import random

import numpy

from ..bot_control import Move
from . import helper

moves = 0


class Counting:
    """State of class and module lives from game to game, and is never that of another game at the same time."""

    games = 0
    history = []

    def get_name(self):
        return "Counting"

    def get_contributor(self):
        return "counter"

    def determine_next_move(self, grid, enemies, game_info):
        global moves
        Counting.games += game_info.current_round == 1
        moves += 1
        helper.moves += 1
        Counting.history.append(game_info.current_round)
        done = (Counting.games - 1) * game_info.number_of_rounds + game_info.current_round
        assert moves == helper.moves == len(Counting.history) == done, (moves, helper.moves, len(Counting.history), done)
        if game_info.current_round == game_info.number_of_rounds:
            print("this copy has played %d games" % Counting.games)
        return Move.UP


class LateImport:
    """A module that is first imported inside a function belongs to its lane as well."""

    games = 0

    def get_name(self):
        return "LateImport"

    def get_contributor(self):
        return "counter"

    def determine_next_move(self, grid, enemies, game_info):
        from . import late_helper

        LateImport.games += game_info.current_round == 1
        late_helper.moves += 1
        done = (LateImport.games - 1) * game_info.number_of_rounds + game_info.current_round
        assert late_helper.moves == done, (late_helper.moves, done)
        return Move.UP


class StringImport:
    """And so does one that is imported by a string."""

    games = 0

    def get_name(self):
        return "StringImport"

    def get_contributor(self):
        return "counter"

    def determine_next_move(self, grid, enemies, game_info):
        import importlib

        late = importlib.import_module(__package__ + ".string_helper")
        StringImport.games += game_info.current_round == 1
        late.moves += 1
        done = (StringImport.games - 1) * game_info.number_of_rounds + game_info.current_round
        assert late.moves == done, (late.moves, done)
        return Move.UP


class Python:
    """Draws from Python's generator."""

    def get_name(self):
        return "Python"

    def get_contributor(self):
        return "chance"

    def determine_next_move(self, grid, enemies, game_info):
        return random.choice(list(Move))


class Numpy(Python):
    """Draws from numpy's generator."""

    def get_name(self):
        return "Numpy"

    def determine_next_move(self, grid, enemies, game_info):
        return list(Move)[numpy.random.randint(5)]


class InConstructor(Python):
    """Draws while it is constructed."""

    def __init__(self):
        self.moves = random.sample(list(Move) * 10, 40)

    def get_name(self):
        return "InConstructor"

    def determine_next_move(self, grid, enemies, game_info):
        return self.moves[game_info.current_round % 40]
