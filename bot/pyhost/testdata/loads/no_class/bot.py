"""A module without a bot."""

from ..bot_control import Move

FAVOURITE = Move.UP
