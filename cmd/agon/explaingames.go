package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"os"

	"agon/format/rating"
	"agon/game"
	"agon/lab/chances"
	"agon/record/replay"
	"agon/record/replay/archive"
	"agon/show/report"
	"agon/show/term/table"
)

// How much of each game of many is looked at, unless the flags say otherwise.
const (
	pointsOfMany = 2 * chances.Parts
	movesOfMany  = 200_000
)

// A botRecord is what agon explain finds out about a bot in many games.
type botRecord struct {
	bot      string
	kind     *game.Kind
	by       string // the built-in bot that plays on
	playouts int    // fewest of a position
	looked   int
	played   int
	tally    chances.Tally
}

// ofContest reports whether the command is about many games: a folder is named, and no game of it.
func (e *explaining) ofContest(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir() && e.game == 0 && e.bot != "" && recalled(name) == nil
}

// explainGames looks at many games of a bot.
func (e *explaining) explainGames(ctx context.Context, w *world, dir string) error {
	if e.html != "" || e.web {
		return fmt.Errorf("--html and --web show one game: name it with --game")
	}
	s, err := openShelf(dir)
	if err != nil {
		return err
	}
	line := newActivity(w)
	defer line.end()
	own, err := gamesOf(ctx, s, e.bot)
	if err != nil {
		return err
	}
	if len(own) == 0 {
		return fmt.Errorf("--of %s: %s has no game of a bot with this name", e.bot, dir)
	}
	r := &botRecord{bot: e.bot, played: len(own), looked: min(len(own), max(e.games, 1)), playouts: math.MaxInt}
	for i := range r.looked {
		if err := ctx.Err(); err != nil {
			return err
		}
		line.now(true, "game %d of %d", i+1, r.looked)
		if err := e.look(s, own[i*len(own)/r.looked], r); err != nil {
			return err
		}
	}
	r.tally.Sort()
	line.clear()
	if e.json {
		return printJSON(w.out, r.json(e.most))
	}
	return host(r.print(w.out, dir, e.most))
}

// gamesOf returns the numbers of the games of a bot, from 0.
func gamesOf(ctx context.Context, s *archive.Archive, bot string) (own []int64, err error) {
	for _, id := range s.Games() {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		rep, err := gameOf(s, id)
		if err != nil {
			return nil, err
		}
		if len(seatsOf(rep, bot)) > 0 {
			own = append(own, id)
		}
	}
	return own, nil
}

func gameOf(s *archive.Archive, id int64) (*replay.Replay, error) {
	data, err := s.Get(id)
	if err == nil {
		var rep *replay.Replay
		if rep, err = replay.Decode(data); err == nil {
			return rep, nil
		}
	}
	return nil, fmt.Errorf("game %d: %w", id+1, err)
}

// seatsOf returns the seats in which a bot played.
func seatsOf(rep *replay.Replay, bot string) (seats []game.Seat) {
	for seat, s := range rep.Seats {
		if s.Name == bot {
			seats = append(seats, game.Seat(seat))
		}
	}
	return seats
}

// look estimates one game, and adds it to the tally.
func (e *explaining) look(s *archive.Archive, id int64, r *botRecord) error {
	rep, err := gameOf(s, id)
	if err != nil {
		return err
	}
	if r.kind, err = recordedKind(rep.Record.Kind); err != nil {
		return err
	}
	o := e.options
	if o.Points == 0 {
		o.Points = pointsOfMany
	}
	if o.Budget == 0 {
		o.Budget = movesOfMany
	}
	x, err := chances.New(r.kind, rep.Record, o)
	if err != nil {
		return err
	}
	p := &chances.Played{Game: id + 1, Seed: rep.Record.Seed}
	if p.Curve, err = x.Curve(); err == nil {
		p.Order, err = x.Places()
	}
	if err != nil {
		return &exit{exitFault, fmt.Errorf("game %d does not verify: %w", id+1, err)}
	}
	for _, s := range rep.Seats {
		p.Names, p.Slots = append(p.Names, s.Name), append(p.Slots, s.Slot)
	}
	for _, p.Seat = range seatsOf(rep, r.bot) {
		r.tally.Add(p)
	}
	r.by, r.playouts = x.Bot, min(r.playouts, x.Playouts)
	return nil
}

func (r *botRecord) print(out io.Writer, dir string, most int) error {
	style := table.On(out, os.Environ())
	say := func(format string, args ...any) { fmt.Fprintln(out, style.Wrap(fmt.Sprintf(format, args...))) }
	t := &r.tally
	say("%s in %d of its %s of %s, each played on from up to %d turns at least %d times by builtin:%s. It has %s of the points; at the deal its chance was %s.\n",
		printable(r.bot), r.looked, report.Counted(r.played, "game"), r.kind.Title, pointsOfMany, r.playouts, r.by, share(&t.Points), share(&t.Deal))
	for _, list := range []struct {
		head   string
		groups []chances.Group
		cell   func(g *chances.Group) table.Cell
	}{
		{"Against", t.Opponents, func(g *chances.Group) table.Cell { return table.Bot(g.Slot, g.Name) }},
		{"In seat", t.Seats, func(g *chances.Group) table.Cell { return table.Text(fmt.Sprint(g.Seat)) }},
	} {
		rows := &table.Table{Columns: []table.Column{{Head: list.head, Width: 24}, {Head: "Games", Width: 8}, {Head: "Points", Width: 16}, {Head: "Chance at the deal", Width: 20}}}
		for i := range list.groups {
			g := &list.groups[i]
			rows.Rows = append(rows.Rows, []table.Cell{list.cell(g), table.Number(float64(g.Points.N())), table.Text(share(&g.Points)), table.Text(share(&g.Deal))})
		}
		if err := rows.Write(out, style); err != nil {
			return err
		}
		fmt.Fprintln(out)
	}
	parts := &table.Table{Columns: []table.Column{{Head: "Part of the game", Width: 24}, {Head: "Change of its chance", Width: 20}}}
	for i := range t.Parts {
		parts.Rows = append(parts.Rows, []table.Cell{table.Text(fmt.Sprintf("%d to %d %%", 100*i/chances.Parts, 100*(i+1)/chances.Parts)), table.Text(change(&t.Parts[i]))})
	}
	if err := parts.Write(out, style); err != nil {
		return err
	}
	if len(t.Falls) > 0 {
		say("\nIt fell most in these games:")
	}
	for _, f := range t.Falls[:min(len(t.Falls), most)] {
		say("  Game %d (seed %d, seat %d), %s: from %s ±%s to %s ±%s.", f.Game, f.Seed, f.Seat, turnsFrom(f.From+1, f.To), percent(f.Before.Mean), percent(1.96*f.Before.Err), percent(f.After.Mean), percent(1.96*f.After.Err))
		fmt.Fprintf(out, "  agon explain %s --game %d --of %d\n", dir, f.Game, f.Seat)
	}
	return nil
}

// turnsFrom names one turn or several.
func turnsFrom(first, last int) string {
	if first == last {
		return fmt.Sprintf("turn %d", first)
	}
	return fmt.Sprintf("turns %d to %d", first, last)
}

// share returns a mean with half of its interval in percent: "42 % ±8 %".
func share(s *rating.Sample) string { return percent(s.Mean()) + within(s, 0, 1) }

// change returns a mean difference with its sign: "+2 % ±3 %".
func change(s *rating.Sample) string {
	return fmt.Sprintf("%+.0f %%", math.Round(100*s.Mean())+0) + within(s, -1, 1) // + 0 makes of -0 a 0
}

// within returns half of a sample's interval, or nothing where there is none.
func within(s *rating.Sample, least, most float64) string {
	if s.N() < 2 {
		return ""
	}
	low, high := s.Interval(least, most)
	return " ±" + percent((high-low)/2)
}

// recordOfBot is what agon explain CONTEST --of BOT prints as JSON. Chances and points are from 0 to 1.
type recordOfBot struct {
	Agon      int           `json:"agon"` // version of the format
	Of        string        `json:"of"`
	Bot       string        `json:"bot"` // that plays on
	Playouts  int           `json:"playouts"`
	Games     int           `json:"games"`  // looked at
	Played    int           `json:"played"` // in the contest
	Points    measured      `json:"points"`
	Deal      measured      `json:"deal"` // chance at the deal
	Opponents []recordGroup `json:"opponents"`
	Seats     []recordGroup `json:"seats"`
	Parts     []measured    `json:"parts"` // change of the chance in each part of a game
	Falls     []recordFall  `json:"falls"`
}

// A measured value has its mean and the ends of its 95 % interval.
type measured struct {
	Value float64 `json:"value"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
}

type recordGroup struct {
	Name   string   `json:"name,omitempty"`
	Seat   *int     `json:"seat,omitempty"`
	Games  int      `json:"games"`
	Points measured `json:"points"`
	Deal   measured `json:"deal"`
}

type recordFall struct {
	Game   int64   `json:"game"`
	Seed   int64   `json:"seed"`
	Seat   int     `json:"seat"`
	From   int     `json:"from"`
	To     int     `json:"to"`
	Before float64 `json:"before"`
	After  float64 `json:"after"`
}

func (r *botRecord) json(most int) recordOfBot {
	t := &r.tally
	j := recordOfBot{
		Agon: 1, Of: r.bot, Bot: r.by, Playouts: r.playouts, Games: r.looked, Played: r.played,
		Points: measure(&t.Points, 0), Deal: measure(&t.Deal, 0), Opponents: []recordGroup{}, Seats: []recordGroup{}, Falls: []recordFall{},
	}
	for i := range t.Opponents {
		g := &t.Opponents[i]
		j.Opponents = append(j.Opponents, recordGroup{Name: g.Name, Games: g.Points.N(), Points: measure(&g.Points, 0), Deal: measure(&g.Deal, 0)})
	}
	for i := range t.Seats {
		g := &t.Seats[i]
		seat := int(g.Seat)
		j.Seats = append(j.Seats, recordGroup{Seat: &seat, Games: g.Points.N(), Points: measure(&g.Points, 0), Deal: measure(&g.Deal, 0)})
	}
	for i := range t.Parts {
		j.Parts = append(j.Parts, measure(&t.Parts[i], -1))
	}
	for _, f := range t.Falls[:min(len(t.Falls), most)] {
		j.Falls = append(j.Falls, recordFall{f.Game, f.Seed, int(f.Seat), f.From + 1, f.To, f.Before.Mean, f.After.Mean})
	}
	return j
}

// measure returns a sample of values from least to 1.
func measure(s *rating.Sample, least float64) measured {
	low, high := s.Interval(least, 1)
	return measured{rating.Round(s.Mean()), rating.Round(low), rating.Round(high)}
}
