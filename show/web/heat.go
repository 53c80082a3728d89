package web

import (
	"fmt"
	"html/template"
	"slices"
	"strings"

	"agon/game/draw"
	"agon/internal/numerals"
	"agon/show/film"
	"agon/show/report"
)

// A heat is for how long each tile of the board was a bot's own, in games of a report that have pages.
type heat struct {
	chip
	Name  string
	Games int

	wide, shots int
	own         []int // by tile, the number of shots in which it was the bot's
}

const (
	heatShots  = 64 // of a game, about; more say the same
	heatLevels = 8  // of opacity
)

// heatOf returns the heat of a film for the bot that is first in the last stage of a run; nil if the bot does not play or owns no tiles.
func heatOf(r *report.Run, f *film.Film) *heat {
	s := r.Last()
	if s == nil || s.Unranked() || s.Played == 0 || len(s.Standings) == 0 {
		return nil
	}
	first := &s.Standings[0]
	seat := slices.IndexFunc(f.Info.Seats, func(x film.Seat) bool { return x.Slot == first.Look() })
	if seat < 0 {
		return nil
	}
	h := &heat{chip: chipOf(first.Look()), Name: first.Name, Games: 1}
	d, p := film.NewDrawer(f, true), draw.New(len(f.Info.Seats))
	all, _ := f.Len()
	for at := 0; at < all; at += 1 + all/heatShots {
		d.Draw(p, at)
		if at == 0 {
			h.wide, h.own = p.Width, make([]int, len(p.Tiles))
		}
		if len(p.Tiles) != len(h.own) {
			return nil
		}
		h.shots++
		for i := range p.Tiles {
			if p.Tiles[i].Seat == seat {
				h.own[i]++
			}
		}
	}
	if len(h.own) == 0 || slices.Max(h.own) == 0 {
		return nil
	}
	return h
}

// with returns the heat of the games of two, which may be nil. Boards of another size than the first are left out.
func (h *heat) with(b *heat) *heat {
	if h == nil {
		return b
	}
	if b != nil && b.wide == h.wide && len(b.own) == len(h.own) {
		for i, n := range b.own {
			h.own[i] += n
		}
		h.Games, h.shots = h.Games+b.Games, h.shots+b.shots
	}
	return h
}

// Most returns the part of the time for which one tile was the bot's own, at most.
func (h *heat) Most() string {
	return numerals.Decimals(100*float64(slices.Max(h.own))/float64(h.shots), 0) + " %"
}

// Picture draws the board, in the colour of the bot.
func (h *heat) Picture() template.HTML {
	most := slices.Max(h.own)
	var levels [heatLevels]strings.Builder
	for i, n := range h.own {
		if n > 0 {
			fmt.Fprintf(&levels[(n*heatLevels-1)/most], "M%d %dh1v1h-1z", i%h.wide, i/h.wide)
		}
	}
	var out strings.Builder
	fmt.Fprintf(&out, `<svg class="heat slot-%d" viewBox="0 0 %d %d" role="img" aria-label="The board">`, h.Look, h.wide, len(h.own)/h.wide)
	for i := range levels {
		if levels[i].Len() > 0 {
			fmt.Fprintf(&out, `<path opacity="%.2f" d="%s"/>`, float64(i+1)/heatLevels, levels[i].String())
		}
	}
	return template.HTML(out.String() + "</svg>")
}
