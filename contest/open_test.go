package contest_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/gofrs/flock"

	"agon/bot/pyhost"
	"agon/contest"
	"agon/contest/config"
	"agon/contest/run"
	"agon/contest/store"
)

// cup is a contest of built-in bots with games of a few milliseconds.
const cup = `
kind = "colour-battle"
seed = 5
[options]
rounds = 200
[[bots]]
ref = "builtin:steve"
[[bots]]
ref = "builtin:rambo"
[[bots]]
ref = "builtin:steve"
[[bots]]
ref = "builtin:rambo"
[[stages]]
name = "first"
format = "arena"
games = 60
seats = 3
[[stages]]
name = "last"
format = "round-robin"
games = 2
`

// open opens a contest in a folder of the test.
func open(t *testing.T, dir, text string, change func(*contest.Setup)) (*contest.Contest, error) {
	t.Helper()
	f, err := config.Parse(filepath.Join(dir, "cup.toml"), []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	s := setup()
	if change != nil {
		change(&s)
	}
	return contest.Open(context.Background(), f, s)
}

// opened is open for a contest that must open; the test closes it at its end.
func opened(t *testing.T, dir, text string, change func(*contest.Setup)) *contest.Contest {
	t.Helper()
	c, err := open(t, dir, text, change)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// tables returns the standings of every stage without their times, which differ between runs.
func tables(t *testing.T, c *contest.Contest, r *contest.Result) string {
	t.Helper()
	var b strings.Builder
	for _, s := range r.Stages {
		for _, line := range s.Table.Standings {
			line.Took, line.CPU = 0, 0
			fmt.Fprintf(&b, "%s %s %+v\n", s.Stage.Name, c.Entries[line.Entry].Name, line)
		}
	}
	err := c.Games(context.Background(), func(g *store.Game) error {
		fmt.Fprintf(&b, "%+v %x\n", g.Fixture, g.Result.Digest)
		for _, s := range g.Result.Seats {
			fmt.Fprintf(&b, "  %d %.12g %v\n", s.Place, s.Score, s.Faults)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// undisturbed plays a whole contest and returns its tables.
func undisturbed(t *testing.T) string {
	t.Helper()
	c := opened(t, t.TempDir(), cup, nil)
	r, err := run.Run(context.Background(), c, run.Options{Cores: 1, Lanes: 1})
	if err != nil || !r.Finished || r.PlayedNow != 72 || r.Games != 72 {
		t.Fatalf("%d games, %d of them now, %v", r.Games, r.PlayedNow, err)
	}
	return tables(t, c, r)
}

// TestBrokenOffAndRunAgain: a run that is interrupted repeatedly plays each game once and has the tables of an undisturbed one.
func TestBrokenOffAndRunAgain(t *testing.T) {
	t.Parallel()
	want := undisturbed(t)
	dir := t.TempDir()
	played, breaks := 0, 0
	for {
		c, err := open(t, dir, cup, nil)
		if err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(context.Background())
		begun := 0
		r, err := run.Run(ctx, c, run.Options{Cores: 2, Lanes: 2, Progress: func(p run.Progress) {
			if begun++; begun > breaks/2 && breaks < 6 {
				stop()
			}
		}})
		stop()
		if err != nil && !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		played += r.PlayedNow
		if r.Games != played || r.Odd != 0 {
			t.Fatalf("after %d breaks the ledger has %d games, %d were played; %d came out in two ways", breaks, r.Games, played, r.Odd)
		}
		if err == nil {
			if got := tables(t, c, r); got != want {
				t.Errorf("another table:\n%s\nthan:\n%s", got, want)
			}
			if err := c.Close(); err != nil {
				t.Error(err)
			}
			break
		}
		breaks++
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if breaks == 0 || played != 72 {
		t.Errorf("%d breaks, %d games", breaks, played)
	}
	c := opened(t, dir, cup, nil)
	r, err := run.Run(context.Background(), c, run.Options{Cores: 1})
	if err != nil || r.PlayedNow != 0 || r.Games != 72 || tables(t, c, r) != want {
		t.Errorf("a finished contest plays on: %+v, %v", r, err)
	}
}

// TestConflicts: Open does not change a folder that holds another contest or is in use, and reports the difference.
func TestConflicts(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, from, to, want string }{
		{"another seed", "seed = 5", "seed = 6", "seed was 5 and is now 6"},
		{"another option", "rounds = 200", "rounds = 201", "option rounds was 200 and is now 201"},
		{"another stage", "games = 60", "games = 59", "games was 60 and is now 59"},
		{"a stage less", "[[stages]]\nname = \"last\"\nformat = \"round-robin\"\ngames = 2\n", "", "stage 2 (last)"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			if err := opened(t, dir, cup, nil).Close(); err != nil {
				t.Fatal(err)
			}
			changed := strings.Replace(cup, tt.from, tt.to, 1)
			_, err := open(t, dir, changed, nil)
			var conflict *contest.Conflict
			if !errors.As(err, &conflict) || !strings.Contains(err.Error(), tt.want) || !strings.Contains(err.Error(), "--fresh") {
				t.Fatalf("%v does not tell %q", err, tt.want)
			}
			opened(t, dir, changed, func(s *contest.Setup) { s.Fresh = true })
		})
	}
}

// A contest that begins anew forgets who has played its games, whose numbers will be others' games, and keeps its workers.
func TestAFreshContestKeepsItsWorkers(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	c := opened(t, dir, cup, nil)
	c.Close()
	folder := filepath.Join(c.Dir, contest.RemoteFolder)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{contest.RemoteJournal, "workers.json"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte("{}\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	opened(t, dir, cup, func(s *contest.Setup) { s.Fresh = true })
	if _, err := os.Stat(filepath.Join(folder, contest.RemoteJournal)); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the journal is there: %v", err)
	}
	if _, err := os.Stat(filepath.Join(folder, "workers.json")); err != nil {
		t.Errorf("the workers are not there: %v", err)
	}
}

func TestOneRunAtATime(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	c := opened(t, dir, cup, nil)
	for _, fresh := range []bool{false, true} {
		_, err := open(t, dir, cup, func(s *contest.Setup) { s.Fresh = fresh })
		var conflict *contest.Conflict
		if !errors.As(err, &conflict) || !strings.Contains(err.Error(), c.Dir+" is in use by another run") {
			t.Errorf("fresh %v: %v", fresh, err)
		}
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	opened(t, dir, cup, nil)
}

// TestALockIsTriedForAWhile: a run that is killed while it starts a program leaves its lock in the child for a moment, and the next run
// begins.
func TestALockIsTriedForAWhile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	c := opened(t, dir, cup, nil)
	c.Close()
	left := flock.New(filepath.Join(c.Dir, "lock"))
	if got, err := left.TryLock(); err != nil || !got {
		t.Fatal(got, err)
	}
	time.AfterFunc(50*time.Millisecond, func() { left.Unlock() })
	opened(t, dir, cup, nil)
}

// TestDrawnSeedIsKept: a contest without a seed draws one, and keeps it in later runs.
func TestDrawnSeedIsKept(t *testing.T) {
	t.Parallel()
	dir, text := t.TempDir(), strings.Replace(cup, "seed = 5", "", 1)
	first := opened(t, dir, text, nil)
	first.Close()
	if second := opened(t, dir, text, nil); second.Seed != first.Seed {
		t.Errorf("the seed was %d and is %d", first.Seed, second.Seed)
	}
}

// writeBots writes four files: two by one author, one that cannot be loaded, one without an author.
func writeBots(t *testing.T, dir string) string {
	t.Helper()
	const class = "class %s:\n    def get_name(self):\n        return %q\n    def get_contributor(self):\n        return %q\n    def " +
		"determine_next_move(self, grid, enemies, info):\n        return None\n"
	text := "kind = \"colour-battle\"\nseed = 1\nmax_per_author = 1\n[options]\nrounds = 3\n"
	for _, b := range []struct{ file, code string }{
		{"a.py", fmt.Sprintf(class, "A", "Ant", "Ann")},
		{"b.py", fmt.Sprintf(class, "B", "Bee", "Ann")},
		{"c.py", "import nothing_of_that_name\n"},
		{"d.py", fmt.Sprintf(class, "D", "Dog", "Dan")},
	} {
		if err := os.WriteFile(filepath.Join(dir, b.file), []byte(b.code), 0o600); err != nil {
			t.Fatal(err)
		}
		text += fmt.Sprintf("[[bots]]\nref = %q\n", b.file)
	}
	return text + "[[stages]]\ngames = 2\n"
}

func names(c *contest.Contest) string {
	var all []string
	for _, e := range c.Entries {
		name := e.Name
		if e.Broken != "" {
			name += "!"
		}
		all = append(all, name)
	}
	return strings.Join(all, " ")
}

// TestWhoIsLetIn: bots beyond an author's maximum, broken bots, and bots excluded by name.
func TestWhoIsLetIn(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	text := writeBots(t, dir)
	c := opened(t, dir, text, nil)
	if names(c) != "Ant c! Dog" || len(c.Refused) != 1 || c.Refused[0].Name != "Bee" ||
		!strings.Contains(c.Refused[0].Why, "Ann has more than 1 bot") {
		t.Errorf("%s, and refused are %+v", names(c), c.Refused)
	}
	r, err := run.Run(context.Background(), c, run.Options{Cores: 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range r.Stages[0].Table.Standings {
		if line.Entry == 1 || line.Played != 2 {
			t.Errorf("%s played %d games", c.Entries[line.Entry].Name, line.Played)
		}
	}
	if faults := r.Faults["Ant"]; faults["garbled"] != 6 {
		t.Errorf("Ant has %v; three rounds of two games are garbled", faults)
	}
	var csv bytes.Buffer
	if err := c.WriteCSV(context.Background(), &csv); err != nil {
		t.Fatal(err)
	}
	if want := "Ant,c,Dog\n"; !strings.HasPrefix(csv.String(), want) || strings.Count(csv.String(), "\n") != 3 {
		t.Errorf("%q does not begin with %q and two games", csv.String(), want)
	}
	c.Close()

	_, err = open(t, t.TempDir(), strings.ReplaceAll(text, `ref = "`, `ref = "`+dir+"/"), func(s *contest.Setup) { s.Strict = true })
	if err == nil || !strings.Contains(err.Error(), "c: ") || !strings.Contains(err.Error(), "Bee: ") {
		t.Errorf("strict: %v", err)
	}
	two := opened(t, dir, text, func(s *contest.Setup) { s.Without, s.Dir = []string{"Ant", "c"}, t.TempDir() })
	if names(two) != "Bee Dog" {
		t.Errorf("without Ant and c there are %s: Ann's place is free", names(two))
	}
	if _, err := open(t, dir, text, func(s *contest.Setup) { s.Without, s.Dir = []string{"Ape"}, t.TempDir() }); err == nil ||
		!strings.Contains(err.Error(), `"Ape"`) {
		t.Errorf("without somebody who is not there: %v", err)
	}
}

// TestRunningChangesNoBot: files that a contest writes beside its bots do not change the bots' hashes.
func TestRunningChangesNoBot(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	text := writeBots(t, dir)
	c := opened(t, dir, text, nil)
	if _, err := run.Run(context.Background(), c, run.Options{Cores: 1}); err != nil {
		t.Fatal(err)
	}
	c.Close()
	again, err := open(t, dir, text, nil)
	if err != nil {
		t.Fatal(err)
	}
	again.Close()
	if err := os.WriteFile(filepath.Join(dir, "d.py"), []byte("class E: pass\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	changed := opened(t, dir, text, nil)
	if p := changed.TakePending(); len(p) != 2 || p[0].What != store.Joined || p[0].Broken == "" || p[1].What != store.Withdrawn {
		t.Errorf("a changed bot: %+v", p)
	}
}

// TestMissingInterpreter: a missing interpreter is an error of the host, wherever the reference is.
func TestMissingInterpreter(t *testing.T) {
	dir := t.TempDir()
	text := writeBots(t, dir)
	t.Setenv("AGON_PYTHON", filepath.Join(dir, "nothing"))
	_, err := open(t, dir, text, nil)
	var missing *pyhost.ErrMissing
	if !errors.As(err, &missing) || !strings.Contains(err.Error(), "apt-get install python3") {
		t.Errorf("%v", err)
	}
}
