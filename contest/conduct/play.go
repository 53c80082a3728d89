package conduct

import (
	"context"
	"fmt"
	"time"

	"agon/contest"
	"agon/contest/fleet"
	"agon/contest/fleet/connection"
	"agon/contest/limit"
	"agon/contest/run"
	"agon/internal/cause"
	"agon/show/report"
	"agon/show/term/progress"
)

// Play plays a contest that was opened, until it is over or ctx is done, and shows its progress.
func (s *Setup) Play(ctx context.Context, c *contest.Contest) (*contest.Result, error) {
	show := s.Show()
	defer show.Close()
	printEntries(show, c)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		select {
		case <-show.Stop():
			cancel()
		case <-ctx.Done():
		}
	}()
	defer context.AfterFunc(ctx, s.wait.Stop)()
	before := s.wait.Note
	s.wait.Note = show.Note
	defer func() { s.wait.Note = before }()
	if page := livePath(c); page != "" {
		show.Note("bracket page for the hall: " + page)
	}
	o := s.Options
	o.Cores, o.Sandbox, o.Note = s.cores(), s.Launcher.About(), show.Note
	if err := s.connect(ctx, c, &o); err != nil {
		return &contest.Result{}, err
	}
	defer s.disconnect()
	d := &dashboard{sandbox: s.Launcher.Level(), contest: c, cores: s.cores(), workers: s.workers, show: show,
		command: "agon run " + c.File.Name, meter: &limit.Meter{}, limits: map[string]int{}}
	o.Progress, o.Meter = d.update, d.meter
	result, err := run.Run(ctx, c, o)
	s.limit = d.limit
	d.last.Over = result.Finished
	d.last.Elapsed, d.last.Efficiency, d.last.Voided = result.Wall, result.Efficiency, int(result.Strain.Voided)
	show.Update(d.last)
	return result, err
}

// printEntries shows what is to be known of the bots before the first game.
func printEntries(show *progress.Progress, c *contest.Contest) {
	for _, refusal := range c.Refused {
		show.Note(fmt.Sprintf("%s is refused: %s", refusal.Name, refusal.Why))
	}
	for _, note := range append(c.Cautions(), c.Notes()...) {
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
}

// connect connects a run to workers if it is to have any.
func (s *Setup) connect(ctx context.Context, c *contest.Contest, o *run.Options) (err error) {
	if !s.Workers.Wanted() {
		return nil
	}
	if c.Kind.RuleFiles != nil {
		if _, err := c.Kind.RuleFiles(); err != nil {
			return fmt.Errorf("%s cannot be played by workers: %w", c.Kind.Title, err)
		}
	}
	with := s.Workers
	with.Dir, with.Note, with.Invite = c.Dir, o.Note, "agon invite worker NAME "+c.File.Path
	workers, err := connection.Open(ctx, with)
	if err != nil {
		return cause.Host(err)
	}
	s.workers, o.Remote = workers, workers
	o.Note(fleet.Verification(c.File.Sample))
	if with.NoCores {
		o.Cores = -1
	}
	return nil
}

// disconnect ends the connection. The run is over, and what workers played is stored.
func (s *Setup) disconnect() {
	if s.workers != nil {
		s.workers.Close()
	}
}

// Stopped describes after which games a run was interrupted, and what it gives up.
func Stopped(r *contest.Result) string {
	text := fmt.Sprintf("stopped after %s", report.Counted(r.Games, "game"))
	n, of := r.GivenUp.Games, r.GivenUp.Workers
	if n+of == 0 {
		return text + "; run the same command again to resume"
	}
	are, them := "are", "them from their start"
	if n == 1 || n == 0 && of == 1 {
		are = "is"
	}
	if n+of == 1 {
		them = "it from its start"
	}
	given := fmt.Sprintf("%s that workers had %s given up", report.Counted(of, "game"), are)
	if n > 0 {
		given = fmt.Sprintf("%s in progress %s given up (%s of bots' time)", report.Counted(n, "game"), are, brief(r.GivenUp.Spent))
		if of > 0 {
			given += fmt.Sprintf(", and %d that workers had", of)
		}
	}
	return fmt.Sprintf("%s; %s; run the same command again to resume: it plays %s", text, given, them)
}

// brief returns a duration with a precision that suits it: 0.4 s, 41 s, 12m30s.
func brief(d time.Duration) string {
	switch {
	case d < 10*time.Second:
		return fmt.Sprintf("%.1f s", d.Seconds())
	case d < time.Minute:
		return fmt.Sprintf("%.0f s", d.Seconds())
	}
	return d.Round(time.Second).String()
}
