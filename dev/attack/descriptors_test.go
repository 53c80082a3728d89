package attack

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// A meddler does one thing to every descriptor that it finds in its process, in its second turn or line, and logs how often it was allowed.
const meddler = `#!/usr/bin/python3
import ctypes, fcntl, os, struct, sys, threading
def flag(more): return lambda fd: fcntl.fcntl(fd, fcntl.F_SETFL, fcntl.fcntl(fd, fcntl.F_GETFL) | more)
def again(fd, how): return os.open("/proc/self/fd/%%d" %% fd, how | os.O_NONBLOCK)
def own(fd):
    for pid in 1, os.getppid(), os.getpid():
        try: fcntl.fcntl(fd, fcntl.F_SETOWN, pid)
        except OSError: continue
        fcntl.fcntl(fd, fcntl.F_SETFL, fcntl.fcntl(fd, fcntl.F_GETFL) | os.O_ASYNC)
        print("owned", file=sys.stderr, flush=True)
def fill(fd):
    pipe = again(fd, os.O_WRONLY)
    while True: os.write(pipe, bytes(4096))
def drain(fd):
    pipe = os.open("/proc/self/fd/%%d" %% fd, os.O_RDONLY)
    def read():
        while os.read(pipe, 1 << 16): pass
    threading.Thread(target=read, daemon=True).start()
deeds = {
    "nonblocking": [flag(os.O_NONBLOCK)],
    "packets": [flag(os.O_APPEND), flag(os.O_DIRECT)],
    "owner": [own],
    "size": [lambda fd: fcntl.fcntl(fd, 1031, 4096), lambda fd: fcntl.fcntl(fd, 1031, 1 << 20)],
    "locks": [lambda fd: fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB), lambda fd: fcntl.lockf(fd, fcntl.LOCK_EX | fcntl.LOCK_NB), lambda fd: fcntl.fcntl(fd, fcntl.F_SETLEASE, fcntl.F_WRLCK)],
    "truncate": [lambda fd: os.ftruncate(fd, 0), lambda fd: ctypes.CDLL(None).fallocate(fd, 3, ctypes.c_long(0), ctypes.c_long(4096)), lambda fd: os.ftruncate(fd, 1 << 40)],
    "modes": [lambda fd: os.fchmod(fd, 0), lambda fd: os.utime(fd, (0, 0)), lambda fd: os.fchown(fd, 12345, 12345)],
    "fill": [fill],
    "drain": [drain],
    "close": [os.close],
}
def meddle():
    allowed = 0
    for name in os.listdir("/proc/self/fd"):
        for deed in deeds[%q]:
            try:
                deed(int(name))
                allowed += 1
            except (OSError, ValueError): pass
    try: print("allowed", allowed, file=sys.stderr, flush=True)
    except Exception: pass
`

// meddlers have a class, or play by lines.
const (
	classMeddler = meddler + `
from bot_control import Move
class %s:
    def get_name(self): return %q
    def get_contributor(self): return "m"
    def determine_next_move(self, grid, enemies, info):
        if info.current_round == 2: meddle()
        return Move.UP
`
	lineMeddler = meddler + `
turn = 0
while line := sys.stdin.readline():
    for i in range(int(line.split()[0])): sys.stdin.readline()
    turn += 1
    if turn == 2: meddle()
    print("UP", flush=True)
`
	calmClass = "from bot_control import Move\nclass Calm:\n    def get_name(self): return \"Calm\"\n    def get_contributor(self): " +
		"return \"c\"\n    def determine_next_move(self, grid, enemies, info): return Move.UP\n"
	calmLines = "#!/usr/bin/python3\nimport sys\nwhile line := sys.stdin.readline():\n    for i in range(int(line.split()[0])): " +
		"sys.stdin.readline()\n    print(\"UP\", flush=True)\n"
)

// deeds are the names of what meddlers do; true: the bot itself bears it, and plays on without a fault.
var deeds = map[string]bool{
	"nonblocking": false, "packets": false, "owner": true, "size": true, "locks": true, "truncate": true, "modes": true, "fill": false,
	"drain": false, "close": false,
}

// TestDescriptorsOfABot: nothing that a bot does to the descriptors of its process, or to what is behind them, ends agon or costs another
// bot a move; it gets no signal sent to others, and no pipe resized. What breaks its own channel is its own fault.
func TestDescriptorsOfABot(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("/proc/self/fd is Linux's")
	}
	for _, level := range []string{"full", "namespaces", "landlock"} { // without a sandbox the devices behind them would be the host's
		for kind, form := range map[string]struct {
			suffix, calm string
			write        func(deed string) string
		}{
			"colour-battle": {".py", calmClass,
				func(deed string) string { return fmt.Sprintf(classMeddler, deed, strings.ToUpper(deed), deed) }},
			"tron": {".sh", calmLines, func(deed string) string { return fmt.Sprintf(lineMeddler, deed) }},
		} {
			t.Run(level+"/"+kind, func(t *testing.T) {
				strongest(t, level)
				t.Parallel()
				dir := written(t, "-- calm"+form.suffix+" --\n"+form.calm)
				os.Chmod(filepath.Dir(dir), 0o755) // at level landlock a bot needs the way to its files
				args := []string{"run", kind, "./calm" + form.suffix, "--games", "2", "--seed", "5", "--sandbox", level, "--out", "cup",
					"--json"}
				if kind == "colour-battle" {
					args = append(args, "--set", "rounds=6", "--guard", "2s")
				} else {
					args = append(args, "--set", "turn_ms=1000")
				}
				for deed := range deeds {
					name := deed + form.suffix
					if err := os.WriteFile(filepath.Join(dir, name), []byte(form.write(deed)), 0o755); err != nil {
						t.Fatal(err)
					}
					args = append(args, "./"+name)
				}
				checkMeddlers(t, dir, level, args)
			})
		}
	}
}

func checkMeddlers(t *testing.T, dir, level string, args []string) {
	t.Helper()
	o := agon(t, dir, args...)
	if o.Code != 0 && strings.Contains(o.Err, "sandbox level "+level) {
		t.Skip(o.Err)
	}
	if o.Code != 0 {
		t.Fatalf("exits with %d\n%s", o.Code, o.Err)
	}
	var cup report
	o.decode(t, &cup)
	for _, l := range cup.table() {
		name := strings.TrimSuffix(strings.ToLower(l.Bot), ".sh")
		bears, meddles := deeds[name]
		if l.Faults > 0 && (bears || !meddles) {
			t.Errorf("%s has %d faults", l.Bot, l.Faults)
		}
		if meddles && name != "close" {
			logs, _ := filepath.Glob(filepath.Join(dir, "cup", "logs", "*"+l.Bot+"*"))
			if len(logs) != 1 {
				t.Fatalf("logs of %s: %q", l.Bot, logs)
			}
			text, _ := os.ReadFile(logs[0])
			if name != "drain" && name != "fill" && !strings.Contains(string(text), "allowed ") {
				t.Errorf("%s did nothing:\n%s", l.Bot, text)
			}
			if strings.Contains(string(text), "owned") || name == "size" && !strings.Contains(string(text), "allowed 0") {
				t.Errorf("%s was not refused:\n%s", l.Bot, text)
			}
		}
	}
	if !cup.Finished || len(cup.table()) != len(deeds)+1 {
		t.Errorf("%+v\n%s", cup, o.Err)
	}
	must(t, dir, "verify", "cup")
}
