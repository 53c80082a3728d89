package fleet_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"agon/bot"
	"agon/bot/lineup"
	"agon/bot/pyhost"
	"agon/bot/sandbox"
	"agon/contest"
	"agon/contest/config"
	"agon/contest/fleet"
	"agon/contest/fleet/member"
	"agon/contest/limit"
	"agon/contest/queue"
	"agon/contest/run"
	"agon/contest/store"
	"agon/contest/store/ledgers"
	"agon/format/tournament"
	formats "agon/format/tournament/all"
	"agon/game"
	"agon/games/all"
	"agon/internal/tier"
	"agon/play/worker"
	"agon/record/gamelog"
)

// cup is a contest with a bot in Python, whose moves depend on its generator, and three that came with the kind.
const cup = `
kind = "colour-battle"
name = "Cup"
seed = 11
[options]
rounds = 60
[[bots]]
ref = "walker=walker.py"
[[bots]]
ref = "one=builtin:rambo"
[[bots]]
ref = "two=builtin:steve"
[[bots]]
ref = "three=builtin:steve"
[[stages]]
name = "all"
format = "round-robin"
games = 10
seats = 2
`

const walker = `import random
from ..bot_control import Move


class Walker:
    def get_name(self): return "walker"
    def get_contributor(self): return "nobody"
    def determine_next_move(self, grid, enemies, game_info):
        return random.choice([Move.UP, Move.DOWN, Move.LEFT, Move.RIGHT])
`

const slow = `import time
from ..bot_control import Move


class Slow:
    def get_name(self): return "slow"
    def get_contributor(self): return "nobody"
    def determine_next_move(self, grid, enemies, game_info):
        time.sleep(0.03)
        return Move.UP
`

// noPython is why tests with bots in Python are skipped; empty: they are not.
func noPython() string {
	if _, err := exec.LookPath("python3"); err != nil {
		return "no python3"
	}
	return ""
}

// opened writes a contest into a folder and opens it.
func opened(t *testing.T, text string) *contest.Contest {
	t.Helper()
	if why := noPython(); why != "" && strings.Contains(text, ".py") {
		t.Skip(why)
	}
	dir := t.TempDir()
	for name, content := range map[string]string{"contest.toml": text, "walker.py": walker, "slow.py": slow} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return reopened(t, filepath.Join(dir, "contest.toml"))
}

// reopened opens the contest of a file, which may have been played in part.
func reopened(t *testing.T, file string) *contest.Contest {
	t.Helper()
	f, err := config.Read(file)
	if err != nil {
		t.Fatal(err)
	}
	c, err := contest.Open(t.Context(), f,
		contest.Setup{Kinds: all.Find, Formats: formats.Formats, Ledgers: ledgers.Ledgers{},
			Opener: func(k *game.Kind, _ *config.File) *lineup.Opener { return opener(t, k) }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	for _, e := range c.Entries {
		if e.Broken != "" {
			t.Fatalf("%s cannot play: %s", e.Name, e.Broken)
		}
	}
	return c
}

func opener(t *testing.T, k *game.Kind) *lineup.Opener {
	return &lineup.Opener{Kind: k, Python: pyhost.Python(""), Launcher: sandbox.Plain(), Log: bot.NewLog(0),
		Cache: filepath.Join(os.TempDir(), fmt.Sprintf("agon-fleet-test-%d", os.Getuid()))}
}

// A hall is a contest that workers play, without any core of this machine.
type hall struct {
	t      *testing.T
	c      *contest.Contest
	link   *memoryLink
	server *fleet.Server
	lease  time.Duration
	admit  func(*fleet.State) string                           // of the next server
	meant  time.Duration                                       // calibration of the next server; 0: unknown
	depot  *fleet.Depot                                        // of the next server; may be nil
	kinds  func(string, map[string][]byte) (*game.Kind, error) // of the next workers; nil: those of agon
	watch  func(run.Dealt) worker.Viewer                       // of games that are played; may be nil
	waits  bool                                                // the worker player reports once before games of it were judged
	meter  limit.Meter                                         // of what limits the play

	mu    sync.Mutex
	notes []string
}

func newHall(t *testing.T, text string, lease time.Duration) *hall {
	return hallOf(t, opened(t, text), lease)
}

func hallOf(t *testing.T, c *contest.Contest, lease time.Duration) *hall {
	h := &hall{t: t, c: c, link: newMemoryLink(lease, 3*time.Second), lease: lease}
	h.serve()
	return h
}

// serve starts a server, as a run of the contest does. It knows what the one before has written down.
func (h *hall) serve() {
	h.t.Helper()
	j, err := fleet.OpenJournal(filepath.Join(h.c.Dir, "played"))
	if err != nil {
		h.t.Fatal(err)
	}
	h.t.Cleanup(func() { j.Close() })
	h.server = fleet.New(h.link.Server(),
		fleet.Options{Lease: h.lease, Note: h.note, Journal: j, NoCores: true, Depot: h.depot, Admit: h.admit, Calibrated: h.meant})
}

func (h *hall) note(text string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.notes = append(h.notes, text)
}

func (h *hall) noted(text string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.ContainsFunc(h.notes, func(n string) bool { return strings.Contains(n, text) })
}

// worker starts a worker, on a link that may be changed. leave lets it end its orders; the test waits for its end.
func (h *hall) worker(name string, change func(queue.Link) queue.Link) (leave, kill context.CancelFunc) {
	link := h.link.Worker(name, fleet.Classes(name)...)
	if change != nil {
		link = change(link)
	}
	return h.join(member.Options{Name: name, Link: link, Opener: func(k *game.Kind, _ run.Terms) *lineup.Opener { return opener(h.t, k) }})
}

// join is worker with options.
func (h *hall) join(o member.Options) (leave, kill context.CancelFunc) {
	o.Lease, o.Cores, o.Kinds = h.lease, max(o.Cores, 1), h.kinds
	if o.Kinds == nil {
		o.Kinds = func(name string, _ map[string][]byte) (*game.Kind, error) { return all.Find(name) }
	}
	o.Note = func(text string) { h.note(o.Name + ": " + text) }
	ctx, leave := context.WithCancel(context.Background())
	hard, kill := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		err := member.Run(ctx, hard, o)
		var out *member.Dismissed
		switch {
		case errors.As(err, &out):
			h.note("worker " + o.Name + " learns: " + out.Why)
		case err != nil && hard.Err() == nil:
			h.t.Errorf("worker %s: %v", o.Name, err)
		}
	}()
	h.t.Cleanup(func() { leave(); kill(); <-ended })
	return leave, kill
}

// play plays the contest to its end and returns the results of its games, without times.
func (h *hall) play() []string {
	h.t.Helper()
	r, err := run.Run(h.t.Context(), h.c, run.Options{Cores: -1, Remote: h.server, Note: h.note, Watch: h.watch, Meter: &h.meter,
		Progress: func(run.Progress) {}})
	if err != nil {
		h.t.Fatal(err)
	}
	if !r.Finished {
		h.t.Fatal("the contest is not finished")
	}
	for _, n := range h.notes {
		h.t.Log(n)
	}
	return results(h.t, h.c)
}

// results returns what a contest's ledger says of its games, without times.
func results(t *testing.T, c *contest.Contest) (list []string) {
	t.Helper()
	games, err := c.Kept(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range games {
		if err := c.Prove(g); err != nil {
			t.Errorf("game %d: %v", g.ID+1, err)
		}
		list = append(list, result(g))
	}
	return list
}

func result(g store.Game) string {
	text := fmt.Sprintf("game %d of %v: %d rounds, digest %016x", g.ID+1, g.Seats, g.Result.Rounds, g.Result.Digest)
	for _, s := range g.Result.Seats {
		text += fmt.Sprintf(", place %d with %v, %d moves, %v", s.Place, s.Score, s.Moves, s.Faults)
	}
	return text
}

// played has the results of the contests that alone has played, by their texts.
var played = struct {
	sync.Mutex
	results map[string][]string
}{results: map[string][]string{}}

// alone plays the contest on this machine, each once for all tests.
func alone(t *testing.T, text string) []string {
	t.Helper()
	played.Lock()
	defer played.Unlock()
	if played.results[text] == nil {
		c := opened(t, text)
		if _, err := run.Run(t.Context(), c, run.Options{Cores: 2}); err != nil {
			t.Fatal(err)
		}
		played.results[text] = results(t, c)
	}
	return played.results[text]
}

func same(t *testing.T, got, want []string) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%d games, want %d", len(got), len(want))
	}
	for i := range got {
		if got[i] != want[i] {
			t.Fatalf("%s\nwant %s", got[i], want[i])
		}
	}
}

func TestWorkersGiveTheSameResults(t *testing.T) {
	t.Parallel()
	want := alone(t, cup)
	h := newHall(t, cup, 10*time.Second)
	h.worker("one", nil)
	h.worker("two", nil)
	same(t, h.play(), want)
	played := 0
	for _, w := range h.server.Workers() {
		played += w.Played
		if w.Aside != "" || w.Played == 0 {
			t.Errorf("worker %s has played %d games; set aside: %q", w.Name, w.Played, w.Aside)
		}
	}
	if played != len(want) {
		t.Errorf("workers have played %d of %d games", played, len(want))
	}
	if n := h.meter.Verifying.Times.Load(); n < uint64(played) || h.meter.Verifying.Time() <= 0 || h.meter.Storing.Times.Load() == 0 {
		t.Errorf("%d games were executed again in %v, and %d batches stored", n, h.meter.Verifying.Time(), h.meter.Storing.Times.Load())
	}
}

// What a worker says of itself is shown as one short line, and its figures do not count beyond what a machine can have.
func TestAWorkerThatBoasts(t *testing.T) {
	t.Parallel()
	h := newHall(t, cup, 10*time.Second)
	state, err := fleet.Encode(fleet.Stating(fleet.State{Cores: 1 << 40, Now: -5, Lately: 1e300, System: "a\x1b[2J\nb\u202ec",
		Host: strings.Repeat("host ", 10000), Version: "\r\n", Lacks: "\x07everything"}))
	if err != nil {
		t.Fatal(err)
	}
	link := h.link.Worker("boaster", fleet.Classes("boaster")...)
	ctx, stop := context.WithCancel(t.Context())
	var ends sync.WaitGroup
	ends.Go(func() {
		for ctx.Err() == nil {
			link.Presence.Report(ctx, "boaster", state)
			time.Sleep(50 * time.Millisecond)
		}
	})
	t.Cleanup(func() { stop(); ends.Wait() })
	h.after("boaster is here", func() { h.worker("honest", nil) })
	h.play()
	for _, w := range h.server.Workers() {
		if w.Name == "boaster" && (w.Cores != 4096 || w.Now != 0 || w.Lately > 1e6 || len(w.Host) > 1000 || w.Version != "" ||
			strings.ContainsAny(w.System+w.Lacks, "\x1b\x07\n\u202e")) {
			t.Errorf("%+v", w.State)
		}
	}
}

// TestNoWorkerComes: the cores of the contest's machine play to the end where no worker ever joins.
func TestNoWorkerComes(t *testing.T) {
	t.Parallel()
	want := alone(t, cup)
	h := newHall(t, cup, 10*time.Second)
	r, err := run.Run(t.Context(), h.c, run.Options{Cores: 2, Remote: h.server, Note: h.note})
	if err != nil || !r.Finished {
		t.Fatalf("finished: %v, %v", r.Finished, err)
	}
	same(t, results(t, h.c), want)
}

// TestTimeLimitsAreLongerOnASlowWorker: both sides say so, and the results are the same.
func TestTimeLimitsAreLongerOnASlowWorker(t *testing.T) {
	t.Parallel()
	want := alone(t, cup)
	h := newHall(t, cup, 10*time.Second)
	h.meant = 100 * time.Millisecond
	h.serve()
	h.join(member.Options{Name: "slow", Link: h.link.Worker("slow", fleet.Classes("slow")...), Calibrated: 125 * time.Millisecond,
		Opener: func(k *game.Kind, _ run.Terms) *lineup.Opener { return opener(t, k) }})
	same(t, h.play(), want)
	for _, text := range []string{
		"worker slow has a processor of 0.80 of the speed of this machine's: time limits are 1.25 times as long there",
		"slow: plays for Cup, stage all; time limits are 1.25 times as long here",
	} {
		if !h.noted(text) {
			t.Errorf("nobody said %q", text)
		}
	}
}

// A worker that dies with orders loses them when their leases end; one that leaves ends them.
func TestWorkersComeAndGo(t *testing.T) {
	t.Parallel()
	want := alone(t, cup)
	h := newHall(t, cup, 200*time.Millisecond)
	died := make(chan struct{})
	h.worker("dead", func(l queue.Link) queue.Link {
		l.Results = silent{l.Results, sync.OnceFunc(func() { close(died) })}
		l.Jobs = forgetful{l.Jobs}
		return l
	})
	go func() {
		<-died
		leave, _ := h.worker("leaving", nil)
		for !h.noted("leaving is here") {
			time.Sleep(time.Millisecond)
		}
		leave()
		h.worker("late", nil)
	}()
	same(t, h.play(), want)
}

// A worker that claims 4096 cores, takes all orders that it gets and reports nothing holds few of them, and others play their games.
func TestAWorkerThatReportsNothing(t *testing.T) {
	t.Parallel()
	want := alone(t, cup)
	h := newHall(t, cup, 200*time.Millisecond)
	link := h.link.Worker("hoarder", fleet.Classes("hoarder")...)
	ctx := t.Context()
	state, err := fleet.Encode(fleet.Stating(fleet.State{Cores: 4096, System: "linux/amd64"}))
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	held, most := map[string]int{}, 0 // deliveries of each order that it has; the most orders at a time, before it is found out
	holds := func(name string, by int) {
		mu.Lock()
		defer mu.Unlock()
		if held[name] += by; held[name] == 0 {
			delete(held, name)
		}
		if !h.noted("has reported nothing of") {
			most = max(most, len(held))
		}
	}
	var ends sync.WaitGroup
	ends.Go(func() {
		for ctx.Err() == nil {
			link.Presence.Report(ctx, "hoarder", state)
			time.Sleep(50 * time.Millisecond)
		}
	})
	t.Cleanup(ends.Wait)
	for range 100 {
		ends.Go(func() {
			for {
				l, err := link.Jobs.Take(ctx)
				if err != nil {
					return
				}
				holds(l.Job().Name, 1)
				for ctx.Err() == nil && l.Extend(ctx) == nil {
					time.Sleep(50 * time.Millisecond)
				}
				holds(l.Job().Name, -1)
			}
		})
	}
	h.after("hoarder is here", func() { h.worker("honest", nil) })
	same(t, h.play(), want)
	mu.Lock()
	defer mu.Unlock()
	if most == 0 || most > 8 {
		t.Errorf("it held %d orders at a time, want 1 to 8", most)
	}
	if !h.noted("worker hoarder has reported nothing of") {
		t.Error("the organiser did not learn of it")
	}
	for _, w := range h.server.Workers() {
		if w.Name == "hoarder" && w.Overdue == 0 || w.Name == "honest" && w.Overdue+w.Refused > 0 {
			t.Errorf("worker %s has %d orders overdue and refused %d", w.Name, w.Overdue, w.Refused)
		}
	}
}

// A worker that was overdue with several orders, and then reports one at a time, gets one and one ahead until it has ended as many as it
// had held up.
func TestAWorkerThatReportsOneOfMany(t *testing.T) {
	tier.Long(t)
	t.Parallel()
	want := alone(t, cup)
	h := newHall(t, cup, 200*time.Millisecond)
	link := h.link.Worker("miser", fleet.Classes("miser")...)
	m := &miser{Queue: link.Jobs, h: h}
	link.Jobs, link.Results = m, reported{link.Results, m}
	h.join(member.Options{Name: "miser", Link: link, Cores: 4,
		Opener: func(k *game.Kind, _ run.Terms) *lineup.Opener { return opener(t, k) }})
	same(t, h.play(), want)
	m.mu.Lock()
	defer m.mu.Unlock()
	if owed := h.overdue("miser"); owed < 3 || m.ended == 0 {
		t.Errorf("it was overdue with %d orders and ended %d afterwards, so that nothing was tested", owed, m.ended)
	}
	if m.most > 1 {
		t.Errorf("it held up %d orders at a time while it owed others", m.most)
	}
}

// overdue returns of how many orders a worker has reported nothing, by the log.
func (h *hall) overdue(name string) (all int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, note := range h.notes {
		var n int
		if k, _ := fmt.Sscanf(note, "worker "+name+" has reported nothing of %d", &n); k == 1 {
			all += n
		}
	}
	return all
}

// A miser passes one order at a time on to its worker, the next when that has reported, and holds all others.
type miser struct {
	queue.Queue
	h     *hall
	mu    sync.Mutex
	lent  int // orders
	ended int // since it was overdue
	held  int // orders
	most  int // those that it held at a time before it had ended most of those that it owed
}

func (m *miser) Take(ctx context.Context) (queue.Lease, error) {
	for {
		l, err := m.Queue.Take(ctx)
		if err != nil {
			return nil, err
		}
		owed := m.h.overdue("miser")
		m.mu.Lock()
		if m.lent == 0 {
			m.lent++
			m.mu.Unlock()
			return &lent{Lease: l, of: m}, nil
		}
		if m.held++; m.ended+2 < owed {
			m.most = max(m.most, m.held)
		}
		m.mu.Unlock()
		go func() {
			for ctx.Err() == nil && l.Extend(ctx) == nil {
				time.Sleep(20 * time.Millisecond)
			}
			m.mu.Lock()
			m.held--
			m.mu.Unlock()
		}()
	}
}

// reported takes an order as ended before its report is sent, since the next may come before that is known here.
type reported struct {
	queue.Queue
	of *miser
}

func (r reported) Offer(ctx context.Context, jobs ...queue.Job) error {
	r.of.back()
	return r.Queue.Offer(ctx, jobs...)
}

func (m *miser) back() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.lent = 0
}

// lent is an order that a miser's worker has.
type lent struct {
	queue.Lease
	of *miser
}

func (l *lent) Done(ctx context.Context) error {
	if l.of.h.overdue("miser") > 0 {
		l.of.mu.Lock()
		l.of.ended++
		l.of.mu.Unlock()
	}
	return l.Lease.Done(ctx)
}

func (l *lent) Return(ctx context.Context) error {
	l.of.back()
	return l.Lease.Return(ctx)
}

// Games that last longer than an order may go without a report are played all the same, and no worker gets fewer for it in the end, while
// those of quick bots are reported in time.
func TestGamesOfSlowBots(t *testing.T) {
	tier.Long(t)
	t.Parallel()
	slow := strings.NewReplacer("walker=walker.py", "slow=slow.py", "games = 10", "games = 4", "[[bots]]\nref = \"two=builtin:steve\"\n",
		"", "[[bots]]\nref = \"three=builtin:steve\"\n", "").Replace(cup)
	want := alone(t, slow)
	h := newHall(t, slow, 50*time.Millisecond)
	h.worker("one", nil)
	h.worker("two", nil)
	same(t, h.play(), want)
	if !h.noted("has reported nothing of") {
		t.Error("no game lasted too long, so that nothing was tested")
	}
}

// The last games wait for whoever is idle first: none is a second one in the hands of a worker while another has none, whatever is played
// again.
func TestTheLastGamesGoToWhoIsIdle(t *testing.T) {
	t.Parallel()
	few := strings.NewReplacer("games = 10", "games = 1").Replace(cup) // six games
	for _, checked := range []bool{false, true} {
		t.Run(fmt.Sprintf("checked %v", checked), func(t *testing.T) {
			t.Parallel()
			want := alone(t, few)
			h := newHall(t, few, 10*time.Second)
			if checked {
				h.server.CheckAll()
			}
			state, err := fleet.Encode(fleet.Stating(fleet.State{Cores: 1, System: "linux/amd64"}))
			if err != nil {
				t.Fatal(err)
			}
			p := pair{t: t, seen: map[int]bool{}, played: make(chan struct{}, 6)}
			for name, results := range map[string]func(queue.Queue) queue.Queue{
				"busy": func(q queue.Queue) queue.Queue { return late{q, p.busy} },
				"idle": func(q queue.Queue) queue.Queue { return late{q, p.idle} },
			} {
				h.worker(name, func(l queue.Link) queue.Link {
					if err := l.Presence.Report(t.Context(), name, state); err != nil { // both are here when the first game is offered
						t.Error(err)
					}
					l.Results = results(l.Results)
					return l
				})
			}
			same(t, h.play(), want)
		})
	}
}

// A pair is two workers, of which one reports each of its first two games only when the other has played two.
type pair struct {
	t      *testing.T
	played chan struct{} // one element for each game that the idle one has played first

	mu    sync.Mutex
	seen  map[int]bool // games that were reported
	first int          // games that the busy one has played first
}

// new returns how many games of a report were not reported before.
func (p *pair) new(jobs []queue.Job) (n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, j := range jobs {
		r, err := fleet.Decode[fleet.Report](j.Body)
		if err != nil {
			p.t.Error(err)
		}
		for _, g := range r.Games {
			if !p.seen[g.Fixture] {
				p.seen[g.Fixture] = true
				n++
			}
		}
	}
	return n
}

func (p *pair) idle(jobs []queue.Job) {
	for range p.new(jobs) {
		p.played <- struct{}{}
	}
}

func (p *pair) busy(jobs []queue.Job) {
	if p.new(jobs) == 0 { // it was played again
		return
	}
	p.first++
	for n := range 2 {
		select {
		case <-p.played:
		case <-time.After(time.Minute):
			p.t.Errorf("the idle worker has played %d games beside game %d of the busy one, want 2", n, p.first)
			return
		}
	}
}

// late does something before each report.
type late struct {
	queue.Queue
	first func([]queue.Job)
}

func (l late) Offer(ctx context.Context, jobs ...queue.Job) error {
	l.first(jobs)
	return l.Queue.Offer(ctx, jobs...)
}

// A worker that reports games of another's order is set aside.
func TestAWorkerThatReportsForAnother(t *testing.T) {
	t.Parallel()
	want := alone(t, cup)
	h := newHall(t, cup, 10*time.Second)
	thief := h.link.Worker("thief", fleet.Classes("thief")...)
	h.worker("honest", func(l queue.Link) queue.Link {
		l.Results = stolen{l.Results, thief.Results}
		return l
	})
	same(t, h.play(), want)
	if !h.noted("worker thief is set aside: it reported games of an order for worker honest") {
		t.Error("the thief is not set aside")
	}
}

// stolen sends each report by another link first.
type stolen struct {
	queue.Queue
	by queue.Queue
}

func (s stolen) Offer(ctx context.Context, jobs ...queue.Job) error {
	if err := s.by.Offer(ctx, jobs...); err != nil {
		return err
	}
	return s.Queue.Offer(ctx, jobs...)
}

// silent reports nothing.
type silent struct {
	queue.Queue
	once func()
}

func (s silent) Offer(ctx context.Context, _ ...queue.Job) error {
	s.once()
	<-ctx.Done()
	return ctx.Err()
}

// forgetful has leases that are never extended.
type forgetful struct{ queue.Queue }

func (f forgetful) Take(ctx context.Context) (queue.Lease, error) {
	l, err := f.Queue.Take(ctx)
	if err != nil {
		return nil, err
	}
	return dead{l}, nil
}

type dead struct{ queue.Lease }

func (dead) Extend(context.Context) error { return errors.New("dead") }
func (dead) Done(context.Context) error   { return errors.New("dead") }

// lying changes reports.
type lying struct {
	queue.Queue
	lie func(r *fleet.Report)
}

func (l lying) Offer(ctx context.Context, jobs ...queue.Job) error {
	for i := range jobs {
		r, err := fleet.Decode[fleet.Report](jobs[i].Body)
		if err != nil {
			return err
		}
		l.lie(&r)
		if jobs[i].Body, err = fleet.Encode(r); err != nil {
			return err
		}
	}
	return l.Queue.Offer(ctx, jobs...)
}

// Whatever a worker forges, it is set aside with the reason, what it has played is played again, and the table is that of honest workers.
func TestForgersAreSetAside(t *testing.T) {
	t.Parallel()
	short := strings.Replace(cup, "games = 10", "games = 3", 1)
	want := alone(t, short)
	for name, lie := range map[string]func(r *fleet.Report){
		"damaged replays": func(r *fleet.Report) {
			for i := range r.Games {
				r.Games[i].Replay[len(r.Games[i].Replay)/2] ^= 1
			}
		},
		"another game": func(r *fleet.Report) {
			for i := range r.Games {
				r.Games[i].Fixture++
			}
		},
		"the replay of another game": func(r *fleet.Report) {
			if n := len(r.Games); n > 1 {
				r.Games[0].Replay = r.Games[1].Replay
			}
		},
		"fewer faults": func(r *fleet.Report) {
			for i := range r.Games {
				r.Games[i].Seats[0].Seat.Faults = map[string]int{"crashed": 3}
			}
		},
		"more moves": func(r *fleet.Report) {
			for i := range r.Games {
				r.Games[i].Seats[0].Seat.Moves += 1000
			}
		},
		"no seats": func(r *fleet.Report) {
			for i := range r.Games {
				r.Games[i].Seats = nil
			}
		},
		"negative times": func(r *fleet.Report) {
			for i := range r.Games {
				r.Games[i].Seats[0].Seat.Took = -1
			}
		},
		"a wall time longer than the order was out": func(r *fleet.Report) {
			for i := range r.Games {
				r.Games[i].Seats[0].Wall = 1 << 60
			}
		},
		"a processor time longer than the order was out": func(r *fleet.Report) {
			for i := range r.Games {
				r.Games[i].Seats[1].Seat.CPU = 1 << 50
			}
		},
		"a log without end": func(r *fleet.Report) {
			r.Games[0].Seats[0].Log = []gamelog.Record{{Text: strings.Repeat("x", 12<<20)}}
		},
		"a log of another game": func(r *fleet.Report) {
			r.Games[0].Seats[0].Log = []gamelog.Record{{Game: r.Games[0].Fixture + 2, Kind: gamelog.Output, Text: "forged"}}
		},
		"a long doubt": func(r *fleet.Report) { r.Games[0].Seats[0].Doubt = strings.Repeat("x", 1<<12) },
		"rules that fail": func(r *fleet.Report) {
			if len(r.Games) > 0 {
				r.Failed = &fleet.FailedGame{Fixture: r.Games[0].Fixture, Replay: r.Games[0].Replay, Why: "step"}
			}
		},
		"a game that cannot be dealt": func(r *fleet.Report) {
			if len(r.Games) > 0 {
				r.Failed = &fleet.FailedGame{Fixture: r.Games[0].Fixture, Why: "deal"}
			}
		},
		"rules that fail in a game of nobody's": func(r *fleet.Report) { r.Failed = &fleet.FailedGame{Fixture: 1 << 30} },
		"no version":                            func(r *fleet.Report) { r.Agon = 0 },
		"places and scores": func(r *fleet.Report) { // not taken from reports at all
			for i := range r.Games {
				for seat := range r.Games[i].Seats {
					r.Games[i].Seats[seat].Seat = tournament.Seat{Place: 1, Score: 1e9, Moves: r.Games[i].Seats[seat].Seat.Moves}
				}
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newHall(t, short, 10*time.Second)
			h.worker("liar", func(l queue.Link) queue.Link {
				l.Results = lying{l.Results, lie}
				return l
			})
			go func() {
				for name != "places and scores" && !h.noted("liar is set aside") {
					time.Sleep(time.Millisecond)
				}
				h.worker("honest", nil)
			}()
			same(t, h.play(), want)
			for begun := time.Now(); name != "places and scores" && !h.noted("worker liar learns: "); time.Sleep(time.Millisecond) {
				if time.Since(begun) > time.Minute {
					t.Fatal("the liar never learns that it is set aside")
				}
			}
		})
	}
}

// A worker that has played some games honestly before its first lie has those played again too.
func TestEarlierGamesOfAForgerArePlayedAgain(t *testing.T) {
	t.Parallel()
	want := alone(t, cup)
	h := newHall(t, cup, 10*time.Second)
	reports := 0
	h.worker("liar", func(l queue.Link) queue.Link {
		l.Results = lying{l.Results, func(r *fleet.Report) {
			if reports++; reports > 2 {
				r.Games[0].Replay = nil
			}
		}}
		return l
	})
	go func() {
		for !h.noted("liar is set aside") {
			time.Sleep(time.Millisecond)
		}
		h.worker("honest", nil)
	}()
	same(t, h.play(), want)
	if !h.noted("games will be replayed: worker liar is not believed") {
		t.Error("the earlier games of the forger stand")
	}
	for _, w := range h.server.Workers() {
		if w.Name == "honest" && w.Played != len(want) {
			t.Errorf("the honest worker has played %d of %d games", w.Played, len(want))
		}
	}
}

// What was drawn from a forger's games cannot be played again; the contest goes on all the same, and the organiser learns which games
// stand.
func TestALateForgerEndsNoContest(t *testing.T) {
	t.Parallel()
	stages, _, _ := strings.Cut(cup, "[[stages]]")
	for name, tt := range map[string]struct {
		stages string
		late   int // the first game that the forger forges
	}{
		"in the second stage": {"[[stages]]\nname = \"first\"\nformat = \"round-robin\"\ngames = 2\nseats = 2\nadvance = " +
			"2\n[[stages]]\nname = \"second\"\nformat = \"round-robin\"\ngames = 8\nseats = 2\n", 12},
		"in a later round of a swiss": {"[[stages]]\nname = \"all\"\nformat = \"swiss\"\nrounds = 3\n", 3},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text := stages + tt.stages
			want := alone(t, text)
			h := newHall(t, text, 10*time.Second)
			h.worker("liar", func(l queue.Link) queue.Link {
				l.Results = lying{l.Results, func(r *fleet.Report) {
					for i := range r.Games {
						if r.Games[i].Fixture >= tt.late {
							r.Games[i].Replay = nil
						}
					}
				}}
				return l
			})
			go func() {
				for !h.noted("liar is set aside") {
					time.Sleep(time.Millisecond)
				}
				h.worker("honest", nil)
			}()
			same(t, h.play(), want)
			if !h.noted("games of worker liar stand") {
				t.Errorf("nothing says that games of the forger stand: %q", h.notes)
			}
		})
	}
}

// A run that ends after a forger was caught goes on later, without what the forger did, whether the forger's games are replayed or stand.
func TestAContestIsResumedAfterAForger(t *testing.T) {
	t.Parallel()
	stages, _, _ := strings.Cut(cup, "[[stages]]")
	for name, tt := range map[string]struct {
		text   string
		late   int // the first game that the forger forges
		caught string
	}{
		"in the running round": {cup, 20, "games will be replayed: worker liar is not believed"},
		"in the second stage": {stages +
			"[[stages]]\nname = \"first\"\nformat = \"round-robin\"\ngames = 2\nseats = 2\nadvance = 2\n[[stages]]\nname = " +
			"\"second\"\nformat = \"round-robin\"\ngames = 8\nseats = 2\n", 12, "games of worker liar stand"},
		"in a later round of a swiss": {stages + "[[stages]]\nname = \"all\"\nformat = \"swiss\"\nrounds = 3\n", 3,
			"games of worker liar stand"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			want := alone(t, tt.text)
			h := newHall(t, tt.text, 10*time.Second)
			h.worker("liar", func(l queue.Link) queue.Link {
				l.Results = lying{l.Results, func(r *fleet.Report) {
					for i := range r.Games {
						if r.Games[i].Fixture >= tt.late {
							r.Games[i].Replay = nil
						}
					}
				}}
				return l
			})
			ctx, stop := context.WithCancel(t.Context())
			go func() {
				defer stop()
				for !h.noted(tt.caught) && t.Context().Err() == nil {
					time.Sleep(time.Millisecond)
				}
			}()
			if r, err := run.Run(ctx, h.c, run.Options{Cores: -1, Remote: h.server, Note: h.note}); !errors.Is(err, context.Canceled) ||
				r.Finished {
				t.Fatalf("the run ended with %v, finished: %v", err, r.Finished)
			}
			if err := h.c.Close(); err != nil {
				t.Fatal(err)
			}
			next := hallOf(t, reopened(t, h.c.File.Path), 10*time.Second)
			next.worker("honest", nil)
			same(t, next.play(), want)
		})
	}
}

// TestDropOutput: a game that is too long to send keeps what agon says of it, and the number of bytes that are left out.
func TestDropOutput(t *testing.T) {
	t.Parallel()
	g := fleet.ReportedGame{Fixture: 6,
		Seats: []fleet.ReportedSeat{{Log: []gamelog.Record{{Game: 7, Kind: gamelog.Output, Text: "0123456789"},
			{Game: 7, Kind: gamelog.Fault, Text: "late"}}}, {}}}
	if !g.DropOutput() || g.DropOutput() {
		t.Error("output is dropped not once")
	}
	log := g.Seats[0].Log
	if len(log) != 2 || log[0].Kind != gamelog.Fault || log[1].Kind != gamelog.Gap || log[1].Game != 7 ||
		!strings.Contains(log[1].Text, " 10 bytes ") || len(g.Seats[1].Log) > 0 {
		t.Errorf("%+v", g.Seats)
	}
}

// Random bytes from either side are refused, and never end a process.
func FuzzMessages(f *testing.F) {
	o, _ := fleet.Encode(fleet.Order{Agon: 1, Lineup: []int{1}})
	r, _ := fleet.Encode(fleet.Report{Agon: 1, Games: []fleet.ReportedGame{{Fixture: 3}}})
	s, _ := fleet.Encode(fleet.State{Agon: 1, Cores: 2})
	for _, seed := range [][]byte{o, r, s, {}, []byte("x")} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		fleet.Decode[fleet.Order](data)
		fleet.Decode[fleet.Report](data)
		fleet.Decode[fleet.State](data)
	})
}

// A forger that is caught after its contest was stopped and continued has its games of both runs played again.
func TestAForgerOfAContinuedContest(t *testing.T) {
	t.Parallel()
	want := alone(t, cup)
	h := newHall(t, cup, 10*time.Second)
	var lies atomic.Bool
	forger := func(l queue.Link) queue.Link {
		l.Results = lying{l.Results, func(r *fleet.Report) {
			for i := range r.Games {
				if lies.Load() {
					r.Games[i].Replay = nil
				}
			}
		}}
		return l
	}
	leave, kill := h.worker("liar", forger)
	first, stop := context.WithCancel(t.Context())
	go func() {
		for first.Err() == nil {
			if w := h.server.Workers(); len(w) > 0 && w[0].Played > 0 {
				stop()
			}
			time.Sleep(time.Millisecond)
		}
	}()
	if _, err := run.Run(first, h.c, run.Options{Cores: -1, Remote: h.server, Note: h.note}); first.Err() == nil {
		t.Fatal("the first run was not stopped: ", err)
	}
	leave()
	kill()
	lies.Store(true)
	h.serve()
	h.worker("liar", forger)
	go func() {
		for !h.noted("liar is set aside") {
			time.Sleep(time.Millisecond)
		}
		h.worker("honest", nil)
	}()
	same(t, h.play(), want)
	for _, w := range h.server.Workers() {
		if w.Name == "honest" && w.Played != len(want) {
			t.Errorf("the honest worker has played %d of %d games: those of the forger in the first run stand", w.Played, len(want))
		}
	}
}
