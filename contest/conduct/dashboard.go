package conduct

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"agon/contest"
	"agon/contest/compile"
	"agon/contest/fleet/connection"
	"agon/contest/folders"
	"agon/contest/limit"
	"agon/contest/run"
	"agon/contest/store/ledgers"
	"agon/format/tournament"
	"agon/game"
	"agon/internal/heartbeat"
	"agon/play/worker"
	"agon/show/bracket"
	"agon/show/report"
	"agon/show/report/folder"
	"agon/show/term/progress"
	"agon/show/web"
)

// dashboard converts a run's progress for display.
type dashboard struct {
	contest *contest.Contest
	cores   int
	workers *connection.Connection // nil: there are none
	show    *progress.Progress
	command string
	sandbox string
	last    progress.Run
	stage   int
	due     time.Time // of the next standing
	failed  bool      // reported that the page of the bracket cannot be written

	meter       *limit.Meter
	limits      map[string]int // how often each was found to limit the run
	most, limit string         // what was found most often, and that in a sentence
	list        []report.Worker
	listed      time.Time // when the list was made
}

// How often the standing is computed for the dashboard. It reads every game, which is slow in a long contest and blocks planning, so it
// takes at most one fortieth of the time.
const (
	tableEvery = time.Second
	tableShare = 40
)

func (d *dashboard) update(p run.Progress) {
	c := d.contest
	stage := c.Stages[p.Stage]
	unit, rounds := c.Kind.Scale(c.Settings, len(c.Playing()))
	run := progress.Run{
		Command: d.command, Contest: c.File.Name, Stage: stage.Name, Format: stage.Format, Unit: unit,
		Games: p.Planned, Done: p.Done, Rounds: rounds, Step: c.Kind.Step,
		Played: int(p.StageRounds), Total: int(p.StageTotal + 0.5), Part: p.Part,
		Bots: len(c.Playing()), Cores: d.cores, Sandbox: d.sandbox,
		Elapsed: p.Elapsed, Left: p.Left, Efficiency: p.Efficiency, Voided: int(p.Strain.Voided), Strain: strained(p.Strain),
		Ledger:    ledgers.Describe(c.Dir),
		PerSecond: float64(p.Rounds) / max(p.Elapsed.Seconds(), 1e-9), Standings: d.last.Standings, By: d.last.By, Bracket: d.last.Bracket,
	}
	if d.stage != p.Stage {
		d.stage, d.due, run.Standings, run.Bracket = p.Stage, time.Time{}, nil, nil
	}
	if time.Now().After(d.due) {
		begun := time.Now()
		table := p.Table()
		run.Bracket = liveBracket(c, &table)
		if table.Bracket != nil {
			err := web.WriteBracket(folders.ReportDir(c), web.LiveBracket{Title: c.File.Name, Names: called(c), Looks: c.Looks(),
				Bracket: table.Bracket, Done: p.Done, Games: p.Planned})
			if err != nil && !d.failed {
				d.failed = true
				d.show.Note(err.Error())
			}
		}
		if run.By = table.By; p.Done > 0 {
			run.Standings = compile.Standings(c, table)
		}
		d.due = time.Now().Add(max(tableEvery, tableShare*time.Since(begun)))
	}
	for slot, e := range c.Entries {
		if c.Superseded(slot) {
			continue // its faults are counted under its name
		}
		for name, n := range p.Faults[e.Name] {
			if why, err := game.ParseFault(name); err == nil {
				run.Faults = append(run.Faults, progress.Count{Slot: c.Look(slot), Why: why, Times: n})
			}
		}
	}
	sortCounts(run.Faults)
	if d.workers != nil {
		if time.Since(d.listed) > time.Second { // there may be many
			d.list, d.listed = connection.Workers(d.workers.Server), time.Now()
		}
		run.Workers = d.list
		what, sentence := d.meter.Shares().Limit()
		run.Orders, run.Limit = report.Outstanding(run.Workers), sentence
		if d.limits[what]++; what != "" && d.limits[what] >= d.limits[d.most] {
			d.most, d.limit = what, sentence
		}
	}
	if len(p.LastSeats) > 0 {
		run.Last = lastGame(c, p)
	}
	d.last = run
	d.show.Update(run)
}

func sortCounts(counts []progress.Count) {
	slices.SortFunc(counts, func(a, b progress.Count) int {
		return cmp.Or(cmp.Compare(b.Times, a.Times), cmp.Compare(a.Slot, b.Slot), cmp.Compare(a.Why, b.Why))
	})
}

// lastGame returns the game that finished last, with its best three.
func lastGame(c *contest.Contest, p run.Progress) progress.Last {
	last := progress.Last{Game: p.Last.Fixture + 1}
	for seat, s := range p.Last.Seats {
		last.Best = append(last.Best, progress.Scored{Name: c.Entries[p.LastSeats[seat]].Name, Score: s.Score})
	}
	slices.SortStableFunc(last.Best, func(a, b progress.Scored) int { return cmp.Compare(b.Score, a.Score) })
	last.Best = last.Best[:min(len(last.Best), 3)]
	return last
}

// strained describes how busy the machine is during a run, or returns "" if it is not busy.
func strained(s worker.StrainReport) string {
	if !s.Busy() {
		return ""
	}
	text := fmt.Sprintf("this machine is busy: other processes delayed %.0f %% of moves; the delay is not charged",
		100*float64(s.Held)/float64(s.Moves))
	if sharesSession() {
		text += "; busy processes of this terminal's session share its processor time with agon: run agon in a terminal of its own"
	}
	if s.Waiting {
		text += "; waiting for it to be calmer"
	}
	return text
}

// sharesSession is asked once, when the machine is found to be busy.
var sharesSession = sync.OnceValue(heartbeat.SharesSession)

// checkBracket returns an error before the first game if --bracket is given for a contest without a bracket.
func checkBracket(file string, c *contest.Contest) error {
	if file == "" {
		return nil
	}
	if filepath.Ext(file) != ".svg" {
		return fmt.Errorf("--bracket %s: the bracket is written as SVG; use a name that ends in .svg", file)
	}
	if hasKnockout(c) {
		return nil
	}
	return errors.New("--bracket: no stage of this contest is a knockout (agon formats knockout)")
}

// called returns the names of all entries.
func called(c *contest.Contest) []string {
	var names []string
	for _, e := range c.Entries {
		names = append(names, e.Name)
	}
	return names
}

// livePath returns the path of the live page of a contest with a knockout, or "" for any other.
func livePath(c *contest.Contest) string {
	if hasKnockout(c) {
		return filepath.Join(folders.ReportDir(c), folder.LiveFile)
	}
	return ""
}

func hasKnockout(c *contest.Contest) bool {
	return slices.ContainsFunc(c.Stages, func(s contest.Stage) bool { return s.Format == "knockout" })
}

// liveBracket returns a function that draws a table's bracket for the dashboard, or nil if it has none.
func liveBracket(c *contest.Contest, t *tournament.Table) func(width int, lines bool) []string {
	if t.Bracket == nil {
		return nil
	}
	b, names := t.Bracket, called(c)
	return func(width int, lines bool) []string {
		return bracket.Text(b, names, bracket.TextOptions{Width: width, Lines: lines})
	}
}
