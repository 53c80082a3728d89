package main

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"time"

	"agon/contest"
	"agon/game"
	"agon/report/compile"
	"agon/report/folder"
	"agon/store/ledgers"
	"agon/term/progress"
)

// play runs the contest with progress on standard error.
func (r *running) play(ctx context.Context, c *contest.Contest) (*contest.Result, error) {
	cores := r.jobs
	if cores <= 0 {
		cores = runtime.NumCPU()
	}
	show := progress.New(os.Stderr, r.plain || r.json)
	defer show.Close()
	for _, refusal := range c.Refused {
		show.Note(fmt.Sprintf("%s is refused: %s", refusal.Name, refusal.Why))
	}
	for _, note := range c.Notes() {
		show.Note(note)
	}
	for i, e := range c.Entries {
		if c.Out(i) != "" {
			continue
		}
		if e.Moved != "" {
			show.Note(fmt.Sprintf("%s was %s before", e.Name, e.Moved))
		}
		if e.Note != "" {
			show.Note(fmt.Sprintf("%s: %s", e.Name, e.Note))
		}
		if e.Broken != "" {
			show.Note(fmt.Sprintf("%s cannot play: %s", e.Name, e.Broken))
		}
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	context.AfterFunc(ctx, r.wait.stop)
	r.wait.note = show.Note
	go func() {
		select {
		case <-show.Stop():
			cancel()
		case <-ctx.Done():
		}
	}()
	if page := livePath(c); page != "" {
		show.Note("the bracket, as it is played: " + page)
	}
	d := &dashboard{sandbox: r.Level(), ledger: ledgers.Describe(c.Dir), contest: c, cores: cores, show: show, command: "agon run " + c.File.Name}
	var err error
	if r.hired, err = r.hire(ctx, c, show.Note); err != nil {
		return &contest.Result{}, err
	}
	d.workers = r.hired
	options := contest.Options{
		Cores: cores, Lanes: r.lanes, NoLimits: r.noLimits, VoidStalled: r.void, Times: r.times || r.logs != "", Sandbox: r.About(), OneProcess: r.together, Rounds: r.rounds,
		Progress: d.update, Note: show.Note,
	}
	if r.hired != nil {
		defer r.hired.close()
		options.Remote = r.hired.fleet
		if r.away {
			options.Cores = -1
		}
	}
	result, err := c.Run(ctx, options)
	d.last.Over = result.Finished
	d.last.Elapsed, d.last.Efficiency, d.last.Voided = result.Wall, result.Efficiency, int(result.Strain.Voided)
	show.Update(d.last)
	return result, err
}

// dashboard converts a run's progress for display.
type dashboard struct {
	contest *contest.Contest
	cores   int
	show    *progress.Progress
	workers *hired // nil: no other machines
	command string
	sandbox string
	ledger  string
	last    progress.Run
	due     time.Time // of the next standing
	told    bool      // that the page of the bracket cannot be written was reported
}

// How often the standing is computed for the dashboard. It reads every game, which is slow in a long contest and blocks planning, so it
// takes at most one fortieth of the time.
const (
	tableEvery = time.Second
	tableShare = 40
)

func (d *dashboard) update(p contest.Progress) {
	c := d.contest
	stage := c.Stages[p.Stage]
	unit, rounds := c.Kind.Scale(c.Settings, p.Bots)
	run := progress.Run{
		Command: d.command, Contest: c.File.Name, Stage: stage.Name, Format: stage.Format, Unit: unit,
		Games: p.Planned, Done: p.Done, Rounds: rounds, Bots: p.Bots, Cores: d.cores, Sandbox: d.sandbox,
		Elapsed: p.Elapsed, Left: p.Left, Efficiency: p.Efficiency, Voided: int(p.Strain.Voided), Strain: strained(p.Strain), Ledger: d.ledger,
		PerSecond: float64(p.Rounds) / max(p.Elapsed.Seconds(), 1e-9), Standings: d.last.Standings, Bracket: d.last.Bracket,
	}
	if time.Now().After(d.due) {
		begun := time.Now()
		table := p.Table()
		run.Bracket = liveBracket(c, &table)
		if table.Bracket != nil {
			err := folder.WriteLive(reportDir(c), folder.Live{Title: c.File.Name, Names: called(c), Bracket: table.Bracket, Done: p.Done, Games: p.Planned})
			if err != nil && !d.told {
				d.told = true
				d.show.Note(err.Error())
			}
		}
		run.Standings = compile.Standings(c, table)
		d.due = time.Now().Add(max(tableEvery, tableShare*time.Since(begun)))
	}
	for slot, e := range c.Entries {
		if c.Superseded(slot) {
			continue // its faults are counted under its name
		}
		for name, n := range p.Faults[e.Name] {
			if why, err := game.ParseFault(name); err == nil {
				run.Faults = append(run.Faults, progress.Count{Slot: slot, Why: why, Times: n})
			}
		}
	}
	sortCounts(run.Faults)
	run.Workers, run.Orders = d.workers.list(), d.workers.orders()
	if len(p.LastSeats) > 0 {
		run.Last = lastGame(c, p)
	}
	d.last = run
	d.show.Update(run)
}
