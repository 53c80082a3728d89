package attack

import (
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"testing"
)

// leavers is a contest of Bomberman, whose programs are started for each move, with a bot that leaves a busy process behind in every move.
const leavers = `
-- cup.toml --
kind = "bomberman"
seed = 3
[[bots]]
ref = "Leaver=./leaver"
[[bots]]
ref = "Calm=./calm"
[[stages]]
format = "round-robin"
games = 1
-- leaver/bot.json --
{"Author": "a", "Email": "a@example.com", "NickName": "Leaver", "BotType": "Python3", "ProjectLocation": "", "RunFile": "bot.py", "RunArgs": ""}
-- leaver/bot.py --
import os, struct, sys, time
# 0: what processes of moves that are over have used, in ns; 8: what they have used in their moves. Each adds its own.
counts = os.open("counts", os.O_RDWR | os.O_CREAT)
def add(at, n):
    had = struct.unpack("q", os.pread(counts, 8, at).ljust(8, b"\0"))[0]
    os.pwrite(counts, struct.pack("q", had + n), at)
def compute(move):
    """Computes on when the move is over, and counts what it uses then."""
    end, before = time.monotonic() + 60, 0
    while time.monotonic() < end:
        used = time.process_time_ns()
        if used - before > 1000000:
            try:
                os.kill(move, 0)
                add(8, used - before)
            except ProcessLookupError:
                add(0, used - before)
            before = used
move = os.getpid()
if os.fork() == 0:
    try: os.setsid()
    except OSError: pass
    if os.fork() == 0:
        os.closerange(0, 3)
        compute(move)
    os._exit(0)
os.wait()
had = os.pread(counts, 8, 8)
while os.pread(counts, 8, 8) == had:
    time.sleep(0.001) # until it computes
print("used %d us in moves, %d us after them" % tuple(n // 1000 for n in struct.unpack("qq", os.pread(counts, 8, 8).ljust(8, b"\0") + os.pread(counts, 8, 0).ljust(8, b"\0"))), file=sys.stderr)
open(os.path.join(sys.argv[2], "move.txt"), "w").write("0")
-- calm/bot.json --
{"Author": "b", "Email": "b@example.com", "NickName": "Calm", "BotType": "Python3", "ProjectLocation": "", "RunFile": "bot.py", "RunArgs": ""}
-- calm/bot.py --
import os, sys
for i in range(4000000): pass
open(os.path.join(sys.argv[2], "move.txt"), "w").write("0")
`

// Processes that a program has started end with its move, also those that have left its session and their parent, which would otherwise use
// the time of its neighbours.
func TestNothingOutlivesItsMove(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("processes that leave their session are found on Linux only")
	}
	for _, level := range []string{"full", "namespaces", "landlock", "none"} {
		t.Run(level, func(t *testing.T) {
			strongest(t, level)
			t.Parallel()
			dir := written(t, leavers)
			os.Chmod(filepath.Dir(dir), 0o755) // at level landlock a bot needs the way to its files
			o := agon(t, dir, "run", "cup.toml", "--json", "--sandbox", level)
			if o.Code != 0 && regexp.MustCompile("sandbox").MatchString(o.Err) {
				t.Skip(o.Err)
			}
			if o.Code != 0 {
				t.Fatalf("exits with %d\n%s", o.Code, o.Err)
			}
			text := must(t, dir, "logs", "cup.toml", "Leaver").Out
			spent := regexp.MustCompile(`used (\d+) us in moves, (\d+) us after them`).FindAllStringSubmatch(text, -1)
			if len(spent) < 10 {
				t.Fatalf("the log has %d moves, want at least 10:\n%s", len(spent), text)
			}
			last := spent[len(spent)-1]
			within, after := number(t, last[1]), number(t, last[2])
			if after > within/4 {
				t.Errorf("the processes it started used %d us in its moves and %d us after them", within, after)
			}
		})
	}
}

func number(t *testing.T, text string) int {
	t.Helper()
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}
