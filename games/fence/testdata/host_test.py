"""Plays the part of the machine that runs host.py: python3 host_test.py HOST [check ... | play BOT]."""

import json
import sys
import types
import unittest


def module(path, name):
    made = types.ModuleType(name)
    with open(path) as f:
        exec(compile(f.read(), path, "exec"), made.__dict__)
    return made


HOST = sys.argv.pop(1)
host = module(HOST, "agon_kind")


def bot(source):
    made = types.ModuleType("Bot")
    exec(source, made.__dict__)
    for value in vars(made).values():
        if isinstance(value, type):
            value.__module__ = "Bot"
    return made


def factory(source):
    return host.load(bot(source), "Bot.py", "")[0][1]


def seated(made, opening):
    lane = host.Lane(opening)
    lane.begin(made)
    return lane


def lane(body, n=6, init="pass"):
    """A lane of a bot whose constructor and move() have these bodies."""
    source = "class player:\n def __init__(self):\n  %s\n def move(self, B, N, cur_x, cur_y):\n  %s\n" % (init, body.replace("\n", "\n  "))
    return seated(factory(source), {"n": n, "seat": 0, "clock_us": 10000000, "max_plies": 10})


def prompt(news=(), at=(0, 0)):
    """The body of a turn: where the bot stands, and cells as (x, y, owner) that it has not been told of."""
    return memoryview(bytes(at) + b"".join(map(bytes, news)))


class Load(unittest.TestCase):
    def test_class_player_is_found(self):
        found = host.load(bot("class player:\n def move(self, B, N, x, y): return (0, 0)"), "Bot.py", "")
        self.assertEqual([name for name, _ in found], ["player"])

    def test_another_class_can_be_asked_for(self):
        found = host.load(bot("class Mine:\n def move(self, B, N, x, y): return (0, 0)"), "Bot.py", "Mine")
        self.assertEqual([name for name, _ in found], ["Mine"])

    def test_a_class_named_otherwise_is_told(self):
        with self.assertRaisesRegex(LookupError, "Bot.py has no class player; it has Player"):
            host.load(bot("class Player:\n def move(self, B, N, x, y): return (0, 0)"), "Bot.py", "")

    def test_a_file_without_a_class_is_told(self):
        with self.assertRaisesRegex(LookupError, "no class player$"):
            host.load(bot("x = 1"), "Bot.py", "")

    def test_a_class_without_move_is_told(self):
        with self.assertRaisesRegex(LookupError, "no method move"):
            host.load(bot("class player: pass"), "Bot.py", "")

    def test_a_constructor_that_needs_arguments_raises(self):
        made = factory("class player:\n def __init__(self, colour): pass\n def move(self, B, N, x, y): return (0, 0)")
        with self.assertRaisesRegex(TypeError, "colour"):
            seated(made, {"n": 6, "seat": 0})


class Answers(unittest.TestCase):
    def answer(self, text):
        return lane("import numpy\nreturn " + text).turn(None, prompt())[0]

    def test_the_five_tuples(self):
        for text, code in ("(1, 0)", b"1 0"), ("(-1, 0)", b"-1 0"), ("(0, 1)", b"0 1"), ("(0, -1)", b"0 -1"), ("(0, 0)", b"0 0"):
            self.assertEqual(self.answer(text), code)

    def test_what_python_calls_equal_is_a_move(self):
        for text in "(1.0, 0)", "(True, False)", "(numpy.int64(1), numpy.int8(0))", "tuple(numpy.array([1, 0]))":
            self.assertEqual(self.answer(text), b"1 0", text)

    def test_all_else_is_none(self):
        for text, said in ("[1, 0]", b"[1, 0]"), ("None", b"None"), ("(2, 0)", b"(2, 0)"), ("(1, 1)", b"(1, 1)"), ("'right'", b"'right'"), ("(1, 0, 0)", b"(1, 0, 0)"):
            self.assertEqual(self.answer(text), b"no move: " + said)

    def test_a_long_answer_is_shortened(self):
        self.assertLess(len(self.answer("'x' * 1000000")), 100)
        self.assertLess(len(self.answer("list(range(1000000))")), 100)

    def test_an_answer_that_cannot_be_printed(self):
        body = "class Bad:\n def __repr__(self): raise ValueError\nreturn Bad()"
        self.assertTrue(lane(body).turn(None, prompt())[0].startswith(b"no move: "))

    def test_an_array_raises_as_it_did_in_the_original(self):
        with self.assertRaises(ValueError):
            self.answer("numpy.array([1, 0])")


class Board(unittest.TestCase):
    def test_one_object_changed_in_place(self):
        keeper = lane("self.B = B\nself.columns = list(B)\nself.at = (N, cur_x, cur_y)\nreturn (0, 0)")
        keeper.turn(None, prompt([(1, 2, 1), (5, 5, 2)], (1, 2)))
        first, columns = keeper.bot.B, keeper.bot.columns
        self.assertEqual((first[1][2], first[5][5], sum(map(sum, first))), (1, 2, 3))
        self.assertEqual(keeper.bot.at, (6, 1, 2))
        keeper.turn(None, prompt([(2, 2, 1), (0, 0, 2)], (2, 2)))
        self.assertIs(keeper.bot.B, first)
        self.assertTrue(all(a is b for a, b in zip(keeper.bot.B, columns)))
        self.assertEqual((first[2][2], first[0][0], sum(map(sum, first))), (1, 2, 6))
        self.assertTrue(all(type(c) is int for column in first for c in column))

    def test_what_a_bot_writes_is_gone_the_next_turn(self):
        for scribble in "B[3][3] = 1", "B[3] = [9] * 6", "B.clear()", "B[3].append(7)", "B[3][3] = B", "import numpy\nB[3] = numpy.zeros(6)":
            vandal = lane("self.seen = [list(column) for column in B]\n%s\nreturn (0, 0)" % scribble)
            vandal.turn(None, prompt([(1, 2, 1)], (1, 2)))
            vandal.turn(None, prompt((), (1, 2)))
            self.assertEqual(vandal.bot.seen, [[1 if (x, y) == (1, 2) else 0 for y in range(6)] for x in range(6)], scribble)


class Clock(unittest.TestCase):
    def setUp(self):
        readings = iter([1000, 1250, 9000, 9007])
        self.clock, host.clock = host.clock, lambda: next(readings)

    def tearDown(self):
        host.clock = self.clock

    def test_a_call_is_measured(self):
        steady = lane("return (0, 0)")
        self.assertEqual(steady.turn(None, prompt()), (b"0 0", 250))
        self.assertEqual(steady.turn(None, prompt()), (b"0 0", 7))

    def test_a_call_that_raises_is_measured(self):
        loser = lane("raise KeyError('lost')")
        with self.assertRaisesRegex(KeyError, "lost"):
            loser.turn(None, prompt())
        self.assertEqual(loser.took, 250)

    def test_a_constructor_spelled_wrongly_raises_in_the_first_call(self):
        made = factory("class player:\n def _init_(self): self.n = 0\n def move(self, B, N, x, y):\n  self.n += 1\n  return (0, 0)")
        wrong = seated(made, {"n": 6, "seat": 0})
        with self.assertRaises(AttributeError):
            wrong.turn(None, prompt())
        self.assertEqual(wrong.took, 250)


def play(path):
    """Answers a game's opening and turns, one line of hexadecimal digits each."""
    made = host.load(module(path, "Bot"), path, "")[0][1]
    table = None
    for line in sys.stdin:
        data = bytes.fromhex(line)
        if table is None:
            table = seated(made, json.loads(data))
            continue
        print(table.turn(None, memoryview(data))[0].decode(), flush=True)


if len(sys.argv) == 3 and sys.argv[1] == "play":
    play(sys.argv[2])
else:
    unittest.main()
