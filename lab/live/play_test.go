package live

import (
	"context"
	"errors"
	"slices"
	"testing"

	"agon/bot"
	"agon/bot/lineup"
	"agon/bot/sandbox"
	"agon/format/tournament"
	"agon/format/tournament/arena"
	"agon/game"
	"agon/games/tron"
	"agon/play/worker"
	"agon/record/replay"
	"agon/show/film"
)

// play returns how built-in bots play a kind.
func play(t *testing.T) worker.Play {
	t.Helper()
	kind := game.New(tron.Spec)
	settings, err := kind.Settings(nil)
	if err != nil {
		t.Fatal(err)
	}
	opener := &lineup.Opener{Kind: kind, Launcher: sandbox.Plain(), Log: bot.NewLog(0)}
	entries, err := opener.Open(t.Context(), []string{"builtin:hugger", "builtin:hugger"})
	if err != nil {
		t.Fatal(err)
	}
	return worker.Play{Kind: kind, Settings: settings, Entries: entries, Seed: 7}
}

// noted is a spectator that notes its calls.
type noted struct {
	deals, turns, calls, ends int
	failed                    error
}

func (n *noted) Look(_ context.Context, t *game.Table, calls []*bot.Call) {
	if calls == nil {
		n.deals++
		return
	}
	n.turns, n.calls = t.Turns(), n.calls+len(calls)
}

func (n *noted) End(worker.Game) error { n.ends++; return n.failed }

// TestPlay: every spectator gets the deal, each turn and the end, and the first error of one ends the play, with the outcome.
func TestPlay(t *testing.T) {
	how := play(t)
	films := NewFilms(film.Info{Kind: how.Kind, Seats: []film.Seat{{}, {}}}, how.Entries)
	first, last := &noted{}, &noted{}
	o, err := Play(t.Context(), how, Beginning{}, first, films, last)
	if err != nil {
		t.Fatal(err)
	}
	if want := (noted{deals: 1, turns: o.Turns, calls: o.Seats[0].Moves + o.Seats[1].Moves, ends: 1}); *first != want || *last != want {
		t.Errorf("the spectators were told of %+v and %+v, want %+v", *first, *last, want)
	}
	if shots, over := films.Audience.Len(); shots != o.Turns+1 || !over {
		t.Errorf("the film of %d turns has %d shots, and is over: %v", o.Turns, shots, over)
	}
	failed := errors.New("no place on the disk")
	last.ends = 0
	if o, err := Play(t.Context(), how, Beginning{}, &noted{failed: failed}, last); !errors.Is(err, failed) || o == nil || last.ends != 0 {
		t.Errorf("a spectator failed: %v with the outcome %v; the one after it had %d ends", err, o, last.ends)
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	if o, err := Play(stopped, how, Beginning{}, last); !errors.Is(err, context.Canceled) || o != nil || last.ends != 0 {
		t.Errorf("a stopped game: %v with the outcome %v and %d ends", err, o, last.ends)
	}
}

// TestLoop: a loop plays the games of its format one by one, hands over what is no longer its pool's, and begins none after its last.
func TestLoop(t *testing.T) {
	how := play(t)
	format, err := arena.Spec.Make(map[string]any{"games": 1000, "seats": 2})
	if err != nil {
		t.Fatal(err)
	}
	l := &Loop{Play: how, Format: format, Field: tournament.NewField(&how.Kind.Info, how.Settings, how.Seed, []int{0, 1}), Games: 3}
	var games []LoopGame
	l.Over = func(_ context.Context, g LoopGame) error { games = append(games, g); return nil }
	if err := l.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if len(games) != l.Games {
		t.Fatalf("%d games were played, want %d", len(games), l.Games)
	}
	for i, g := range games {
		if g.Number != int64(i+1) || g.Standing.Games != i+1 || len(g.Standing.Lines) != 2 {
			t.Errorf("game %d has the number %d and the standing %+v", i+1, g.Number, g.Standing)
		}
		own, err := replay.Decode(g.Replay)
		if err != nil || own.Record.Digest != g.Record.Digest || own.Notes.Game != g.Number ||
			!slices.Equal(own.Record.Columns[0], g.Record.Columns[0]) {
			t.Errorf("game %d: the replay is not that of the record: %v", i+1, err)
		}
	}
}

// TestPlayOn: a game that goes on from a turn has the recorded moves up to there, whatever is answered, and other answers are reported.
func TestPlayOn(t *testing.T) {
	how := play(t)
	var whole *game.Record
	o, err := Play(t.Context(), how, Beginning{}, AtEnd(func(g worker.Game) error {
		whole = g.Record.Clone()
		return nil
	}))
	if err != nil {
		t.Fatal(err)
	}
	made, err := how.Kind.Beginning(whole, whole.Turns/2)
	if err != nil {
		t.Fatal(err)
	}
	asked, other := 0, 0
	again, err := Play(t.Context(), how, Beginning{made, func(_ *game.Table, _ *bot.Call, answered, recorded string) {
		asked++
		if answered != recorded {
			other++
		}
	}})
	if err != nil || again.Digest != o.Digest || asked != made.Turns || other > 0 {
		t.Errorf("the same bots: %+v, %v; %d answers, %d others", again, err, asked, other)
	}
	opener := &lineup.Opener{Kind: how.Kind, Launcher: sandbox.Plain(), Log: bot.NewLog(0)}
	if how.Entries, err = opener.Open(t.Context(), []string{"builtin:random", "builtin:hugger"}); err != nil {
		t.Fatal(err)
	}
	var seats [2]int
	var end *game.Record
	_, err = Play(t.Context(), how, Beginning{made, func(_ *game.Table, c *bot.Call, answered, recorded string) {
		if answered != recorded {
			seats[c.Seat]++
		}
	}}, AtEnd(func(g worker.Game) error {
		end = g.Record.Clone()
		return nil
	}))
	if err != nil || seats[0] == 0 || seats[1] != 0 {
		t.Fatalf("another bot: %v; %d and %d other answers", err, seats[0], seats[1])
	}
	for seat, column := range made.Columns {
		if !slices.Equal(column, end.Columns[seat][:len(column)]) {
			t.Errorf("seat %d did not make the recorded moves", seat)
		}
	}
	if _, err := how.Kind.Beginning(whole, whole.Turns); err == nil {
		t.Error("a game goes on after its end")
	}
}
