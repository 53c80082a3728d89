package distant

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"agon/bot"
	"agon/game"
	"agon/games/all"
	"agon/play/referee"
	"agon/record/gamelog"
)

// A line is a link to a mirror in this process, over JSON.
type line struct {
	t        *testing.T
	kind     *game.Kind
	settings game.Settings
	bot      func() bot.Player
	mirror   *Mirror
	broken   bool
}

// carry returns what arrives at the other end of a line.
func carry[T any](t *testing.T, sent *T) *T {
	t.Helper()
	text, err := json.Marshal(sent)
	if err != nil {
		t.Fatal(err)
	}
	var got T
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	return &got
}

func (l *line) Open(_ context.Context, o *Opening) error {
	m, err := New(l.kind, l.settings, carry(l.t, o), time.Second, nil)
	if err != nil {
		return err
	}
	l.mirror = m
	return m.Sit(l.bot())
}

func (l *line) Move(_ context.Context, r *Request) (*Answer, error) {
	if l.broken {
		return nil, errors.New("the site does not answer")
	}
	a, err := l.mirror.Answer(carry(l.t, r))
	if err != nil {
		return nil, err
	}
	return carry(l.t, a), nil
}

func (l *line) Close() error { l.mirror = nil; return nil }

// native returns a built-in bot of a kind.
func native(t *testing.T, k *game.Kind) bot.Player {
	t.Helper()
	mind, err := k.Builtin(k.Builtins[0].Name, nil)
	if err != nil {
		t.Fatal(err)
	}
	return bot.NewBuiltin(mind, bot.NewLog(0))
}

// play plays a game and returns its digest.
func play(t *testing.T, k *game.Kind, s game.Settings, seed int64, players []bot.Player) (digest uint64, err error) {
	t.Helper()
	r := &referee.Referee{Kind: k, Settings: s, Players: players, Lanes: 1, Guard: time.Minute, NoLimits: true, Times: true}
	f := referee.Fixture{Seed: seed, Seats: game.Numbered(len(players))}
	given := false
	err = r.Play(t.Context(), referee.Hooks{
		Next: func() (referee.Fixture, bool) { was := given; given = true; return f, !was },
		Done: func(p referee.Played) error { digest = p.Table.Digest(); return nil },
	})
	return digest, err
}

// In every kind a game with a bot at the other end of a line is the game that it would be here.
func TestADistantBotPlaysTheSameGame(t *testing.T) {
	for _, k := range all.Kinds() {
		t.Run(k.Name, func(t *testing.T) {
			s, err := k.Settings(nil)
			if err != nil {
				t.Fatal(err)
			}
			var here []bot.Player
			for range k.UsualSeats {
				here = append(here, native(t, k))
			}
			want, err := play(t, k, s, 7, here)
			if err != nil {
				t.Fatal(err)
			}
			for seat := range min(2, k.UsualSeats) {
				log := bot.NewLog(0)
				there := slices.Clone(here)
				there[seat] = NewPlayer(&line{t: t, kind: k, settings: s, bot: func() bot.Player { return native(t, k) }}, log, nil)
				got, err := play(t, k, s, 7, there)
				if err != nil || got != want {
					t.Errorf("seat %d: the digest is %016x and not %016x: %v\n%s", seat, got, want, err, gamelog.Plain(log.Take()))
				}
			}
		})
	}
}

// A bot that answers nonsense, or a fault, reports its fault alone: its output stays on its machine.
func TestWordsOfABotStayOnItsMachine(t *testing.T) {
	k, err := all.Find("tron")
	if err != nil {
		t.Fatal(err)
	}
	s, err := k.Settings(nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, out := range []string{"root:x:0:0", ""} {
		m, err := New(k, s, opening(k, s), time.Second, nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := m.Sit(talker(out)); err != nil {
			t.Fatal(err)
		}
		a, err := m.Answer(&Request{Ask: true})
		if err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(a)
		if err != nil || a.Fault == "" || a.Word != "" || strings.Contains(string(text), "root") ||
			strings.Contains(string(text), "secret") {
			t.Errorf("%s %v", text, err)
		}
	}
}

func opening(k *game.Kind, s game.Settings) *Opening {
	return &Opening{Kind: k.Name, Version: k.Version, Options: s.Texts(), Seed: 7, Seats: k.UsualSeats}
}

// talker is a player that answers with itself, or crashes with a note if it is empty.
type talker string

func (talker) Sit(int, *game.Table, game.Seat) {}
func (talker) Ask([]*bot.Call)                 {}
func (b talker) Answer(calls []*bot.Call) {
	calls[0].Reply.Out = []byte(b)
	if b == "" {
		calls[0].Reply.Fault, calls[0].Reply.Note = game.Crashed, "secret"
	}
}
func (talker) Leave(int)    {}
func (talker) Close() error { return nil }

func (talker) Traits() bot.Traits { return bot.Traits{} }

// Openings and requests that fit to no game are refused.
func TestMessagesThatFitToNoGame(t *testing.T) {
	k, err := all.Find("tron")
	if err != nil {
		t.Fatal(err)
	}
	s, err := k.Settings(nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name   string
		change func(o *Opening)
		says   string
	}{
		{"another kind", func(o *Opening) { o.Kind = "poker" }, `plays tron, not "poker"`},
		{"other rules", func(o *Opening) { o.Version = "0" }, "use the same version of agon"},
		{"other options", func(o *Opening) { o.Options = nil }, "add --set "},
		{"more options", func(o *Opening) { o.Options = append(slices.Clone(o.Options), "x=1") }, "other options"},
		{"no such seat", func(o *Opening) { o.Seat = 99 }, "no seat 99"},
		{"a negative seat", func(o *Opening) { o.Seat = -1 }, "no seat -1"},
		{"too many seats", func(o *Opening) { o.Seats = 1000 }, "is played by"},
		{"too few names", func(o *Opening) { o.Names = []string{"x"} }, "1 names"},
		{"a long name", func(o *Opening) { o.Names = slices.Repeat([]string{strings.Repeat("x", 61)}, o.Seats) }, "more than 60 letters"},
	} {
		o := opening(k, s)
		tt.change(o)
		if _, err := New(k, s, o, time.Second, nil); err == nil || !strings.Contains(err.Error(), tt.says) {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
	moves := func(words ...string) (t Turn) {
		for _, word := range words {
			t.Moves = append(t.Moves, Move{Word: word})
		}
		return t
	}
	for _, tt := range []struct {
		name string
		r    Request
		says string
	}{
		{"a move too few", Request{Turns: []Turn{{}}}, "0 moves of"},
		{"a word that is no move", Request{Turns: []Turn{moves("JUMP")}}, `"JUMP"`},
		{"an unknown fault", Request{Turns: []Turn{{Moves: []Move{{Fault: "ill"}}}}}, "unknown fault"},
		{"a negative time", Request{Turns: []Turn{{Moves: []Move{{Word: "UP", TookUs: -1}}}}}, "-1 µs"},
		{"another game", Request{Digest: "0000000000000000"}, "the games differ"},
		{"a negative limit", Request{Ask: true, LimitUs: -1}, "negative time"},
	} {
		m, err := New(k, s, opening(k, s), time.Second, nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := m.Sit(native(t, k)); err != nil {
			t.Fatal(err)
		}
		if _, err := m.Answer(&tt.r); err == nil || !strings.Contains(err.Error(), tt.says) {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
	m, err := New(k, s, opening(k, s), time.Second, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Sit(native(t, k)); err != nil {
		t.Fatal(err)
	}
	if _, err := m.Answer(&Request{Ask: true}); err != nil {
		t.Fatal(err)
	}
	if _, err := m.Answer(&Request{Ask: true}); err == nil || !strings.Contains(err.Error(), "asked already") {
		t.Error(err)
	}
}

// A link that breaks ends the game as a failure of the host, and no bot is blamed.
func TestABrokenLink(t *testing.T) {
	k, err := all.Find("tron")
	if err != nil {
		t.Fatal(err)
	}
	s, err := k.Settings(nil)
	if err != nil {
		t.Fatal(err)
	}
	players := []bot.Player{NewPlayer(&line{t: t, kind: k, settings: s, bot: func() bot.Player { return native(t, k) }, broken: true},
		bot.NewLog(0), nil)}
	for len(players) < k.UsualSeats {
		players = append(players, native(t, k))
	}
	_, err = play(t, k, s, 7, players)
	var host *bot.HostError
	if !errors.As(err, &host) || !strings.Contains(err.Error(), "does not answer") {
		t.Error(err)
	}
}

// FuzzMessages has a mirror read anything.
func FuzzMessages(f *testing.F) {
	k, err := all.Find("tron")
	if err != nil {
		f.Fatal(err)
	}
	s, err := k.Settings(nil)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(`{"turns":[{"moves":[{"word":"UP"},{"word":"UP"}]}],"ask":true,"limit_us":5,"allowed_us":9223372036854775807}`)
	f.Add(`{"turns":[{"moves":[{"fault":"late","took_us":5},{"word":""}]}],"digest":"x"}`)
	mind, err := k.Builtin(k.Builtins[0].Name, nil)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var r Request
		if json.Unmarshal([]byte(text), &r) != nil {
			return
		}
		m, err := New(k, s, opening(k, s), time.Second, nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := m.Sit(bot.NewBuiltin(mind, nil)); err != nil {
			t.Fatal(err)
		}
		for range 3 {
			if a, err := m.Answer(&r); err == nil && a == nil {
				t.Error(fmt.Sprint("no answer to ", text))
			}
		}
	})
}
