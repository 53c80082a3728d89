package load

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
	"syscall"
	"testing"
	"time"

	"agon/contest/fleet/connection"
	"agon/contest/queue/invitation"
	"agon/internal/tier"
)

// The sizes of make load; without flags the test is short.
var (
	workers = flag.Int("workers", 50, "number of workers")
	games   = flag.Int("games", 1800, "number of games of each contest; more where its storm lasts longer")
	calm    = flag.Int("calm", 0, "number of games of the contest without a storm; 0: as many as the others")
	rate    = flag.Float64("rate", 150, "games a second that all workers play together")
	spread  = flag.Duration("spread", 5*time.Second, "time in which all workers reconnect")
	gone    = flag.Duration("gone", 15*time.Second, "time for which a tenth of the workers vanishes or sleeps")
	times   = flag.Int("kills", 3, "how often the server is killed")
	liars   = flag.Int("liars", 5, "workers that lie, in per cent")
)

// contest is what every run plays: built-in bots whose moves depend on seeds alone, in games that are all planned at once. A unit is each
// order of the seats.
const (
	contest = `kind = "tron"
seed = 5
options = { width = 8, height = 8 }
bots = [{ ref = "a=builtin:random" }, { ref = "b=builtin:hugger" }, { ref = "c=builtin:filler" }]
stages = [{ name = "all", format = "round-robin", games = %d, seats = 3 }]
`
	unit = 3
)

// A test is a load test.
type test struct {
	*testing.T
	program, dir string
	games        int            // of the contest that is played
	want         map[int]string // the standings on one machine of contests with so many games
}

// TestStorms has many workers play contests and disturbs each in another way: workers reconnect, vanish, sleep or lie, or the server is
// killed. The tables are those of one machine, and the liars alone are set aside. Figures are printed beside what was asked; none fails the
// test.
func TestStorms(t *testing.T) {
	tier.Alone(t)
	l := &test{T: t, dir: t.ArtifactDir(), program: os.Getenv("AGON_PROGRAM"), want: map[int]string{}}
	if l.program == "" {
		l.program = filepath.Join(l.dir, "agon")
		if out, err := exec.Command("go", "build", "-trimpath", "-o", l.program, "agon/cmd/agon").CombinedOutput(); err != nil {
			t.Fatalf("build agon: %v\n%s", err, out)
		}
	}
	fmt.Printf("%d workers, contests of %d games\n\n| storm | what | asked | measured | |\n|---|---|---|---|---|\n", *workers, *games)
	for _, storm := range []string{"calm", "reconnect", "vanish", "sleep", "kills", "liars"} {
		t.Run(storm, func(t *testing.T) {
			l.T = t
			if err := l.play(t.Context(), storm); err != nil {
				t.Error(err)
			}
		})
	}
	for _, storm := range slices.Sorted(maps.Keys(outages)) {
		t.Run(storm, func(t *testing.T) {
			l.T = t
			if err := l.play(t.Context(), storm); err != nil {
				t.Error(err)
			}
		})
	}
}

// begin writes a contest that lasts longer than its storm, and plays it on this machine.
func (t *test) begin(ctx context.Context, storm string) (err error) {
	again := 10*time.Second + time.Duration(*workers)*50*time.Millisecond // that workers need to come, and to be back
	lasts := map[string]time.Duration{
		"reconnect": *spread + again, "vanish": connection.Lease + *gone + again, "sleep": connection.Lease + *gone + again,
	}
	t.games = max(*games, int(*rate*lasts[storm].Seconds()), unit)
	if storm == "calm" && *calm > 0 {
		t.games = *calm
	}
	t.games -= t.games % unit
	text := fmt.Sprintf(contest, t.games/unit)
	if err := os.WriteFile(filepath.Join(t.dir, "contest.toml"), []byte(text), 0o644); err != nil {
		return err
	}
	if t.want[t.games] == "" {
		t.want[t.games], err = (&server{test: t, name: fmt.Sprint("here-", t.games)}).run(ctx)
	}
	return err
}

// play plays a contest in a storm, and prints its rows.
func (t *test) play(ctx context.Context, storm string) error {
	ctx, end := context.WithTimeout(ctx, bound+2**parted)
	defer end()
	if err := t.begin(ctx, storm); err != nil {
		return err
	}
	lying := 0
	if storm == "liars" {
		lying = max(*workers**liars/100, 1)
	}
	w := newSwarm(*workers, lying, time.Duration(float64(*workers) / *rate * float64(time.Second)))
	s, err := newServer(t, storm)
	if err != nil {
		return err
	}
	blow := func(ctx context.Context) error { return t.blow(ctx, storm, w, s) }
	if prepare := outages[storm]; prepare != nil {
		if blow, err = prepare(t, w, s); err != nil {
			return err
		}
	}
	var invitations []invitation.Invitation
	for _, m := range w.members {
		i, err := connection.Invite(filepath.Join(t.dir, storm), m.name, []string{s.at}, time.Time{})
		if err != nil {
			return err
		}
		invitations = append(invitations, i)
	}
	inner, stop := context.WithCancel(ctx)
	var sides sync.WaitGroup
	var blown error
	var begun time.Time
	sides.Go(func() { w.work(inner, invitations) })
	sides.Go(func() {
		w.ready(inner)
		begun = time.Now()
		w.measured.Store(storm == "calm" || storm == "reconnect") // elsewhere workers wait for what is away
		if blown = blow(inner); blown == nil && inner.Err() != nil {
			blown = errors.New("the contest was over before the storm: let it have more games")
		}
		w.until(inner, int64(t.games*9/10))
		w.measured.Store(false)
	})
	got, err := s.run(ctx)
	ended := time.Now()
	stop()
	sides.Wait()
	if err = errors.Join(append(w.failed, err, blown)...); err != nil {
		return err
	}
	return t.rows(ctx, w, s, got, ended.Sub(begun))
}

// blow disturbs a contest while it is played.
func (t *test) blow(ctx context.Context, storm string, w *swarm, s *server) error {
	switch storm {
	case "reconnect":
		w.storm.Store(true)
		defer w.storm.Store(false)
		w.disturb(ctx, w.members, *spread, func(m *one) { m.cut(ctx, 0) })
	case "vanish":
		w.disturb(ctx, w.members[:(len(w.members)+9)/10], connection.Lease, func(m *one) { m.cut(ctx, *gone) })
	case "sleep":
		w.disturb(ctx, w.members[:(len(w.members)+9)/10], connection.Lease, func(m *one) { m.sleep(ctx, *gone) })
	case "kills":
		signal := syscall.SIGQUIT // which writes its goroutines into the log
		return t.again(ctx, w, *times, func() error {
			defer func() { signal = syscall.SIGKILL }()
			return s.kill(signal)
		})
	}
	return nil
}

// again does something several times while the contest is played.
func (t *test) again(ctx context.Context, w *swarm, times int, do func() error) error {
	for range times {
		w.until(ctx, w.reported.Load()+int64(t.games/(2*times+2)))
		if ctx.Err() != nil {
			break
		}
		if err := do(); err != nil {
			return err
		}
	}
	return nil
}

// rows prints what a contest has shown.
func (t *test) rows(ctx context.Context, w *swarm, s *server, got string, took time.Duration) error {
	out, goroutines, err := s.said()
	if err != nil {
		return err
	}
	row := func(result bool, what, asked string, measured any, ok bool) {
		mark := map[bool]string{true: "met", false: "missed"}[ok]
		if asked == "" {
			mark = ""
		}
		if result && !ok {
			t.Errorf("%s: %v, want %s", what, measured, asked)
		}
		fmt.Printf("| %s | %s | %s | %v | %s |\n", s.name, what, asked, measured, mark)
	}
	latency := func(what string, storm bool, asked time.Duration) {
		if p := w.percentile(0.99, storm); p > 0 {
			measured := fmt.Sprintf("99 %% in %v, 50 %% in %v", p, w.percentile(0.5, storm))
			row(false, what, fmt.Sprint("99 % in ", asked), measured, p <= asked)
		}
	}
	latency("order latency", false, 250*time.Millisecond)
	latency("order latency in the storm", true, 2*time.Second)
	played := float64(t.games) / took.Seconds()
	sustained := "" // a storm may take its time
	if s.name == "calm" {
		sustained = "120/s"
	}
	row(false, "games through the ledger", sustained, fmt.Sprintf("%.0f/s for %v", played, took.Round(time.Second)), played >= 120)
	row(false, "most memory of the server", "400 MiB", fmt.Sprintf("%d MiB", s.peak>>10), s.peak>>10 <= 400)
	if goroutines > 0 {
		row(false, "goroutines of the server", "", goroutines, true)
	}
	if got != t.want[t.games] {
		t.Errorf("%s\nwant\n%s", got, t.want[t.games])
	}
	_, err = s.agon(ctx, "verify", s.name)
	equal := got == t.want[t.games] && err == nil
	row(true, "table equals that of one machine, and the ledger its replays", "true", equal, equal)
	honest, free, most := 0, 0, 0
	for _, m := range w.members {
		games, is := out[m.name]
		switch {
		case m.lies < 0 && is:
			honest++
		case m.lies >= 0 && !is:
			free++
		}
		most = max(most, games)
	}
	row(true, "honest workers set aside", "0", honest, honest == 0)
	row(true, "liars not set aside", "0", free, free == 0)
	row(true, "games of a liar until then", "200", most, most <= 200)
	return err
}

// ready waits until every worker has had an order.
func (s *swarm) ready(ctx context.Context) {
	for _, w := range s.members {
		for w.orders.Load() == 0 && ctx.Err() == nil {
			rest(ctx, 20*time.Millisecond)
		}
	}
}

// until waits until workers have reported so many games.
func (s *swarm) until(ctx context.Context, games int64) {
	for s.reported.Load() < games && ctx.Err() == nil {
		rest(ctx, 20*time.Millisecond)
	}
}

// disturb disturbs workers at random times within a while, and waits until each has had an order again.
func (s *swarm) disturb(ctx context.Context, members []*one, within time.Duration, how func(*one)) {
	var all sync.WaitGroup
	for _, w := range members {
		all.Go(func() {
			rest(ctx, rand.N(within))
			how(w)
			for had := w.orders.Load(); w.orders.Load() == had && ctx.Err() == nil; {
				rest(ctx, 50*time.Millisecond)
			}
		})
	}
	all.Wait()
}
