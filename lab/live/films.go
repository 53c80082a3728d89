package live

import (
	"context"
	"slices"

	"agon/bot"
	"agon/bot/human"
	"agon/bot/lineup"
	"agon/game"
	"agon/show/film"
	"agon/show/web"
)

// Films film a game in progress: for the audience, and for each person at this terminal or on a page as that seat sees it.
type Films struct {
	Audience *film.Film
	Seats    []SeatFilm // of people

	entries []lineup.Entry
}

// A SeatFilm is the game as a person sees it.
type SeatFilm struct {
	*film.Film
	Seat   game.Seat
	Player *human.Player
}

// NewFilms returns the films of a game that has not begun. People read on theirs why a move was refused.
func NewFilms(info film.Info, entries []lineup.Entry) *Films {
	info.Veiled = Veiled(info.Kind, entries)
	f := &Films{Audience: film.New(info), entries: entries}
	for i, e := range entries {
		if p, ok := e.Person.(*human.Player); ok {
			own := film.New(info)
			p.Refused = own.Notify
			f.Seats = append(f.Seats, SeatFilm{own, game.Seat(i), p})
		}
	}
	return f
}

// Played reports whether a person plays.
func Played(entries []lineup.Entry) bool {
	return slices.ContainsFunc(entries, func(e lineup.Entry) bool { return e.Person != nil })
}

// Veiled reports whether a game of these players hides information from people. It is shown to nobody before the game is over.
func Veiled(k *game.Kind, entries []lineup.Entry) bool { return k.Hidden && Played(entries) }

// Chairs returns the pages from which people play.
func (f *Films) Chairs() (chairs []web.Chair) {
	for _, s := range f.Seats {
		p := s.Player
		chairs = append(chairs, web.Chair{
			Seat: int(s.Seat), Path: web.NewPath(), Film: s.Film, Keys: p.Keys(), Press: func(key string) { p.Press(key) }, Enter: p.Enter,
		})
	}
	return chairs
}

// Look films the deal or a turn. What is hidden is shown to the audience when the game is over.
func (f *Films) Look(_ context.Context, t *game.Table, calls []*bot.Call) {
	eye := game.Audience
	if f.Audience.Info.Veiled && !t.Over() {
		eye = game.Public
	}
	f.shoot(f.Audience, eye, t, calls)
	for _, s := range f.Seats {
		f.shoot(s.Film, s.Seat, t, calls)
		moved := func(c *bot.Call) bool { return c.Seat == s.Seat }
		if refused, _ := t.Feedback(s.Seat); refused != "" && slices.ContainsFunc(calls, moved) {
			s.Notify(refused)
		}
	}
}

// shoot adds a shot as a viewer may see it, with the events of the turn. What a fault or a remark says may be made of what is hidden.
func (f *Films) shoot(to *film.Film, viewer game.Seat, t *game.Table, calls []*bot.Call) {
	shot := film.TakeFor(t, viewer)
	if calls == nil {
		to.Append(shot)
		return
	}
	shot.Took = make([]game.Micros, t.Seats())
	for i := range shot.Took {
		shot.Took[i] = -1
	}
	for _, c := range calls {
		switch {
		case c.Reply.Took > 0:
			shot.Took[c.Seat] = c.Reply.Took
		case f.entries[c.Seat].Person == nil:
			if shot.Took[c.Seat] = c.Reply.Took; c.Reply.Took == 0 {
				shot.Took[c.Seat] = game.Micros(c.Wall.Microseconds())
			}
		}
		if c.Reply.Fault != game.NoFault {
			fault := game.FaultAt{Turn: t.Turns() - 1, Seat: c.Seat, Why: c.Reply.Fault, Note: c.Reply.Note}
			if to.Info.Veiled && viewer != c.Seat && !t.Over() {
				fault.Note = ""
			}
			shot.Faults = append(shot.Faults, fault)
		}
		if len(c.Reply.Remark) > 0 && !to.Info.Veiled {
			shot.Remarks = append(shot.Remarks, game.RemarkAt{Turn: t.Turns() - 1, Seat: c.Seat, Text: slices.Clone(c.Reply.Remark)})
		}
	}
	to.Append(shot)
	if t.Over() {
		to.End(t.Ending(to.Info.Name), t.Digest())
	}
}

// Watched returns when nobody looks at any of the films, or when ctx is done.
func (f *Films) Watched(ctx context.Context) {
	f.Audience.Watched(ctx)
	for _, s := range f.Seats {
		s.Watched(ctx)
	}
}
