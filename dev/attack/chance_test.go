package attack

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// gamblers are Python bots that draw random numbers from every source, and bots that keep state where games could share it.
const gamblers = `
-- robots/gamblers/bot.py --
import enum
import os
import random
import secrets
import uuid
from random import choice, shuffle

import numpy
import numpy as np
import numpy.random as npr
from numpy.random import default_rng, randint

from ..bot_control import Move
from . import helper

MOVES = list(Move)
ROWS = default_rng()
START = random.random()


def bot(name, draw, init=None):
    def __init__(self):
        if init:
            init(self)

    def determine_next_move(self, grid, enemies, info):
        return MOVES[int(draw(self)) % 5]

    return type(name, (), {
        "__init__": __init__, "determine_next_move": determine_next_move, "__module__": __name__,
        "get_name": lambda self: name, "get_contributor": lambda self: "attack",
    })


def shuffled(self):
    list_ = list(range(5))
    shuffle(list_)
    return list_[0]


def late(self):
    import random as late_random
    from numpy import random as late_numpy

    return late_random.randrange(5) + late_numpy.randint(5)


class Suit(enum.Enum):
    seen = []


def remembers(self):
    Suit.seen.value.append(1) if isinstance(Suit.seen, Suit) else Suit.seen.append(1)
    helper.moves += 1
    return helper.moves // 7 + len(Suit.seen.value)


BotList = [
    bot("Random", lambda self: random.randrange(5)),
    bot("Choice", lambda self: choice(range(5))),
    bot("Shuffle", shuffled),
    bot("Numpy", lambda self: np.random.randint(5)),
    bot("NumpyNames", lambda self: randint(5) + npr.choice(5) + numpy.random.permutation(5)[0]),
    bot("Generator", lambda self: self.rng.integers(5), lambda self: setattr(self, "rng", np.random.default_rng())),
    bot("ModuleGenerator", lambda self: ROWS.integers(5) + START * 5),
    bot("RandomState", lambda self: self.rng.randint(5), lambda self: setattr(self, "rng", np.random.RandomState())),
    bot("Own", lambda self: self.rng.randrange(5), lambda self: setattr(self, "rng", random.Random())),
    bot("System", lambda self: random.SystemRandom().randrange(5) + secrets.randbelow(5) + secrets.choice(MOVES).value),
    bot("Urandom", lambda self: os.urandom(1)[0] + uuid.uuid4().int),
    bot("Helper", lambda self: helper.draw()),
    bot("Late", late),
    bot("Remembers", remembers),
    bot("Hash", lambda self: hash(str(self.n)), lambda self: setattr(self, "n", random.random())),
]
-- robots/gamblers/helper.py --
import random

import numpy as np

moves = 0


def draw():
    return random.gauss(3, 9) + np.random.normal() * 9
`

// gamble returns the command that plays the gamblers.
func gamble(out string, more ...string) []string {
	return append([]string{"run", "colour-battle", "robots/gamblers/bot.py", "--set", "rounds=12", "--games", "24", "--seed", "5", "--out",
		out, "--csv", out + ".csv"}, more...)
}

// scores returns the scores of every game of a run, without times.
func scores(t *testing.T, dir, out string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, out+".csv"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestChanceIsTheGames: the table does not depend on the number of concurrent games, the number of processors, or whether the run was
// killed and continued.
func TestChanceIsTheGames(t *testing.T) {
	t.Parallel()
	dir := written(t, gamblers)
	must(t, dir, gamble("alone", "--lanes", "1", "--jobs", "1")...)
	want := scores(t, dir, "alone")
	if strings.Count(want, "\n") < 24 {
		t.Fatalf("the table is\n%s", want)
	}
	for name, how := range map[string][]string{"lanes": {"--lanes", "32", "--jobs", "1"}, "processors": {"--jobs", "2"}} {
		t.Run(name, func(t *testing.T) {
			must(t, dir, gamble(name, how...)...)
			same(t, scores(t, dir, name), want)
		})
	}
	t.Run("killed", func(t *testing.T) {
		for _, after := range []int{1, 9} {
			killAfter(t, dir, after, gamble("killed", "--lanes", "3")...)
		}
		must(t, dir, gamble("killed")...)
		same(t, scores(t, dir, "killed"), want)
	})
}

// same compares two tables and names the bots whose scores differ.
func same(t *testing.T, got, want string) {
	t.Helper()
	if got == want {
		return
	}
	lines, wanted := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(lines), len(wanted)) {
		if lines[i] != wanted[i] {
			t.Errorf("got  %s\nwant %s", lines[i], wanted[i])
		}
	}
	t.Errorf("%d lines, want %d", len(lines), len(wanted))
}

var saysDone = regexp.MustCompile(`(\d+)/\d+ games`)

// killAfter starts agon and kills it when it reports at least a number of games as done. A run that ends before is left alone.
func killAfter(t *testing.T, dir string, games int, args ...string) {
	t.Helper()
	c := exec.Command(binary, append(args, "--plain")...)
	c.Dir = dir
	c.Env = append(os.Environ(), "HOME="+dir, "NO_COLOR=1")
	output, err := c.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	for lines := bufio.NewScanner(output); lines.Scan(); {
		var n int
		if m := saysDone.FindStringSubmatch(lines.Text()); m != nil {
			fmt.Sscan(m[1], &n)
		}
		if n >= games {
			c.Process.Kill()
			break
		}
	}
	c.Wait()
}

// TestCheckComparesMoves: a bot of a kind whose games hold times is not reported as using chance, and a bot that plays differently is.
func TestCheckComparesMoves(t *testing.T) {
	t.Parallel()
	dir := written(t, `
-- steady/Bot.py --
import random


class player:
    def move(self, B, N, cur_x, cur_y):
        return random.choice([(1, 0), (-1, 0), (0, 1), (0, -1)])
-- clock/Bot.py --
import time


class player:
    def move(self, B, N, cur_x, cur_y):
        return [(1, 0), (-1, 0), (0, 1), (0, -1)][time.perf_counter_ns() // 1000 % 4]
`)
	for name, want := range map[string]string{"steady": "equal seeds gave equal moves", "clock": "equal seeds gave different moves"} {
		if out := must(t, dir, "check", "fence", name, "--games", "2", "--seed", "3").Out; !strings.Contains(out, want) {
			t.Errorf("%s: not %q:\n%s", name, want, out)
		}
	}
}
