package audit_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"agon/bot"
	"agon/bot/lineup"
	"agon/bot/sandbox"
	"agon/contest"
	"agon/contest/audit"
	"agon/contest/compile"
	"agon/contest/config"
	"agon/contest/run"
	"agon/contest/store"
	"agon/contest/store/ledgers"
	"agon/contest/store/sqlite"
	"agon/format/tournament"
	formats "agon/format/tournament/all"
	"agon/game"
	"agon/games/all"
	"agon/record/replay/archive"
	"agon/show/report"
	"agon/show/report/folder"
)

const cup = `kind = "colour-battle"
seed = 5
bots = [{ref = "builtin:steve"}, {ref = "builtin:rambo"}, {ref = "builtin:painter"}]
stages = [{format = "round-robin", games = 2}]
[options]
rounds = 10
`

// compiled returns the report of a contest.
func compiled(ctx context.Context, c *contest.Contest, result *contest.Result, pages int) (*report.Run, error) {
	return compile.Report(ctx, c, result, compile.Options{Pages: pages})
}

// whole is the folder of a contest that was played, with a report, for all tests.
var whole = sync.OnceValues(func() (dir string, err error) {
	ctx := context.Background()
	if dir, err = os.MkdirTemp("", "audit"); err != nil {
		return "", err
	}
	f, err := config.Parse(filepath.Join(dir, "cup.toml"), []byte(cup))
	if err != nil {
		return dir, err
	}
	c, err := contest.Open(ctx, f, contest.Setup{
		Kinds: all.Find, Formats: formats.Formats, Ledgers: ledgers.Ledgers{},
		Opener: func(k *game.Kind, _ *config.File) *lineup.Opener {
			return &lineup.Opener{Kind: k, Launcher: sandbox.Plain(), Log: bot.NewLog(0)}
		},
	})
	if err != nil {
		return dir, err
	}
	result, err := run.Run(ctx, c, run.Options{Cores: 1})
	if err != nil {
		return dir, errors.Join(err, c.Close())
	}
	r, err := compiled(ctx, c, result, 2)
	if err == nil {
		err = folder.Write(filepath.Join(c.Dir, report.Folder), r)
	}
	return dir, errors.Join(err, c.Close())
})

func TestMain(m *testing.M) {
	code := m.Run()
	dir, _ := whole()
	os.RemoveAll(dir)
	os.Exit(code)
}

// played returns a folder of the test with the contest.
func played(t *testing.T) (dir string) {
	t.Helper()
	from, err := whole()
	dir = filepath.Join(t.TempDir(), "cup")
	if err == nil {
		err = os.CopyFS(dir, os.DirFS(filepath.Join(from, "cup")))
	}
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// walked audits a folder and returns the findings, one a line without the folder's path, and the summary.
func walked(t *testing.T, dir string, change func(*audit.Audit)) (string, audit.Summary) {
	t.Helper()
	c, err := contest.Recall(context.Background(), dir, contest.Recalling{
		Kinds: all.Find, Formats: formats.Formats, Archive: archive.Open,
		Store: func(ctx context.Context, dir string) (store.Store, error) {
			return ledgers.Ledgers{}.Read(ctx, dir, false)
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	var found []string
	next := 0
	a := audit.Audit{Compile: compiled, Pages: 2, Begin: func(int) {}, Next: func() { next++ }, Found: func(f audit.Finding) {
		text := f.Text
		if f.Err != nil {
			text += f.Err.Error()
		}
		if f.Game > 0 {
			text = fmt.Sprintf("game %d of %s: %s", f.Game, strings.Join(f.Bots, " and "), text)
		}
		found = append(found, fmt.Sprintf("%d %s", f.Kind, strings.ReplaceAll(text, dir, "")))
	}}
	if change != nil {
		change(&a)
	}
	s, err := a.Walk(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	if next != s.Done {
		t.Errorf("%d of %d games were passed to Next", next, s.Done)
	}
	return strings.Join(found, "\n"), s
}

func repair(a *audit.Audit) { a.Repair = true }
func dry(a *audit.Audit)    { a.Repair, a.Dry = true, true }

// TestSound: nothing is found in a folder that a run has left, and every game is proved.
func TestSound(t *testing.T) {
	dir := played(t)
	for name, change := range map[string]func(*audit.Audit){"read": nil, "repaired": repair,
		"live": func(a *audit.Audit) { a.Live = true }} {
		found, s := walked(t, dir, change)
		if found != "" || s.Planned != 6 || s.Done != 6 || s.Proved != 6 || s.Beyond() != 0 || s.Tables != 1 || !s.Finished {
			t.Errorf("%s: found is %q, %+v", name, found, s)
		}
		if want := map[bool]string{false: "the report agrees", true: "no report yet"}[name == "live"]; s.Report != want {
			t.Errorf("%s: %s, want %s", name, s.Report, want)
		}
	}
}

// overwritten is a ledger that was opened for a test to change.
func overwritten(t *testing.T, dir string, change func(ctx context.Context, s store.Store) error) {
	t.Helper()
	s, err := sqlite.Open(context.Background(), filepath.Join(dir, sqlite.Name))
	if err != nil {
		t.Fatal(err)
	}
	if err := change(context.Background(), s); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestResults: a result that its replay does not prove, one without a replay and one that came later and differs are distinguished.
func TestResults(t *testing.T) {
	dir := played(t)
	overwritten(t, dir, func(ctx context.Context, s store.Store) error {
		var other store.Game
		for g, err := range s.Games(ctx) {
			if err != nil {
				return err
			}
			if g.ID == 2 {
				other = g
			}
		}
		other.Result.Digest++
		_, err := s.Record(ctx, other.Result)
		return err
	})
	found, s := walked(t, dir, nil)
	if !strings.HasPrefix(found, "0 game 3 of ") || !strings.Contains(found, "a later result differs: its digest is ") || s.Differ != 1 ||
		s.Beyond() != 0 {
		t.Errorf("a later result: %q, %+v", found, s)
	}
	overwritten(t, dir, func(ctx context.Context, s store.Store) error { // the second stands for the replay of the first
		if err := s.Change(ctx, store.Change{What: store.Again, Entry: -1, Instead: -1, Games: []int{2, 4}}); err != nil {
			return err
		}
		seats := []tournament.Seat{{Place: 1, Score: 1}, {Place: 2}}
		_, err := s.Record(ctx, tournament.Result{Fixture: 2, Digest: 1, Rounds: 10, Turns: 10, Seats: seats})
		return err
	})
	found, s = walked(t, dir, nil)
	if !strings.Contains(found, "2 game 3 of ") || !strings.Contains(found, "the digest is ") || s.Refused != 1 || s.Open != 1 ||
		s.Done != 5 || s.Finished {
		t.Errorf("another result: %q, %+v", found, s)
	}
	if err := os.RemoveAll(filepath.Join(dir, archive.Name)); err != nil {
		t.Fatal(err)
	}
	if found, s = walked(t, dir, nil); strings.Count(found, "the result has no replay") != 5 || s.Lost != 5 || s.Proved != 0 {
		t.Errorf("without replays: %q, %+v", found, s)
	}
}

// TestRepair: what a killed process left is named, would be repaired in a dry run that changes nothing, is repaired, and is found no more.
func TestRepair(t *testing.T) {
	dir := played(t)
	logs := filepath.Join(dir, "logs")
	if err := os.MkdirAll(logs, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"000-steve.jsonl": `{"game":1,"tu`, "007-nobody.jsonl": "{}\n",
	} {
		if err := os.WriteFile(filepath.Join(logs, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, sqlite.Name+".new"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	index, err := filepath.Glob(filepath.Join(dir, archive.Name, "index*"))
	if err != nil || len(index) != 1 {
		t.Fatalf("the index is %q, %v", index, err)
	}
	if err := os.Truncate(index[0], 10); err != nil {
		t.Fatal(err)
	}
	if found, s := walked(t, dir, nil); s.Wrong == 0 || s.Repaired != 0 || strings.Contains(found, "jsonl") {
		t.Errorf("without repair: %q, %+v", found, s)
	}
	would, first := walked(t, dir, dry)
	done, second := walked(t, dir, repair)
	for _, want := range []string{
		"4 ended the last line of /logs/000-steve.jsonl", "1 /logs/007-nobody.jsonl is the log of no bot of this contest",
		"4 removed /" + sqlite.Name + ".new",
	} {
		if !strings.Contains(would, want) || !strings.Contains(done, want) {
			t.Errorf("%q is not in\n%s\nor\n%s", want, would, done)
		}
	}
	if first.Repaired != second.Repaired || second.Repaired < 3 || second.Wrong != 1 || second.Beyond() != 1 {
		t.Errorf("the dry run repairs %d, the other %d; %+v", first.Repaired, second.Repaired, second)
	}
	if text, err := os.ReadFile(filepath.Join(logs, "000-steve.jsonl")); err != nil || !strings.HasSuffix(string(text), "\n") {
		t.Errorf("the log is %q, %v", text, err)
	}
	if found, s := walked(t, dir, repair); s.Repaired != 0 || s.Proved != 6 {
		t.Errorf("then it finds %q, %+v", found, s)
	}
}

// TestReport: a report that was changed is named and written again, one that covers fewer games is no error, and a missing one is written.
func TestReport(t *testing.T) {
	dir := played(t)
	file := filepath.Join(dir, report.Folder, folder.ResultFile)
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	change := func(from, to string) {
		t.Helper()
		changed := strings.Replace(string(text), from, to, 1)
		if changed == string(text) {
			t.Fatalf("no %s in the report", from)
		}
		if err := os.WriteFile(file, []byte(changed), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	change(`"seed": 5`, `"seed": 6`)
	found, s := walked(t, dir, nil)
	if !strings.Contains(found, folder.ResultFile+": seed is 6, and the ledger makes it 5") || s.Wrong < 2 ||
		s.Report != "the report differs" {
		t.Errorf("another seed: %q, %+v", found, s)
	}
	if found, s = walked(t, dir, repair); !strings.HasSuffix(found, "4 rewrote /report") || s.Beyond() != 0 {
		t.Errorf("another seed, repaired: %q, %+v", found, s)
	}
	if found, s = walked(t, dir, nil); found != "" || s.Report != "the report agrees" {
		t.Errorf("then: %q, %+v", found, s)
	}
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	if found, s = walked(t, dir, nil); !strings.Contains(found, folder.ResultFile+" is missing") {
		t.Errorf("without %s: %q, %+v", folder.ResultFile, found, s)
	}
	if err := os.RemoveAll(filepath.Join(dir, report.Folder)); err != nil {
		t.Fatal(err)
	}
	if found, s = walked(t, dir, nil); found != "" || !strings.HasPrefix(s.Report, "no complete report (agon verify --repair ") {
		t.Errorf("without a report: %q, %+v", found, s)
	}
}
