package server

import (
	"context"
	"errors"
	"runtime"
	"time"

	"agon/contest"
	"agon/contest/config"
	"agon/contest/folders"
	"agon/contest/run"
	"agon/lab/agents"
	"agon/show/report"
	"agon/show/report/folder"
	sitecontests "agon/site/contests"
)

// plays returns how the site plays its contests.
func (s *Setup) plays(workers *siteWorkers) sitecontests.Setup {
	cores := s.Cores
	switch {
	case s.Workers.NoCores:
		cores = -1
	case cores <= 0:
		cores = runtime.NumCPU()
	}
	setup := sitecontests.Setup{
		Open: s.contest,
		Report: func(ctx context.Context, c *contest.Contest, result *contest.Result) error {
			return s.report(ctx, c, result, s.About(), false)
		},
		Amend:   s.Folders.Amend,
		Figures: s.figures,
		Fits: func(ctx context.Context, c *contest.Contest, f *config.File) ([]string, error) {
			return c.Fits(ctx, f.At(s.now()), s.Opening)
		},
		Beside: s.Folders.Beside,
		Amended: func(ctx context.Context, c *contest.Contest, result *contest.Result) error {
			return s.report(ctx, c, result, c.Sandbox(), true)
		},
		Options: run.Options{Cores: cores, VoidStalled: true, Times: true},
		Slice:   s.Slice,
		Log:     func(contest, text string) { s.Site.Log.Info(text, "contest", contest) },
	}
	if s.Agents != nil {
		setup.Agents = s.agents
	}
	if workers != nil {
		setup.Remote, setup.Workers = workers.of, workers.list
	}
	return setup
}

// report writes the report of a contest, which everybody can read, and the art of its newest games; anew after a decision, which may have
// changed results.
func (s *Setup) report(ctx context.Context, c *contest.Contest, result *contest.Result, sandbox string, anew bool) error {
	run, err := s.Folders.Report(ctx, c, result, sandbox, s.Pages)
	if err != nil || run.Played == 0 {
		return err
	}
	if err := keepArt(ctx, c, anew); err != nil {
		return err
	}
	run.Beside = agents.Public(c.Dir)
	return folder.Replace(folders.ReportDir(c), run)
}

// contest opens the contest of a file, as agon run does.
func (s *Setup) contest(ctx context.Context, file string) (*contest.Contest, error) {
	f, err := config.Read(file)
	if err != nil {
		return nil, err
	}
	return s.opened(ctx, f.At(s.now()))
}

// now returns the time of the site.
func (s *Setup) now() time.Time {
	if s.Site.Now != nil {
		return s.Site.Now()
	}
	return time.Now()
}

// agents returns how a contest of agents is played.
func (s *Setup) agents(f *config.File, dir string) (*agents.Setup, error) {
	x, err := s.Agents(f, dir)
	if err != nil {
		return nil, err
	}
	x.Open = s.opened
	x.Report = func(ctx context.Context, c *contest.Contest, result *contest.Result) (*report.Run, error) {
		return s.Folders.Report(ctx, c, result, s.About(), s.Pages)
	}
	return x, nil
}

// opened opens the contest that a file describes.
func (s *Setup) opened(ctx context.Context, f *config.File) (_ *contest.Contest, err error) {
	wait := folders.NewWaiting(s.Note) // of this contest alone
	setup := s.Opening
	setup.Unattended = true
	if setup.Ledgers, err = s.Folders.ForRun("", f, wait); err != nil {
		return nil, err
	}
	context.AfterFunc(ctx, wait.Stop)
	c, err := contest.Open(ctx, f, setup)
	if err != nil {
		return nil, err
	}
	if err := s.Ready(c); err != nil {
		return nil, errors.Join(err, c.Close())
	}
	return c, nil
}
