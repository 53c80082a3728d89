"""One game at a time, with the interfaces of PettingZoo: ParallelEnv (all seats act at once) and AECEnv (one after the other)."""

import operator

import numpy

from .batch import AgonError, Batch, NO_MOVE
from .spaces import Box, Dict, Discrete

try:
    from pettingzoo import AECEnv as _Turns, ParallelEnv as _Parallel
except ImportError:
    _Turns = _Parallel = object

_LEAST, _MOST = -(2**31), 2**31 - 1


class _Game:
    """What both interfaces share: a batch of one game that is left as it ended until the next reset.

    An agent is a seat that no built-in bot plays: "seat_0". It observes {"observation": {NAME: array}, "action_mask": array}, and acts by the index of a move.
    Arguments are those of Batch; fields are the names of what agents observe of a view (default: all).
    """

    metadata = {"render_modes": ["ansi"], "name": "agon", "is_parallelizable": True}

    def __init__(self, kind, *, seats=None, options=None, bots=None, reward="points", items=64, fields=None, render_mode="ansi", program=None):
        self._batch = Batch(kind, seats=seats, options=options, bots=bots, reward=reward, items=items, autoreset=False, cores=1, program=program)
        self.metadata = dict(self.metadata, name="agon_" + self._batch.kind.replace("-", "_"))
        self.render_mode = render_mode
        self.moves = self._batch.moves
        self._fields = list(self._batch.view) if fields is None else list(fields)
        self._look = ["legal"] + ["view." + name for name in self._fields]
        self._seats = [seat for seat in range(self._batch.seats) if seat not in self._batch.bots]
        self._name = {seat: "seat_%d" % seat for seat in self._seats}
        self._seat = {name: seat for seat, name in self._name.items()}
        self.possible_agents = list(self._seat)
        self.agents = []
        self._batch.observe(*self._look)
        seen = {name: Box(_LEAST, _MOST, self._field(name, self._seats[0]).shape, numpy.int32) for name in self._fields}
        self._observations = {
            agent: Dict({"observation": Dict(dict(seen)), "action_mask": Box(0, 1, (len(self.moves),), numpy.int8)}) for agent in self.possible_agents
        }
        self._actions = {agent: Discrete(len(self.moves)) for agent in self.possible_agents}

    def observation_space(self, agent):
        return self._observations[agent]

    def action_space(self, agent):
        return self._actions[agent]

    @property
    def observation_spaces(self):
        return self._observations

    @property
    def action_spaces(self):
        return self._actions

    @property
    def num_agents(self):
        return len(self.agents)

    @property
    def max_num_agents(self):
        return len(self.possible_agents)

    @property
    def unwrapped(self):
        return self

    def render(self):
        """Returns the game as lines of text; empty for a kind that people do not play by text."""
        return self._batch.render()

    def close(self):
        self._batch.close()

    def _move(self, agent, action):
        """Returns the index of a move that an agent has given. What is no move is refused here, where the agent is known."""
        if action is None or not self._batch.owes[0, self._seat[agent]]:
            return NO_MOVE
        try:
            index = operator.index(action)
        except TypeError:
            index = None
        if index is None or not NO_MOVE <= index < len(self.moves):
            raise AgonError("the action of %s is %r, want 0 to %d, or %d for no move" % (agent, action, len(self.moves) - 1, NO_MOVE))
        return index

    def _begin(self, seed):
        """Deals a game: the one of a seed or, without, the one after the last."""
        self._next = getattr(self, "_next", 1) if seed is None else int(seed)
        self._batch.reset(self._next, observe=self._look)
        self._next += 1

    def _field(self, name, seat):
        """Returns what a seat sees of a field, in an array of its own. The fields of kinds that hide something have an axis for the seats."""
        array = self._batch.view[name][0]
        if self._hidden(name):
            array = array[seat]
        return numpy.array(array, dtype=numpy.int32)

    def _hidden(self, name):
        turn = self._batch.view["turn"]  # one number, for all or for each seat
        return turn.ndim == 2

    def _observed(self, agent):
        seat = self._seat[agent]
        return {"observation": {name: self._field(name, seat) for name in self._fields}, "action_mask": self._batch.legal[0, seat].astype(numpy.int8)}

    def _info(self, agent):
        seat = self._seat[agent]
        return {"owes": bool(self._batch.owes[0, seat]), "fault": self._batch.fault_names[self._batch.faults[0, seat]], "seed": int(self._batch.seeds[0])}

    def _over(self):
        return bool(self._batch.done[0])


class ParallelEnv(_Game, _Parallel):
    """A game in which all agents act at once, turn by turn. In a turn in which an agent owes no move its action is ignored: see "owes" in its info."""

    def reset(self, seed=None, options=None):
        self._begin(seed)
        self.agents = list(self.possible_agents)
        return {a: self._observed(a) for a in self.agents}, {a: self._info(a) for a in self.agents}

    def step(self, actions):
        if not self.agents:
            return {}, {}, {}, {}, {}
        given = {agent: self._move(agent, action) for agent, action in actions.items()}
        row = self._batch.actions[0]
        row[...] = NO_MOVE
        for agent in given:
            row[self._seat[agent]] = given[agent]
        self._batch.step(observe=self._look)
        agents, over = self.agents, self._over()
        if over:
            self.agents = []
        return (
            {a: self._observed(a) for a in agents},
            {a: float(self._batch.rewards[0, self._seat[a]]) for a in agents},
            {a: over for a in agents},
            {a: False for a in agents},
            {a: self._info(a) for a in agents},
        )


class TurnEnv(_Game, _Turns):
    """A game in which agents act one after the other. Where several owe a move in one turn each gives its own before any is played, so none sees another's."""

    def reset(self, seed=None, options=None):
        self._begin(seed)
        self.agents = list(self.possible_agents)
        self.rewards = {a: 0.0 for a in self.agents}
        self._cumulative_rewards = {a: 0.0 for a in self.agents}
        self.terminations = {a: False for a in self.agents}
        self.truncations = {a: False for a in self.agents}
        self.infos = {a: self._info(a) for a in self.agents}
        self._wait()

    def _wait(self):
        """Asks the first of those who owe a move in this turn."""
        self._waiting = [self._name[seat] for seat in self._seats if self._batch.owes[0, seat]] or list(self.agents)
        self.agent_selection = self._waiting.pop(0)

    def observe(self, agent):
        return self._observed(agent)

    def last(self, observe=True):
        agent = self.agent_selection
        seen = self.observe(agent) if observe else None
        return seen, self._cumulative_rewards[agent], self.terminations[agent], self.truncations[agent], self.infos[agent]

    def agent_iter(self, max_iter=2**63):
        while self.agents and max_iter > 0:
            max_iter -= 1
            yield self.agent_selection

    def step(self, action):
        agent = self.agent_selection
        if self.terminations[agent]:
            if action is not None:
                raise ValueError("the game has ended: when an agent is terminated the only valid action is None")
            self._leave(agent)
            return
        move = self._move(agent, action)
        self._cumulative_rewards[agent] = 0.0
        self.rewards = {a: 0.0 for a in self.agents}
        self._batch.actions[0, self._seat[agent]] = move
        if self._waiting:
            self.agent_selection = self._waiting.pop(0)
            return
        self._batch.step(observe=self._look)
        over = self._over()
        for a in self.agents:
            self.rewards[a] = float(self._batch.rewards[0, self._seat[a]])
            self._cumulative_rewards[a] += self.rewards[a]
            self.terminations[a] = over
            self.infos[a] = self._info(a)
        self._wait()

    def _leave(self, agent):
        """Takes an agent whose game has ended out of all lists, and goes on with the next."""
        self.agents.remove(agent)
        for of in (self.rewards, self._cumulative_rewards, self.terminations, self.truncations, self.infos):
            del of[agent]
        if self.agents:
            self.agent_selection = self.agents[0]
