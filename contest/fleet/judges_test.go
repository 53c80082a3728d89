package fleet_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"agon/bot"
	"agon/bot/lineup"
	"agon/bot/sandbox"
	"agon/contest"
	"agon/contest/config"
	"agon/contest/fleet"
	"agon/contest/queue"
	"agon/contest/run"
	"agon/contest/store/ledgers"
	formats "agon/format/tournament/all"
	"agon/game"
	"agon/games/all"
	"agon/games/folder"
	"agon/record/replay"
)

// none is a sample so small that no game is in it.
const none = 1 << 62

// sampledCup is cup, of which the contest's machine executes a sample.
var sampledCup = strings.Replace(cup, "[options]", "verify = \"sample\"\n[options]", 1)

// newCourt returns a hall of the cup, whose server executes one of some games.
func newCourt(t *testing.T, of uint64) *hall {
	h := newHall(t, sampledCup, 10*time.Second)
	h.server.ExecuteOneOf(of)
	return h
}

// player starts a worker that reports nothing before the worker judge may judge it.
func (h *hall) player(change func(*fleet.Report)) {
	h.here("player")
	h.worker("player", func(l queue.Link) queue.Link {
		if change != nil {
			l.Results = lying{l.Results, change}
		}
		l.Results = &patient{Queue: l.Results, h: h}
		return l
	})
}

// judge starts a worker whose reports are changed.
func (h *hall) judge(change func(*fleet.Report)) {
	h.here("judge")
	h.worker("judge", func(l queue.Link) queue.Link {
		if change != nil {
			l.Results = lying{l.Results, change}
		}
		return l
	})
}

// here has a worker be there when the first game is offered.
func (h *hall) here(name string) {
	h.t.Helper()
	state, err := fleet.Encode(fleet.Stating(fleet.State{Cores: 1, System: "linux/amd64"}))
	if err == nil {
		err = h.link.Worker(name).Presence.Report(h.t.Context(), name, state)
	}
	if err != nil {
		h.t.Fatal(err)
	}
}

// patient waits before the first report until the worker judge may judge it, and before the second until it has.
type patient struct {
	queue.Queue
	h     *hall
	mu    sync.Mutex
	begun bool
}

func (p *patient) Offer(ctx context.Context, jobs ...queue.Job) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	for ctx.Err() == nil && !p.due() {
		time.Sleep(time.Millisecond)
	}
	p.begun = true
	return p.Queue.Offer(ctx, jobs...)
}

func (p *patient) due() bool {
	h := p.h
	return !p.begun && h.server.Judges("judge") || p.begun && (!h.waits || h.server.Agreed() > 0) || len(h.aside()) > 0 ||
		h.noted("judge is silent")
}

// aside returns why workers are set aside, by name.
func (h *hall) aside() map[string]string {
	why := map[string]string{}
	for _, w := range h.server.Workers() {
		if w.Aside != "" {
			why[w.Name] = w.Aside
		}
	}
	return why
}

// TestSampleGivesTheSameResults: where honest workers judge each other's games the results are those of one machine, whatever part of them
// is executed here.
func TestSampleGivesTheSameResults(t *testing.T) {
	t.Parallel()
	want := alone(t, cup)
	for name, of := range map[string]uint64{"none": none, "a part": 3, "all": 1} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newCourt(t, of)
			h.judge(nil)
			h.player(nil)
			same(t, h.play(), want)
			if why := h.aside(); len(why) > 0 {
				t.Errorf("set aside: %v", why)
			}
			if n := h.server.Agreed(); n == 0 && of == none || n > 0 && of == 1 {
				t.Errorf("%d of %d games count because workers agreed", n, len(want))
			}
		})
	}
}

// TestOneWorkerHasNoJudge: its games are executed here.
func TestOneWorkerHasNoJudge(t *testing.T) {
	t.Parallel()
	h := newCourt(t, none)
	h.worker("alone", nil)
	same(t, h.play(), alone(t, cup))
	if n := h.server.Agreed(); n > 0 || len(h.aside()) > 0 {
		t.Errorf("%d games were judged by nobody; set aside: %v", n, h.aside())
	}
}

// altered changes the record of a reported game.
func altered(g *fleet.ReportedGame, change func(*game.Record)) {
	rep, err := replay.Decode(g.Replay)
	if err != nil {
		return
	}
	change(rep.Record)
	g.Replay = replay.Encode(rep, false)
}

// forgeries are reports of games that have another result than their moves.
var forgeries = map[string]func(*fleet.ReportedGame){
	"places": func(g *fleet.ReportedGame) {
		for i := range g.Seats {
			g.Seats[i].Seat.Place = 3 - g.Seats[i].Seat.Place
		}
	},
	"scores":       func(g *fleet.ReportedGame) { g.Seats[0].Seat.Score++ },
	"lost on time": func(g *fleet.ReportedGame) { g.Seats[0].Seat.OnTime = true },
	"faults":       func(g *fleet.ReportedGame) { g.Seats[0].Seat.Faults = map[string]int{"crashed": 3} },
	"a digest":     func(g *fleet.ReportedGame) { altered(g, func(r *game.Record) { r.Digest ^= 1 }) },
	"more rounds":  func(g *fleet.ReportedGame) { altered(g, func(r *game.Record) { r.Rounds++ }) },
	"a cut replay": func(g *fleet.ReportedGame) {
		altered(g, func(r *game.Record) {
			r.Turns /= 2
			for seat := range r.Columns {
				r.Columns[seat] = r.Columns[seat][:len(r.Columns[seat])/2]
			}
		})
	},
	"more moves in a replay": func(g *fleet.ReportedGame) {
		altered(g, func(r *game.Record) { r.Columns[0] = append(r.Columns[0], r.Columns[0]...) })
	},
	"other moves": func(g *fleet.ReportedGame) {
		altered(g, func(r *game.Record) {
			for i, code := range r.Columns[0] {
				r.Columns[0][i] = r.Columns[0][0] ^ code
			}
		})
	},
}

// TestForgersAreJudged: whatever a worker forges, an honest judge says something else, so this machine executes the game and sets the
// forger aside, and nobody else.
func TestForgersAreJudged(t *testing.T) {
	t.Parallel()
	want := alone(t, cup)
	for name, forge := range forgeries {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newCourt(t, none)
			h.judge(nil)
			h.player(func(r *fleet.Report) {
				for i := range r.Games {
					forge(&r.Games[i])
				}
			})
			same(t, h.play(), want)
			if why := h.aside(); len(why) != 1 || !strings.Contains(why["player"], "its report contradicts the rules: game ") {
				t.Errorf("set aside: %v", why)
			}
		})
	}
}

// TestForgersAreSampled: what this machine executes itself is compared with what was reported.
func TestForgersAreSampled(t *testing.T) {
	t.Parallel()
	h := newCourt(t, 1)
	h.judge(nil)
	h.player(func(r *fleet.Report) {
		for i := range r.Games {
			forgeries["places"](&r.Games[i])
		}
	})
	same(t, h.play(), alone(t, cup))
	if why := h.aside(); len(why) != 1 ||
		!strings.Contains(why["player"], "another result than its moves give: places ") {
		t.Errorf("set aside: %v", why)
	}
}

// TestJudges: a judge that lies is set aside, one that says nothing is not, and no game waits for either. Whoever plays honestly is
// believed.
func TestJudges(t *testing.T) {
	t.Parallel()
	want := alone(t, cup)
	for name, tt := range map[string]struct {
		change func(*fleet.Report)
		lies   string // why it is set aside; empty: it is not
		noted  string
	}{
		"another result": {func(r *fleet.Report) {
			for i := range r.Judged {
				r.Judged[i].Sum = strings.Repeat("0", 64)
			}
		}, "it says that game ", ""},
		"no results": {func(r *fleet.Report) {
			if r.Judged != nil {
				r.Judged = []fleet.Verdict{}
			}
		}, "", ""},
		"other last bits, or words of the engine": {func(r *fleet.Report) {
			for i := range r.Judged {
				r.Judged[i].Exact = "x"
			}
		}, "", ""},
		"results of other games": {func(r *fleet.Report) {
			for i := range r.Judged {
				r.Judged[i].Fixture += 1 << 20
			}
		}, "", ""},
		"rules that fail there": {func(r *fleet.Report) {
			for i := range r.Judged {
				r.Judged[i] = fleet.Verdict{Fixture: r.Judged[i].Fixture, Why: "no memory\n"}
			}
		}, "", "worker judge cannot execute games of other workers, and is asked for none until it is started again: no memory"},
		"a refusal": {func(r *fleet.Report) {
			if r.Judged != nil {
				*r = fleet.Reporting(fleet.Report{Refused: "I would rather not"})
			}
		}, "", "is asked for none until it is started again: I would rather not"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newCourt(t, none)
			h.judge(tt.change)
			h.player(nil)
			same(t, h.play(), want)
			why := h.aside()
			if tt.lies == "" && len(why) > 0 || tt.lies != "" && (len(why) != 1 || !strings.Contains(why["judge"], tt.lies)) {
				t.Errorf("set aside: %v", why)
			}
			if !h.noted(tt.noted) {
				t.Errorf("nothing says %q", tt.noted)
			}
		})
	}
}

// TestAnEarlierAgonJudgesNothing: it sees an order without games, refuses it, and goes on playing.
func TestAnEarlierAgonJudgesNothing(t *testing.T) {
	t.Parallel()
	h := newCourt(t, none)
	h.here("judge")
	h.worker("judge", func(l queue.Link) queue.Link {
		l.Jobs = earlier{l.Jobs}
		return l
	})
	h.player(nil)
	same(t, h.play(), alone(t, cup))
	if why := h.aside(); len(why) > 0 || !h.noted("worker judge cannot execute games of other workers") {
		t.Errorf("set aside: %v", why)
	}
}

// earlier is a queue of orders as an earlier agon reads them, which knows no judges.
type earlier struct{ queue.Queue }

func (e earlier) Take(ctx context.Context) (queue.Lease, error) {
	l, err := e.Queue.Take(ctx)
	if err != nil {
		return nil, err
	}
	o, err := fleet.Decode[fleet.Order](l.Job().Body)
	if err != nil {
		return nil, err
	}
	o.Judge, o.Terms.Sample = nil, false
	body, err := fleet.Encode(o)
	return read{l, body}, err
}

// read is a lease of a job with another body.
type read struct {
	queue.Lease
	body []byte
}

func (r read) Job() queue.Job {
	j := r.Lease.Job()
	j.Body = r.body
	return j
}

// TestAJudgeThatSaysNothing: games that it was to judge are executed here when it is late, and when it has gone.
func TestAJudgeThatSaysNothing(t *testing.T) {
	t.Parallel()
	want := alone(t, cup)
	for name, kills := range map[string]bool{"silent": false, "gone": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := hallOf(t, opened(t, sampledCup), time.Second)
			h.server.ExecuteOneOf(none)
			var mu sync.Mutex
			var kill context.CancelFunc
			asked := 0
			mu.Lock()
			h.here("judge")
			_, kill = h.worker("judge", func(l queue.Link) queue.Link {
				l.Results = swallowing{l.Results, func() {
					mu.Lock()
					defer mu.Unlock()
					if asked++; kills {
						kill()
					}
				}}
				return l
			})
			mu.Unlock()
			h.player(nil)
			same(t, h.play(), want)
			mu.Lock()
			defer mu.Unlock()
			if why := h.aside(); asked == 0 || len(why) > 0 || h.server.Agreed() > asked*len(want) {
				t.Errorf("it was asked %d times; set aside: %v", asked, why)
			}
			if !h.noted("worker judge is silent") && !h.noted("worker judge has not executed ") {
				t.Error("nothing says that it is late, or has gone")
			}
		})
	}
}

// swallowing loses what a worker says of games of others.
type swallowing struct {
	queue.Queue
	lost func()
}

func (s swallowing) Offer(ctx context.Context, jobs ...queue.Job) error {
	r, err := fleet.Decode[fleet.Report](jobs[0].Body)
	if err != nil {
		return err
	}
	if r.Judged != nil {
		s.lost()
		return nil
	}
	return s.Queue.Offer(ctx, jobs...)
}

// TestAccomplices: what two of them agreed about counts until one of them is caught. Then all games are executed that the two agreed about,
// both are set aside, and what both have played is played again.
func TestAccomplices(t *testing.T) {
	t.Parallel()
	want := alone(t, cup)
	h := newCourt(t, none)
	kind := h.c.Kind
	var mu sync.Mutex
	h.waits = true
	forged := map[int]fleet.Verdict{} // of what the player reports
	h.judge(func(r *fleet.Report) {
		mu.Lock()
		defer mu.Unlock()
		for i := range r.Judged {
			r.Judged[i] = forged[r.Judged[i].Fixture]
		}
	})
	h.player(func(r *fleet.Report) {
		mu.Lock()
		defer mu.Unlock()
		for i := range r.Games {
			g := &r.Games[i]
			if h.server.Agreed() > 0 {
				g.Replay = nil // it is caught
				continue
			}
			x, err := run.Execute(kind, g.Replay)
			if err != nil {
				t.Error(err)
				return
			}
			for seat := range x.Seats {
				g.Seats[seat].Seat.Score += 1000
				x.Seats[seat].Score += 1000
			}
			forged[g.Fixture] = fleet.Verdict{Fixture: g.Fixture, Sum: x.Sum(), Exact: x.Exact()}
		}
	})
	h.after("judge is set aside", func() { h.worker("honest", nil) })
	same(t, h.play(), want)
	why := h.aside()
	if len(why) != 2 || !strings.Contains(why["player"], "contradicts the rules") ||
		!strings.Contains(why["judge"], "it agreed with another worker about game ") {
		t.Errorf("set aside: %v", why)
	}
	if n := h.server.Agreed(); n > 0 {
		t.Errorf("%d games still count on the word of these two", n)
	}
}

// TestASampledContestIsResumed: a run that is stopped while games wait for judges goes on later, and gives the same results.
func TestASampledContestIsResumed(t *testing.T) {
	t.Parallel()
	h := newCourt(t, none)
	h.judge(nil)
	h.player(nil)
	ctx, stop := context.WithCancel(t.Context())
	go func() {
		defer stop()
		for h.server.Agreed() == 0 && t.Context().Err() == nil {
			time.Sleep(time.Millisecond)
		}
	}()
	if _, err := run.Run(ctx, h.c, run.Options{Cores: -1, Remote: h.server, Note: h.note}); err != nil && ctx.Err() == nil {
		t.Fatal(err)
	}
	stop() // it may have come to its end first
	if err := h.c.Close(); err != nil {
		t.Fatal(err)
	}
	next := hallOf(t, reopened(t, h.c.File.Path), 10*time.Second)
	next.server.ExecuteOneOf(none)
	if next.server.Agreed() == 0 {
		t.Error("the next server does not know who agreed")
	}
	next.judge(nil)
	next.player(nil)
	same(t, next.play(), alone(t, cup))
	if why := next.aside(); len(why) > 0 {
		t.Errorf("set aside: %v", why)
	}
}

// TestRulesInPythonAreJudged: rules that the server sends are executed by judges too.
func TestRulesInPythonAreJudged(t *testing.T) {
	t.Parallel()
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("no python3")
	}
	f, err := gamefolder.Open(filepath.FromSlash("../../examples/connect-four"),
		gamefolder.Host{Launcher: func() bot.Launcher { return sandbox.Plain() }, Python: python})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	open := func(verify string) *contest.Contest {
		t.Helper()
		file := filepath.Join(t.TempDir(), "contest.toml")
		text := "kind = \"connect-four\"\nname = \"Four\"\nseed = 3\nverify = \"" + verify + "\"\n"
		for _, name := range []string{"one", "two", "three"} {
			text += "[[bots]]\nref = \"" + name + "=builtin:" + f.Kind.Builtins[0].Name + "\"\n"
		}
		if err := os.WriteFile(file, []byte(text+"[[stages]]\nname = \"all\"\nformat = \"round-robin\"\ngames = 8\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		read, err := config.Read(file)
		if err != nil {
			t.Fatal(err)
		}
		c, err := contest.Open(t.Context(), read, contest.Setup{
			Kinds: func(string) (*game.Kind, error) { return f.Kind, nil }, Formats: formats.Formats, Ledgers: ledgers.Ledgers{},
			Opener: func(k *game.Kind, _ *config.File) *lineup.Opener { return opener(t, k) }})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { c.Close() })
		return c
	}
	here := open("all")
	if _, err := run.Run(t.Context(), here, run.Options{Cores: 1}); err != nil {
		t.Fatal(err)
	}
	want := results(t, here)
	h := hallOf(t, open("sample"), 10*time.Second)
	h.server.ExecuteOneOf(none)
	h.kinds = func(name string, _ map[string][]byte) (*game.Kind, error) {
		if name == f.Kind.Name {
			return f.Kind, nil
		}
		return all.Find(name)
	}
	h.judge(nil)
	h.player(nil)
	same(t, h.play(), want)
	if why := h.aside(); len(why) > 0 || h.server.Agreed() == 0 {
		t.Errorf("%d games count because workers agreed; set aside: %v", h.server.Agreed(), why)
	}
}
