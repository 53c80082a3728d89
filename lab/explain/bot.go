package explain

import (
	"context"
	"errors"
	"fmt"
	"math"

	"agon/format/rating"
	"agon/game"
	"agon/internal/cause"
	"agon/lab/chances"
	"agon/record/replay"
	"agon/record/replay/archive"
)

// How much of each game of many is looked at, unless the options say otherwise.
const (
	PointsOfMany = 2 * chances.Parts
	movesOfMany  = 200_000
)

// A Bot is what many games say about a bot.
type Bot struct {
	Name     string
	Kind     *game.Kind
	By       string // the built-in bot that plays on
	Playouts int    // fewest of a position
	Looked   int    // games that were looked at
	Played   int    // of those that it has played
	Turn     string // what the rules call a turn of these games
	Tally    chances.Tally
}

// Games are many games of a bot.
type Games struct {
	Archive *archive.Archive
	Kinds   func(name string) (*game.Kind, error)
	Bot     string
	Most    int // games that are looked at, spread evenly over those of the bot
	Options chances.Options
	Doing   func(nth, of int) // called with the game that is looked at
}

// ErrNoGames is the error of a bot that has played no game.
var ErrNoGames = errors.New("no game of a bot with this name")

// Look estimates the games.
func (g *Games) Look(ctx context.Context) (*Bot, error) {
	own, err := g.own(ctx)
	if err != nil {
		return nil, err
	}
	if len(own) == 0 {
		return nil, ErrNoGames
	}
	b := &Bot{Name: g.Bot, Played: len(own), Looked: min(len(own), max(g.Most, 1)), Playouts: math.MaxInt}
	for i := range b.Looked {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		g.Doing(i+1, b.Looked)
		if err := g.look(own[i*len(own)/b.Looked], b); err != nil {
			return nil, err
		}
	}
	b.Tally.Sort()
	return b, nil
}

// own returns the numbers of the games of the bot, from 0.
func (g *Games) own(ctx context.Context) (own []int64, err error) {
	for _, id := range g.Archive.Games() {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		rep, err := g.game(id)
		if err != nil {
			return nil, err
		}
		if len(seatsOf(rep, g.Bot)) > 0 {
			own = append(own, id)
		}
	}
	return own, nil
}

func (g *Games) game(id int64) (*replay.Replay, error) {
	data, err := g.Archive.Get(id)
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
func (g *Games) look(id int64, b *Bot) error {
	rep, err := g.game(id)
	if err != nil {
		return err
	}
	if b.Kind, err = g.Kinds(rep.Record.Kind); err != nil {
		return err
	}
	o := g.Options
	if o.Points == 0 {
		o.Points = PointsOfMany
	}
	if o.Budget == 0 {
		o.Budget = movesOfMany
	}
	x, err := chances.New(b.Kind, rep.Record, o)
	if err != nil {
		return err
	}
	if word := b.Kind.TurnWord(rep.Record.Turns, rep.Record.Rounds); b.Turn == "" || b.Turn == word {
		b.Turn = word
	} else {
		b.Turn = "turn"
	}
	p := &chances.Played{Game: id + 1, Seed: rep.Record.Seed}
	if p.Curve, err = x.Curve(); err == nil {
		p.Order, err = x.Places()
	}
	if err != nil {
		return cause.Found(fmt.Errorf("game %d does not verify: %w", id+1, err))
	}
	for i := range rep.Seats {
		p.Names, p.Slots = append(p.Names, rep.Seats[i].Name), append(p.Slots, rep.Seats[i].Look())
	}
	for _, p.Seat = range seatsOf(rep, b.Name) {
		b.Tally.Add(p)
	}
	b.By, b.Playouts = x.Bot, min(b.Playouts, x.Playouts)
	return nil
}

// A Record is what games say about a bot, for programs: what agon explain CONTEST --of BOT --json prints. Chances and points are from 0 to
// 1.
type Record struct {
	Agon      int        `json:"agon"` // version of the format
	Of        string     `json:"of"`
	Bot       string     `json:"bot"` // the bot that plays on
	Playouts  int        `json:"playouts"`
	Games     int        `json:"games"`  // looked at
	Played    int        `json:"played"` // in the contest
	Points    Measured   `json:"points"`
	Deal      Measured   `json:"deal"` // chance at the deal
	Opponents []Group    `json:"opponents"`
	Seats     []Group    `json:"seats"`
	Parts     []Measured `json:"parts"` // change of the chance in each part of a game
	Falls     []Fall     `json:"falls"`
}

// A Measured value has its mean and the ends of its 95 % interval.
type Measured struct {
	Value float64 `json:"value"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
}

// A Group is the games against one opponent, or in one seat.
type Group struct {
	Name   string   `json:"name,omitempty"`
	Seat   *int     `json:"seat,omitempty"`
	Games  int      `json:"games"`
	Points Measured `json:"points"`
	Deal   Measured `json:"deal"`
}

// A Fall is the part of a game in which the chance fell most.
type Fall struct {
	Game   int64   `json:"game"`
	Seed   int64   `json:"seed"`
	Seat   int     `json:"seat"`
	From   int     `json:"from"`
	To     int     `json:"to"`
	Before float64 `json:"before"`
	After  float64 `json:"after"`
}

// Values returns the record for programs, with the largest falls.
func (b *Bot) Values(most int) Record {
	t := &b.Tally
	j := Record{
		Agon: 1, Of: b.Name, Bot: b.By, Playouts: b.Playouts, Games: b.Looked, Played: b.Played,
		Points: measure(&t.Points, 0), Deal: measure(&t.Deal, 0), Opponents: []Group{}, Seats: []Group{}, Falls: []Fall{},
	}
	for i := range t.Opponents {
		g := &t.Opponents[i]
		j.Opponents = append(j.Opponents,
			Group{Name: g.Name, Games: g.Points.N(), Points: measure(&g.Points, 0), Deal: measure(&g.Deal, 0)})
	}
	for i := range t.Seats {
		g := &t.Seats[i]
		seat := int(g.Seat)
		j.Seats = append(j.Seats, Group{Seat: &seat, Games: g.Points.N(), Points: measure(&g.Points, 0), Deal: measure(&g.Deal, 0)})
	}
	for i := range t.Parts {
		j.Parts = append(j.Parts, measure(&t.Parts[i], -1))
	}
	for _, f := range t.Falls[:min(len(t.Falls), most)] {
		j.Falls = append(j.Falls, Fall{f.Game, f.Seed, int(f.Seat), f.From + 1, f.To, f.Before.Mean, f.After.Mean})
	}
	return j
}

// measure returns a sample of values from least to 1.
func measure(s *rating.Sample, least float64) Measured {
	low, high := s.Interval(least, 1)
	return Measured{rating.Round(s.Mean()), rating.Round(low), rating.Round(high)}
}
