package run

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"agon/contest"
	"agon/contest/config"
	"agon/contest/store"
	"agon/internal/tier"
	"agon/record/replay/archive"
)

// A year is an accelerated simulation of a ladder: after each round of play bots join, change, leave, crash, are disqualified and
// reinstated. It is determined by its seed.
type year struct {
	rounds, bots, events int // events of each round
	kills                int // in total
}

// theYear returns the short simulation of every test, or the long one if the environment variable AGON_YEAR is set.
func theYear() year {
	if os.Getenv("AGON_YEAR") != "" {
		return year{rounds: 60, bots: 200, events: 50, kills: 100}
	}
	return year{rounds: 7, bots: 24, events: 12, kills: 10}
}

// yearBot is a bot in the contest's file.
type yearBot struct {
	name   string
	ref    string
	away   bool
	barred bool
}

// A season is the state of the simulation.
type season struct {
	dir   string
	dice  *rand.Rand
	bots  []*yearBot
	count map[string]int // by type of event
}

var yearBuiltins = []string{"builtin:steve", "builtin:rambo", "builtin:painter"}

// yearPython are versions of a bot in Python: one that plays, one that raises in every move, one that exits its process, and one that
// cannot be imported.
var yearPython = []string{
	"        return None\n", "        raise ValueError('I do not know')\n", "        import os; os._exit(3)\n",
	"        return None\nimport nothing_of_that_name\n",
}

func newSeason(t *testing.T, y year) *season {
	s := &season{dir: t.TempDir(), dice: rand.New(rand.NewPCG(7, 11)), count: map[string]int{}}
	for i := range y.bots {
		s.join(i < 3)
	}
	s.write(t)
	return s
}

// join adds a bot; Python bots are versions of a file.
func (s *season) join(python bool) {
	b := &yearBot{name: fmt.Sprintf("Bot%03d", len(s.bots)), ref: yearBuiltins[s.dice.IntN(3)]}
	if python {
		b.ref = "0"
	}
	s.bots = append(s.bots, b)
}

// write writes the contest's file, and the bots in Python.
func (s *season) write(t *testing.T) {
	t.Helper()
	text := "kind = \"colour-battle\"\nseed = 5\n[options]\nrounds = 10\n"
	for _, b := range s.bots {
		ref := b.ref
		if version, err := strconv.Atoi(b.ref); err == nil {
			ref = b.name + ".py"
			code := "class " + b.name + ":\n    def get_name(self):\n        return \"" + b.name +
				"\"\n    def get_contributor(self):\n        return \"\"\n    def determine_next_move(self, grid, enemies, info):\n" +
				yearPython[version]
			if err := os.WriteFile(filepath.Join(s.dir, ref), []byte(code), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if !b.away {
			text += fmt.Sprintf("[[bots]]\nref = %q\nname = %q\n", ref, b.name)
		}
	}
	text += "[[stages]]\nname = \"ladder\"\nformat = \"ladder\"\n"
	if err := os.WriteFile(filepath.Join(s.dir, "cup.toml"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// pass simulates this many events.
func (s *season) pass(t *testing.T, events int) {
	t.Helper()
	var decisions []contest.Decision
	for range events {
		b := s.bots[s.dice.IntN(len(s.bots))]
		what := s.dice.IntN(10)
		switch {
		case what < 2:
			s.join(false)
			s.count["joined"]++
		case b.barred && what < 7:
			b.barred = false
			decisions = append(decisions, contest.Decision{What: store.Reinstated, Bot: b.name, Why: "it was not so"})
			s.count["reinstated"]++
		case b.barred:
		case b.away:
			b.away = false
			s.count["came back"]++
		case what < 6 && len(b.ref) == 1:
			b.ref = strconv.Itoa(s.dice.IntN(len(yearPython)))
			s.count["version in Python"]++
		case what < 6:
			b.ref = yearBuiltins[s.dice.IntN(3)]
			s.count["version"]++
		case what < 8:
			b.away = true
			s.count["left"]++
		default:
			b.barred = true
			decisions = append(decisions, contest.Decision{What: store.Barred, Bot: b.name, Why: "it cheated"})
			s.count["barred"]++
		}
	}
	s.write(t)
	s.decide(t, decisions)
}

// decide stores decisions about bots that are in the ledger. A bot that joined and was disqualified in the same round is not in it yet.
func (s *season) decide(t *testing.T, decisions []contest.Decision) {
	t.Helper()
	c, err := contest.Amend(context.Background(), filepath.Join(s.dir, "cup"), contest.Recalling{
		Kinds: setup().Kinds, Formats: setup().Formats, Archive: archive.Open, Store: setup().Ledgers.Open,
	})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for _, d := range decisions {
		if c.Lineup().Newest(d.Bot) < 0 {
			at := slices.IndexFunc(s.bots, func(b *yearBot) bool { return b.name == d.Bot })
			s.bots[at].barred = false
			continue
		}
		e := c.Lineup()[c.Lineup().Newest(d.Bot)]
		if out := e.Out == store.Barred || e.Out == store.Withdrawn; d.What == store.Reinstated && !out || d.What == store.Barred &&
			e.Out == store.Barred {
			continue
		}
		if _, err := c.Decide(context.Background(), d); err != nil {
			t.Fatalf("%+v: %v", d, err)
		}
	}
}

// yearVictim is the environment variable with the folder and the round to which a child process plays.
const yearVictim = "AGON_TEST_YEAR_VICTIM"

// TestYearVictim plays a ladder to a round in a process of its own.
func TestYearVictim(t *testing.T) {
	dir, round, ok := strings.Cut(os.Getenv(yearVictim), "|")
	if !ok {
		t.Skip("played by TestAYearOfALadder in a process of its own")
	}
	n, err := strconv.Atoi(round)
	if err != nil {
		t.Fatal(err)
	}
	playTo(t, dir, n)
}

// playTo plays the ladder until this many rounds of play are complete.
func playTo(t *testing.T, dir string, round int) (*contest.Contest, *contest.Result) {
	t.Helper()
	f, err := config.Read(filepath.Join(dir, "cup.toml"))
	if err != nil {
		t.Fatal(err)
	}
	c, err := contest.Open(context.Background(), f, setup())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	r, err := Run(context.Background(), c, Options{Cores: 2, Rounds: round})
	if err != nil {
		t.Fatal(err)
	}
	return c, r
}

// killedOnTheWay starts a child that plays to a round and kills it after a moment. It reports whether the child was still running.
func killedOnTheWay(t *testing.T, dir string, round int, moment time.Duration) bool {
	t.Helper()
	child := exec.Command(os.Args[0], "-test.run", "^TestYearVictim$")
	child.Env = append(os.Environ(), fmt.Sprintf("%s=%s|%d", yearVictim, dir, round))
	var output bytes.Buffer
	child.Stdout, child.Stderr = &output, &output
	child.WaitDelay = 10 * time.Second
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	timer := time.AfterFunc(moment, func() { child.Process.Kill() })
	defer timer.Stop()
	err := child.Wait()
	var exit *exec.ExitError
	if err != nil && (!errors.As(err, &exit) || exit.Exited()) {
		t.Fatalf("round %d: the child ended with %v:\n%.2000s", round, err, output.String())
	}
	return err != nil
}

// TestAYearOfALadder: a ladder whose bots join, change, crash and leave, and are disqualified and reinstated, killed at random moments,
// has the tables of an undisturbed one.
func TestAYearOfALadder(t *testing.T) {
	tier.Long(t)
	y := theYear()
	calm := newSeason(t, y)
	took := make([]time.Duration, y.rounds+1)
	var want string
	for round := 1; round <= y.rounds; round++ {
		begun := time.Now()
		c, r := playTo(t, calm.dir, round)
		took[round] = time.Since(begun)
		want = timeless(t, c, r)
		c.Close()
		if round < y.rounds {
			calm.pass(t, y.events)
		}
	}
	wild := newSeason(t, y)
	seed, kills := uint64(time.Now().UnixNano()), 0
	if given := os.Getenv("AGON_YEAR_SEED"); given != "" {
		var err error
		if seed, err = strconv.ParseUint(given, 10, 64); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("AGON_YEAR_SEED=%d kills at the same moments", seed)
	chance := rand.New(rand.NewPCG(seed, 1))
	var got string
	for round := 1; round <= y.rounds; round++ {
		for range (y.kills*round)/y.rounds - (y.kills*(round-1))/y.rounds {
			if killedOnTheWay(t, wild.dir, round, time.Duration(chance.Int64N(int64(took[round])+1))) {
				kills++
			}
		}
		c, r := playTo(t, wild.dir, round)
		got = timeless(t, c, r)
		c.Close()
		if round < y.rounds {
			wild.pass(t, y.events)
		}
	}
	t.Logf("%d rounds, %d bots at the end, %d of %d kills before the end of a round; events: %v", y.rounds, len(wild.bots), kills, y.kills,
		wild.count)
	if kills == 0 {
		t.Error("nobody was killed")
	}
	if got != want {
		at := 0
		for at < min(len(got), len(want)) && got[at] == want[at] {
			at++
		}
		t.Errorf("the tables differ:\n%.300s\nwhere undisturbed\n%.300s", got[max(0, at-150):], want[max(0, at-150):])
	}
}
