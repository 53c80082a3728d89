package worker

import (
	"context"
	"os/exec"
	"runtime"
	"testing"
	"time"

	"agon/bot"
	"agon/bot/lineup"
	"agon/bot/sandbox"
	"agon/game"
	"agon/games/colourbattle"
	"agon/internal/tier"
	"agon/play/referee"
)

// calls returns the moves of turns under a clock, with a number of them held up.
func calls(moves, held int) []*bot.Call {
	var all []*bot.Call
	for i := range moves {
		all = append(all, &bot.Call{Clock: true, Held: i < held})
	}
	return all
}

func TestStrained(t *testing.T) {
	for _, tt := range []struct {
		name  string
		turns [][]*bot.Call
		want  []bool // after each
	}{
		{"too few moves prove nothing", [][]*bot.Call{calls(enough-1, enough-1)}, []bool{false}},
		{"one in twenty is tolerated", [][]*bot.Call{calls(enough, enough*heldPercent/100)}, []bool{false}},
		{"more is not", [][]*bot.Call{calls(enough, enough*heldPercent/100+1)}, []bool{true}},
		{"what was reported once is not reported again", [][]*bot.Call{calls(enough, enough), calls(enough, 0)}, []bool{true, false}},
		{"a calm beginning does not hide what follows", [][]*bot.Call{calls(50*enough, 0), calls(enough, enough)}, []bool{false, true}},
		{"moves without a clock do not count", [][]*bot.Call{{{Held: true}}, calls(enough-1, enough-1)}, []bool{false, false}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var s Strain
			for i, turn := range tt.turns {
				s.count(turn)
				if got := s.strained(); got != tt.want[i] {
					t.Errorf("after turn %d: strained %v, want %v; %+v", i, got, tt.want[i], s.Report())
				}
			}
		})
	}
}

func TestReportOfStrain(t *testing.T) {
	var s Strain
	late, excused := &bot.Call{Clock: true}, &bot.Call{Clock: true, Held: true, Excused: true}
	late.Reply.Fault = game.Late
	for range enough {
		s.count([]*bot.Call{late, excused})
	}
	s.void()
	r := s.Report()
	if r.Moves != 2*enough || r.Held != enough || r.Late != 2*enough+1 || r.ByHost != enough+1 || r.Voided != 1 || !r.Busy() {
		t.Errorf("the report is %+v", r)
	}
	for range 2 {
		s.count([]*bot.Call{{Wall: 30 * time.Millisecond, Stall: 10 * time.Millisecond}, {Wall: time.Millisecond, Stall: time.Hour}})
	}
	if r = s.Report(); r.Moves != 2*enough || r.Played != 62*time.Millisecond || r.Queued != 22*time.Millisecond {
		t.Errorf("after moves without a clock, the report is %+v", r)
	}
	kind := game.New(colourbattle.Spec)
	settings, err := kind.Settings(nil)
	if err != nil {
		t.Fatal(err)
	}
	table, err := kind.Table(settings)
	if err == nil {
		err = table.Deal(1, 2)
	}
	if err != nil {
		t.Fatal(err)
	}
	s.count([]*bot.Call{{Table: table, Wall: time.Second, Stall: time.Second}})
	if now := s.Report(); now.Played != r.Played || now.Queued != r.Queued {
		t.Errorf("after a first move, in which programs start, the report is %+v", now)
	}
	var none *Strain
	none.count(calls(1, 1)) // must not fail
	none.void()
	none.begin(nil)
}

// TestMayWait: a run may wait for a fixed time at first, and for a tenth of its time.
func TestMayWait(t *testing.T) {
	s := Strain{begun: time.Now().Add(-time.Hour)}
	waits := 0
	for s.mayWait(time.Second) {
		waits++
	}
	if want := int((waitAtFirst + time.Hour/waitShare) / time.Second); waits < want || waits > want+1 {
		t.Errorf("in an hour it waits for %d seconds, want %d", waits, want)
	}
	if s.Report().Waited != time.Duration(waits)*time.Second {
		t.Errorf("it has waited %v, and reports %v", time.Duration(waits)*time.Second, s.Report().Waited)
	}
}

// TestWaitingBesideBusyNeighbours: a core whose last moves were held up waits before it begins a game, does not wait forever beside
// permanently busy neighbours, and plays all its games.
func TestWaitingBesideBusyNeighbours(t *testing.T) {
	tier.Alone(t)
	if runtime.GOOS != "linux" {
		t.Skip("run delays are known on Linux only")
	}
	for range 4 * runtime.NumCPU() {
		c := exec.Command("/bin/sh", "-c", "while kill -0 $PPID; do :; done")
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			c.Process.Kill()
			c.Wait()
		})
	}
	kind := game.New(colourbattle.Spec)
	settings, err := kind.Settings(map[string]any{"rounds": 3})
	if err != nil {
		t.Fatal(err)
	}
	o := lineup.Opener{Kind: kind, Launcher: sandbox.Plain(), Log: bot.NewLog(0)}
	entries, err := o.Open(context.Background(), []string{"builtin:steve", "builtin:rambo"})
	if err != nil {
		t.Fatal(err)
	}
	const games = 3
	var strain Strain
	taken, played := 0, 0
	c := &Pool{
		Play: Play{Kind: kind, Settings: settings, Entries: entries, Cores: 1, Lanes: 1, Guard: time.Minute, Seed: 1}, Strain: &strain,
		Take: func(context.Context) (Job, bool) {
			if taken == games {
				return Job{}, false
			}
			taken++
			strain.count(calls(enough, enough)) // of a game before
			return Job{Lineup: []int{0, 1}, Fixtures: []referee.Fixture{{ID: int64(taken), Seed: int64(taken), Seats: []int{0, 1}}}}, true
		},
		Done: func(int, Game) error { played++; return nil },
	}
	begun := time.Now()
	if err := c.Work(context.Background()); err != nil {
		t.Fatal(err)
	}
	r := strain.Report()
	if played != games || r.Waiting {
		t.Errorf("%d of %d games are played; the report is %+v", played, games, r)
	}
	if most := waitAtFirst + time.Since(begun)/waitShare; r.Waited == 0 || r.Waited > most {
		t.Errorf("it has waited %v, want more than nothing and at most %v", r.Waited, most)
	}
}
