package contest_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"agon/contest"
	"agon/contest/config"
	"agon/contest/run"
	"agon/contest/store"
	"agon/record/replay/archive"
)

// meant returns the standings of a contest without their times, and without the rounds of play, which differ if a stage became longer.
func meant(t *testing.T, c *contest.Contest, r *contest.Result) string {
	t.Helper()
	var b strings.Builder
	for _, s := range r.Stages {
		for _, line := range s.Table.Standings {
			fmt.Fprintf(&b, "%s %s %d %d-%d %v %v %d\n", s.Stage.Name, c.Entries[line.Entry].Name, line.Rank, line.RankLow, line.RankHigh,
				line.Score, line.Points, line.Played)
		}
	}
	return b.String()
}

// A stage that became longer between two runs has the table of one that was so long from the start, and a third run changes nothing.
func TestALongerStageEndsAsIfItHadBegunSo(t *testing.T) {
	t.Parallel()
	bots := []string{"Ann=steve", "Bob=rambo", "Cid=painter", "Dot=steve", "Eve=rambo"}
	for _, tt := range []struct{ name, from, to, message string }{
		{"arena", "format = \"arena\"\ngames = 6\n", "format = \"arena\"\ngames = 15\n", `games of stage "only": 6 -> 15 (change 1)`},
		{"round-robin", "format = \"round-robin\"\n", "format = \"round-robin\"\ngames = 3\n", `games of stage "only": 1 -> 3 (change 1)`},
		{"groups", "format = \"groups\"\ngroups = 2\n", "format = \"groups\"\ngroups = 2\ngames = 2\n",
			`games of stage "only": 1 -> 2 (change 1)`},
		{"swiss", "format = \"swiss\"\nrounds = 2\n", "format = \"swiss\"\nrounds = 4\n", `rounds of stage "only": 2 -> 4 (change 1)`},
		{"swiss of default length", "format = \"swiss\"\n", "format = \"swiss\"\nrounds = 4\n",
			`rounds of stage "only": 0 -> 4 (change 1)`},
		{"round-robin of matches", "format = \"round-robin\"\nbest_of = 2\n", "format = \"round-robin\"\nbest_of = 4\n",
			`best_of of stage "only": 2 -> 4 (change 1)`},
		{"a later stage", "format = \"arena\"\ngames = 6\n",
			"format = \"arena\"\ngames = 6\nadvance = 2\n[[stages]]\nname = \"final\"\nformat = \"round-robin\"\n",
			`advance of stage "only": 0 -> 2; stage "final" (round-robin) follows stage "only" (change 1)`},
		{"a longer stage and a later one", "format = \"arena\"\ngames = 6\n",
			"format = \"arena\"\ngames = 9\nadvance = 3\n[[stages]]\nname = \"final\"\nformat = \"arena\"\ngames = 3\n",
			`games of stage "only": 6 -> 9; advance of stage "only": 0 -> 3; stage "final" (arena) follows`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			whole, wanted, _ := played(t, t.TempDir(), field(tt.to, bots...))
			dir := t.TempDir()
			_, first, _ := played(t, dir, field(tt.from, bots...))
			c, r, notes := played(t, dir, field(tt.to, bots...))
			if got, want := meant(t, c, r), meant(t, whole, wanted); got != want || r.PlayedNow != wanted.Games-first.Games {
				t.Errorf("%d games now, after %d; the tables are\n%s\nand should be\n%s", r.PlayedNow, first.Games, got, want)
			}
			if len(notes) != 1 || !strings.HasPrefix(notes[0], tt.message) {
				t.Errorf("said was %q", notes)
			}
			if _, r, notes := played(t, dir, field(tt.to, bots...)); r.PlayedNow != 0 || len(notes) != 0 {
				t.Errorf("run again it played %d games and said %q", r.PlayedNow, notes)
			}
		})
	}
}

// A ladder that became longer goes on from its games.
func TestALongerLadderKeepsItsGames(t *testing.T) {
	t.Parallel()
	dir, bots := t.TempDir(), []string{"Ann=steve", "Bob=rambo", "Cid=painter"}
	_, first, _ := played(t, dir, field("format = \"ladder\"\ngames = 64\n", bots...))
	_, r, _ := played(t, dir, field("format = \"ladder\"\ngames = 160\n", bots...))
	if first.Games != 64 || r.Games != 160 || r.PlayedNow != 96 {
		t.Errorf("%d games, then %d of %d", first.Games, r.PlayedNow, r.Games)
	}
}

// A run that is stopped after a stage became longer, again and again, ends as if nothing had happened.
func TestALongerStageSurvivesStops(t *testing.T) {
	t.Parallel()
	bots := []string{"Ann=steve", "Bob=rambo", "Cid=painter", "Dot=steve"}
	short, long := field("format = \"arena\"\ngames = 80\nadvance = 2\n", bots...),
		field("format = \"arena\"\ngames = 200\nadvance = 2\n[[stages]]\nname = \"final\"\nformat = \"arena\"\ngames = 10\n", bots...)
	whole, wanted, _ := played(t, t.TempDir(), long)
	dir := t.TempDir()
	stopped := func(text string, after int) {
		c := opened(t, dir, text, nil)
		ctx, cancel := context.WithCancel(context.Background())
		n := 0
		_, err := run.Run(ctx, c, run.Options{Cores: 2, Played: func(run.Played) {
			if n++; n == after {
				cancel()
			}
		}})
		if err != nil && !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		cancel()
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
	}
	stopped(short, 30)
	for _, after := range []int{1, 20, 70} {
		stopped(long, after)
		again := recalled(t, filepath.Join(dir, "cup"), readLedger)
		if _, findings, err := again.Recount(context.Background()); err != nil || len(findings) > 0 {
			t.Fatalf("counted again after a stop: %q, %v", findings, err)
		}
	}
	c, r, _ := played(t, dir, long)
	if got, want := meant(t, c, r), meant(t, whole, wanted); got != want || r.Games != 210 {
		t.Errorf("%d games; the tables are\n%s\nand should be\n%s", r.Games, got, want)
	}
}

// What would take a result back is refused with what differs and the way out, and changes nothing.
func TestAContestDoesNotShrink(t *testing.T) {
	t.Parallel()
	bots := []string{"Ann=steve", "Bob=rambo", "Cid=painter", "Dot=steve"}
	two := "format = \"arena\"\ngames = 4\nadvance = 2\n[[stages]]\nname = \"final\"\nformat = \"round-robin\"\n"
	for _, tt := range []struct{ name, from, to, message string }{
		{"fewer games", "format = \"arena\"\ngames = 6\n", "format = \"arena\"\ngames = 5\n",
			"stage 1 (only): games was 6 and is now 5, and it can only make"},
		{"other seats", "format = \"arena\"\ngames = 6\n", "format = \"arena\"\ngames = 6\nseats = 3\n",
			"stage 1 (only): seats was 0 and is now 3, and it cannot change"},
		{"another format", "format = \"arena\"\ngames = 6\n", "format = \"swiss\"\n", `stage 1 was arena, named "only", and is now swiss`},
		{"fewer rounds", "format = \"swiss\"\nrounds = 3\n", "format = \"swiss\"\nrounds = 2\n", "rounds was 3 and is now 2"},
		{"longer matches of a bracket", "format = \"knockout\"\n", "format = \"knockout\"\nbest_of = 3\n",
			"best_of was 1 and is now 3, and it cannot change in a stage that has begun: bots have met because of matches that it decided"},
		{"longer matches of a Swiss tournament", "format = \"swiss\"\nbest_of = 1\n", "format = \"swiss\"\nbest_of = 3\n",
			"best_of was 1 and is now 3, and it cannot change"},
		{"shorter matches", "format = \"round-robin\"\nbest_of = 3\n", "format = \"round-robin\"\nbest_of = 1\n",
			"best_of was 3 and is now 1, and it can only make"},
		{"matches instead of rotations", "format = \"round-robin\"\n", "format = \"round-robin\"\nbest_of = 3\n",
			"best_of was 0 and is now 3, and it can only make"},
		{"a stage before another", two, strings.Replace(two, "games = 4", "games = 9", 1),
			"games was 4 and is now 9, and the stage after it has begun"},
		{"others go on", two, strings.Replace(two, "advance = 2", "advance = 3", 1),
			"advance was 2 and is now 3, and the stage after it has begun"},
		{"a stage less", two, "format = \"arena\"\ngames = 4\nadvance = 2\n", "stage 2 (final) is gone"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			played(t, dir, field(tt.from, bots...))
			_, err := open(t, dir, field(tt.to, bots...), nil)
			var refused *contest.Conflict
			if !errors.As(err, &refused) || !strings.Contains(err.Error(), tt.message) || !strings.Contains(err.Error(), "--fresh") {
				t.Errorf("%v does not tell %q", err, tt.message)
			}
			if _, r, notes := played(t, dir, field(tt.from, bots...)); r.PlayedNow != 0 || len(notes) != 0 {
				t.Errorf("then it played %d games and said %q", r.PlayedNow, notes)
			}
		})
	}
}

// growing names the environment variable with the folder of a contest that a child of a test continues, and that kills itself when it has
// stored that the contest has grown.
const growing = "AGON_TEST_GROWING"

// suicidal is a store whose process ends at once, as by SIGKILL, when it has stored that the contest has grown: before the next round of
// play is planned.
type suicidal struct{ store.Store }

func (s suicidal) Change(ctx context.Context, changes ...store.Change) error {
	err := s.Store.Change(ctx, changes...)
	if err == nil && slices.ContainsFunc(changes, func(c store.Change) bool { return c.What == store.Grown }) {
		p, _ := os.FindProcess(os.Getpid())
		p.Kill()
		select {}
	}
	return err
}

// suicidalLedgers opens suicidal stores.
type suicidalLedgers struct{ contest.Ledgers }

func (l suicidalLedgers) Open(ctx context.Context, dir string) (store.Store, error) {
	s, err := l.Ledgers.Open(ctx, dir)
	return suicidal{s}, err
}

var killedLonger = field("format = \"arena\"\ngames = 12\nadvance = 2\n[[stages]]\nname = \"final\"\nformat = \"round-robin\"\n",
	"Ann=steve", "Bob=rambo", "Cid=painter")

// TestGrowingVictim is the child.
func TestGrowingVictim(t *testing.T) {
	dir := os.Getenv(growing)
	if dir == "" {
		t.Skip("played by TestAContestIsKilledWhileItGrows in a process of its own")
	}
	c := opened(t, dir, killedLonger, func(s *contest.Setup) { s.Ledgers = suicidalLedgers{s.Ledgers} })
	_, err := run.Run(context.Background(), c, run.Options{Cores: 1})
	t.Fatal("it was not killed", err)
}

// TestAContestIsKilledWhileItGrows: it was killed when it had stored that it has grown and had planned nothing by it. It goes on as one
// that was so long from the start.
func TestAContestIsKilledWhileItGrows(t *testing.T) {
	t.Parallel()
	whole, wanted, _ := played(t, t.TempDir(), killedLonger)
	dir := t.TempDir()
	played(t, dir, field("format = \"arena\"\ngames = 5\n", "Ann=steve", "Bob=rambo", "Cid=painter"))
	child := exec.Command(os.Args[0], "-test.run", "^TestGrowingVictim$", "-test.v")
	child.Env = append(os.Environ(), growing+"="+dir)
	if output, err := child.CombinedOutput(); err == nil || strings.Contains(string(output), "it was not killed") {
		t.Fatalf("the child ended with %v:\n%s", err, output)
	}
	half := recalled(t, filepath.Join(dir, "cup"), readLedger)
	if r, findings, err := half.Recount(context.Background()); err != nil || len(findings) > 0 || r.Games != 5 || len(half.Stages) != 2 ||
		len(half.Decisions()) != 1 {
		t.Fatalf("after the kill %+v in %d stages, with %+v, %q, %v", r, len(half.Stages), half.Decisions(), findings, err)
	}
	c, r, notes := played(t, dir, killedLonger)
	if got, want := meant(t, c, r), meant(t, whole, wanted); got != want || r.Games != wanted.Games || len(notes) != 0 {
		t.Errorf("it said %q, and after %d games the tables are\n%s\nand should be\n%s", notes, r.Games, got, want)
	}
}

// Of a contest that has begun another file may change what takes no result back, and says why it may not change the rest.
func TestFits(t *testing.T) {
	t.Parallel()
	const begun = "format = \"arena\"\ngames = 6\nadvance = 2\n"
	bots := []string{"Ann=steve", "Bob=rambo", "Cid=painter"}
	dir := t.TempDir()
	played(t, dir, field(begun, bots...))
	s := setup()
	c, err := contest.Amend(t.Context(), filepath.Join(dir, "cup"), contest.Recalling{
		Kinds: s.Kinds, Formats: s.Formats, Store: readLedger, Archive: archive.Open,
	})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	text := field(begun, bots...)
	for _, tt := range []struct{ name, from, to, changes, refused string }{
		{"nothing", "", "", "", ""},
		{"title, texts and limits", "kind =",
			"name = \"New\"\ndescription = \"x\"\nprizes = [\"y\"]\nmax_per_author = 2\nkind =", "", ""},
		{"memory", "[options]", "[limits]\nmemory = \"128MiB\"\n[options]", "", ""},
		{"more games", "games = 6", "games = 9", `games of stage "only": 6 -> 9`, ""},
		{"fewer games", "games = 6", "games = 3", "", "games"},
		{"a further stage", "advance = 2\n", "advance = 2\n[[stages]]\nname = \"final\"\nformat = \"round-robin\"\n",
			`stage "final"`, ""},
		{"an option", "rounds = 20", "rounds = 21", "", "option rounds"},
		{"the seed", "seed = 5", "seed = 6", "", "seed"},
		{"the kind", "colour-battle", "tron", "", "kind"},
		{"the format", "arena", "ladder", "", "arena"},
		{"an enforced average", "[options]", "[limits]\naverage = \"1ms\"\nenforce = true\n[options]", "", "average"},
	} {
		now := text
		if tt.from != "" {
			now = strings.Replace(text, tt.from, tt.to, 1)
		}
		if tt.name == "the kind" {
			now = strings.NewReplacer("rounds = 20\n", "", "builtin:steve", "builtin:random", "builtin:rambo", "builtin:random",
				"builtin:painter", "builtin:random").Replace(now)
		}
		f, err := config.Parse(filepath.Join(dir, "cup.toml"), []byte(now))
		if err != nil {
			t.Fatal(err)
		}
		texts, err := c.Fits(t.Context(), f, s)
		var conflict *contest.Conflict
		refused := errors.As(err, &conflict) && tt.refused != "" && strings.Contains(err.Error(), tt.refused)
		if tt.refused == "" && err != nil || tt.refused != "" && !refused ||
			!strings.Contains(strings.Join(texts, "; "), tt.changes) || tt.changes == "" && len(texts) > 0 {
			t.Errorf("%s: %q, %v", tt.name, texts, err)
		}
	}
}
