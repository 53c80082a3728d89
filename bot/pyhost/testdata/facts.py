"""Prints what a process is held to and sees: a program that was forked from a template must be as one that was executed."""

import sys

sys.path[:] = [place for place in sys.path if place]  # as the class host does
import ctypes
import glob
import json
import os
import resource
import signal
import socket

libc = ctypes.CDLL(None, use_errno=True)


def attempt(what):
    try:
        return str(what())
    except BaseException as e:
        return "%s %s" % (type(e).__name__, getattr(e, "errno", ""))


def call(number, *arguments):
    return lambda: (libc.syscall(number, *arguments), ctypes.get_errno())


def read(name):
    with open(name) as f:
        return f.read()


def status():
    names = "Name Umask State Tgid Ngid Pid PPid TracerPid Uid Gid Groups NStgid NSpid NSsid Kthread CoreDumping Threads SigQ SigPnd ShdPnd SigBlk SigIgn " \
        "SigCgt CapInh CapPrm CapEff CapBnd CapAmb NoNewPrivs Seccomp Seccomp_filters Cpus_allowed_list".split()
    fields = dict(line.split(":", 1) for line in read("/proc/self/status").splitlines())
    return {name: fields.get(name, "").strip() for name in names if name != "SigQ"}


def descriptors():
    found = {}
    for name in os.listdir("/proc/self/fd"):
        try:
            found[name] = os.readlink("/proc/self/fd/" + name).split(":")[0]
        except OSError:
            pass  # the list's own
    return found


def mounts():
    lines = [line.split() for line in read("/proc/self/mountinfo").splitlines()]
    return sorted([f[3] if "agon" not in f[3] else "", f[4], f[5], f[f.index("-") + 1]] for f in lines)


print(json.dumps({
    "status": attempt(status), "descriptors": attempt(descriptors), "mounts": attempt(mounts), "environment": dict(os.environ), "cwd": os.getcwd(),
    "session": attempt(lambda: os.getsid(0) == os.getpid()), "group": attempt(lambda: os.getpgrp() == os.getpid()),
    "limits": {name: resource.getrlimit(getattr(resource, name)) for name in dir(resource) if name.startswith("RLIMIT_")},
    "argv": sys.argv, "path": sys.path, "flags": str(sys.flags), "main": sorted(n for n in vars(sys.modules["__main__"]) if n[:2] == "__" and n != "__doc__"),
    "dumpable": libc.prctl(3, 0, 0, 0, 0), "death": attempt(lambda: (lambda n: (libc.prctl(2, ctypes.byref(n), 0, 0, 0), n.value))(ctypes.c_int())),
    "name": attempt(lambda: read("/proc/self/comm")), "handlers": {n: str(signal.getsignal(n)) for n in range(1, 32)},
    "see": {d: attempt(lambda: sorted(os.listdir(d))) for d in ("/", "/home", "/tmp", "/dev", "/etc", "/root", "/home/bot")},
    "open": {f: attempt(lambda: len(open(f, "rb").read(10))) for f in ("/etc/shadow", "/proc/1/environ", "/proc/1/maps", "/proc/self/environ", "/proc/self/mem")},
    "write": {d: attempt(lambda: open(d + "/agon-facts", "w").close()) for d in ("/", "/usr", "/tmp", "/home/bot", "/dev")},
    "calls": {
        "kill 1": attempt(lambda: os.kill(1, 0)), "inet": attempt(lambda: socket.socket()), "unix": attempt(lambda: socket.socket(socket.AF_UNIX)),
        "unshare": attempt(call(272 if os.uname().machine == "x86_64" else 97, 0x10000000)), "nice": attempt(lambda: os.nice(-1)),
        "setuid": attempt(lambda: os.setuid(0)), "setsid": attempt(lambda: os.setsid()), "unknown": attempt(call(9999)),
        "ptrace": attempt(call(101 if os.uname().machine == "x86_64" else 117, 16, 0, 0, 0)), "affinity": attempt(lambda: os.sched_setaffinity(0, {0, 1})),
    },
    "tree": attempt(lambda: sorted(glob.glob("/proc/[0-9]*"))),
}, sort_keys=True, indent=1))
