"""The rules of TITLE: players take stones in turn, and who takes the last one wins."""


class Rules:
    def deal(self, seats, dice):
        """Returns the state of a new game: anything that can be pickled. All chance comes from the dice."""
        return {"heaps": [3 + dice.below(6) for _ in range(self.options.heaps)], "player": 0}

    def turn(self, state):
        """Returns the seat that owes a move, or a list of seats that move at once; None when the game is over."""
        return state["player"] if any(state["heaps"]) else None

    def moves(self, state, seat):
        """Returns the moves that a seat may make, as texts. The first one is played for a bot that gives none."""
        return ["%d from %d" % (n, heap + 1) for heap, stones in enumerate(state["heaps"]) for n in range(1, min(3, stones) + 1)]

    def step(self, state, moves, dice):
        """Plays a turn. moves has a move for each seat that owes one. It changes the state, or returns another one."""
        n, heap = moves[state["player"]].split(" from ")
        state["heaps"][int(heap) - 1] -= int(n)
        state["player"] = 1 - state["player"]

    def outcome(self, state):
        """Returns a score for each seat: more is better. It is asked during a game too."""
        over = not any(state["heaps"])
        return [int(over and state["player"] != seat) for seat in range(2)]

    def observe(self, state, seat):
        """Returns what a seat may see, or the audience for None: whole numbers, texts, lists of these, and lists of rows of numbers."""
        return {"heaps": state["heaps"]}

    def view(self, state, eye):
        """Returns a picture: here a tile for each stone."""
        return {"grid": [["o"] * stones + ["."] * (9 - stones) for stones in state["heaps"]], "status": "%d stones left" % sum(state["heaps"])}
