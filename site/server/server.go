package server

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"time"

	"golang.org/x/sync/errgroup"

	"agon/contest"
	"agon/contest/config"
	"agon/contest/fleet/connection"
	"agon/contest/folders"
	"agon/internal/cause"
	"agon/lab/agents"
	"agon/site"
	"agon/site/beside"
	"agon/site/notify"
	"agon/site/openid"
)

// A Setup describes what is served, and how.
type Setup struct {
	Site     site.Options // of the site itself; this package adds how bots are checked, contests and matches played, and people alerted
	Listen   string       // address of the pages
	Metrics  string       // address of figures for operators; empty: none
	Webhook  string       // address to which alerts are posted; empty: none
	Mail     notify.Post  // by which alerts and links to a new password are sent; without a server they are not
	Provider openid.Config
	Workers  connection.Options
	Beside   beside.Program // in whose processes strangers' bots run; without Cores there are no matches
	Cores    int            // for games; 0: all
	Cache    int64          // bytes of built and unpacked bots to keep, beside those in use
	Pages    int            // number of game pages in the report of a contest
	Slice    time.Duration  // of a contest while others wait for the cores
	Folders  *folders.Folders
	Opening  contest.Setup                  // of contests; this package adds their ledgers
	Ready    func(c *contest.Contest) error // called with every contest that was opened, before its games
	About    func() string                  // describes the sandbox
	// Agents returns how a contest of agents in a folder is played; nil: there are none
	Agents func(f *config.File, dir string) (*agents.Setup, error)
	Note   func(text string) // takes what the operator should know
}

// Serve serves the site until ctx is done. An error is the host's, unless a setting cannot be.
func (s *Setup) Serve(ctx context.Context) (err error) {
	alerts, err := s.senders()
	if err != nil {
		return err
	}
	if s.Site.OpenID, err = s.provider(); err != nil {
		return err
	}
	dir := s.Site.Dir
	if err := errors.Join(os.MkdirAll(dir, 0o755), ownCache(dir)); err != nil {
		return cause.Host(err)
	}
	unlock, err := lockSite(ctx, s.Note, dir, siteLockWait)
	if err != nil {
		return cause.Host(err)
	}
	defer unlock()
	l, err := listenOn(s.Listen, "--listen")
	if err != nil {
		return err
	}
	defer l.Close()
	var operations net.Listener
	if s.Metrics != "" {
		if operations, err = listenOn(s.Metrics, "--metrics"); err != nil {
			return err
		}
		defer operations.Close()
	}
	s.Site.Alert = addressed(alerts, s.base(l.Addr()))
	if s.Site.Letters, err = s.letters(s.base(l.Addr())); err != nil {
		return err
	}
	return cause.Host(s.open(ctx, l, operations))
}

// open opens the site, and answers requests until ctx is done.
func (s *Setup) open(ctx context.Context, l, operations net.Listener) error {
	workers, err := s.openWorkers(ctx)
	if err != nil {
		return err
	}
	opened, err := site.Open(ctx, s.options(workers))
	if err != nil {
		return errors.Join(err, workers.close())
	}
	first, err := opened.FirstInvitation(ctx)
	if err != nil {
		return errors.Join(err, opened.Close(), workers.close())
	}
	s.Note(fmt.Sprintf("%s at http://%s   (Ctrl-C ends)", s.Site.Name, l.Addr()))
	if first != "" {
		s.Note(fmt.Sprintf("make the organiser's account: http://%s%s", l.Addr(), first))
	}
	work, ctx := errgroup.WithContext(ctx)
	work.Go(func() error { return s.trim(ctx) })
	largest := time.Duration(s.Site.Limits.Bytes>>20) * siteReadMiB
	work.Go(func() error { return serveSite(ctx, l, opened, max(siteReadTime, largest)) })
	if operations != nil {
		s.Note(fmt.Sprintf("metrics at http://%s/metrics", operations.Addr()))
		work.Go(func() error { return serveSite(ctx, operations, opened.Operations(), siteReadTime) })
	}
	return errors.Join(work.Wait(), opened.Close(), workers.close())
}

// options returns those of the site.
func (s *Setup) options(workers *siteWorkers) site.Options {
	o := s.Site
	o.Formats, o.Game, o.Contests = s.Folders.Formats, s.game, s.plays(workers)
	o.Check, o.Prepare, o.Compare, o.Trials = s.Beside.Check, s.Beside.Prepare, s.Beside.Compare, s.Beside.Cores
	if o.Limits.Fetched > 0 {
		o.Fetch = s.Beside.Fetch
	}
	if s.Beside.Cores > 0 {
		o.Match, o.Moves = s.Beside.Match, s.Beside.Moves
	}
	return o
}
