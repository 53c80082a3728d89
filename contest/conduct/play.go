package conduct

import (
	"context"
	"fmt"

	"agon/contest"
	"agon/contest/fleet/connection"
	"agon/internal/cause"
	"agon/show/term/progress"
)

// Play plays a contest that was opened, until it is over or ctx is done, and shows its progress.
func (s *Setup) Play(ctx context.Context, c *contest.Contest) (*contest.Result, error) {
	show := s.Show()
	defer show.Close()
	tellEntries(show, c)
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
		show.Note("the bracket, as it is played: " + page)
	}
	o := s.Options
	o.Cores, o.Sandbox, o.Note = s.cores(), s.Launcher.About(), show.Note
	if err := s.connect(ctx, c, &o); err != nil {
		return &contest.Result{}, err
	}
	defer s.disconnect()
	d := &dashboard{sandbox: s.Launcher.Level(), contest: c, cores: s.cores(), workers: s.workers, show: show, command: "agon run " + c.File.Name}
	o.Progress = d.update
	result, err := c.Run(ctx, o)
	d.last.Over = result.Finished
	d.last.Elapsed, d.last.Efficiency, d.last.Voided = result.Wall, result.Efficiency, int(result.Strain.Voided)
	show.Update(d.last)
	return result, err
}

// tellEntries shows what is to be known of the bots before the first game.
func tellEntries(show *progress.Progress, c *contest.Contest) {
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
func (s *Setup) connect(ctx context.Context, c *contest.Contest, o *contest.Options) (err error) {
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
