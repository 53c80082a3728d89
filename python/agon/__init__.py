"""Train bots for the games of agon.

Batch plays many games at once over shared memory. ParallelEnv and TurnEnv play one, with the interfaces of PettingZoo's ParallelEnv and AECEnv. All need the
program agon: on the PATH, or named by the environment variable AGON.
"""

from .batch import AgonError, Batch, NO_MOVE
from .environments import ParallelEnv, TurnEnv

__all__ = ["AgonError", "Batch", "NO_MOVE", "ParallelEnv", "TurnEnv"]
