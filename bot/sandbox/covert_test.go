//go:build linux && (amd64 || arm64)

package sandbox

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// covert tries the calls by which two programs that share only files of the system could communicate. It prints a line for each attempt,
// with the error or "done".
const covert = `
import ctypes, errno, fcntl, os, signal, socket, struct, sys
libc = ctypes.CDLL(None, use_errno=True)
f = open("/usr/bin/env", "rb")
def attempt(name, call):
    try:
        call()
        print(name, "done")
    except OSError as e:
        print(name, errno.errorcode.get(e.errno, e.errno))
def raw(nr, *args):
    if libc.syscall(ctypes.c_long(nr), *[ctypes.c_long(a) for a in args]) < 0:
        raise OSError(ctypes.get_errno(), "")
numbers = dict(inotify=(294, 26), sync=(162, 81), syncfs=(306, 267), mincore=(27, 232), cachestat=(451, 451), readahead=(187, 213), fadvise=(221, 223), openat2=(437, 437), fanotify=(300, 262))
n = {k: v[os.uname().machine != "x86_64"] for k, v in numbers.items()}
lock = struct.pack("hhqqi4x", fcntl.F_WRLCK, 0, 0, 0, 0)
attempt("getlk", lambda: fcntl.fcntl(f, fcntl.F_GETLK, lock))
attempt("ofd_getlk", lambda: fcntl.fcntl(f, 36, lock))
attempt("lease", lambda: fcntl.fcntl(f, fcntl.F_SETLEASE, fcntl.F_RDLCK))
attempt("notify", lambda: fcntl.fcntl(os.open("/usr", os.O_RDONLY), fcntl.F_NOTIFY, 1))
attempt("hint", lambda: fcntl.fcntl(f, 1036, struct.pack("Q", 2)))
attempt("hint_read", lambda: fcntl.fcntl(f, 1035, bytes(8)))
attempt("pipe_size", lambda: fcntl.fcntl(os.pipe()[0], 1031, 1 << 20))
attempt("owner", lambda: fcntl.fcntl(os.pipe()[0], fcntl.F_SETOWN, os.getpid()))
attempt("owner_ex", lambda: fcntl.fcntl(os.pipe()[0], 15, struct.pack("ii", 1, os.getpid())))
attempt("owner_of_socket", lambda: fcntl.ioctl(socket.socketpair()[0], 0x8901, struct.pack("i", os.getpid())))
attempt("group_of_socket", lambda: fcntl.ioctl(socket.socketpair()[0], 0x8902, struct.pack("i", os.getpid())))
attempt("touch", lambda: os.utime("/dev/null"))
attempt("inotify", lambda: raw(n["inotify"], 0))
attempt("fanotify", lambda: raw(n["fanotify"], 0, 0))
attempt("sync", lambda: raw(n["sync"]))
attempt("syncfs", lambda: raw(n["syncfs"], f.fileno()))
attempt("mincore", lambda: raw(n["mincore"], 0, 0, 0))
attempt("cachestat", lambda: raw(n["cachestat"], f.fileno(), 0, 0, 0))
attempt("readahead", lambda: raw(n["readahead"], f.fileno(), 0, 4096))
attempt("fadvise", lambda: raw(n["fadvise"], f.fileno(), 0, 4096, 4))
attempt("openat2", lambda: raw(n["openat2"], 0, 0, 0, 0))
attempt("cached_read", lambda: os.preadv(f.fileno(), [bytearray(16)], 0, 8))
attempt("continue", lambda: os.kill(os.getpid(), signal.SIGCONT))
attempt("setsid", lambda: os.setsid() if os.fork() == 0 else os.wait())
attempt("setpgid", lambda: os.setpgid(0, 0))
`

func TestProgramsCannotTellEachOtherAnythingThroughFilesOfTheSystem(t *testing.T) {
	for _, level := range tested(Full, Namespaces, Landlock) {
		t.Run(level.String(), func(t *testing.T) {
			s := opened(t, level)
			o := ended(t, s, with(t, "/usr/bin/python3", "-c", covert))
			if o.exit.Code != 0 {
				t.Fatalf("%v: %s", o.exit, o.err)
			}
			tried := 0
			for _, line := range lines(o.out) {
				name, result, _ := strings.Cut(line, " ")
				// the devices are the host's, and everybody may set their times
				shared := level == Landlock && name == "touch"
				if tried++; result == "done" && name != "setsid" && !shared { // the parent, which waits for the child that tries
					t.Errorf("%s is not refused", name)
				}
			}
			if tried < 25 {
				t.Errorf("only %d attempts: %q", tried, o.out)
			}
		})
	}
}

// The locks of one program, which another tries to take, as two bots in one game would.
const locker = `
import fcntl, sys
f = open("/usr/bin/env", "rb")
for line in sys.stdin:
    try:
        fcntl.flock(f, (fcntl.LOCK_EX if line == "lock\n" else fcntl.LOCK_SH) | fcntl.LOCK_NB)
        print("free", flush=True)
    except OSError as e:
        print("held", flush=True)
`

func TestALockOnAFileOfTheSystemIsNotSeen(t *testing.T) {
	for _, level := range tested(Full, Namespaces, Landlock) {
		t.Run(level.String(), func(t *testing.T) {
			s := opened(t, level)
			var talks [2]talk
			for i := range talks {
				talks[i] = begin(t, s, with(t, "/usr/bin/python3", "-c", locker))
			}
			talks[0].say("lock")
			if got := talks[1].say("look"); got != "free" {
				t.Errorf("the other program finds the file %s", got)
			}
		})
	}
}

func TestLocksOfOnesOwnFilesWork(t *testing.T) {
	const own = `
import fcntl, os, sqlite3
d = sqlite3.connect("/tmp/d.db"); d.execute("create table t(n)"); d.execute("insert into t values (7)"); d.commit()
print(sqlite3.connect("/tmp/d.db").execute("select n from t").fetchone()[0], flush=True)
f = open("/tmp/f", "w"); fcntl.lockf(f, fcntl.LOCK_EX)
if os.fork() == 0:
    try:
        fcntl.lockf(open("/tmp/f", "w"), fcntl.LOCK_EX | fcntl.LOCK_NB)
        print("free", flush=True)
    except OSError:
        print("held", flush=True)
    os._exit(0)
os.wait()
`
	atLevels(t, func(t *testing.T, s *Sandbox) {
		if o := ended(t, s, with(t, "/usr/bin/python3", "-c", own)); o.out != "7\nheld\n" {
			t.Errorf("%q %q", o.out, o.err)
		}
	})
}

// Locks and sessions are permitted to compilers and to programs that start others.
func TestCallsThatAreGiven(t *testing.T) {
	const given = `
import fcntl, os
f = open("/tmp/f", "w"); fcntl.flock(f, fcntl.LOCK_EX)
if os.fork() == 0:
    os.setsid()
    try:
        fcntl.flock(open("/tmp/f"), fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:
        print("held", flush=True)
    os._exit(0)
os.wait()
`
	atLevels(t, func(t *testing.T, s *Sandbox) {
		c := with(t, "/usr/bin/python3", "-c", given)
		c.Sessions, c.Locks = true, true
		if o := ended(t, s, c); o.out != "held\n" {
			t.Errorf("%q %q", o.out, o.err)
		}
	})
}

// Every installed language starts and works without the calls that are permitted to some programs only, and prints nothing unexpected.
func TestLanguagesStartWithTheFewestCalls(t *testing.T) {
	for _, args := range [][]string{
		{"/usr/bin/python3", "-c", "print(2)"},
		{"/usr/bin/node", "-e", "require('fs').writeFileSync('/tmp/f', '2'); console.log(2)"},
		{"/bin/bash", "-c", "set -m; true & wait; echo 2"},
		{"/usr/bin/perl", "-e", "print \"2\\n\""},
		{"/usr/bin/ruby", "-e", "puts 2"},
		{"/usr/bin/php", "-r", "echo \"2\\n\";"},
		{"/usr/bin/lua", "-e", "print(2)"},
		{"/usr/bin/sqlite3", "/tmp/d.db", "create table t(n); insert into t values (2); select * from t"},
	} {
		t.Run(filepath.Base(args[0]), func(t *testing.T) {
			if _, err := os.Stat(args[0]); err != nil {
				t.Skip(err) // not every machine has every language
			}
			atLevels(t, func(t *testing.T, s *Sandbox) {
				o := ended(t, s, with(t, args[0], args[1:]...))
				if o.out != "2\n" {
					t.Errorf("%v: %q %q", o.exit, o.out, o.err)
				}
			})
		})
	}
}
