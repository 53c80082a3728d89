package run

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"agon/bot"
	"agon/contest"
	"agon/game"
	"agon/play/worker"
)

// Long games of built-in bots: the first one is far from its end when the run is stopped.
const longGames = `
name = "long"
kind = "colour-battle"
seed = 3
[options]
rounds = 1000000
[[bots]]
ref = "builtin:steve"
[[bots]]
ref = "builtin:rambo"
[[stages]]
name = "final"
format = "arena"
games = 20
`

// A delayed viewer calls stop after some turns.
type delayed struct {
	turns int
	stop  func()
}

func (d *delayed) Turn(*game.Table, []*bot.Call) {
	if d.turns++; d.turns == 10*publishTurns {
		d.stop()
	}
}

func (d *delayed) Lost() {}

// Rounds of games in progress count from the first second on, and a run that is stopped says what it gives up.
func TestGamesInProgressCount(t *testing.T) {
	c := opened(t, t.TempDir(), longGames, nil)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	seen := make(chan struct{})
	var last Progress
	result, err := Run(ctx, c, Options{
		Cores: 1, Lanes: 2,
		Watch: func(Dealt) worker.Viewer { return &delayed{stop: func() { <-seen }} },
		Progress: func(p Progress) {
			if last = p; p.Done == 0 && p.Rounds > 0 && ctx.Err() == nil {
				cancel()
				close(seen)
			}
		},
	})
	if !errors.Is(err, context.Canceled) || result.Games != 0 {
		t.Fatalf("%v after %d games", err, result.Games)
	}
	if last.StageRounds <= 0 || last.StageTotal != 20e6 || last.Part <= 0 || last.Part >= 0.01 {
		t.Errorf("told %.0f of %.0f rounds, %f of the stage", last.StageRounds, last.StageTotal, last.Part)
	}
	if result.GivenUp.Games != 2 || result.GivenUp.Spent <= 0 {
		t.Errorf("gives up %+v, not two games and their time", result.GivenUp)
	}
}

// What ends leaves nothing in progress.
func TestNothingInProgressAtTheEnd(t *testing.T) {
	c := opened(t, t.TempDir(), strings.Replace(longGames, "1000000", "50", 1), nil)
	var last Progress
	result, err := Run(t.Context(), c, Options{Cores: 2, Progress: func(p Progress) { last = p }})
	if err != nil {
		t.Fatal(err)
	}
	if result.GivenUp != (contest.GivenUp{}) || last.Part != 1 || last.StageRounds != 1000 || last.Rounds != 1000 || last.Left != 0 {
		t.Errorf("gives up %+v at %+v", result.GivenUp, last)
	}
}

// A game that is lost counts no rounds, and is given up unless it is played again.
func TestALostGame(t *testing.T) {
	var p inPlay
	p.games = map[int64]*gameInPlay{}
	for id := range int64(3) {
		g := &gameInPlay{all: &p, spent: time.Second, cpu: time.Second}
		g.published.rounds.Store(7)
		g.publish()
		p.games[id] = g
	}
	p.games[1].Lost()
	p.ended(2)
	if s := p.sum(); s.games != 2 || s.all != 7 || len(s.rounds) != 1 || s.spent != 2*time.Second {
		t.Errorf("%+v", s)
	}
}

func TestEstimate(t *testing.T) {
	for _, tt := range []struct {
		name          string
		of            amount
		played, total float64
	}{
		{"the rules say how long a game is", amount{planned: 20, scale: 1000, playing: []int{100, 50}}, 150, 20000},
		{"all games are equally long", amount{planned: 20, done: 1, rounds: 1000, scale: 1000, playing: []int{999, 998}}, 2997, 20000},
		{"nothing is known before the first game has ended", amount{planned: 20, playing: []int{100, 50}}, 150, 0},
		{"the first game ended early", amount{planned: 20, done: 1, rounds: 30, playing: slices.Repeat([]int{30}, 19)}, 600, 30 + 19*600},
		{"games end early", amount{planned: 100, done: 50, rounds: 3000, scale: 500, playing: []int{40, 20}}, 3060, 3000 + 50*61.2},
		{"games are longer than the rules say", amount{planned: 4, done: 2, rounds: 40, scale: 10}, 40, 80},
		{"a long game in progress", amount{planned: 2, done: 1, rounds: 10, scale: 10, playing: []int{70}}, 80, 80},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if played, total := tt.of.estimate(); played != tt.played || max(total-tt.total, tt.total-total) > 1e-9 {
				t.Errorf("%v of %v, not %v of %v", played, total, tt.played, tt.total)
			}
		})
	}
}

// Whatever the lengths of games are, what is shown never goes back, never passes 100 %, and is 100 % when the last game has ended.
func TestTheGaugeNeverGoesBack(t *testing.T) {
	for seed := range uint64(200) {
		dice := rand.New(rand.NewPCG(seed, 1))
		lengths := make([]int, 1+dice.IntN(60))
		for i := range lengths {
			lengths[i] = 1 + dice.IntN(1+dice.IntN(300))
		}
		a := amount{planned: len(lengths), scale: dice.IntN(2) * dice.IntN(300)}
		var g gauge
		lanes, next, before := 1+dice.IntN(20), 0, 0.0
		var of []int // the game of each that is played
		for a.done < a.planned {
			for next < len(lengths) && len(of) < lanes {
				of, a.playing, next = append(of, next), append(a.playing, 0), next+1
			}
			for i := len(of) - 1; i >= 0; i-- {
				if a.playing[i]++; a.playing[i] == lengths[of[i]] {
					a.done, a.rounds = a.done+1, a.rounds+int64(a.playing[i])
					of, a.playing = slices.Delete(of, i, i+1), slices.Delete(a.playing, i, i+1)
				}
			}
			played, total, part := g.read(&a)
			if part < before || part > 1 || total > 0 && played > total || part == 1 != (a.done == a.planned) {
				t.Fatalf("seed %d: %v of %v is %v after %v, with %d of %d games", seed, played, total, part, before, a.done, a.planned)
			}
			before = part
		}
	}
}
