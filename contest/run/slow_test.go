package run

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"agon/contest/store"
	"agon/format/tournament"
	formats "agon/format/tournament/all"
	"agon/format/tournament/formattest"
	"agon/game"
)

var long = flag.Bool("long", false, "TestASlowBotHoldsNobodyUp: an hour, and bots from 2.9 to 100 times as slow")

// A race plays a ladder of twenty bots on some cores, in simulated time. A game takes half a second for each seat, and more for entry 0.
type race struct {
	cores   int
	slow    float64 // times as long as the others' games; 0: entry 0 does not play
	sparing bool    // slow bots are paired seldom

	backlog *backlog
	field   tournament.Field
	ledger  *tournament.Ledger
	keys    map[string]any
	names   []int // the key seldom
}

// takes returns the time of a seat.
func (r *race) takes(entry int) time.Duration {
	if entry == 0 {
		return time.Duration(r.slow * float64(time.Second) / 2)
	}
	return time.Second / 2
}

// plan plans as far as the results allow.
func (r *race) plan(t *testing.T) {
	t.Helper()
	for {
		if r.sparing {
			r.names = spared(r.names, r.backlog.slowBots(), r.field.Entries)
			r.keys["seldom"] = strings.Trim(strings.ReplaceAll(fmt.Sprint(r.names), " ", ","), "[]")
		}
		ladder, err := tournament.Find(formats.Formats, "ladder")
		if err != nil {
			t.Fatal(err)
		}
		format, err := ladder.Make(r.keys)
		if err != nil {
			t.Fatal(err)
		}
		fixtures, _ := tournament.Next(format, &r.field, r.ledger)
		if len(fixtures) == 0 {
			return
		}
		if err := r.ledger.Plan(fixtures...); err != nil {
			t.Fatal(err)
		}
		r.backlog.offer(fixtures)
	}
}

// work is a core.
func (r *race) work(done chan<- tournament.Fixture) {
	for {
		job, ok := r.backlog.takeJob()
		if !ok {
			return
		}
		for left := slices.Clone(job.fixtures); len(left) > 0; left = left[1:] {
			f := left[0]
			for _, entry := range f.Seats {
				time.Sleep(r.takes(entry))
			}
			r.backlog.took(f.Seats, func(seat int) (int, game.Micros) { return 1, game.Micros(r.takes(f.Seats[seat]).Microseconds()) })
			r.backlog.came(f.ID)
			done <- f
			if f, ok := r.backlog.anotherFixture(job); ok {
				left = append(left, f)
			}
		}
		r.backlog.ended(job.Number)
	}
}

// play plays for a time, and returns the number of games with and without entry 0.
func (r *race) play(t *testing.T, for_ time.Duration) (with, without int) {
	synctest.Test(t, func(t *testing.T) {
		r.backlog, r.ledger = newBacklog(r.cores), tournament.NewLedger(0, 0)
		r.keys = map[string]any{"round_games": roundGames(0, 60*float64(r.cores))}
		r.field = tournament.Field{Seed: 4, MinSeats: 2, MaxSeats: 2}
		for entry := range 20 {
			if entry > 0 || r.slow > 0 {
				r.field.Entries = append(r.field.Entries, entry)
			}
		}
		r.plan(t)
		done := make(chan tournament.Fixture)
		var cores sync.WaitGroup
		for range r.cores {
			cores.Go(func() { r.work(done) })
		}
		go func() {
			cores.Wait()
			close(done)
		}()
		time.AfterFunc(for_, r.backlog.close)
		for f := range done {
			if slices.Contains(f.Seats, 0) {
				with++
			} else {
				without++
			}
			if _, err := r.ledger.Enter(formattest.Pair(f, max(f.Seats[0], f.Seats[1]))); err != nil {
				t.Fatal(err)
			}
			r.plan(t)
		}
	})
	return with, without
}

// TestASlowBotHoldsNobodyUp: in a ladder whose rounds take a minute, a bot whose games take 20 times as long as the others' costs them a
// tenth of their games at most, and still plays. Without the key seldom it costs them a third.
func TestASlowBotHoldsNobodyUp(t *testing.T) {
	span := 20 * time.Minute
	if *long {
		span = time.Hour
	}
	for _, cores := range []int{1, 2, 4} {
		_, all := (&race{cores: cores}).play(t, span)
		for _, slow := range []float64{2.9, 3.1, 5, 20, 100} {
			if slow != 20 && !*long {
				continue
			}
			with, others := (&race{cores: cores, slow: slow, sparing: true}).play(t, span)
			full, before := (&race{cores: cores, slow: slow}).play(t, span)
			share := float64(others) / float64(all)
			t.Logf("%d cores, %v times: %d games of the others in %v, %.1f %% of %d, and %d of the slow bot; %d (%.1f %%) and %d without "+
				"the key seldom", cores, slow, others, span, 100*share, all, with, before, 100*float64(before)/float64(all), full)
			if share < 0.9 || with < 4 {
				t.Errorf("%d cores, %v times: the others play %.1f %% of their games, the slow bot %d", cores, slow, 100*share, with)
			}
		}
	}
}

// TestSlowGamesHaveTheirCores: half of the cores play games of a slow bot from the beginning, the longest first, and the others the rest.
func TestSlowGamesHaveTheirCores(t *testing.T) {
	b := newBacklog(4)
	b.took(numbered(20), func(entry int) (int, game.Micros) { return 2, []game.Micros{40e6, 80e6, 2e6}[min(entry, 2)] })
	var fixtures []tournament.Fixture
	for id, seats := range [][]int{{2, 3}, {4, 5}, {0, 2}, {6, 7}, {1, 3}, {2, 4}, {0, 4}, {5, 7}} {
		fixtures = append(fixtures, tournament.Fixture{ID: id, Seats: seats})
	}
	b.offer(fixtures)
	var first []int64
	var jobs []handed
	for range fixtures {
		job, ok := b.takeJob()
		if !ok || len(job.Fixtures) != 1 {
			t.Fatalf("a job of %d games", len(job.Fixtures))
		}
		jobs, first = append(jobs, job), append(first, job.Fixtures[0].ID)
		if len(jobs) == 4 {
			b.came(4)
			b.ended(jobs[0].Number)
		}
	}
	if want := []int64{4, 2, 0, 1, 6, 3, 5, 7}; !slices.Equal(first, want) {
		t.Errorf("the jobs begin with games %v, want %v", first, want)
	}
}

// numbered returns the numbers from 0.
func numbered(n int) (list []int) {
	for i := range n {
		list = append(list, i)
	}
	return list
}

// TestSpared: bots are paired seldom by how slow they are, and small changes of that change nothing.
func TestSpared(t *testing.T) {
	for _, tt := range []struct {
		name   string
		before []int
		slow   map[int]float64
		want   []int
	}{
		{"nobody is slow", []int{0}, nil, []int{0}},
		{"one", []int{0}, map[int]float64{7: 20}, []int{7, 256}},
		{"two", []int{0}, map[int]float64{12: 4, 7: 20}, []int{7, 256, 12, 64}},
		{"about as before", []int{7, 256}, map[int]float64{7: 45}, []int{7, 256}},
		{"much slower", []int{7, 256}, map[int]float64{7: 100}, []int{7, 1024}},
		{"no longer slow", []int{7, 256}, nil, []int{0}},
		{"endlessly slow", []int{0}, map[int]float64{7: 1e9}, []int{7, mostSpared}},
		{"of another field", []int{0}, map[int]float64{30: 20}, []int{0}},
	} {
		if got := spared(tt.before, tt.slow, numbered(20)); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}

// spinner computes for a while in each of its moves, which take the others microseconds.
const spinner = `import time
class Spinner:
    def get_name(self):
        return "Spinner"
    def get_contributor(self):
        return ""
    def determine_next_move(self, grid, enemies, info):
        end = time.process_time() + 0.01
        while time.process_time() < end:
            pass
        return None
`

// spinning is a contest with a spinner, of which a game takes a twentieth of a second.
func spinning(t *testing.T, stage string) (dir, text string) {
	t.Helper()
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("needs a Python")
	}
	dir = t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "spinner.py"), []byte(spinner), 0o600); err != nil {
		t.Fatal(err)
	}
	text = "kind = \"colour-battle\"\nseed = 5\n[options]\nrounds = 8\n[[bots]]\nref = \"spinner.py\"\n"
	for i, ref := range []string{"steve", "rambo", "steve", "rambo", "steve"} {
		text += fmt.Sprintf("[[bots]]\nref = \"builtin:%s\"\nname = \"bot%d\"\n", ref, i)
	}
	return dir, text + "[[stages]]\nname = \"season\"\nformat = " + stage
}

// TestASlowBotOfALadderIsNoted: the run finds out which bot is slow, whether it computes or sleeps, and the ledger says that it is paired
// seldom, with its name.
func TestASlowBotOfALadderIsNoted(t *testing.T) {
	t.Parallel()
	for _, sleeps := range []bool{false, true} {
		noted(t, sleeps)
	}
}

// noted plays a ladder with a bot that computes or sleeps.
func noted(t *testing.T, sleeps bool) {
	dir, text := spinning(t, "\"ladder\"\ngames = 400\n")
	if sleeps {
		code := strings.Replace(spinner, "            pass", "            time.sleep(0.01); break", 1)
		if err := os.WriteFile(filepath.Join(dir, "spinner.py"), []byte(code), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	c := opened(t, dir, text, nil)
	r, err := Run(t.Context(), c, Options{Cores: 2, RoundTime: time.Minute})
	if err != nil || !r.Finished {
		t.Fatal(err)
	}
	changes, err := c.Store().Changes(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	said := slices.ContainsFunc(changes, func(x store.Change) bool {
		return strings.HasPrefix(x.Why, `seldom of stage "season": 0 -> 0,`) && strings.Contains(x.Why, "Spinner plays one of")
	})
	if !said {
		t.Errorf("the changes are %+v", changes)
	}
	if games := r.Stages[0].Ledger.Tally(0).Games; games > 60 || games < 2 {
		t.Errorf("the slow bot has %d of 400 games", games)
	}
	if _, findings, err := c.Recount(t.Context()); err != nil || len(findings) > 0 {
		t.Errorf("%v %v", err, findings)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	again := opened(t, dir, text, nil)
	if r, err := Run(t.Context(), again, Options{Cores: 1}); err != nil || r.PlayedNow != 0 || !r.Finished {
		t.Errorf("when it is opened again: %+v %v", r, err)
	}
}

// capped is a contest in which a spinner has used its time after one game of each round.
func capped(t *testing.T) (dir, text string) {
	dir, text = spinning(t, "\"round-robin\"\ngames = 3\n")
	return dir, strings.Replace(text, "[options]", "[limits]\nround_cpu = \"30ms\"\n[options]", 1)
}

// TestABotThatHasUsedItsTimeIsGivenUp: it plays its first game of the round and no other, the change is in the ledger, and tables and what
// is given up do not depend on cores, lanes or interruptions.
func TestABotThatHasUsedItsTimeIsGivenUp(t *testing.T) {
	t.Parallel()
	var want string
	for _, o := range []Options{{Cores: 1, Lanes: 1}, {Cores: 3}, {Cores: 1, Lanes: 8}} {
		dir, text := capped(t)
		c := opened(t, dir, text, nil)
		r, err := Run(t.Context(), c, o)
		if err != nil || !r.Finished {
			t.Fatal(err)
		}
		got := givenUp(t, c.Store()) + tables(t, c, r)
		if want == "" {
			want = got
			changes, err := c.Store().Changes(t.Context())
			if err != nil || len(changes) == 0 || changes[0].What != store.Spent || changes[0].Entry != 0 ||
				!strings.Contains(changes[0].Why, "limits.round_cpu is 30ms") {
				t.Fatalf("the changes are %+v, %v", changes, err)
			}
			l := r.Stages[0].Ledger
			if games := l.Tally(0).Games; games != l.Rounds() || l.Planned() < 8*games {
				t.Errorf("the bot has %d of %d games in %d rounds of play", games, l.Planned(), l.Rounds())
			}
			if _, findings, err := c.Recount(t.Context()); err != nil || len(findings) > 0 {
				t.Errorf("%v %v", err, findings)
			}
		}
		if got != want {
			t.Errorf("%+v: another table:\n%s\nthan:\n%s", o, got, want)
		}
	}
	t.Run("interrupted", func(t *testing.T) {
		dir, text := capped(t)
		for nth := 0; ; nth++ {
			c, err := open(t, dir, text, nil)
			if err != nil {
				t.Fatal(err)
			}
			ctx, stop := context.WithCancel(t.Context())
			left := 1 + nth%7
			r, err := Run(ctx, c, Options{Cores: 2, Played: func(Played) {
				if left--; left == 0 {
					stop()
				}
			}})
			stop()
			if err != nil && !errors.Is(err, context.Canceled) {
				t.Fatal(err)
			}
			if r.Finished {
				if got := givenUp(t, c.Store()) + tables(t, c, r); got != want {
					t.Errorf("after %d runs another table:\n%s\nthan:\n%s", nth+1, got, want)
				}
				c.Close()
				return
			}
			if err := c.Close(); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// givenUp lists the games that were given up.
func givenUp(t *testing.T, s store.Store) string {
	t.Helper()
	changes, err := s.Changes(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var games []int
	for _, x := range changes {
		games = append(games, x.Games...)
	}
	slices.Sort(games)
	return fmt.Sprintln(games)
}

// TestFormatsThatNeedEachGameIgnoreTheCap: they say so, and all games are played.
func TestFormatsThatNeedEachGameIgnoreTheCap(t *testing.T) {
	t.Parallel()
	_, text := capped(t)
	text = strings.Replace(text, "\"round-robin\"\ngames = 3\n", "\"swiss\"\nrounds = 2\n", 1)
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "spinner.py"), []byte(spinner), 0o600); err != nil {
		t.Fatal(err)
	}
	c := opened(t, dir, text, nil)
	said := ""
	r, err := Run(t.Context(), c, Options{Cores: 1, Note: func(text string) { said += text + "\n" }})
	if err != nil || !r.Finished || r.Stages[0].Ledger.GivenUp() > 0 {
		t.Fatalf("%v, %d games are given up", err, r.Stages[0].Ledger.GivenUp())
	}
	if !strings.Contains(said, "stage season ignores limits.round_cpu") {
		t.Errorf("it says %q", said)
	}
}
