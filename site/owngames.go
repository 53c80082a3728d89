package site

import (
	"context"
	"fmt"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"agon/contest/logs"
	"agon/game"
	"agon/show/report"
	"agon/show/web"
	"agon/site/contests"
	"agon/site/films"
	"agon/site/people"
	"agon/site/wire"
)

// gamesQuery names a bot, and which of its games are wanted.
type gamesQuery = struct {
	BotPath
	Opponent string `query:"opponent" maxLength:"200" doc:"name of a bot that took part"`
	Result   string `query:"result" enum:"won,drawn,lost" doc:"of the bot; won: placed first alone, drawn: first with others, lost: elsewhere"`
	Fault    string `query:"fault" maxLength:"40" doc:"that the bot had, by its name as late or crashed; any: games with a fault"`
	Version  int    `query:"version" minimum:"1" doc:"of the bot, as the games' own field says it"`
	Since    string `query:"since" format:"date" doc:"day, in the time zone of the site, from which on the games were planned"`
	After    int    `query:"after" minimum:"1" doc:"next of an answer, which continues it"`
	Limit    int    `query:"limit" minimum:"1" maximum:"500" default:"50" doc:"most games of the answer"`
}

// playedGames answers with games of a bot, the newest first, from the figures that are in memory.
func (s *submissions) playedGames(ctx context.Context, by *people.Person, in *gamesQuery) (*body[wire.Games], error) {
	f, err := figuresFor(ctx, s.contests, by, in.Contest)
	if err != nil {
		return nil, err
	}
	_, b, err := s.submittedBot(ctx, in.Contest, in.Bot)
	if err != nil {
		return nil, err
	}
	if _, err := game.ParseFault(in.Fault); err != nil && in.Fault != "" && in.Fault != report.AnyFault {
		return nil, &people.Problem{Text: fmt.Sprintf("There is no fault %q; faults are %v, or any for all.", in.Fault, game.Faults())}
	}
	list := wire.Games{Games: []wire.BotGame{}}
	if f != nil {
		var found []report.Indexed
		found, list.Next, _ = f.Search(&report.Search{Bot: b.Name, Opponent: in.Opponent, Result: in.Result, Fault: in.Fault,
			Version: in.Version, Since: in.Since, Before: in.After, Most: in.Limit})
		list.LeftOut = f.Index.Left
		for i := range found {
			list.Games = append(list.Games, gameForPrograms(f, contestAddress(in.Contest), &found[i]))
		}
	}
	return answered(list), nil
}

func gameForPrograms(f *report.Figures, link string, g *report.Indexed) wire.BotGame {
	own := &g.Seats[g.Own]
	x := wire.BotGame{
		PlayedGame: wire.PlayedGame{Number: g.Number, Stage: f.Stages[g.Stage].Name, Place: int(own.Place), Seats: len(g.Seats),
			Faults: int(own.Faulty), Page: fmt.Sprintf("%s/games/%d/", link, g.Number)},
		Result: g.Result, Seat: g.Own, Version: f.Entries[own.Entry].Number, Rounds: g.Rounds, Day: g.Day,
		FaultNames: own.Faults(), Opponents: []wire.Other{},
	}
	for seat := range g.Seats {
		if e := &f.Entries[g.Seats[seat].Entry]; seat != g.Own {
			x.Opponents = append(x.Opponents, wire.Other{Bot: e.Bot, Version: e.Number, Seat: seat, Place: int(g.Seats[seat].Place)})
		}
	}
	return x
}

// A GamePath names a game of a contest.
type GamePath struct {
	ContestPath
	Game int `path:"game" minimum:"1" doc:"number of the game"`
}

// turnsQuery names a seat of a game, and which of its turns are wanted.
type turnsQuery = struct {
	GamePath
	Seat  int `query:"seat" minimum:"-1" default:"-1" doc:"of the bot, from 0; -1: the first of which the caller may read the turns"`
	From  int `query:"from" minimum:"0" doc:"the first turn that is wanted: next of an answer, which continues it"`
	Limit int `query:"limit" minimum:"1" maximum:"1000" default:"200" doc:"most turns of the answer; there are fewer where they have more than 1 MiB of text"`
}

// shown returns a game of a contest for its page and for programs; the error is fs.ErrNotExist if it has no replay.
func (p *gamePages) shown(c *contests.Contest, number int) (*films.Shown, error) {
	return p.films.Of(c, number, p.way(c, web.Link{Text: fmt.Sprintf("Game %d", number)})...)
}

// gameFor is shown for a program. The error is a [people.Problem] during a freeze.
func (p *gamePages) gameFor(by *people.Person, in *GamePath) (*contests.Contest, *films.Game, error) {
	c, err := unfrozen(p.contests, by, in.Contest)
	if err != nil {
		return nil, nil, err
	}
	g, err := p.shown(c, in.Game)
	if err != nil {
		return nil, nil, err
	}
	return c, g.Game, nil
}

// ownSeats is gameFor with the seats of which a person may read everything. The error is [people.ErrNobody] if there are none.
func (p *gamePages) ownSeats(ctx context.Context, by *people.Person, in *GamePath) (*contests.Contest, *films.Game, []int, error) {
	c, g, err := p.gameFor(by, in)
	if err != nil {
		return nil, nil, nil, err
	}
	seats, err := p.films.Seats(ctx, by, c, g)
	if err == nil && len(seats) == 0 {
		err = people.ErrNobody
	}
	return c, g, seats, err
}

// turns answers with what a bot of the caller was sent, answered and printed in a game.
func (p *gamePages) turns(ctx context.Context, by *people.Person, in *turnsQuery) (*body[wire.Turns], error) {
	_, g, seats, err := p.ownSeats(ctx, by, &in.GamePath)
	if err != nil {
		return nil, err
	}
	if in.Seat < 0 {
		in.Seat = seats[0]
	} else if !slices.Contains(seats, in.Seat) {
		return nil, people.ErrNobody
	}
	turns, next, err := p.films.Turns(g, in.Seat, in.From, in.Limit)
	return answered(wire.Turns{Game: in.Game, Seat: in.Seat, Bot: g.Bots[in.Seat], Next: next, Turns: each(turns, turnForPrograms)}), err
}

func turnForPrograms(t logs.Turn) wire.Turn {
	return wire.Turn{Game: t.Game, Turn: t.Turn, Round: t.Round, Seat: *t.Seat, Printed: t.Printed, Notes: t.Notes, Sent: t.Sent,
		Answer: t.Answer, Fault: t.Fault, Why: t.Why, Micros: t.Micros}
}

// sentReplay answers with the replay of a game, once the contest publishes it.
func (p *gamePages) sentReplay(_ context.Context, by *people.Person, in *GamePath) (*huma.StreamResponse, error) {
	c, g, err := p.gameFor(by, in)
	if err != nil {
		return nil, err
	}
	if state, _, _ := c.State(); state != contests.Over {
		return nil, &people.Problem{Text: "Replays of this contest are published when it is over, since seeds of games to come can be " +
			"computed from the seed in one. Until then the page of the game shows it, and get-turns has what your bot was sent."}
	}
	packed, err := p.published(c, g)
	if err != nil {
		return nil, err
	}
	return &huma.StreamResponse{Body: func(out huma.Context) {
		out.SetHeader("Content-Type", octets)
		out.SetHeader("Content-Disposition", replayName(c, in.Game))
		out.BodyWriter().Write(packed)
	}}, nil
}

// chances answers with an estimate of how a game stood.
func (p *gamePages) chances(ctx context.Context, by *people.Person, in *GamePath) (*body[wire.Chances], error) {
	c, g, _, err := p.ownSeats(ctx, by, in)
	if err != nil {
		return nil, err
	}
	found, err := p.films.Chances(c, in.Game, g)
	if err != nil {
		return nil, err
	}
	if found == nil {
		return nil, &people.Problem{Text: "The site estimates no chances of this game: it is too long for the moves that an estimate may " +
			"take here, or nobody can play it on. When the contest is over, agon explain looks at its replay at home."}
	}
	x := wire.Chances{Bot: found.Bot, Playouts: found.Playouts, Seats: g.Bots, Curve: []wire.ChancesAt{}}
	for _, at := range found.Curve {
		x.Curve = append(x.Curve, wire.ChancesAt{Turns: at.Turns, Chances: at.Means, Errors: at.Errors})
	}
	return answered(x), nil
}

// ownGameOffers are the operations about single games, which have a page.
func (p *gamePages) ownGameOffers() []offer {
	const one = "/contests/{contest}/games/{game}"
	turns := op("get-turns", "GET "+one+"/turns", "Get what one's own bot was sent, answered and printed in a game, turn by turn")
	turns.Description = "For the author of the bot, the author's team, the jury and organisers, also while the contest goes on; during a " +
		"freeze for the jury and organisers alone. Prompts are whole: the rules make them again, as this seat saw the game."
	replay := op("get-replay", "GET "+one+"/replay", "Download the replay of a game of a contest that is over")
	replay.Description = "A contest that goes on publishes no replay: from the seed in one, seeds of games to come can be computed. When " +
		"it is over all get it, without the notes of faults; during a freeze the jury and organisers alone."
	replay.Responses = map[string]*huma.Response{"200": {Description: "the replay", Content: file()}}
	chances := op("get-chances", "GET "+one+"/chances", "Estimate how a game with a bot of one's own stood along its turns")
	chances.Description = "As agon explain does, by at most about 60 000 moves of a built-in bot (6000 where rules run in processes). " +
		"For who may call get-turns about the game."
	return []offer{answers(turns, p.turns), answers(replay, p.sentReplay), answers(chances, p.chances)}
}
