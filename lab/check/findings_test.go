package check

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"agon/bot"
	"agon/bot/lineup"
	"agon/bot/sandbox"
	"agon/contest"
	"agon/game"
	"agon/games/tron"
	"agon/internal/traceback"
	"agon/play/worker"
)

// examination returns a check of bots of tron, on one core.
func examination(t *testing.T) *Examination {
	t.Helper()
	kind := game.New(tron.Spec)
	settings, err := kind.Settings(map[string]any{"width": "12"})
	if err != nil {
		t.Fatal(err)
	}
	return &Examination{
		Play:  worker.Play{Kind: kind, Settings: settings, Cores: 1, Secret: bot.DeriveSecret(7), Pages: true},
		Sizes: []int{2}, Games: 1, Opener: &lineup.Opener{Kind: kind, Launcher: sandbox.Plain(),
			Log: bot.NewLog(0)}, Enforced: true, Progress: &counter{},
	}
}

// finding returns the finding of a verdict by its name.
func finding(v *Verdict, what string) Finding {
	for _, f := range v.Findings {
		if f.What == what {
			return f
		}
	}
	return Finding{}
}

// TestFilesOfProblems: a file that was named in a copy of a bot is found below its reference, and one that is not there keeps its name.
func TestFilesOfProblems(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"bot/main.py", "bot/lib/help.py", "single.py", "beside.py"} {
		path := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte("pass\n"), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct{ ref, named, want string }{
		{"bot", "main.py", "bot/main.py"},
		{"bot", "/copy/of/it/help.py", "bot/lib/help.py"},
		{"bot", "lib/help.py", "bot/lib/help.py"},
		{"bot", "/usr/lib/python3/random.py", "/usr/lib/python3/random.py"},
		{"single.py", "single.py", "single.py"},
		{"single.py:Class", "/copy/beside.py", "beside.py"},
		{"gone.py", "gone.py", "gone.py"},
	} {
		ref, want := filepath.Join(dir, tt.ref), tt.want
		if _, err := os.Stat(filepath.Join(dir, want)); err == nil {
			want = filepath.Join(dir, want)
		}
		v := &Verdict{}
		v.Add(false, "answers", "%s", "wrong")
		v.Locate(ref, traceback.Spot{File: tt.named, Line: 3}, "ValueError: x\nmore")
		if p := v.Findings[0].Problems; len(p) != 1 || p[0] != (Problem{want, 3, "ValueError: x"}) {
			t.Errorf("%s of %s: %+v, want %s", tt.named, tt.ref, p, want)
		}
	}
	v := &Verdict{}
	v.Add(false, "answers", "%s", "wrong")
	if v.Locate(dir, traceback.Spot{}, "text"); v.Findings[0].Problems != nil {
		t.Errorf("no file is known: %+v", v.Findings)
	}
}

// TestResults: how the games ended is told, with the ending of the worst.
func TestResults(t *testing.T) {
	var none, over results
	v := &Verdict{Passed: true}
	none.add(&checked{})
	none.tell(v)
	if len(v.Findings) > 0 {
		t.Errorf("of a game that was stopped: %+v", v.Findings)
	}
	for _, g := range []checked{
		{got: game.Outcome{Place: 1, Score: 7}, ending: "seat 1 is out"},
		{got: game.Outcome{Place: 2, Score: -1}, ending: "Expected WAIT but got ''; it is out"},
		{got: game.Outcome{Place: 2, Score: 3}},
	} {
		over.add(&g)
	}
	over.tell(v)
	want := "first in 1 of 3 games, scores from -1 to 7\nits worst ended: Expected WAIT but got ''; it is out"
	if got := finding(v, "results"); got.Told != want || !got.Good {
		t.Errorf("%q", got.Told)
	}
}

// TestImports: a bot that imports what the contest does not allow fails, and names it.
func TestImports(t *testing.T) {
	x := examination(t)
	for _, tt := range []struct {
		allowed []string
		good    bool
		message string
	}{
		{nil, true, "numpy, random"},
		{[]string{"numpy", "random"}, true, "numpy, random"},
		{[]string{"random", "scipy"}, false, "numpy: the contest allows only random, scipy"},
	} {
		v := &Verdict{Passed: true}
		x.Packages = tt.allowed
		x.imports(v, lineup.Entry{Imports: []string{"numpy", "random"}})
		if f := finding(v, "imports"); f.Good != tt.good || f.Told != tt.message || v.Passed != tt.good {
			t.Errorf("with %q: %+v", tt.allowed, f)
		}
	}
	v := &Verdict{Passed: true}
	if x.imports(v, lineup.Entry{}); len(v.Findings) != 0 {
		t.Errorf("a bot without imports: %+v", v.Findings)
	}
}

// TestTimes: the average counts, not the longest move, and fails a bot only if the limit is enforced.
func TestTimes(t *testing.T) {
	x := examination(t)
	for _, tt := range []struct {
		limit    time.Duration
		enforced bool
		good     bool
		message  string
	}{
		{time.Second, true, true, "250ms a move on average, least 10ms, most 2s; the clock: "},
		{200 * time.Millisecond, true, false, "250ms a move on average, over the average limit of 200ms, least 10ms"},
		{200 * time.Millisecond, false, true, ", over the average limit of 200ms"},
	} {
		x.Limit, x.Enforced = tt.limit, tt.enforced
		v, total := &Verdict{Passed: true}, worker.SeatTally{Wall: time.Second, Least: 10 * time.Millisecond, Most: 2 * time.Second}
		total.Moves = 4
		x.times(v, total)
		if f := finding(v, "time"); f.Good != tt.good || !strings.Contains(f.Told, tt.message) || v.Moves != 4 || v.AvgUs != 250_000 {
			t.Errorf("limit %v: %+v of %+v", tt.limit, f, v)
		}
	}
	for d, want := range map[time.Duration]time.Duration{0: 0, 99: 99, 123_456: 120_000, 1_996 * time.Microsecond: 2 * time.Millisecond} {
		if got := Rounded(d); got != want {
			t.Errorf("%v is rounded to %v, want %v", d, got, want)
		}
	}
}

// TestRounds: of the moves the first with a fault is shown, else the second of a game, and each form of bot in its own words.
func TestRounds(t *testing.T) {
	kind := game.New(tron.Spec)
	var s sightings
	s.recordMove(bot.Trace{Seed: 1, Turn: 0, Living: true, Sent: []byte("first")})
	s.recordMove(bot.Trace{Seed: 1, Turn: 1, Living: true, Sent: []byte("second\n" + strings.Repeat("line\n", 20)), Out: []byte("UP\n")})
	v := &Verdict{Passed: true}
	s.judge(v, kind)
	if f := finding(v, "round"); !f.Good || !strings.Contains(f.Told, "turn 2, seat 0, as the bot met it\nsent      second\n") ||
		!strings.Contains(f.Told, "\nanswer    UP\n") || !strings.Contains(f.Told, "…") {
		t.Errorf("a bot that stays: %s", f.Told)
	}
	s.fault(1, game.Late, "too slow")
	v = &Verdict{Passed: true}
	s.judge(v, kind)
	if f := finding(v, "round"); f.Good || v.Passed || v.Round.Fault != game.Late.String() ||
		!strings.Contains(f.Told, "fault     "+game.Late.String()+": too slow") {
		t.Errorf("a bot with a fault: %s", f.Told)
	}
	r := newRound(&bot.Trace{Turn: 4, Dir: "/folder", Command: []string{"bot", "a b"}, Out: []byte("x"),
		Err: []byte(strings.Repeat("e\n", 30)), Found: []bot.Listed{{Name: "in", Size: 12_345}, {Name: "sub/"}}}, []string{"answer.txt"})
	text := r.text()
	for _, want := range []string{"turn 5, seat 0", "found     in (12 kB), sub/", "answer.txt missing",
		"ended     with exit code 0, after 0.0 ms", "stderr    e\n          e\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("a bot that is started for each move lacks %q: %s", want, text)
		}
	}
	if strings.Count(text, "\n          e") > linesShown+linesEnd {
		t.Errorf("all of the error output is shown: %s", text)
	}
}

// TestField: all bots of a contest are checked one after the other, one that does not start and one that is refused without a game.
func TestField(t *testing.T) {
	x := examination(t)
	entries, err := x.Opener.Open(t.Context(), []string{"builtin:hugger"})
	if err != nil {
		t.Fatal(err)
	}
	var begun []string
	done := 0
	f := Field{
		Examination: x, Seed: 7, Entries: append(entries, lineup.Entry{Name: "bad",
			Broken: "SyntaxError: x"}), Refused: []contest.Refusal{{Name: "other", Why: "too large"}},
		Begin: func(label string) Progress { begun = append(begun, label); return &counter{} },
		Done:  func(*Verdict) error { done++; return nil },
	}
	verdicts, err := f.Check(t.Context())
	if err != nil || len(verdicts) != 3 || done != 3 || len(begun) != 2 || begun[1] != "checking 2 of 2: bad" {
		t.Fatalf("%v: %d verdicts, %d done, begun %q", err, len(verdicts), done, begun)
	}
	if v := verdicts[0]; !v.Passed || v.Moves == 0 {
		t.Errorf("a good bot: %+v", v)
	}
	if got := finding(verdicts[1], "starts"); got.Good || got.Told != "SyntaxError: x" || verdicts[1].Passed {
		t.Errorf("a broken bot: %+v", verdicts[1])
	}
	if got := finding(verdicts[2], "let in"); got.Good || got.Told != "too large" || verdicts[2].Passed {
		t.Errorf("a refused bot: %+v", verdicts[2])
	}
	failed := errors.New("no place on the disk")
	f.Done = func(*Verdict) error { return failed }
	if verdicts, err := f.Check(t.Context()); !errors.Is(err, failed) || len(verdicts) != 1 {
		t.Errorf("a verdict cannot be printed: %v after %d", err, len(verdicts))
	}
}
