package site

import (
	"context"
	"time"

	"agon/site/decisions"
	"agon/site/people"
	"agon/site/schedule"
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

func datesFromProgram(d *wire.Dates) schedule.Dates {
	return schedule.Dates{
		Opens: undated(d.Opens), Closes: undated(d.Closes), Starts: undated(d.Starts), Ends: undated(d.Ends), Freezes: undated(d.Freezes),
	}
}

func datesForPrograms(d *schedule.Dates) wire.Dates {
	return wire.Dates{Opens: dated(d.Opens), Closes: dated(d.Closes), Starts: dated(d.Starts), Ends: dated(d.Ends),
		Freezes: dated(d.Freezes)}
}

func deskForPrograms(p *deskPage) wire.Desk {
	return wire.Desk{
		State: string(p.Line.State), Doing: p.Doing, Costs: p.Costs, Limited: p.Limit, Counts: p.Counts,
		Since: dated(p.Since), Dates: datesForPrograms(&p.Dates.Dates), Closed: p.Dates.Closed,
		Frozen: dated(p.Frozen), Limits: p.Limits, Stages: each(p.Stages, stageForPrograms),
		Needs: each(p.Needs, func(n need) wire.Need { return wire.Need{What: n.What, Why: n.Why, Bad: n.Bad} }),
		Due:   each(p.Due, func(e schedule.Event) wire.Due { return wire.Due{At: e.At, Ends: dated(e.Ends), What: e.Words} }),
		Bots: each(p.Bots, func(b deskBot) wire.DeskBot {
			return wire.DeskBot{Name: b.Name, Author: b.Author, State: b.Word, Why: b.Why, Faults: b.Faults, NewFaults: b.N, Page: b.Page}
		}),
		Pending: each(p.Pending, func(x pendingView) wire.Pending {
			return wire.Pending{Bot: x.Bot, Name: x.Name, Owner: x.Owner, Version: x.Number, Received: x.Received, State: x.State,
				After: x.After}
		}),
		Decisions: each(p.Log, func(x decisions.Decision) wire.Decided {
			return wire.Decided{ID: x.ID, At: x.At, Who: x.Who, What: x.What, Why: x.Why, Undoable: x.Undo, Undone: x.Undone}
		}),
		Workers: each(p.Workers, workerForPrograms),
	}
}

// A ReasonedContest names a contest, with the reason of a decision about it.
type ReasonedContest struct {
	ContestPath
	Body wire.Reason
}

// Inputs of what is decided on a desk.
type (
	deciding = struct {
		ContestPath
		Body wire.Deciding
	}
	decisionPath = struct {
		ContestPath
		ID int64 `path:"id" minimum:"1" doc:"ID of the decision"`
	}
	newDates = struct {
		ContestPath
		Body struct {
			wire.Reason
			wire.Dates
		}
	}
)

// answer answers with the desk of a contest.
func (x *desk) answer(ctx context.Context, by *people.Person, in *ContestPath) (*body[wire.Desk], error) {
	c, err := x.contests.Find(in.Contest)
	if err != nil {
		return nil, err
	}
	p, err := x.of(ctx, c, by)
	if err != nil {
		return nil, err
	}
	return answered(deskForPrograms(p)), nil
}

// dated answers with the desk after its dates were set.
func (x *desk) dated(ctx context.Context, by *people.Person, in *newDates, _ string) (*body[wire.Desk], error) {
	return x.answer(ctx, by, &in.ContestPath)
}
