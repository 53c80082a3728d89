"""Plays every kind through each interface of the package agon, and checks what PettingZoo and learners expect of them.

    python3 python/conformance.py            all kinds
    python3 python/conformance.py tron       some

Where PettingZoo is installed its own tests are run too. It exits with 0 if all is as expected.
"""

import json
import os
import signal
import subprocess
import sys

import numpy

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import agon
from agon.batch import find


def kinds():
    listed = json.loads(subprocess.run([find(None), "games", "--json"], check=True, capture_output=True).stdout)
    return [k["name"] for k in listed["kinds"]]


def by_lot(dice, batch):
    """Writes an action for every seat that owes a move: one that the rules let it play."""
    weights = dice.random(batch.legal.shape) * batch.legal
    batch.actions[...] = weights.argmax(axis=2)
    return weights


def check_batch(kind):
    results = []
    for cores in (1, 2):
        with agon.Batch(kind, 16, seats=2, seed=5, cores=cores, options=short(kind)) as batch:
            assert batch.kind == kind and batch.actions.shape == (16, 2) and batch.legal.shape == (16, 2, len(batch.moves))
            assert sorted(batch.seeds) == list(range(5, 21))
            dice, ended, sums = numpy.random.default_rng(1), 0, numpy.zeros((16, 2))
            batch.observe("legal")
            for _ in range(200):
                by_lot(dice, batch)
                before = batch.seeds.copy()
                rewards, done = batch.step(observe=["legal"] + ["view." + name for name in batch.view])
                assert not batch.faults.any(), "a legal move is a fault: %s" % [batch.fault_names[f] for f in batch.faults.flat if f]
                assert (rewards[~done] == 0).all() and (abs(rewards[done].sum(axis=1)) < 1e-6).all()
                assert (batch.last.seeds[done] == before[done]).all() and (batch.seeds[done] == before[done] + 16).all()
                assert batch.owes.any(axis=1).all()
                ended += done.sum()
                sums += rewards
            assert ended > 0, "no game has ended in 200 steps"
            results.append((sums, ended, batch.last.digests.copy(), {name: batch.view[name].copy() for name in batch.view}))
    one, two = results
    assert (one[0] == two[0]).all() and one[1] == two[1] and (one[2] == two[2]).all()
    assert all((one[3][name] == two[3][name]).all() for name in one[3])


def short(kind):
    """Options that make a kind's games short."""
    return {"colour-battle": {"rounds": 50}, "fence": {"max_plies": 60}, "tron": {"width": 12, "height": 8}}.get(kind, {})


def check_parallel(kind):
    env = agon.ParallelEnv(kind, seats=2, options=short(kind))
    again = []
    for _ in range(2):
        seen, infos = env.reset(seed=3)
        assert env.agents == env.possible_agents == list(seen) == list(infos) == ["seat_0", "seat_1"]
        dice, turns, total = numpy.random.default_rng(2), 0, {a: 0.0 for a in env.agents}
        while env.agents:
            assert all(env.observation_space(a).contains(seen[a]) for a in env.agents)
            actions = {a: int((dice.random(len(env.moves)) * seen[a]["action_mask"]).argmax()) for a in env.agents}
            assert all(env.action_space(a).contains(actions[a]) for a in env.agents)
            kept = {a: {n: x.copy() for n, x in seen[a]["observation"].items()} for a in seen}
            before = seen
            seen, rewards, terminated, truncated, infos = env.step(actions)
            assert all((kept[a][n] == x).all() for a in before for n, x in before[a]["observation"].items()), "a step writes into what was observed before"
            assert set(seen) == set(rewards) == set(terminated) == set(truncated) == set(infos)
            assert not any(truncated.values()) and all(i["fault"] == "" for i in infos.values())
            for a, r in rewards.items():
                total[a] += r
            turns += 1
            assert turns < 5000
        assert all(terminated.values()) and abs(sum(total.values())) < 1e-6 and env.step({}) == ({}, {}, {}, {}, {})
        again.append((turns, total))
    assert again[0] == again[1], "equal seeds and actions give other games"
    assert isinstance(env.render(), str)
    first = env._batch.seeds[0]
    env.reset()
    assert env._batch.seeds[0] == first + 1, "a reset without a seed deals no new game"
    env.close()
    env.close()


def check_turns(kind):
    env = agon.TurnEnv(kind, seats=2, options=short(kind))
    env.reset(seed=3)
    dice, total, steps = numpy.random.default_rng(2), {a: 0.0 for a in env.agents}, 0
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, info = env.last()
        total[agent] += reward
        assert not truncated and env.observation_space(agent).contains(seen)
        if terminated:
            env.step(None)
            continue
        assert info["owes"]
        env.step(int((dice.random(len(env.moves)) * seen["action_mask"]).argmax()))
        steps += 1
        assert steps < 10000
    assert not env.agents and steps > 1 and abs(sum(total.values())) < 1e-6
    env.close()


def check_opponent(kind):
    name = json.loads(subprocess.run([find(None), "games", kind, "--json"], check=True, capture_output=True).stdout)["builtins"][0]["name"]
    env = agon.ParallelEnv(kind, seats=2, bots={1: name}, options=short(kind))
    seen, infos = env.reset(seed=8)
    assert env.possible_agents == ["seat_0"]
    while env.agents:
        assert infos["seat_0"]["owes"], "the agent is asked in a turn of the built-in bot"
        seen, rewards, _, _, infos = env.step({"seat_0": int(seen["seat_0"]["action_mask"].argmax())})
    assert rewards["seat_0"] in (-1, 0, 1)
    env.close()


def fails(what, *words):
    try:
        what()
    except agon.AgonError as e:
        assert all(w in str(e) for w in words), str(e)
        return
    raise AssertionError("%s was accepted" % (words,))


def check_mistakes():
    fails(lambda: agon.Batch("tronn"), "unknown kind of game", 'did you mean "tron"')
    fails(lambda: agon.Batch("tron", options={"widht": 3}), "widht", "width")
    fails(lambda: agon.Batch("tron", seats=9), "tron is played by 2 to 4, not by 9")
    fails(lambda: agon.Batch("tron", seats=2, bots={0: "random", 1: "random"}), "leave one to the learner")
    fails(lambda: agon.Batch("tron", program="/nowhere/agon"), "/nowhere/agon is not a program", "install agon")
    turns = agon.TurnEnv("tron", seats=2)
    turns.reset(seed=3)
    for wrong in (99, -2, 70000, 1.5, "UP"):
        fails(lambda: turns.step(wrong), "the action of seat_0 is %r, want 0 to 3" % (wrong,))
        assert turns.agent_selection == "seat_0", "a move that was refused has passed the turn on"
    turns.step(0)
    fails(lambda: turns.step(4), "the action of seat_1 is 4, want 0 to 3")
    turns.step(1)
    turns.close()
    both = agon.ParallelEnv("tron", seats=2)
    both.reset(seed=3)
    fails(lambda: both.step({"seat_0": 65537, "seat_1": 0}), "the action of seat_0 is 65537, want 0 to 3")
    both.close()
    with agon.Batch("tron", 3, seats=2) as batch:
        fails(lambda: batch.step(numpy.array([[0, 1], [65537, 1], [0, 1]])), "game 1: the action of seat 0 is 65537, want 0 to 3")
        fails(lambda: batch.step(0.5), "actions are whole numbers, not float64")
        fails(lambda: batch.step(7), "game 0", "the action of seat", "is 7, want 0 to 3")
        fails(lambda: batch.observe("grid"), '"grid"', "view.grid")
        fails(lambda: batch.reset(-1), "seed -1")
        batch.step(0)
        batch._process.send_signal(signal.SIGKILL)
        batch._process.wait()
        fails(lambda: batch.step(0), "ended with code -9")
        fails(lambda: batch.step(0), "closed")


def check_pettingzoo(kind):
    try:
        from pettingzoo.test import api_test, parallel_api_test
    except ImportError:
        return False
    parallel_api_test(agon.ParallelEnv(kind, seats=2, options=short(kind)), num_cycles=200)
    api_test(agon.TurnEnv(kind, seats=2, options=short(kind)), num_cycles=200)
    return True


def main(names):
    for kind in names or kinds():
        for check in (check_batch, check_parallel, check_turns, check_opponent):
            check(kind)
        theirs = check_pettingzoo(kind)
        print("ok", kind, "" if theirs else "(PettingZoo is not installed: its own tests were not run)", flush=True)
    check_mistakes()
    print("ok mistakes")


main(sys.argv[1:])
