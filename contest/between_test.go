package contest_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"agon/contest"
	"agon/contest/run"
	"agon/contest/store"
	"agon/format/tournament"
)

// qualifying returns a contest of four bots, of which two reach a final.
func qualifying(first, final string, bots ...string) string {
	if len(bots) == 0 {
		bots = []string{"Ann=steve", "Bob=rambo", "Cid=painter", "Dot=steve"}
	}
	return field(first+"\n[[stages]]\nname = \"final\"\n"+final+"\n", bots...)
}

// firsts are formats of a stage with their number of games among four bots.
var firsts = []struct {
	text  string
	games int
}{
	{"format = \"swiss\"\nrounds = 2\nadvance = 2", 4},
	{"format = \"round-robin\"\ngames = 1\nadvance = 2", 6},
	{"format = \"groups\"\ngroups = 2\ngames = 1\nadvance = 1", 2},
	{"format = \"arena\"\ngames = 5\nadvance = 2", 5},
	{"format = \"knockout\"\nadvance = 2", 3},
	{"format = \"ladder\"\ngames = 8\nadvance = 2", 8},
}

// qualified plays the first stage of a contest, and stops before the second begins.
func qualified(t *testing.T, dir, text string, games int) {
	t.Helper()
	c := opened(t, dir, text, nil)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	_, err := run.Run(ctx, c, run.Options{Cores: 1, Played: func(run.Played) {
		if games--; games == 0 {
			cancel()
		}
	}})
	if !errors.Is(err, context.Canceled) || games != 0 {
		t.Fatalf("%d games are left, %v", games, err)
	}
	c.Close()
}

// finalists returns the names of the bots that play in the games of the second stage.
func finalists(t *testing.T, c *contest.Contest) string {
	t.Helper()
	var names []string
	err := c.Games(context.Background(), func(g *store.Game) error {
		for _, e := range g.Seats {
			if g.Stage == 1 && !slices.Contains(names, c.Entries[e].Name) {
				names = append(names, c.Entries[e].Name)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(names)
	return strings.Join(names, " ")
}

// order returns the names of a table that are left when some are gone: those that advanced first.
func order(c *contest.Contest, table tournament.Table, gone ...string) (names []string) {
	for _, through := range []bool{true, false} {
		for _, s := range table.Standings {
			if name := c.Entries[s.Entry].Name; s.Through == through && !slices.Contains(gone, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// Who leaves after its stage has ended and before the next has begun is not in the next, whatever its format: the next of the table, or of
// the group, moves up. The table says who left, and the ledger recounts to the same.
func TestWhoLeavesBetweenStagesIsNotInTheNext(t *testing.T) {
	t.Parallel()
	for i, first := range firsts {
		what := []store.What{store.Withdrawn, store.Barred}[i%2]
		t.Run(fmt.Sprintf("%s after %q", what, first.text), func(t *testing.T) {
			dir, text := t.TempDir(), qualifying(first.text, "format = \"knockout\"")
			qualified(t, dir, text, first.games)
			c := amended(t, dir)
			r, _, err := c.Recount(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			best := c.Lineup()[r.Stages[0].Table.Through()[0]].Name
			group := groupOf(c, &r.Stages[0].Table, best)
			answer, err := c.Decide(context.Background(), contest.Decision{What: what, Bot: best, Why: "x"})
			if err != nil || !strings.Contains(answer, "after stage \"only\"") {
				t.Fatalf("%q, %v", answer, err)
			}
			c.Close()
			c, after, _ := played(t, dir, text)
			table := after.Stages[0].Table
			want := order(c, r.Stages[0].Table, best)[:2]
			if len(r.Stages[0].Table.Through()) == 2 && group >= 0 {
				want[1] = c.Entries[next(&r.Stages[0].Table, group)].Name
			}
			slices.Sort(want)
			if got := finalists(t, c); got != strings.Join(want, " ") {
				t.Errorf("without %s the final is played by %s, want %v", best, got, want)
			}
			for _, s := range table.Standings {
				gone := c.Entries[s.Entry].Name == best
				if gone != (s.Note == "withdrawn" || s.Note == "disqualified") || gone && (s.Through || s.ChanceFirst > 0) {
					t.Errorf("%s: %+v", c.Entries[s.Entry].Name, s)
				}
			}
		})
	}
}

// groupOf returns the group of a bot, -1 if the table has one group.
func groupOf(c *contest.Contest, table *tournament.Table, name string) int {
	group, several := 0, false
	for _, s := range table.Standings {
		several = several || s.Group > 0
		if c.Lineup()[s.Entry].Name == name {
			group = s.Group
		}
	}
	if !several {
		return -1
	}
	return group
}

// next returns the first of a group that does not advance.
func next(table *tournament.Table, group int) int {
	at := slices.IndexFunc(table.Standings, func(s tournament.Standing) bool { return s.Group == group && !s.Through })
	return table.Standings[at].Entry
}

// A decision that arrives while the last game of a stage ends, and one by a line that was removed from the file, are the same.
func TestLeavingBetweenStagesByRequestAndByFile(t *testing.T) {
	t.Parallel()
	first := firsts[1]
	dir, text := t.TempDir(), qualifying(first.text, "format = \"round-robin\"\ngames = 1")
	c := opened(t, dir, text, nil)
	left, notes := first.games, []string(nil)
	r, err := run.Run(context.Background(), c,
		run.Options{Cores: 1, Note: func(s string) { notes = append(notes, s) }, Played: func(p run.Played) {
			if left--; left == 0 {
				if _, err := contest.Ask(context.Background(), c.Store(),
					contest.Decision{What: store.Withdrawn, Bot: "Ann", Why: "x"}); err != nil {
					t.Error(err)
				}
			}
		}})
	if got := finalists(t, c); err != nil || len(strings.Fields(got)) != 2 || strings.Contains(got, "Ann") || len(notes) != 1 ||
		!strings.Contains(notes[0], "Ann leaves") {
		t.Errorf("%s; %q, %v", finalists(t, c), notes, err)
	}
	want := tables(t, c, r)
	c.Close()
	recountsTo(t, dir, want)

	dir = t.TempDir()
	qualified(t, dir, text, first.games)
	played(t, dir, qualifying(first.text, "format = \"round-robin\"\ngames = 1", "Ann=steve", "Cid=painter"))
	c, _, _ = played(t, dir, text) // too late: the final has been played without them
	if got := finalists(t, c); got != "Ann Cid" {
		t.Errorf("with two lines removed the final is played by %s", got)
	}
}

// Who is reinstated before the next stage begins is in it, a new version plays in the place of the one before, and one that does not start
// has left.
func TestReturningBetweenStages(t *testing.T) {
	t.Parallel()
	first := firsts[1]
	text := qualifying(first.text, "format = \"round-robin\"\ngames = 1")
	for _, tt := range []struct {
		name string
		then func(t *testing.T, dir string) string
	}{
		{"reinstated", func(t *testing.T, dir string) string {
			decide(t, dir, store.Barred, "Ann")
			decide(t, dir, store.Reinstated, "Ann")
			return text
		}},
		{"new versions of all", func(*testing.T, string) string {
			return qualifying(first.text, "format = \"round-robin\"\ngames = 1", "Ann=rambo", "Bob=painter", "Cid=steve", "Dot=rambo")
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			qualified(t, dir, text, first.games)
			c := amended(t, dir)
			r, _, err := c.Recount(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			want := order(c, r.Stages[0].Table)[:2]
			slices.Sort(want)
			c.Close()
			c, after, _ := played(t, dir, tt.then(t, dir))
			if got := finalists(t, c); got != strings.Join(want, " ") {
				t.Errorf("the final is played by %s, want %v", got, want)
			}
			for _, line := range after.Stages[1].Table.Standings {
				if c.Out(line.Entry) != "" {
					t.Errorf("%s (entry %d) is out: %s", c.Entries[line.Entry].Name, line.Entry, c.Out(line.Entry))
				}
			}
		})
	}
}

// An older agon noted that a bot left before the second stage as a change of that stage, and drew the stage with it. Such a ledger plays on
// and recounts as it was drawn: the bot loses by a walkover.
func TestAStageThatBeganWithSomebodyGone(t *testing.T) {
	t.Parallel()
	dir, text := t.TempDir(), qualifying(firsts[0].text, "format = \"knockout\"")
	qualified(t, dir, text, firsts[0].games)
	c := amended(t, dir)
	r, _, err := c.Recount(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	through := r.Stages[0].Table.Through()
	err = c.Store().Change(context.Background(),
		store.Change{At: time.Now(), What: store.Withdrawn, Entry: through[0], Instead: -1, Stage: 1, Why: "x", By: "y"})
	if err != nil {
		t.Fatal(err)
	}
	c.Close()
	c, r, _ = played(t, dir, text)
	final := r.Stages[1].Table
	if got := final.Standings[0].Entry; len(final.Standings) != 2 || got != through[1] || finalists(t, c) != "" {
		t.Errorf("the final is won by entry %d of %d, its games are played by %q", got, len(final.Standings), finalists(t, c))
	}
}

// A stage that too few are left for is not played: the run and the count say what happened and what can be done, and it is played after
// that.
func TestAStageThatTooFewReach(t *testing.T) {
	t.Parallel()
	dir, text := t.TempDir(), qualifying(firsts[0].text, "format = \"knockout\"")
	qualified(t, dir, text, firsts[0].games)
	decide(t, dir, store.Withdrawn, "Ann", "Bob", "Cid")
	const want = `stage "final" (knockout) is not played: it needs at least 2 bots, and 1 bot is left`
	_, r, notes := played(t, dir, text)
	if len(r.Stages) != 1 || !strings.HasPrefix(r.Unplayed, want) || !slices.Contains(notes, r.Unplayed) ||
		strings.Contains(r.Unplayed, "[[bots]]") {
		t.Errorf("%d stages, %q; said was %q", len(r.Stages), r.Unplayed, notes)
	}
	c := amended(t, dir)
	if counted, _, err := c.Recount(context.Background()); err != nil || counted.Unplayed != r.Unplayed {
		t.Errorf("counted again: %q, %v", counted.Unplayed, err)
	}
	if answer, err := c.Decide(context.Background(), contest.Decision{What: store.Reinstated, Bot: "Bob", Why: "x"}); err != nil ||
		!strings.Contains(answer, "Bob rejoins after stage") {
		t.Fatalf("%q, %v", answer, err)
	}
	c.Close()
	if c, r, _ = played(t, dir, text); finalists(t, c) != "Bob Dot" || r.Unplayed != "" {
		t.Errorf("with Bob the final is played by %q; %q", finalists(t, c), r.Unplayed)
	}
}

// A stage that becomes longer after somebody has left goes on without them; what changes of a later stage leaves it over.
func TestAStageGoesOnAfterSomebodyLeft(t *testing.T) {
	t.Parallel()
	const arena, longer = "format = \"arena\"\ngames = 5\nadvance = 2", "format = \"arena\"\ngames = 9\nadvance = 2"
	for _, tt := range []struct {
		first, final string
		games        int // of the first stage
	}{
		{longer, "format = \"knockout\"", 14},
		{arena, "format = \"knockout\"\nbest_of = 3", 5},
	} {
		dir := t.TempDir()
		qualified(t, dir, qualifying(arena, "format = \"knockout\""), 5)
		c := amended(t, dir)
		r, _, err := c.Recount(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		best := c.Lineup()[r.Stages[0].Table.Through()[0]].Name
		if _, err := c.Decide(context.Background(), contest.Decision{What: store.Withdrawn, Bot: best, Why: "x"}); err != nil {
			t.Fatal(err)
		}
		c.Close()
		text := qualifying(tt.first, tt.final)
		c, r, _ = played(t, dir, text)
		if got := finalists(t, c); strings.Contains(got, best) || len(strings.Fields(got)) != 2 ||
			r.Stages[0].Ledger.Planned() != tt.games {
			t.Errorf("without %s the final is played by %q, after %d games", best, got, r.Stages[0].Ledger.Planned())
		}
		if _, r, _ = played(t, dir, text); r.PlayedNow != 0 {
			t.Errorf("run again it played %d games", r.PlayedNow)
		}
	}
}

// A stage that ended because too few were left goes on when bots return, by a decision or by their lines in the file.
func TestADesertedStageGoesOn(t *testing.T) {
	t.Parallel()
	text := qualifying(firsts[0].text, "format = \"knockout\"")
	for _, decided := range []bool{true, false} {
		dir := t.TempDir()
		c := opened(t, dir, text, nil)
		if r, err := run.Run(context.Background(), c, run.Options{Cores: 1, Rounds: 1}); err != nil || r.Games != 2 {
			t.Fatalf("%+v, %v", r, err)
		}
		c.Close()
		if decided {
			decide(t, dir, store.Withdrawn, "Ann", "Bob", "Cid")
		}
		_, r, _ := played(t, dir, qualifying(firsts[0].text, "format = \"knockout\"", "Dot=steve"))
		if r.Games != 2 || r.Stages[0].Early != "ended after 2 games: 1 bot is left" || r.Unplayed == "" {
			t.Errorf("with one bot: %d games, %q, %q", r.Games, r.Stages[0].Early, r.Unplayed)
		}
		if decided {
			decide(t, dir, store.Reinstated, "Ann", "Bob", "Cid")
		}
		if c, r, _ = played(t, dir, text); r.Stages[0].Ledger.Done() != 4 || len(strings.Fields(finalists(t, c))) != 2 ||
			r.Stages[0].Early != "" {
			t.Errorf("with all: %d games, the final is played by %q", r.Games, finalists(t, c))
		}
	}
}

// decide stores decisions about bots.
func decide(t *testing.T, dir string, what store.What, bots ...string) {
	t.Helper()
	c := amended(t, dir)
	defer c.Close()
	for _, bot := range bots {
		if _, err := c.Decide(context.Background(), contest.Decision{What: what, Bot: bot, Why: "x"}); err != nil {
			t.Fatal(err)
		}
	}
}
