package fleet

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"agon/contest/queue"
	"agon/contest/run"
	"agon/game"
	"agon/record/gamelog"
)

// An incoming is a report of an order, from the worker that has the order.
type incoming struct {
	*play
	from  *peer
	order *order

	others []string // workers that may judge games of the report, by name
	held   []*held  // games of the report that they are to judge
}

// report takes in a report, one of its worker at a time. Whatever is wrong with it is its worker's.
func (p *play) report(ctx context.Context, j queue.Job) {
	name, _, _ := strings.Cut(j.Name, "#")
	p.mu.Lock()
	from := p.peer(j.From)
	p.mu.Unlock()
	from.reporting.Lock()
	defer from.reporting.Unlock()
	p.cores <- struct{}{}
	defer func() { <-p.cores }()
	p.mu.Lock()
	in := incoming{play: p, from: from, order: p.orders[name]}
	p.mu.Unlock()
	if in.order == nil { // it was withdrawn, or is of an earlier server
		return
	}
	if in.order.to != in.from.Name {
		p.aside(ctx, in.from, "it reported games of an order for worker "+in.order.to)
		return
	}
	r, err := Decode[Report](j.Body)
	switch {
	case in.out():
		p.end(in.order) // others get what it has not played
	case errors.Is(err, ErrVersion):
		p.aside(ctx, in.from, err.Error())
		p.end(in.order)
	case err != nil:
		p.aside(ctx, in.from, "it sent a report that cannot be read: "+err.Error())
		p.end(in.order)
	case in.order.judged != nil:
		in.judged(ctx, &r)
	case r.Refused != "":
		in.refuse(ctx, &r)
	case r.Failed != nil:
		in.failed(ctx, r.Failed)
	default:
		in.games(ctx, &r)
	}
}

// out reports whether the worker is set aside.
func (in *incoming) out() bool {
	in.mu.Lock()
	defer in.mu.Unlock()
	return in.from.Aside != ""
}

// games takes in the games of a report. If its worker is set aside by them, others get what it has not played.
func (in *incoming) games(ctx context.Context, r *Report) {
	if err := in.journal(r.Games); err != nil {
		in.fail(err)
		return
	}
	if in.terms.Sample && in.order.check == nil {
		in.others = in.judges(in.from)
	}
	for _, g := range r.Games {
		if !in.game(ctx, g) {
			in.settle(in.held...)
			in.end(in.order)
			return
		}
	}
	in.ask(ctx)
	if in.counted(r.Took) {
		in.end(in.order)
	}
}

// counted counts a report that was taken in, and reports whether its order has ended with it.
func (in *incoming) counted(took time.Duration) (ended bool) {
	o, w := in.order, in.from
	in.mu.Lock()
	defer in.mu.Unlock()
	ended = len(o.left) == 0
	if took > 0 && ended {
		each := min(took, time.Since(o.since)) / time.Duration(len(o.job.Fixtures))
		if in.each == 0 {
			in.each = each
		}
		in.each += (each - in.each) / 4
	}
	w.refusals, w.overdue, w.rests, o.reported = 0, 0, time.Time{}, time.Now()
	if ended {
		w.ended++
		w.owes = max(w.owes-1, 0)
	}
	return ended && in.orders[o.name] == o
}

// failed takes in a game that a worker could not play. If the rules fail here too, the play ends with that: no other machine can play it.
// Else the worker has refused the order: it may lack memory or time for these rules.
func (in *incoming) failed(ctx context.Context, g *FailedGame) {
	if err := in.stage.Fails(in.order.job, run.RemoteGame{Fixture: g.Fixture, Replay: g.Replay}); err != nil {
		in.fail(err)
		return
	}
	in.refuse(ctx, &Report{Refused: fmt.Sprintf("game %d, which can be played here: %s", g.Fixture+1, g.Why)})
}

// game takes in a reported game, and returns false if the worker is set aside.
func (in *incoming) game(ctx context.Context, g ReportedGame) bool {
	o, w := in.order, in.from
	reported := run.RemoteGame{Fixture: g.Fixture, Replay: g.Replay}
	for i := range g.Seats {
		reported.Seats = append(reported.Seats, g.Seats[i].tally())
	}
	err := in.bounded(&g)
	if err == nil {
		err = in.take(reported)
	}
	if failed := (*game.RulesError)(nil); errors.As(err, &failed) { // this is nobody's report
		in.fail(err)
		return false
	}
	if err != nil {
		in.aside(ctx, w, "its report contradicts the rules: "+err.Error())
		return false
	}
	first, slow := in.first(&g)
	if slow != "" {
		in.aside(ctx, w, slow)
		return false
	}
	moves := digest(g)
	switch {
	case o.check != nil:
		if !in.compare(ctx, w, o.check, moves) && !in.out() { // the ledger keeps that there is another result
			return in.stage.Accept(o.job, reported) == nil
		}
	case first && in.chosen(g.Fixture):
		in.twice(ctx, w, o, checked{g.Fixture, moves, w.Name})
	}
	return true
}

// take takes in a game that may count. The error is a [*game.RulesError], or describes what is wrong with the report.
func (in *incoming) take(g run.RemoteGame) error {
	switch job := in.order.job; {
	case in.order.check != nil:
		return in.stage.Check(job, g)
	case !in.terms.Sample:
		return in.stage.Accept(job, g)
	default:
		return in.claimed(g)
	}
}

// first reports whether a game is reported for the first time, and why the worker is too slow; empty if it is not.
func (in *incoming) first(g *ReportedGame) (first bool, slow string) {
	in.mu.Lock()
	defer in.mu.Unlock()
	first = in.order.left[g.Fixture]
	delete(in.order.left, g.Fixture)
	delete(in.overdue, g.Fixture)
	if first && in.order.check == nil {
		delete(in.words, g.Fixture)
		in.count(in.from, in.order.job.Fixture(g.Fixture), g)
		slow = in.paces.slow(in.from.paces)
	}
	return first, slow
}

// Bounds of what a report has of a seat. A bot may use several processors.
const (
	mostProcessors = 256
	mostDoubt      = 1 << 10 // bytes
	moreLog        = 8 << 20 // bytes beyond the limit of the stage: the notes by agon
	recordSize     = 32      // bytes of a record without its text
)

// bounded returns an error if the times of a game are longer than its order has been out, or its texts too long. They are the worker's
// word, and later added up and written down.
func (in *incoming) bounded(g *ReportedGame) error {
	out := time.Since(in.order.since)
	most := mostProcessors * (out + time.Second)
	for i := range g.Seats {
		s := &g.Seats[i]
		for _, d := range []time.Duration{s.Wall, s.CPU, s.Least, s.Most} {
			if d < 0 || d > most {
				return fmt.Errorf("game %d: seat %d took %v, %v after the games were offered", g.Fixture+1, i+1, d, out.Round(time.Second))
			}
		}
		for _, d := range []game.Micros{s.Seat.Took, s.Seat.CPU, s.Seat.Stall} {
			if d < 0 || int64(d) > most.Microseconds() {
				return fmt.Errorf("game %d: seat %d took %d µs, %v after the games were offered", g.Fixture+1, i+1, d,
					out.Round(time.Second))
			}
		}
		if err := in.boundedLog(g.Fixture, i, s.Log); err != nil {
			return err
		}
		if len(s.Doubt) > mostDoubt {
			return fmt.Errorf("game %d: seat %d has a doubt of %d bytes", g.Fixture+1, i+1, len(s.Doubt))
		}
	}
	return nil
}

// boundedLog returns an error if the log of a seat is too long, or has records of another game.
func (in *incoming) boundedLog(fixture, seat int, log []gamelog.Record) error {
	size := 0
	for _, r := range log {
		size += recordSize + len(r.Text) + len(r.Fault) + len(r.Kind)
		if r.Game != 0 && r.Game != fixture+1 {
			return fmt.Errorf("game %d: the log of seat %d is of game %d", fixture+1, seat+1, r.Game)
		}
	}
	if size > 3*in.terms.Logs+moreLog {
		return fmt.Errorf("game %d: seat %d has a log of %d bytes", fixture+1, seat+1, size)
	}
	return nil
}

// journal adds the games of a report to the journal, before they count.
func (in *incoming) journal(games []ReportedGame) error {
	if in.order.check != nil {
		return nil
	}
	e := entry{Worker: in.from.Name}
	in.mu.Lock()
	for i := range games {
		if in.order.left[games[i].Fixture] {
			e.Games = append(e.Games, games[i].Fixture)
		}
	}
	in.mu.Unlock()
	if e.Games == nil {
		return nil
	}
	return in.options.Journal.write(e)
}

// mostRefusals in a row set a worker aside: it cannot play this contest.
const mostRefusals = 3

// refuse takes the order back, which its worker cannot play.
func (in *incoming) refuse(ctx context.Context, r *Report) {
	o, w := in.order, in.from
	why := oneLine(r.Refused)
	var notes []string
	in.mu.Lock()
	w.Refused++
	for _, entry := range o.job.Lineup {
		e := in.stage.Entry(entry)
		if lacks, ok := r.Cannot[e.Hash]; ok && !w.cannot[e.Hash] {
			w.cannot[e.Hash] = true
			notes = append(notes, fmt.Sprintf("worker %s cannot play %s, and gets no more of its games until it is started again: %s",
				w.Name, e.Name, oneLine(lacks)))
		}
	}
	if notes == nil {
		w.refusals++
	}
	many := w.refusals >= mostRefusals
	in.mu.Unlock()
	in.end(o)
	if notes != nil {
		for _, text := range notes {
			in.options.Note(text)
		}
		return
	}
	if many {
		in.aside(ctx, w, "it cannot play this contest: "+why)
		return
	}
	in.options.Note(fmt.Sprintf("worker %s cannot play %s: %s", w.Name, strings.Join(in.stage.Names(o.job), ", "), why))
}
