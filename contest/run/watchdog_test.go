package run

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"agon/bot"
	"agon/bot/lineup"
	"agon/contest"
	"agon/contest/config"
	"agon/format/tournament"
	"agon/game"
)

// TestForgottenGamesAreOfferedAgain: fixtures without a result from their job are handed out again, before all others, but not for ever.
func TestForgottenGamesAreOfferedAgain(t *testing.T) {
	d := newBacklog(1)
	var plan []tournament.Fixture
	for id := range 8 {
		plan = append(plan, tournament.Fixture{ID: id, Seats: []int{0, 1}})
	}
	d.offer(plan)
	job, _ := d.takeJob()
	d.came(int(job.Fixtures[0].ID))
	d.ended(job.Number)
	for times := 2; ; times++ {
		var ids []int64
		next, _ := d.takeJob()
		for _, f := range next.Fixtures {
			ids = append(ids, f.ID)
		}
		if ids[0] != 1 || slices.Contains(ids, 0) {
			t.Fatalf("time %d: games %v are handed out; 1, which brought no result, is the first", times, ids)
		}
		d.ended(next.Number)
		if err := d.failure(); err != nil || times > 20 {
			if times != mostTimes || err == nil || !strings.Contains(err.Error(), "game 2 was played 5 times without a result") {
				t.Errorf("after %d times: %v", times, err)
			}
			return
		}
	}
}

// stuck is a player whose first game never ends.
type stuck struct {
	once sync.Once
	free chan struct{}
}

func (s *stuck) Sit(int, *game.Table, game.Seat) {}
func (s *stuck) Ask([]*bot.Call)                 {}
func (s *stuck) Answer(calls []*bot.Call) {
	for _, c := range calls {
		c.Reply.Out = append(c.Reply.Out, '5')
	}
}
func (s *stuck) Leave(int) { s.once.Do(func() { <-s.free }) }

func (s *stuck) Close() error { return nil }

func (s *stuck) Traits() bot.Traits { return bot.Traits{} }

// TestAStalledRunSaysSo: if a core hangs and no bot is being asked, the run reports what it waits for, writes a goroutine dump, and
// another core plays the game.
func TestAStalledRunSaysSo(t *testing.T) {
	hangs := &stuck{free: make(chan struct{})}
	text := "kind = \"colour-battle\"\nseed = 5\n[options]\nrounds = 20\n[[bots]]\nref = \"human\"\n[[bots]]\nref = " +
		"\"builtin:steve\"\n[[stages]]\nformat = \"arena\"\ngames = 12\n"
	c := opened(t, t.TempDir(), text, func(s *contest.Setup) {
		plain := s.Opener
		s.Opener = func(k *game.Kind, f *config.File) *lineup.Opener {
			o := plain(k, f)
			o.People = func(string) (bot.Player, error) { return hangs, nil }
			return o
		}
	})
	var notes []string
	r, err := Run(context.Background(), c, Options{Cores: 2, Patience: 200 * time.Millisecond, Note: func(text string) {
		if notes = append(notes, text); len(notes) == 2 {
			close(hangs.free)
		}
	}})
	if err != nil || !r.Finished || r.Games != 12 {
		t.Fatalf("%d games, %v; %q", r.Games, err, notes)
	}
	if len(notes) < 2 || !strings.Contains(notes[0], "no bot is being asked; waiting for game 1 (human, steve)") {
		t.Errorf("it says %q", notes)
	}
	dumps, _ := filepath.Glob(filepath.Join(c.Dir, "stalled-*.txt"))
	if len(dumps) == 0 {
		t.Fatal("nothing tells what agon was doing")
	}
	stacks, err := os.ReadFile(dumps[0])
	if err != nil || !strings.Contains(string(stacks), "stuck") {
		t.Errorf("%v: the stacks do not hold the one that hangs", err)
	}
}

// TestARunThatIsStuckEnds: if there is no progress after games were offered again several times, the run ends with the reason.
func TestARunThatIsStuckEnds(t *testing.T) {
	hangs := &stuck{free: make(chan struct{})}
	t.Cleanup(func() { close(hangs.free) })
	text := "kind = \"colour-battle\"\nseed = 5\n[options]\nrounds = 20\n[[bots]]\nref = \"human\"\n[[bots]]\nref = " +
		"\"builtin:steve\"\n[[stages]]\nformat = \"arena\"\ngames = 12\n"
	c := opened(t, t.TempDir(), text, func(s *contest.Setup) {
		plain := s.Opener
		s.Opener = func(k *game.Kind, f *config.File) *lineup.Opener {
			o := plain(k, f)
			o.People = func(string) (bot.Player, error) { return hangs, nil }
			return o
		}
	})
	_, err := Run(context.Background(), c, Options{Cores: 1, Patience: 200 * time.Millisecond})
	if err == nil || !strings.Contains(err.Error(), "nothing moves any more") {
		t.Errorf("%v", err)
	}
}
