package web

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"

	"agon/game"
	"agon/games/bomberman"
	"agon/games/fence"
	"agon/games/rps"
	"agon/games/tron"
	"agon/show/film"
	"agon/show/film/filmtest"
)

// shown is a film and addresses in it: the deal, the end, all layers on, a bot picked, and special cases.
type shown struct {
	name   string
	film   *film.Film
	hashes []string
}

// kindsShown returns films of the kinds whose views these tests check; Colour Battle has its own tests.
func kindsShown(t *testing.T) []shown {
	t.Helper()
	return []shown{
		{"tron", tronFilm(t), []string{"#r=0", "#r=150&numbers=1", "#r=250&pick=1&patterns=1", "#r=300&overlay=0&numbers=1&patterns=1",
			"#r=9999"}},
		{"fence", fenceFilm(t), []string{"#r=0", "#r=389", "#r=409&pick=0", "#r=9999"}},
		{"rps", rpsFilm(t), []string{"#r=0", "#r=10", "#r=27", "#r=30&pick=1", "#r=41", "#r=42", "#r=9999"}},
		{"bomberman", bombermanFilm(t, 4), []string{"#r=0", "#r=80&reach=1&hidden=1", "#r=98&pick=0&patterns=1", "#r=9999"}},
		{"bomberman12", bombermanFilm(t, 12), []string{"#r=78&reach=1&hidden=1&pick=11"}},
	}
}

// played are films that several tests share and must not change.
var (
	playing sync.Mutex
	played  = map[string]*film.Film{}
)

// once plays a game for the first test that needs its film.
func once(t *testing.T, name string, g filmtest.Game) *film.Film {
	t.Helper()
	playing.Lock()
	defer playing.Unlock()
	if played[name] == nil {
		played[name] = filmtest.Play(t, g)
	}
	return played[name]
}

func tronFilm(t *testing.T) *film.Film { return once(t, "tron", tronGame()) }

func tronGame() filmtest.Game {
	return filmtest.Game{
		Kind: game.New(tron.Spec), Seed: 12, Bots: []string{"voronoi", "hugger", "filler", "random"},
		Names: []string{"Light Touch", "Voronoi", "Wall Hugger", "A Name That Goes On For Longer Than Any Column"},
	}
}

func fenceFilm(t *testing.T) *film.Film {
	took := func(turn int, seat game.Seat, d *game.Dice) game.Micros {
		return game.Micros(6000 + 2000*int(seat) + d.Intn(6000) + d.Intn(40)/39*200_000)
	}
	return once(t, "fence", filmtest.Game{
		Kind: game.New(fence.Spec), Seed: 5, Bots: []string{"planner", "planner"}, Names: []string{"Picket", "<b>Hedgerow</b>"}, Took: took,
	})
}

// rpsFilm has pictures sent by the bots: one of the maximum size, one that contains markup.
func rpsFilm(t *testing.T) *film.Film {
	failed := func(turn int, seat game.Seat) game.Fault {
		if turn == 9 && seat == 0 || turn == 20 && seat == 1 {
			return game.Late
		}
		return game.NoFault
	}
	spoil := func(r *game.Record) {
		full := make([]string, 60)
		for i := range full {
			full[i] = strings.Repeat("/\\"[i%2:i%2+1], 60)
		}
		for i := range r.Remarks {
			switch r.Remarks[i].Turn {
			case 40:
				r.Remarks[i].Text = remark(t, full)
			case 41:
				r.Remarks[i].Text = remark(t, []string{"<img src=x onerror=alert(1)>", "</script><script>alert(2)</script>"})
			}
		}
	}
	return once(t, "rps", filmtest.Game{
		Kind: game.New(rps.Spec), Seed: 8, Bots: []string{"random", "paper"}, Names: []string{"Echo Chamber", "Three Card Monty"},
		Fail: failed, Spoil: spoil,
	})
}

func remark(t *testing.T, rows []string) []byte {
	text, err := json.Marshal(rows)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func bombermanFilm(t *testing.T, seats int) *film.Film {
	g := filmtest.Game{Kind: game.New(bomberman.Spec), Seed: 4}
	for seat := range seats {
		g.Bots = append(g.Bots, []string{"hunter", "hunter", "reference", "hunter"}[seat%4])
		g.Names = append(g.Names, cast[seat][0])
	}
	return once(t, fmt.Sprint("bomberman", seats), g)
}
