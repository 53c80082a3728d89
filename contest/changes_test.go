package contest_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"agon/contest"
	"agon/contest/run"
	"agon/contest/store"
	"agon/format/tournament"
	"agon/record/replay/archive"
)

// field writes a contest of built-in bots under names: "Ann=steve".
func field(format string, bots ...string) string {
	text := "kind = \"colour-battle\"\nseed = 5\n[options]\nrounds = 20\n"
	for _, b := range bots {
		name, builtin, _ := strings.Cut(b, "=")
		text += fmt.Sprintf("[[bots]]\nref = \"builtin:%s\"\nname = %q\n", builtin, name)
	}
	return text + "[[stages]]\nname = \"only\"\n" + format
}

// played runs a contest to its end, and returns it with its result and notes.
func played(t *testing.T, dir, text string) (*contest.Contest, *contest.Result, []string) {
	t.Helper()
	c := opened(t, dir, text, nil)
	notes := slices.Clone(c.Notes())
	r, err := run.Run(context.Background(), c, run.Options{Cores: 2, Note: func(s string) { notes = append(notes, s) }})
	if err != nil || !r.Finished {
		t.Fatalf("%+v, %v", r, err)
	}
	recountsTo(t, dir, tables(t, c, r))
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	return c, r, notes
}

// recountsTo checks that a contest's ledger recounts to the tables of its run.
func recountsTo(t *testing.T, dir, want string) {
	t.Helper()
	again := recalled(t, filepath.Join(dir, "cup"), readLedger)
	r, findings, err := again.Recount(context.Background())
	if err != nil || len(findings) > 0 {
		t.Fatalf("counted again: %+v, %q, %v", r, findings, err)
	}
	if got := tables(t, again, r); got != want {
		t.Errorf("counted again the tables are\n%s\nand those of the run\n%s", got, want)
	}
}

// ranking returns the names in the order of a result's last table.
func ranking(c *contest.Contest, r *contest.Result) string {
	var names []string
	for _, s := range r.Stages[len(r.Stages)-1].Table.Standings {
		names = append(names, c.Entries[s.Entry].Name)
	}
	slices.Sort(names)
	return strings.Join(names, " ")
}

const everybody = "format = \"round-robin\"\ngames = 1\n"

func TestALateBotMeetsEverybody(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	_, first, _ := played(t, dir, field(everybody, "Ann=steve", "Bob=rambo", "Cid=painter"))
	c, r, notes := played(t, dir, field(everybody, "Ann=steve", "Bob=rambo", "Cid=painter", "Dot=steve"))
	if first.Games != 3 || r.PlayedNow != 3 || r.Games != 6 || ranking(c, r) != "Ann Bob Cid Dot" {
		t.Errorf("%d games first, then %d of %d, of %s", first.Games, r.PlayedNow, r.Games, ranking(c, r))
	}
	if len(notes) != 1 || !strings.Contains(notes[0], "Dot joins stage \"only\" in round 4") {
		t.Errorf("said was %q", notes)
	}
	if _, r, notes = played(t, dir, field(everybody, "Ann=steve", "Bob=rambo", "Cid=painter", "Dot=steve")); r.PlayedNow != 0 ||
		len(notes) != 0 {
		t.Errorf("run again it played %d games and said %q", r.PlayedNow, notes)
	}
}

func TestANewVersionMeetsEverybodyAgain(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	played(t, dir, field(everybody, "Ann=steve", "Bob=rambo", "Cid=painter"))
	c, r, notes := played(t, dir, field(everybody, "Ann=steve", "Bob=steve", "Cid=painter"))
	if r.PlayedNow != 2 || ranking(c, r) != "Ann Bob Cid" || len(notes) != 1 || !strings.Contains(notes[0], "a new version of Bob") {
		t.Errorf("%d games now, of %s; said was %q", r.PlayedNow, ranking(c, r), notes)
	}
	for _, s := range r.Stages[0].Table.Standings {
		if s.Played != 2 {
			t.Errorf("%s has %d games in the table", c.Entries[s.Entry].Name, s.Played)
		}
	}
	if c.Out(1) != "replaced by a later version" || c.Out(3) != "" || !slices.Equal(c.Playing(), []int{0, 2, 3}) {
		t.Errorf("out are %q, %q, and %v play", c.Out(1), c.Out(3), c.Playing())
	}
}

func TestWhoIsGoneFromTheFileIsGoneFromTheTable(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	played(t, dir, field(everybody, "Ann=steve", "Bob=rambo", "Cid=painter"))
	c, r, notes := played(t, dir, field(everybody, "Ann=steve", "Cid=painter"))
	if r.PlayedNow != 0 || ranking(c, r) != "Ann Cid" || len(notes) != 1 || !strings.Contains(notes[0], "Bob leaves stage") {
		t.Errorf("%d games now, of %s; said was %q", r.PlayedNow, ranking(c, r), notes)
	}
	c, r, notes = played(t, dir, field(everybody, "Ann=steve", "Bob=rambo", "Cid=painter"))
	if r.PlayedNow != 0 || ranking(c, r) != "Ann Bob Cid" || len(notes) != 1 || !strings.Contains(notes[0], "Bob rejoins") {
		t.Errorf("back again: %d games now, of %s; said was %q", r.PlayedNow, ranking(c, r), notes)
	}
}

func TestAnArenaBeginsANewSeries(t *testing.T) {
	t.Parallel()
	dir, arena := t.TempDir(), "format = \"arena\"\ngames = 10\n"
	played(t, dir, field(arena, "Ann=steve", "Bob=rambo"))
	c, r, _ := played(t, dir, field(arena, "Ann=steve", "Bob=rambo", "Cid=painter"))
	table := r.Stages[0].Table
	if r.PlayedNow != 10 || r.Games != 20 || ranking(c, r) != "Ann Bob Cid" || table.Standings[0].Played != 10 {
		t.Errorf("%d games now, of %s: %+v", r.PlayedNow, ranking(c, r), table.Standings[0])
	}
	if len(table.Earlier) != 1 || len(table.Earlier[0].Standings) != 2 || table.Earlier[0].Standings[0].Played != 10 {
		t.Errorf("earlier tables: %+v", table.Earlier)
	}
}

// Two bots that leave together cancel a game that both play in once: the notes and the ledger count it once.
func TestChangesTogetherCancelAGameOnce(t *testing.T) {
	t.Parallel()
	c := opened(t, t.TempDir(), field(everybody, "Ann=steve", "Bob=rambo", "Cid=painter"), nil)
	defer c.Close()
	f := c.StageField(0, c.Began())
	l := tournament.NewLedger(0, 0)
	planned, _ := tournament.Next(c.Stages[0].Scheme(), &f, l)
	if err := errors.Join(l.Plan(planned...), c.Store().Plan(context.Background(), planned...)); err != nil {
		t.Fatal(err)
	}
	fitted, err := c.Enact(context.Background(), contest.StageState{Round: l.Rounds(), Field: &f, Ledger: l},
		store.Change{What: store.Barred, Entry: 0, Instead: -1}, store.Change{What: store.Barred, Entry: 1, Instead: -1})
	if err != nil {
		t.Fatal(err)
	}
	games := slices.Concat(fitted[0].Games, fitted[1].Games)
	if len(planned) != 1 || !slices.Equal(games, []int{planned[0].ID}) {
		t.Errorf("cancelled are the games %v", games)
	}
}

// A contest that arranges its line-up again, as after a refused refresh, starts with the same bots.
func TestLineUpPutTogetherAgain(t *testing.T) {
	t.Parallel()
	c := opened(t, t.TempDir(), field(everybody, "Ann=steve", "Bob=rambo"), nil)
	defer c.Close()
	for range 2 {
		if err := c.Discard(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	if !slices.Equal(c.Began(), []int{0, 1}) {
		t.Errorf("it begins with %v", c.Began())
	}
}

func TestNobodyComesAfterTheDraw(t *testing.T) {
	t.Parallel()
	dir, cup := t.TempDir(), "format = \"knockout\"\nbest_of = 3\n"
	c := opened(t, dir, field(cup, "Ann=steve", "Bob=rambo", "Cid=painter", "Dot=steve"), nil)
	ctx, cancel := context.WithCancel(context.Background())
	if _, err := run.Run(ctx, c, run.Options{Cores: 1, Progress: func(run.Progress) { cancel() }}); err != nil &&
		!errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	c.Close()
	late := opened(t, dir, field(cup, "Ann=steve", "Bob=rambo", "Cid=painter", "Dot=steve", "Eve=rambo"), nil)
	var conflict *contest.Conflict
	if _, err := run.Run(context.Background(), late, run.Options{Cores: 1}); !errors.As(err, &conflict) ||
		!strings.Contains(err.Error(), "Eve cannot join after the draw") {
		t.Errorf("a bot after the draw: %v", err)
	}
	late.Close()
	c, r, _ := played(t, dir, field(cup, "Ann=steve", "Bob=painter", "Cid=painter", "Dot=steve"))
	if ranking(c, r) != "Ann Bob Cid Dot" {
		t.Errorf("with a new version of Bob the table has %s", ranking(c, r))
	}
}

func TestTooLateForTheFirstStage(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	two := "format = \"round-robin\"\ngames = 1\nadvance = 2\n[[stages]]\nname = \"final\"\nformat = \"round-robin\"\n"
	played(t, dir, field(two, "Ann=steve", "Bob=rambo", "Cid=painter"))
	c := opened(t, dir, field(two, "Ann=steve", "Bob=rambo", "Cid=painter", "Dot=steve"), nil)
	var conflict *contest.Conflict
	if _, err := run.Run(context.Background(), c, run.Options{Cores: 1}); !errors.As(err, &conflict) ||
		!strings.Contains(err.Error(), `Dot cannot join: stage "only" has finished`) {
		t.Errorf("a bot in the final: %v", err)
	}
}

// With [Options.Late] a new bot that cannot join is left out, and what else has changed is taken: when a run begins, and while it plays.
func TestLateBotsAreLeftOut(t *testing.T) {
	t.Parallel()
	cup := "format = \"knockout\"\nbest_of = 3\n"
	two := "format = \"round-robin\"\ngames = 1\n[[stages]]\nname = \"final\"\nformat = \"ladder\"\n"
	for _, tt := range []struct{ name, stages, why string }{
		{"after the draw", cup, "stage \"only\": Eve cannot join after the draw; only new versions of drawn bots are accepted"},
		{"after the first stage", two, "Eve cannot join: stage \"only\" has finished"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			file := filepath.Join(dir, "cup.toml")
			write := func(bots ...string) string {
				text := field(tt.stages, bots...)
				if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
				return text
			}
			seen := 0 // notes
			runUntil := func(c *contest.Contest, enough func(p run.Progress) bool) (answer string, notes []string) {
				t.Helper()
				ctx, cancel := context.WithCancel(context.Background())
				defer cancel()
				o := run.Options{Cores: 1, Late: func(bot, why string) { answer += bot + ": " + why }}
				o.Note = func(text string) { notes = append(notes, text); seen++ }
				o.Progress = func(p run.Progress) {
					if enough(p) {
						cancel()
					}
				}
				if _, err := run.Run(ctx, c, o); err != nil && !errors.Is(err, context.Canceled) {
					t.Fatal(err)
				}
				c.Close()
				return answer, notes
			}
			late := func(p run.Progress) bool { return p.Done > 0 && (tt.stages == cup || p.Stage == 1) }
			if answer, _ := runUntil(opened(t, dir, write("Ann=steve", "Bob=rambo", "Cid=painter", "Dot=steve"), nil), late); answer != "" {
				t.Errorf("before anybody came told was %q", answer)
			}
			answer, notes := runUntil(opened(t, dir, write("Ann=steve", "Bob=painter", "Cid=painter", "Dot=steve", "Eve=rambo"), nil), late)
			if answer != "Eve: "+tt.why || len(notes) != 1 || !strings.Contains(notes[0], "a new version of Bob") {
				t.Errorf("when a run begins, told was %q and noted %q", answer, notes)
			}
			if tt.stages == cup {
				return // it is over soon
			}
			c := opened(t, dir, write("Ann=steve", "Bob=painter", "Cid=painter", "Dot=steve"), nil)
			asked := false
			seen = 0
			answer, notes = runUntil(c, func(p run.Progress) bool {
				if !asked {
					write("Ann=painter", "Bob=painter", "Cid=painter", "Dot=steve", "Eve=rambo")
					if _, err := contest.Ask(context.Background(), c.Store(), contest.Decision{What: contest.Reload}); err != nil {
						t.Error(err)
					}
					asked = true
				}
				return seen > 0
			})
			if answer != "Eve: "+tt.why || len(notes) != 1 || !strings.Contains(notes[0], "a new version of Ann") {
				t.Errorf("during a run, told was %q and noted %q", answer, notes)
			}
		})
	}
}

// amended opens a contest for decisions.
func amended(t *testing.T, dir string) *contest.Contest {
	t.Helper()
	c, err := contest.Amend(context.Background(), filepath.Join(dir, "cup"), contest.Recalling{
		Kinds: setup().Kinds, Formats: setup().Formats, Archive: archive.Open,
		Store: func(ctx context.Context, dir string) (store.Store, error) { return setup().Ledgers.Open(ctx, dir) },
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

func TestDecisions(t *testing.T) {
	t.Parallel()
	dir, text := t.TempDir(), field(everybody, "Ann=steve", "Bob=rambo", "Cid=painter")
	played(t, dir, text)
	c := amended(t, dir)
	ctx := context.Background()
	for _, d := range []contest.Decision{
		{What: store.Barred, Bot: "Eve"}, {What: store.Reinstated, Bot: "Ann"}, {What: store.Again, Games: []int{77}},
		{What: store.Again, Stage: "semi"},
	} {
		if answer, err := c.Decide(ctx, d); err == nil {
			t.Errorf("%+v: %s", d, answer)
		}
	}
	answer, err := c.Decide(ctx, contest.Decision{What: store.Barred, Bot: "Bob", Why: "it read its neighbour's files", By: "jury"})
	if err != nil || !strings.Contains(answer, "Bob is disqualified") || !strings.Contains(answer, ": it read its neighbour's files") {
		t.Fatalf("%q, %v", answer, err)
	}
	r, findings, err := c.Recount(ctx)
	if err != nil || len(findings) > 0 || ranking(c, r) != "Ann Cid" || r.Games != 3 {
		t.Errorf("without Bob: %s, %d games, %q, %v", ranking(c, r), r.Games, findings, err)
	}
	if _, err := c.Decide(ctx, contest.Decision{What: store.Barred, Bot: "Bob"}); err == nil {
		t.Error("Bob was disqualified twice")
	}
	c.Close()
	// A run keeps the decision and reports it.
	after, result, notes := played(t, dir, text)
	if result.PlayedNow != 0 || ranking(after, result) != "Ann Cid" || len(notes) != 1 ||
		!strings.Contains(notes[0], "Bob is out: disqualified") {
		t.Errorf("run again: %d games, %s, %q", result.PlayedNow, ranking(after, result), notes)
	}
	c = amended(t, dir)
	if _, err := c.Decide(ctx, contest.Decision{What: store.Reinstated, Bot: "Bob", Why: "it did not"}); err != nil {
		t.Fatal(err)
	}
	c.Close()
	if after, result, _ := played(t, dir, text); result.PlayedNow != 0 || ranking(after, result) != "Ann Bob Cid" {
		t.Errorf("reinstated: %d games, %s", result.PlayedNow, ranking(after, result))
	}
	c = amended(t, dir)
	if answer, err := c.Decide(ctx, contest.Decision{What: store.Again, Games: []int{0, 2}, Why: "the power failed"}); err != nil ||
		!strings.Contains(answer, "2 games will be replayed: the power failed") {
		t.Errorf("%q, %v", answer, err)
	}
	c.Close()
	if _, result, _ := played(t, dir, text); result.PlayedNow != 2 {
		t.Errorf("played again were %d games", result.PlayedNow)
	}
}

// TestWhoIsBarredFromAKnockout: the remaining games of a disqualified bot are decided without it, and it is ranked last.
func TestWhoIsBarredFromAKnockout(t *testing.T) {
	t.Parallel()
	dir, text := t.TempDir(), field("format = \"knockout\"\nbest_of = 5\n", "Ann=steve", "Bob=rambo", "Cid=painter", "Dot=steve")
	c, r, _ := played(t, dir, text)
	winner := c.Entries[r.Stages[0].Table.Standings[0].Entry].Name
	c = amended(t, dir)
	if _, err := c.Decide(context.Background(), contest.Decision{What: store.Barred, Bot: winner}); err != nil {
		t.Fatal(err)
	}
	c.Close()
	_, r, _ = played(t, dir, text)
	table := r.Stages[0].Table
	if last := table.Standings[3]; c.Lineup()[last.Entry].Name != winner || last.Note != "disqualified" || table.Standings[0].Rank != 1 {
		t.Errorf("the table is %+v", table.Standings)
	}
}

// TestARunTakesDecisions: decisions requested during a run take effect in it.
func TestARunTakesDecisions(t *testing.T) {
	t.Parallel()
	dir, text := t.TempDir(), field("format = \"ladder\"\n", "Ann=steve", "Bob=rambo", "Cid=painter", "Dot=steve")
	c := opened(t, dir, text, nil)
	var notes, requests []string
	asked := false
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	r, err := run.Run(ctx, c, run.Options{Cores: 1, Note: func(s string) { notes = append(notes, s) }, Progress: func(p run.Progress) {
		if len(notes) == 3 {
			cancel()
		}
		if asked || p.Done == 0 {
			return
		}
		asked = true
		for _, d := range []contest.Decision{{What: store.Withdrawn, Bot: "Bob", Why: "it is ill"}, {What: store.Withdrawn, Bot: "Ann"},
			{What: store.Withdrawn, Bot: "Ann"}} {
			number, err := contest.Ask(context.Background(), c.Store(), d)
			if err != nil {
				t.Error(err)
			}
			requests = append(requests, number)
		}
		if _, err := contest.Ask(context.Background(), c.Store(), contest.Decision{What: store.Withdrawn, Bot: "Eve"}); err == nil {
			t.Error("somebody was asked for who is not there")
		}
	}})
	if !errors.Is(err, context.Canceled) || ranking(c, r) != "Cid Dot" {
		t.Fatalf("%s, %v", ranking(c, r), err)
	}
	if len(notes) != 3 || !strings.Contains(notes[0], "Bob leaves stage \"only\" in round ") ||
		!strings.HasSuffix(notes[0], ": it is ill") {
		t.Errorf("said was %q", notes)
	}
	for i, number := range requests {
		answered, err := c.Answer(context.Background(), number)
		var refused *contest.Impossible
		if !answered || errors.As(err, &refused) != (i == 2) {
			t.Errorf("request %d is answered: %v, %v", i, answered, err)
		}
	}
	if answered, err := c.Answer(context.Background(), "unasked"); answered || err != nil {
		t.Errorf("what nobody asked is answered: %v", err)
	}
	if left, err := c.Requests(context.Background()); err != nil || len(left) > 0 {
		t.Errorf("not answered were %+v, %v", left, err)
	}
	want := tables(t, c, r)
	c.Close()
	recountsTo(t, dir, want)
}

func TestLimitsAreDecided(t *testing.T) {
	t.Parallel()
	dir, text := t.TempDir(), field(everybody, "Ann=steve", "Bob=rambo")
	played(t, dir, text)
	c := amended(t, dir)
	ctx := context.Background()
	for _, bad := range [][2]string{
		{"average", "1ms"}, {"guard", "soon"}, {"tasks", "many"}, {"tasks", "9\ncpu = '1s'"}, {"memory", "-1"},
	} {
		if _, err := contest.SetLimit(ctx, c.Store(), bad[0], bad[1], ""); err == nil {
			t.Errorf("%s = %s was decided", bad[0], bad[1])
		}
	}
	if _, err := contest.SetLimit(ctx, c.Store(), "guard", "700ms", "the machine is slow"); err != nil {
		t.Fatal(err)
	}
	c.Close()
	again := opened(t, dir, text, nil)
	if got := again.File.Limits.Guard.String(); got != "700ms" || len(again.Notes()) != 1 {
		t.Errorf("the guard is %s, and said was %q", got, again.Notes())
	}
	if _, err := contest.SetLimit(ctx, again.Store(), "guard", "", "no longer"); err != nil {
		t.Fatal(err)
	}
	again.Close()
	if back := opened(t, dir, text, nil); back.File.Limits.Guard != 0 || len(back.Notes()) != 0 {
		t.Errorf("the guard is %s", back.File.Limits.Guard)
	}
}

// TestARunTakesNewBots: a run takes changes of the contest's file when asked to reload it.
func TestARunTakesNewBots(t *testing.T) {
	t.Parallel()
	dir, ladder := t.TempDir(), "format = \"ladder\"\n"
	file := filepath.Join(dir, "cup.toml")
	write := func(text string) {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(field(ladder, "Ann=steve", "Bob=rambo"))
	c := opened(t, dir, field(ladder, "Ann=steve", "Bob=rambo"), nil)
	var notes []string
	steps := 0
	ask := func(text string) {
		write(text)
		if _, err := contest.Ask(context.Background(), c.Store(), contest.Decision{What: contest.Reload}); err != nil {
			t.Error(err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	r, err := run.Run(ctx, c, run.Options{Cores: 2, Note: func(s string) { notes = append(notes, s) }, Progress: func(p run.Progress) {
		if len(notes) == 3 {
			cancel()
		}
		switch {
		case steps == 0 && p.Done > 0:
			ask("kind = \"chess\"\nrubbish")
		case steps == 1 && len(notes) == 1:
			ask(field(ladder, "Ann=painter", "Bob=rambo", "Cid=painter"))
		default:
			return
		}
		steps++
	}})
	if !errors.Is(err, context.Canceled) || ranking(c, r) != "Ann Bob Cid" {
		t.Fatalf("%s, %d games, %v; said was %q", ranking(c, r), r.Games, err, notes)
	}
	if len(notes) != 3 || !strings.Contains(notes[0], "the bots stay unchanged") || !strings.Contains(notes[1], "a new version of Ann") ||
		!strings.Contains(notes[2], "Cid joins") {
		t.Errorf("said was %q", notes)
	}
	want := tables(t, c, r)
	c.Close()
	recountsTo(t, dir, want)
}

// TestEverybodyMayLeave: bots are disqualified until none is left, between runs and with the stage unfinished, and the tables follow.
func TestEverybodyMayLeave(t *testing.T) {
	t.Parallel()
	for _, format := range []string{
		"format = \"round-robin\"\n", "format = \"groups\"\ngroups = 1\n", "format = \"arena\"\ngames = 4\nseats = 2\n",
		"format = \"ladder\"\n", "format = \"swiss\"\n", "format = \"knockout\"\n",
	} {
		t.Run(format, func(t *testing.T) {
			dir, text := t.TempDir(), field(format, "Ann=steve", "Bob=rambo", "Cid=painter")
			for _, bot := range []string{"", "Bob", "Ann", "Cid"} {
				if bot != "" {
					c := amended(t, dir)
					if _, err := c.Decide(context.Background(), contest.Decision{What: store.Barred, Bot: bot, Why: "x"}); err != nil {
						t.Fatal(err)
					}
					c.Close()
				}
				c := opened(t, dir, text, nil)
				r, err := run.Run(context.Background(), c, run.Options{Cores: 1, Rounds: 2})
				if err != nil {
					t.Fatalf("without %s: %v", bot, err)
				}
				want := tables(t, c, r)
				c.Close()
				recountsTo(t, dir, want)
			}
		})
	}
}
