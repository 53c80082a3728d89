package program_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"agon/bot"
	"agon/bot/program"
	"agon/bot/pyhost"
	"agon/bot/sandbox"
	"agon/game"
)

// warmMoves plays a warm Python program for as many turns as want has lines, and returns its answers. limits are those of
// turns that do not end by themselves.
func warmMoves(t *testing.T, code string, turns int, limits map[int]time.Duration) (answers []string, calls []bot.Call, log string) {
	t.Helper()
	return pythonMoves(t, map[string]string{"bot.py": code}, turns, limits, true, sandbox.Plain())
}

// pythonMoves plays a Python program of some files, warm or started for each move.
func pythonMoves(t *testing.T, files map[string]string, turns int, limits map[int]time.Duration, warm bool,
	launcher bot.Launcher) (answers []string, calls []bot.Call, log string) {
	t.Helper()
	return pythonMovesBy(t, pyhost.Python(""), files, turns, limits, warm, launcher)
}

// pythonMovesBy does the same with an interpreter.
func pythonMovesBy(t *testing.T, python string, files map[string]string, turns int, limits map[int]time.Duration, warm bool,
	launcher bot.Launcher) (answers []string, calls []bot.Call, log string) {
	t.Helper()
	real, err := filepath.EvalSymlinks(python)
	if err != nil {
		t.Skip("no Python on this machine")
	}
	dir := t.TempDir()
	env := []string{"PATH=" + os.Getenv("PATH"), "PYTHONUNBUFFERED=1", "PYTHONHASHSEED=0", "PYTHONFAULTHANDLER=1",
		"PYTHONDONTWRITEBYTECODE=1"}
	for name, text := range files {
		if strings.HasPrefix(name, "packages/") {
			env = append(env, "PYTHONPATH=packages")
		}
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	logged := bot.NewLog(0)
	p := program.NewFresh(program.Config{
		Command: bot.Command{Path: python, Args: []string{"-u", "./bot.py"}, Dir: dir, Readable: []string{filepath.Dir(filepath.Dir(real))},
			Limits: bot.Limits{Disk: 1 << 20, Memory: 64 << 20},
			Env:    env},
		Launcher: launcher, Launch: game.Launch{Form: game.Fresh, Home: true, Replies: []string{"move.txt"}}, Log: logged,
		Warm: warm, After: []string{"last"},
	})
	tb := warmTable(t, turns)
	p.Sit(0, tb, 0)
	for !tb.Over() {
		c := &bot.Call{Table: tb, Limit: time.Minute}
		if limit, ok := limits[len(calls)]; ok {
			c.Limit = limit
		}
		p.Ask([]*bot.Call{c})
		p.Answer([]*bot.Call{c})
		if err := p.HostError(); err != nil {
			t.Log(string(logged.Text()))
			t.Fatal(err)
		}
		answers = append(answers, string(c.Reply.File("move.txt")))
		calls = append(calls, *c)
		tb.Take(0, &c.Reply)
		tb.Step()
	}
	p.Leave(0)
	p.Close()
	return answers, calls, string(logged.Text())
}

// warmTable returns a table of a kind that passes the turn as an argument, with the folder of its files.
func warmTable(t *testing.T, turns int) *game.Table {
	t.Helper()
	k := game.New(game.Spec[int, int]{
		Name: "turns", Title: "Turns", Version: "1", MinSeats: 1, MaxSeats: 1,
		Rules: func(game.Settings) (game.Rules[int, int], error) { return turnsRules(turns), nil },
		Wire:  func(game.Settings) game.Wire[int, int] { return turnsWire{} },
		View:  func(*game.Frame, *int, game.Seat) {}, Hash: func(*game.Hash, *int) {}, Round: func(s *int) int { return *s },
	})
	settings, err := k.Settings(nil)
	if err != nil {
		t.Fatal(err)
	}
	tb, err := k.Table(settings)
	if err != nil {
		t.Fatal(err)
	}
	if err := tb.Deal(1, 1); err != nil {
		t.Fatal(err)
	}
	return tb
}

type turnsRules int

func (r turnsRules) Deal(s *int, _ int, _ *game.Dice) error { *s = 0; return nil }
func (r turnsRules) Turn(s *int) (owes game.Seats) {
	if *s < int(r) {
		owes.Add(0)
	}
	return owes
}
func (turnsRules) Check(*int, game.Seat, int) error              { return nil }
func (turnsRules) Absent(*int, game.Seat, game.Fault) int        { return 0 }
func (turnsRules) Step(s *int, _ []game.Move[int], _ *game.Dice) { *s++ }
func (turnsRules) Outcome(*int, game.Seat) game.Outcome          { return game.Outcome{Place: 1} }

type turnsWire struct{}

func (turnsWire) Ask(p *game.Prompt, s *int, _ game.Seat) {
	p.Args = append(p.Args, fmt.Sprint(*s), "{dir}")
}
func (turnsWire) Read(*int, game.Seat, *game.Reply) (int, error) { return 0, nil }
func (turnsWire) Format(m int) string                            { return fmt.Sprint(m) }
func (turnsWire) Parse(string) (int, error)                      { return 0, nil }

// Nothing that a move leaves in its interpreter is there in the next: names, modules, working directory. Files in its home stay.
func TestWarmProcessesAreFresh(t *testing.T) {
	answers, calls, log := warmMoves(t, `
import os, random, sys
assert __name__ == "__main__" and sys.stdin.read() == "" and os.path.exists("bot.py")
count = int(open("count").read()) + 1 if os.path.exists("count") else 0
open("count", "w").write(str(count))
seen = "leftover" in sys.modules or "leftover" in globals()
leftover = sys.modules["leftover"] = 1
print("turn", sys.argv[1])
print("grumble", file=sys.stderr)
with open(os.path.join(sys.argv[2], "move.txt"), "w") as f:
    f.write("%s %d %s %s" % (sys.argv[1], count, sys.argv[3], seen))
os.chdir("/")
sys.exit(7)
`, 3, nil)
	for i, got := range answers {
		if want := fmt.Sprintf("%d %d last False", i, i); got != want {
			t.Errorf("move %d is %q, not %q", i, got, want)
		}
		if c := calls[i].Reply; string(c.Out) != fmt.Sprintf("turn %d\n", i) || string(c.Err) != "grumble\n" || c.Exit != 7 {
			t.Errorf("move %d: out %q, err %q, exit %d", i, c.Out, c.Err, c.Exit)
		}
	}
	if strings.Count(log, "grumble") != 3 {
		t.Errorf("its log is %q", log)
	}
}

func TestWarmProcessesHaveChanceOfTheirOwn(t *testing.T) {
	answers, _, _ := warmMoves(t, `
import os, random, sys
open(os.path.join(sys.argv[2], "move.txt"), "w").write(str(random.random()))
`, 2, nil)
	if answers[0] == answers[1] || answers[0] == "" {
		t.Errorf("both drew %q", answers[0])
	}
}

// A move that hangs, dies or raises is reported as in a new process, and the next move is played.
func TestWarmProcessesThatFail(t *testing.T) {
	answers, calls, log := warmMoves(t, `
import os, signal, subprocess, sys, time
turn = int(sys.argv[1])
if turn == 0:
    raise ValueError("on purpose")
if turn == 1:
    os.kill(os.getpid(), signal.SIGSEGV)
if turn == 2:
    subprocess.Popen(["sleep", "1000"], start_new_session=True)  # holds the pipes and leaves the group
if turn == 3:
    time.sleep(1000)
open(os.path.join(sys.argv[2], "move.txt"), "w").write("done")
`, 5, map[int]time.Duration{3: 3 * time.Second})
	if strings.Join(answers, ",") != ",,done,,done" {
		t.Errorf("the moves are %q", answers)
	}
	if calls[0].Reply.Exit != 1 || !strings.Contains(log, "ValueError: on purpose") || !strings.Contains(log, "segmentation fault") {
		t.Errorf("exit %d, log %q", calls[0].Reply.Exit, log)
	}
	for i, c := range calls {
		if want := map[int]game.Fault{0: game.Crashed, 1: game.Crashed, 3: game.Late}[i]; c.Reply.Fault != want {
			t.Errorf("move %d: fault %v %s", i, c.Reply.Fault, c.Reply.Note)
		}
	}
}

// openBox opens a sandbox with namespaces of its own.
func openBox(t *testing.T) bot.Launcher {
	t.Helper()
	box, err := sandbox.Open(sandbox.Full)
	if err != nil {
		if box, err = sandbox.Open(sandbox.Namespaces); err != nil {
			t.Skip(err)
		}
	}
	t.Cleanup(func() { box.Close() })
	return box
}

// A move can neither look into the interpreter from which it was forked nor write into it, so no move leaves anything to the next but
// files, and none forges a report about itself.
func TestAWarmInterpreterIsClosed(t *testing.T) {
	answers, calls, _ := pythonMoves(t, map[string]string{"bot.py": `
import os, sys
found = []
parent = "/proc/%d/" % os.getppid()
for name, mode in (("mem", "r+b"), ("mem", "rb"), ("environ", "rb"), ("maps", "r")):
    try:
        open(parent + name, mode).read(1)
        found.append(name)
    except (OSError, ValueError):
        pass
try:
    found += os.listdir(parent + "fd")
except OSError:
    pass
for number in (0, 1, 2, 3, 4, 5, 6, 7):
    try:
        with open(parent + "fd/%d" % number, "wb") as f:
            f.write(b'{"exit": 0, "signal": 0, "loud": false, "out": "forged", "err": ""}\n')
        found.append(number)
    except OSError:
        pass
open(os.path.join(sys.argv[2], "move.txt"), "w").write(str([os.getppid() > 1, found]))
`}, 2, nil, true, openBox(t))
	for i, got := range answers {
		if got != "[True, []]" {
			t.Errorf("move %d found %s, printed %q, fault %v %s", i, got, calls[i].Reply.Out, calls[i].Reply.Fault, calls[i].Reply.Note)
		}
	}
}

// A move that takes too long says where it was. No interpreter is loaded again in that game, at nobody's cost: its next move is started.
func TestALateWarmMoveSaysWhere(t *testing.T) {
	for name, launcher := range map[string]bot.Launcher{"none": sandbox.Plain(), "sandbox": openBox(t)} {
		_, calls, _ := pythonMoves(t, map[string]string{"bot.py": `
import os, sys
def think():
    while True:
        pass
if sys.argv[1] == "0":
    think()
open(os.path.join(sys.argv[2], "move.txt"), "w").write(str(os.getppid()))
`}, 2, map[int]time.Duration{0: time.Second}, true, launcher)
		if c := calls[0].Reply; c.Fault != game.Late || !strings.Contains(c.Note, "bot.py:") && !strings.Contains(c.Note, "bot.py, line") {
			t.Errorf("%s: fault %v, note %q", name, c.Fault, c.Note)
		}
		c := calls[1].Reply
		if c.Fault != game.NoFault || len(c.Files) != 1 || name == "sandbox" && string(c.File("move.txt")) != "1" {
			t.Errorf("%s: the next move: fault %v %s, its parent is %s", name, c.Fault, c.Note, c.File("move.txt"))
		}
	}
}
