package worker

import (
	"context"
	"strings"
	"testing"
	"time"

	"agon/bot"
	"agon/bot/lineup"
	"agon/game"
	"agon/games/tron"
	"agon/play/referee"
	"agon/record/gamelog"
)

// heldUp is a player whose first answer is late, possibly because of the host; later it answers in time.
type heldUp struct{ asked int }

func (h *heldUp) Sit(int, *game.Table, game.Seat) {}
func (h *heldUp) Ask([]*bot.Call)                 {}
func (h *heldUp) Leave(int)                       {}
func (h *heldUp) Close() error                    { return nil }
func (h *heldUp) Traits() bot.Traits              { return bot.Traits{} }

func (h *heldUp) Answer(calls []*bot.Call) {
	for _, c := range calls {
		c.Reply.Out = append(c.Reply.Out[:0], "UP"...)
		if h.asked++; h.asked == 1 {
			c.Wall, c.Stall = 1500*time.Millisecond, 400*time.Millisecond
			c.Reply.Fault = game.Late
		}
	}
}

// TestGamesPlayedAgainAreCounted: a void game is counted, the log of every bot in it says so, and only the second attempt is reported.
func TestGamesPlayedAgainAreCounted(t *testing.T) {
	kind := game.New(tron.Spec)
	settings, err := kind.Settings(nil)
	if err != nil {
		t.Fatal(err)
	}
	var strain Strain
	var games []referee.Fixture
	k := &core{
		pool:    &Pool{Play: Play{Kind: kind, Lanes: 1, Entries: make([]lineup.Entry, 2)}, Strain: &strain},
		players: map[int]*startedPlayer{},
		referee: &referee.Referee{Kind: kind, Settings: settings, Guard: time.Minute, VoidStalled: true},
	}
	for entry, player := range []bot.Player{&heldUp{}, &heldUp{asked: 1}} {
		k.players[entry] = newStarted(player, bot.NewLog(1000))
	}
	var logs []string
	k.pool.Done = func(_ int, g Game) error {
		games = append(games, g.Fixture)
		for _, s := range g.Seats {
			logs = append(logs, string(gamelog.Plain(s.Log)))
		}
		return nil
	}
	job := Job{Lineup: []int{0, 1}, Fixtures: []referee.Fixture{{ID: 4, Seed: 7, Seats: []int{0, 1}}}}
	if err := k.play(context.Background(), job); err != nil {
		t.Fatal(err)
	}
	if r := strain.Report(); r.Voided != 1 {
		t.Errorf("%d games are counted as void, want 1", r.Voided)
	}
	if len(games) != 1 || games[0].Tries != 1 {
		t.Fatalf("handed in: %+v", games)
	}
	for entry, log := range logs {
		if !strings.Contains(log, "game 5 is void and replayed") {
			t.Errorf("the log of bot %d says %q", entry, log)
		}
	}
}
