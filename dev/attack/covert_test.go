package attack

import (
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
)

// Two bots that use a lock on a file of the system to communicate: one sends ten bits repeatedly, the other logs the bits that it sees.
const telegraph = `
-- sender.py --
import fcntl
from bot_control import Move
f = open("/usr/bin/env", "rb")
class Sender:
    def get_name(self): return "Sender"
    def get_contributor(self): return "s"
    def determine_next_move(self, grid, enemies, info):
        bit = (0b1011001110 >> ((info.current_round - 1) % 10)) & 1
        try: fcntl.flock(f, fcntl.LOCK_EX if bit else fcntl.LOCK_UN)
        except OSError: pass
        return Move.UP
-- receiver.py --
import fcntl, sys
from bot_control import Move
f = open("/usr/bin/env", "rb")
class Receiver:
    def get_name(self): return "Receiver"
    def get_contributor(self): return "r"
    def determine_next_move(self, grid, enemies, info):
        try:
            fcntl.flock(f, fcntl.LOCK_SH | fcntl.LOCK_NB)
            fcntl.flock(f, fcntl.LOCK_UN)
            print("got 0", file=sys.stderr)
        except BlockingIOError: print("got 1", file=sys.stderr)
        except OSError: print("got 0", file=sys.stderr)
        return Move.UP
-- pages.py --
import os, sys
from bot_control import Move
class Pages:
    def get_name(self): return "Pages"
    def get_contributor(self): return "p"
    def determine_next_move(self, grid, enemies, info):
        for fd in os.listdir("/proc/self/fd"):
            try: name = os.readlink("/proc/self/fd/" + fd)
            except OSError: continue
            print("open", name, file=sys.stderr)
        return Move.UP
`

func TestALockCarriesNothingFromBotToBot(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("there is no sandbox on this system")
	}
	for _, level := range []string{"full", "namespaces", "landlock"} {
		t.Run(level, func(t *testing.T) {
			strongest(t, level)
			t.Parallel()
			log := whatBotsSay(t, level, "./sender.py", "./receiver.py")
			got := regexp.MustCompile(`got [01]`).FindAllString(log, -1)
			if len(got) < 20 || strings.Contains(strings.Join(got, " "), "got 1") {
				t.Errorf("the receiver saw these of the sender's bits: %q", got)
			}
		})
	}
}

// The pages that all bots of a core may read are mapped; no bot has a descriptor of them, through which it could set times or locks that
// others see.
func TestSharedPagesHaveNoDescriptor(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("there are no shared pages on this system")
	}
	t.Parallel()
	log := whatBotsSay(t, "full", "./pages.py", "./receiver.py")
	if !strings.Contains(log, "open ") || strings.Contains(log, "agon-shared") {
		t.Errorf("a bot has open:\n%s", log)
	}
}

// whatBotsSay plays a game and returns the logs of all bots.
func whatBotsSay(t *testing.T, level string, bots ...string) string {
	t.Helper()
	dir := written(t, telegraph)
	os.Chmod(filepath.Dir(dir), 0o755) // at level landlock a bot needs the way to its files
	o := agon(t, dir, append(append([]string{"play", "colour-battle"}, bots...), "--set", "rounds=30", "--seed", "7", "--sandbox", level,
		"--log", "logs")...)
	if o.Code != 0 && strings.Contains(o.Err, "sandbox") {
		t.Skip(o.Err)
	}
	if o.Code != 0 {
		t.Fatalf("%s\n%s", o.Out, o.Err)
	}
	files, _ := filepath.Glob(filepath.Join(dir, "logs", "*"))
	var all strings.Builder
	for _, name := range files {
		text, _ := os.ReadFile(name)
		all.Write(text)
	}
	return all.String()
}
