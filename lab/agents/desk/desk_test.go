package desk

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"agon/contest/config"
	"agon/game"
	"agon/lab/tools"
	"agon/record/replay"
	"agon/record/replay/archive"
)

// TestMain runs this test binary as a stand-in for agon when a desk starts it: it does nothing and says what it would have done.
func TestMain(m *testing.M) {
	if os.Args[0] == "agon" {
		os.Exit(standIn(os.Args[1:]))
	}
	os.Exit(m.Run())
}

// standIn is the stand-in. It fails if another one runs for the same desk.
func standIn(words []string) int {
	if strings.HasPrefix(filepath.Base(must(os.Getwd())), "call-") {
		if err := os.Mkdir("../busy", 0o700); err != nil {
			fmt.Fprintln(os.Stderr, "agon: two commands run at once")
			return 1
		}
		defer os.Remove("../busy")
	}
	last := words[len(words)-1]
	switch _, path, _ := strings.Cut(last, "="); {
	case slices.Contains(words, "builtin:wait"):
		stopped := make(chan os.Signal, 1)
		signal.Notify(stopped, os.Interrupt)
		os.WriteFile("../waits", nil, 0o600)
		<-stopped
	case slices.Contains(words, "builtin:nobody"):
		fmt.Fprintln(os.Stderr, "agon: there is no built-in bot nobody")
		return 2
	case words[0] == "compare":
		fmt.Println(`{"games":4}`)
	case words[0] == "check":
		text, _ := os.ReadFile(filepath.Join(path, "bot.py"))
		if strings.Contains(string(text), "bad") {
			fmt.Println(`{"passed":false,"findings":[{"what":"starts","good":false,"told":"no"}]}`)
			return 3
		}
		fmt.Println(`{"passed":true,"findings":[]}`)
	default:
		for _, word := range words {
			if to, ok := strings.CutPrefix(word, "--replay="); ok {
				os.WriteFile(to, []byte("a game"), 0o600)
			}
		}
		json.NewEncoder(os.Stdout).Encode(map[string]any{"words": words})
	}
	return 0
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// workspace returns a setup with a workspace of a bot.
func workspace(t *testing.T) Setup {
	t.Helper()
	dir := t.TempDir()
	s := Setup{Contest: filepath.Join(dir, "contest.toml"), Workspace: filepath.Join(dir, "workspace"), Own: must(os.Executable()),
		Limits: config.EditLimits{Submissions: 3, Practice: 10}, Sees: "own", Agents: []string{"ann", "bob"}, Name: "ann", Rounds: 2,
		Handed: filepath.Join(dir, "rounds", "03", "handed"), Dir: filepath.Join(dir, "contest"),
		Versions: func(agent string, round int) (string, bool) {
			return filepath.Join(dir, "versions", agent, fmt.Sprint(round)), round < 2
		}}
	write(t, s.Contest, "kind = \"tron\"\n[[bots]]\nref = \"builtin:voronoi\"\n")
	write(t, filepath.Join(s.Workspace, "bot.py"), "good")
	return s
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o700), os.WriteFile(name, []byte(text), 0o600)); err != nil {
		t.Fatal(err)
	}
}

func open(t *testing.T, s Setup) *Desk {
	t.Helper()
	d := New(s)
	t.Cleanup(func() {
		if err := d.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return d
}

// call calls a tool, and returns its content.
func call(t *testing.T, d *Desk, name, input string) (content string, failed bool) {
	t.Helper()
	r, err := d.Call(t.Context(), name, json.RawMessage(input))
	if err != nil {
		t.Fatalf("%s %s: %v", name, input, err)
	}
	return r.Content(), r.Failed
}

func TestRights(t *testing.T) {
	s := workspace(t)
	write(t, filepath.Join(s.Workspace, "variants", "b", "bot.py"), "")
	for _, sees := range config.Sights {
		s.Sees = sees
		d := open(t, s)
		for name, allowed := range map[string]bool{
			".": true, "bot.py": true, "variants/b": true, "bot.py:Class": true, "builtin:voronoi": true, "mine@0": true, "mine@1": true,
			filepath.Join(s.Workspace, "bot.py"): true,
			"mine@2":                             false, "mine@-1": false, "mine@x": false, "mine@9999999999999999999": false,
			"rival:bob@1": sees == "all-code", "rival:bob@2": false, "rival:bob": false, "rival:ann@1": false, "rival:cid@1": false,
			"rival:../bob@1": false, "../versions/bob/1": false, s.Contest: false, "human": false, "site:bob": false, "--web": false,
			"http://127.0.0.1:1": false, "docker-daemon:x": false, "nothing": false,
		} {
			room := must(d.enter(t.Context()))
			if ref, err := room.Bot(t.Context(), name); (err == nil) != allowed {
				t.Errorf("%s: %s: %q, %v", sees, name, ref, err)
			}
			room.Leave(nil)
		}
		if got, failed := call(t, d, "trial", `{"bots":["nothing"]}`); !failed || strings.Contains(got, filepath.Dir(s.Workspace)) {
			t.Errorf("%s: a path of the host is shown: %s", sees, got)
		}
		want := map[string]string{"own": "shows no replays", "own-replays": "there is no game 1"}[sees]
		if got, failed := call(t, d, "explain", `{"game":1}`); failed != (want != "") || !strings.Contains(got, want) {
			t.Errorf("%s: game 1: %s", sees, got)
		}
	}
}

func TestPracticeGamesAreCountedBeforeTheyArePlayed(t *testing.T) {
	d := open(t, workspace(t))
	for _, tt := range []struct {
		tool, input string
		failed      bool
		used        int
	}{
		{"play", `{"bots":["."],"games":2,"replay":"practice/game.agon"}`, false, 2},
		{"play", `{"bots":["."],"games":9}`, true, 2},
		{"play", `{"bots":["builtin:nobody"]}`, true, 2},         // nothing was played
		{"play", `{"bots":["nothing"]}`, true, 2},                // the same
		{"compare", `{"old":".","new":".","games":6}`, false, 6}, // it needed four
		{"trial", `{"bots":["."]}`, true, 6},
		{"check", `{"bot":"."}`, false, 10},
		{"check", `{"bot":"."}`, true, 10},
		{"rules", ``, false, 10},
	} {
		got, failed := call(t, d, tt.tool, tt.input)
		if _, used := d.Used(); failed != tt.failed || used != tt.used {
			t.Errorf("%s %s: %s, %d games used", tt.tool, tt.input, got, used)
		}
	}
	got, _ := call(t, d, "play", `{"bots":["."]}`)
	if want := "this takes 1 practice games, and 0 of 10 are left in this edit"; got != want {
		t.Errorf("it says %q, not %q", got, want)
	}
}

func TestGamesOfATool(t *testing.T) {
	d := open(t, workspace(t))
	r, err := d.Call(t.Context(), "play", json.RawMessage(`{"bots":[".","mine@1"],"games":2,"seed":7,"replay":"practice/game.agon"}`))
	if err != nil || len(r.Files) != 2 || string(r.Files["practice/game-2.agon"]) != "a game" {
		t.Fatalf("%+v, %v", r, err)
	}
	for _, want := range []string{`"--seed=8"`, `"--handed-in"`, `"--"`} {
		if !strings.Contains(string(r.Data), want) {
			t.Errorf("it has no %s: %s", want, r.Data)
		}
	}
}

// TestToolsKeepTheConditionsOfTheContest: commands that take no contest are given its options and its clock.
func TestToolsKeepTheConditionsOfTheContest(t *testing.T) {
	s := workspace(t)
	write(t, s.Contest, "kind = \"tron\"\n[options]\nwidth = 20\n[limits]\nguard = \"2s\"\nclock = \"cpu\"\n"+
		"[[bots]]\nref = \"builtin:voronoi\"\n")
	d := open(t, s)
	got, _ := call(t, d, "trial", `{"bots":["."],"games":1}`)
	for _, want := range []string{`"--set=width=20"`, `"--guard=2s"`, `"--clock=cpu"`} {
		if !strings.Contains(got, want) {
			t.Errorf("it has no %s: %s", want, got)
		}
	}
}

// TestConcurrentCalls: commands run one at a time, and no game is played beyond the budget.
func TestConcurrentCalls(t *testing.T) {
	d := open(t, workspace(t))
	var all sync.WaitGroup
	for range 14 {
		all.Go(func() {
			r, err := d.Call(context.Background(), "play", json.RawMessage(`{"bots":["."]}`))
			if err != nil || r.Failed && !strings.Contains(r.Text, "0 of 10 are left") {
				t.Errorf("%+v, %v", r, err)
			}
		})
	}
	all.Wait()
	if _, used := d.Used(); used != 10 {
		t.Errorf("%d games are used", used)
	}
}

func TestSubmissions(t *testing.T) {
	s := workspace(t)
	d := open(t, s)
	for i, tt := range []struct {
		text, input, want string
		used              int
	}{
		{"bad", ``, `"passed":false`, 1},
		{"good", `{"bot":"nothing"}`, "there is no", 1},
		{"fine", `{"bot":"bot.py"}`, `"passed":true`, 2},
		{"bad", `{}`, `starts: no`, 3},
		{"good", `{}`, "all 3 submissions of this edit are used", 3},
	} {
		write(t, filepath.Join(s.Workspace, "bot.py"), tt.text)
		got, _ := call(t, d, "submit", tt.input)
		if used, _ := d.Used(); !strings.Contains(got, tt.want) || used != tt.used {
			t.Errorf("%d: %s, %d used", i, got, used)
		}
	}
	const left = `{"practice_games":{"left":10,"most":10,"used":0},"submissions":{"left":0,"most":3,"used":3}}`
	if got, _ := call(t, d, "budget", ""); got != left {
		t.Errorf("the budget is %s", got)
	}
	if err := d.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(s.Handed, "bot.py"))
	if sum, why := d.Handed(); err != nil || string(text) != "fine" || sum == "" || why != "starts: no" {
		t.Errorf("handed in is %q (%s, refused %q), %v", text, sum, why, err)
	}
}

func TestBell(t *testing.T) {
	for name, tt := range map[string]struct {
		change  func(s Setup)
		handed  bool
		refused string
	}{
		"nothing has changed":       {func(Setup) {}, false, ""},
		"only what agon writes has": {func(s Setup) { write(t, filepath.Join(s.Workspace, "feedback", "round.md"), "x") }, false, ""},
		"the bot has changed":       {func(s Setup) { write(t, filepath.Join(s.Workspace, "lib", "x.py"), "x") }, true, ""},
		"the bot is bad":            {func(s Setup) { write(t, filepath.Join(s.Workspace, "bot.py"), "bad") }, false, "starts: no"},
		"a link": {func(s Setup) { os.Symlink("/etc/passwd", filepath.Join(s.Workspace, "x")) }, false,
			"neither a file nor a folder"},
		"no bot":       {func(s Setup) { os.Remove(filepath.Join(s.Workspace, "bot.py")) }, false, "the workspace has no bot"},
		"no workspace": {func(s Setup) { os.RemoveAll(s.Workspace) }, false, "no such file"},
		"a large file": {func(s Setup) {
			f := must(os.Create(filepath.Join(s.Workspace, "large")))
			defer f.Close()
			f.Truncate(1 << 30)
		}, false, "larger than"},
		"a folder that is too large": {func(s Setup) {
			for i := range 3 {
				f := must(os.Create(filepath.Join(s.Workspace, fmt.Sprint(i))))
				f.Truncate(6 << 20)
				f.Close()
			}
		}, false, "more than 16 MiB"},
	} {
		s := workspace(t)
		d := New(s)
		tt.change(s)
		if err := d.Close(t.Context()); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		_, err := os.Stat(s.Handed)
		if sum, why := d.Handed(); (err == nil) != tt.handed || (sum != "") != tt.handed || !strings.Contains(why, tt.refused) ||
			(why == "") != (tt.refused == "") || strings.Contains(why, s.Workspace) {
			t.Errorf("%s: handed in: %v (%s), refused: %q", name, err, sum, why)
		}
		if r, err := d.Call(t.Context(), "submit", nil); err != nil || r.Text != over || !r.Failed {
			t.Errorf("%s: after the bell: %+v, %v", name, r, err)
		}
		if _, err := os.Stat(d.temp); err == nil {
			t.Errorf("%s: the folder for calls stays", name)
		}
	}
}

// TestTheBellStopsACall: a command under way is stopped, and its caller is told.
func TestTheBellStopsACall(t *testing.T) {
	d := New(workspace(t))
	got := make(chan tools.Result, 1)
	go func() {
		r, err := d.Call(context.Background(), "play", json.RawMessage(`{"bots":["builtin:wait"]}`))
		if err != nil {
			t.Error(err)
		}
		got <- r
	}()
	for _, err := os.Stat(filepath.Join(d.temp, "waits")); err != nil; _, err = os.Stat(filepath.Join(d.temp, "waits")) {
		if t.Context().Err() != nil {
			t.Fatal(err)
		}
	}
	if err := d.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if r := <-got; r.Text != over {
		t.Errorf("%+v", r)
	}
}

func TestCoresAreGivenBack(t *testing.T) {
	s := workspace(t)
	s.Cores = make(chan int, 1)
	s.Cores <- 0
	d := open(t, s)
	for range 3 {
		if got, failed := call(t, d, "play", `{"bots":["."]}`); failed {
			t.Fatal(got)
		}
	}
	if len(s.Cores) != 1 {
		t.Errorf("%d cores are left", len(s.Cores))
	}
}

// TestGamesOfTheRoundsBefore: an agent sees the games that the contest shows.
func TestGamesOfTheRoundsBefore(t *testing.T) {
	s := workspace(t)
	games := must(archive.Open(filepath.Join(s.Dir, "replays")))
	for i, names := range [][2]string{{"ann", "bob"}, {"bob", "cid"}, {"ann@1", "bob"}} {
		r := &replay.Replay{Record: &game.Record{Kind: "tron", Seats: 2, Columns: make([][]byte, 2)},
			Seats: []replay.Seat{{Name: names[0]}, {Name: names[1]}}}
		if err := games.Append([]archive.Game{{ID: int64(i), Data: replay.Encode(r, false)}}); err != nil {
			t.Fatal(err)
		}
	}
	if err := games.Close(); err != nil {
		t.Fatal(err)
	}
	for sees, want := range map[string][]bool{"own": {false, false, false}, "own-replays": {true, false, true},
		"all-replays": {true, true, true}, "all-code": {true, true, true}} {
		s.Sees = sees
		d := open(t, s)
		room := must(d.enter(t.Context()))
		for i, shown := range want {
			if words, err := room.Game(t.Context(), "", i+1); (err == nil) != shown {
				t.Errorf("%s: game %d: %q, %v", sees, i+1, words, err)
			}
		}
		room.Leave(nil)
	}
}
