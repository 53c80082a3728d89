package site

import (
	"context"
	"io"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"agon/site/people"
	"agon/site/wire"
)

// dated returns a date for programs, nil for none.
func dated(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}

// undated returns a date of a program, zero for none.
func undated(t *time.Time) time.Time {
	if t == nil {
		return time.Time{}
	}
	return *t
}

func datesForPrograms(d *dates) wire.Dates {
	return wire.Dates{Opens: dated(d.Opens), Closes: dated(d.Closes), Starts: dated(d.Starts), Ends: dated(d.Ends), Freezes: dated(d.Freezes)}
}

func deskForPrograms(p *deskPage) wire.Desk {
	d := wire.Desk{
		State: string(p.Line.State), Doing: p.Doing, Needs: []wire.Need{}, Bots: []wire.DeskBot{}, Since: dated(p.Since), Pending: []wire.Pending{}, Dates: datesForPrograms(&p.Dates.dates),
		Closed: p.Dates.closed, Frozen: dated(p.Frozen), Limits: p.Limits, Decisions: []wire.Decided{}, Workers: []wire.Worker{}, Stages: []wire.Stage{},
	}
	for i := range p.Stages {
		d.Stages = append(d.Stages, stageForPrograms(&p.Stages[i]))
	}
	for i := range p.Workers {
		x := &p.Workers[i]
		d.Workers = append(d.Workers, wire.Worker{
			Name: x.Name, Cores: x.Cores, Games: x.Games, PerSecond: x.PerSecond, Efficiency: x.Efficiency, Speed: x.Speed, Pace: x.Pace, State: x.State(), Seen: x.Seen,
		})
	}
	for _, n := range p.Needs {
		d.Needs = append(d.Needs, wire.Need(n))
	}
	for i := range p.Bots {
		b := &p.Bots[i]
		d.Bots = append(d.Bots, wire.DeskBot{Name: b.Name, Author: b.Author, State: b.Word, Why: b.Why, Faults: b.Faults, NewFaults: b.N, Page: b.Page})
	}
	for _, x := range p.Pending {
		d.Pending = append(d.Pending, wire.Pending{Bot: x.Bot, Name: x.Name, Owner: x.Owner, Version: x.Number, Received: x.Received})
	}
	for _, x := range p.Log {
		d.Decisions = append(d.Decisions, wire.Decided{ID: x.ID, At: x.At, Who: x.Who, What: x.What, Why: x.Why, Undoable: x.Undo, Undone: x.Undone})
	}
	return d
}

// A ReasonedContest names a contest, with the reason of a decision about it.
type ReasonedContest struct {
	ContestPath
	Body wire.Reason
}

func (s *Site) offerDesk(api huma.API) {
	offer(s, api, "GET /c/{contest}/desk", huma.Operation{OperationID: "get-desk", Method: http.MethodGet, Path: "/contests/{contest}/desk", Summary: "Get the desk of a contest: what needs an organiser, and what was decided"},
		func(ctx context.Context, by *people.Person, in *ContestPath) (*body[wire.Desk], error) {
			return s.deskAnswer(ctx, by, in.Contest)
		})
	ledger := huma.Operation{
		OperationID: "download-ledger", Method: http.MethodPost, Path: "/contests/{contest}/ledger", Summary: "Download the ledger of a contest, an SQLite file with all results, seeds and secrets",
		Responses: map[string]*huma.Response{"200": {Description: "the file", Content: map[string]*huma.MediaType{octets: {Schema: &huma.Schema{Type: "string", Format: "binary"}}}}},
	}
	offer(s, api, "POST /c/{contest}/ledger", ledger, func(ctx context.Context, by *people.Person, in *ContestPath) (*huma.StreamResponse, error) {
		f, err := s.ledgerPages.copied(ctx, by, in.Contest)
		if err != nil {
			return nil, err
		}
		return &huma.StreamResponse{Body: func(out huma.Context) {
			defer f.Close()
			out.SetHeader("Content-Type", octets)
			io.Copy(out.BodyWriter(), f)
		}}, nil
	})
	offer(s, api, "POST /c/{contest}/seen", huma.Operation{OperationID: "mark-faults-seen", Method: http.MethodPost, Path: "/contests/{contest}/desk/seen", Summary: "Mark the faults until now as seen by the caller"},
		func(ctx context.Context, by *people.Person, in *ContestPath) (*struct{}, error) {
			_, err := s.markSeen(ctx, by, in.Contest)
			return &struct{}{}, err
		})
	offer(s, api, "POST /c/{contest}/decide", huma.Operation{OperationID: "decide", Method: http.MethodPost, Path: "/contests/{contest}/decisions", Summary: "Decide about a bot, games or a limit of a contest"},
		func(ctx context.Context, by *people.Person, in *struct {
			ContestPath
			Body wire.Deciding
		}) (*body[wire.Done], error) {
			told, err := s.decideFor(ctx, by, in.Contest, in.Body)
			if err != nil {
				return nil, err
			}
			return answered(wire.Done{Told: told}), nil
		})
	offer(s, api, "POST /c/{contest}/undo/{id}", huma.Operation{OperationID: "undo-decision", Method: http.MethodPost, Path: "/contests/{contest}/decisions/{id}/undo", Summary: "Take the opposite of a decision"},
		func(ctx context.Context, by *people.Person, in *struct {
			ContestPath
			ID int64 `path:"id" minimum:"1" doc:"ID of the decision"`
		}) (*body[wire.Done], error) {
			what, err := s.undoFor(ctx, by, in.Contest, in.ID)
			if err != nil {
				return nil, err
			}
			return answered(wire.Done{Told: "Undone: " + what + "."}), nil
		})
	offer(s, api, "POST /c/{contest}/dates", huma.Operation{OperationID: "set-dates", Method: http.MethodPut, Path: "/contests/{contest}/dates", Summary: "Set the dates of a contest, all of them"},
		func(ctx context.Context, by *people.Person, in *struct {
			ContestPath
			Body struct {
				wire.Reason
				wire.Dates
			}
		}) (*body[wire.Desk], error) {
			to := dates{undated(in.Body.Opens), undated(in.Body.Closes), undated(in.Body.Starts), undated(in.Body.Ends), undated(in.Body.Freezes)}
			if err := s.datesFor(ctx, by, in.Contest, to, in.Body.Why); err != nil {
				return nil, err
			}
			return s.deskAnswer(ctx, by, in.Contest)
		})
	offer(s, api, "POST /c/{contest}/freeze", huma.Operation{OperationID: "freeze-table", Method: http.MethodPost, Path: "/contests/{contest}/freeze", Summary: "Freeze the table of a contest for everybody but organisers and the jury"},
		func(ctx context.Context, by *people.Person, in *ReasonedContest) (*struct{}, error) {
			return &struct{}{}, s.freezeFor(ctx, by, in.Contest, in.Body.Why)
		})
	offer(s, api, "POST /c/{contest}/reveal", huma.Operation{OperationID: "reveal-table", Method: http.MethodPost, Path: "/contests/{contest}/reveal", Summary: "End the freeze of a table"},
		func(ctx context.Context, by *people.Person, in *ReasonedContest) (*struct{}, error) {
			return &struct{}{}, s.revealFor(ctx, by, in.Contest, in.Body.Why)
		})
	offer(s, api, "POST /c/{contest}/season", huma.Operation{OperationID: "make-season", Method: http.MethodPost, Path: "/contests/{contest}/season", Summary: "Follow a contest by a season that begins with the bots that play in it", DefaultStatus: http.StatusCreated},
		func(ctx context.Context, by *people.Person, in *struct {
			ContestPath
			Body struct {
				wire.Reason
				Name  string `json:"name" maxLength:"64" doc:"of the season in addresses"`
				Title string `json:"title" maxLength:"400"`
			}
		}) (*body[wire.Contest], error) {
			if err := s.privatePages.follow(ctx, by, in.Contest, in.Body.Name, in.Body.Title, in.Body.Why); err != nil {
				return nil, err
			}
			return s.contestForPrograms(ctx, by, in.Body.Name)
		})
	offer(s, api, "POST /c/{contest}/private", huma.Operation{OperationID: "make-private", Method: http.MethodPost, Path: "/contests/{contest}/private", Summary: "Make a contest private, or make a new link to it"},
		func(ctx context.Context, by *people.Person, in *ReasonedContest) (*body[wire.Link], error) {
			path, err := s.privatePages.hide(ctx, by, in.Contest, in.Body.Why)
			if err != nil {
				return nil, err
			}
			return answered(wire.Link{Path: path}), nil
		})
	offer(s, api, "POST /c/{contest}/public", huma.Operation{OperationID: "make-public", Method: http.MethodPost, Path: "/contests/{contest}/public", Summary: "Show a private contest to everybody"},
		func(ctx context.Context, by *people.Person, in *ReasonedContest) (*struct{}, error) {
			return &struct{}{}, s.privatePages.reveal(ctx, by, in.Contest, in.Body.Why)
		})
	offer(s, api, "GET /private/{code}", huma.Operation{OperationID: "enter-private", Method: http.MethodPost, Path: "/private", Summary: "See a private contest from now on, by the code of its link"},
		func(ctx context.Context, by *people.Person, in *struct {
			Body struct {
				Code string `json:"code" minLength:"1" maxLength:"100" doc:"the last part of the link"`
			}
		}) (*body[wire.Line], error) {
			c, err := s.privatePages.enter(ctx, by, in.Body.Code)
			if err != nil {
				return nil, err
			}
			return answered(lineForPrograms(s.line(c))), nil
		})
	offer(s, api, "POST /c/{contest}/screen", huma.Operation{OperationID: "show-first", Method: http.MethodPut, Path: "/contests/{contest}/screen", Summary: "Choose the bot whose games the screen shows first"},
		func(_ context.Context, _ *people.Person, in *struct {
			ContestPath
			Body struct {
				Bot string `json:"bot" maxLength:"200" doc:"its name; empty: the screen chooses by itself"`
			}
		}) (*struct{}, error) {
			return &struct{}{}, s.gamePages.showFirst(in.Contest, in.Body.Bot)
		})
	offer(s, api, "POST /c/{contest}/bots/{bot}/wake", huma.Operation{OperationID: "wake-bot", Method: http.MethodPost, Path: "/contests/{contest}/bots/{bot}/wake", Summary: "Let a bot that rests play again"},
		func(ctx context.Context, by *people.Person, in *BotPath) (*body[wire.Done], error) {
			told, _, err := s.alertPages.wake(ctx, by, in.Contest, in.bot())
			if err != nil {
				return nil, err
			}
			return answered(wire.Done{Told: told}), nil
		})
}

func (s *Site) deskAnswer(ctx context.Context, by *people.Person, name string) (*body[wire.Desk], error) {
	c, err := s.contests.Find(name)
	if err != nil {
		return nil, err
	}
	p, err := s.deskFor(ctx, c, by)
	if err != nil {
		return nil, err
	}
	return answered(deskForPrograms(p)), nil
}
