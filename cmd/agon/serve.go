package main

import (
	"errors"
	"fmt"
	"log/slog"
	"os"
	"time"

	"github.com/spf13/cobra"

	"agon/bot/launch"
	"agon/contest"
	"agon/contest/config"
	"agon/contest/fleet/connection"
	"agon/games/all"
	gamefolder "agon/games/folder"
	"agon/lab/agents"
	"agon/lab/session"
	"agon/site/entries"
	"agon/site/githost"
	"agon/site/server"
)

// serving are the flags of agon serve.
type serving struct {
	bots     botFlags
	setup    server.Setup
	jsonLogs bool
	logAll   bool
	reserve  int
	upload   int
	fetched  int
	cache    int
}

func newServe(w *world) *cobra.Command {
	s := &serving{}
	cmd := &cobra.Command{
		Use:   "serve [DIR]",
		Short: "serve a contest site: pages, accounts, and the contests of a folder",
		Long: `Serve shows the contests in the folder contests of DIR (default: here), each a folder with a contest.toml as agon run takes it, and plays those
that an organiser starts on the page. The first start prints a link with which the organiser makes an account.

Everything is in DIR: accounts in site.db, contests with their ledgers, replays and reports in their own folders. A server that is stopped or
killed goes on where it was.`,
		Example: examples(`  agon serve
  agon serve ./site --name "Winter contests" --listen :8080 --host contests.example.org`),
		Args: between(0, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			dir := "."
			if len(args) == 1 {
				dir = args[0]
			}
			return s.serve(cmd, w, dir)
		},
	}
	s.bots.addTools(cmd.Flags())
	f := cmd.Flags()
	f.StringVar(&s.setup.Listen, "listen", "127.0.0.1:8000", "`ADDR` to listen on")
	f.StringVar(&s.setup.Site.Name, "name", "agon", "`NAME` of the site, on its pages")
	f.StringArrayVar(&s.setup.Site.Hosts, "host", nil, "host `NAME` by which browsers reach the site; repeatable")
	f.BoolVar(&s.setup.Site.Open, "open", false, "everybody may make an account; without it an invitation is needed")
	f.BoolVar(&s.setup.Site.Secure, "https", false, "browsers reach the site by https, through a proxy: cookies are sent by https only")
	addWorkers(f, &s.setup.Workers)
	f.IntVar(&s.setup.Cores, "jobs", 0, "number of CPU cores for games (default: all)")
	f.IntVar(&s.setup.Pages, "pages", 200, "number of game pages in the report of a contest")
	f.DurationVar(&s.setup.Slice, "slice", time.Minute, "how long a contest plays while others wait for the cores")
	f.IntVar(&s.reserve, "reserve", 100, "`MiB` of the disk that stay free: with less, submissions are refused and games wait")
	f.BoolVar(&s.logAll, "log-requests", false, "log every request, not only failures")
	f.StringVar(&s.setup.Metrics, "metrics", "",
		"`ADDR` that answers /metrics, /healthz and /readyz to everybody who reaches it (default: none)")
	f.IntVar(&s.setup.Site.Rest, "rest-after", 5, "number of games running with a crash or a late move after which a bot rests")
	f.IntVar(&s.setup.Beside.Cores, "matches", 1,
		"number of CPU cores for matches on demand and for bots in games elsewhere, of those for games; 0: there are none")
	f.StringVar(&s.setup.Webhook, "webhook", "", "`URL` to which alerts are posted as JSON when a bot rests")
	f.StringVar(&s.setup.Mail.Server, "mail", "",
		"mail server, `HOST:PORT`, by which authors are told that their bot rests and people get links to a new password "+
			"(user and password: AGON_MAIL_USER, AGON_MAIL_PASSWORD)")
	f.StringVar(&s.setup.Mail.From, "mail-from", "", "`ADDRESS` of the sender of mail")
	f.StringVar(&s.setup.Provider.Issuer, "openid", "",
		"`URL` of an OpenID Connect provider by which people may sign in as well (secret of the client: AGON_OPENID_SECRET)")
	f.StringVar(&s.setup.Provider.Client, "openid-client", "", "`ID` by which the provider knows the site")
	f.StringVar(&s.setup.Provider.Name, "openid-name", "", "`NAME` of the provider, on pages (default: its host)")
	f.IntVar(&s.upload, "upload", 16, "largest file that may be handed in, in `MiB`")
	f.IntVar(&s.fetched, "fetched", 256,
		"largest repository or image that may be handed in by its address, in `MiB`; 0: no addresses are taken")
	f.IntVar(&s.cache, "cache", 10, "`GiB` of built and unpacked bots to keep in the site's folder cache, or in AGON_CACHE, beside those "+
		"in use")
	f.BoolVar(&s.setup.Beside.Private, "private-addresses", false,
		"take addresses in private networks too, and http (default: public addresses and https only)")
	f.BoolVar(&s.jsonLogs, "log-json", false, "write the log as JSON")
	return cmd
}

// Environment variables with the account at the mail server, and with the site's secret at the provider.
const (
	mailUserVariable     = "AGON_MAIL_USER"
	mailPasswordVariable = "AGON_MAIL_PASSWORD"
	openIDSecretVariable = "AGON_OPENID_SECRET"
)

// secretOf takes a variable out of the environment, so that bots do not get it.
func secretOf(variable string) string {
	text := os.Getenv(variable)
	os.Unsetenv(variable)
	return text
}

func (s *serving) serve(cmd *cobra.Command, w *world, dir string) error {
	open, err := s.bots.openForOthers(cmd.Flags())
	if err != nil {
		return err
	}
	defer open.Close()
	if err := s.check(open.Launcher); err != nil {
		return err
	}
	s.setup.Mail.User, s.setup.Mail.Password, s.setup.Provider.Secret = secretOf(mailUserVariable), secretOf(mailPasswordVariable),
		secretOf(openIDSecretVariable)
	s.complete(w, dir, open)
	confined := launch.New(open.Sandbox)
	defer confined.Close()
	s.setup.Agents = func(f *config.File, dir string) (*agents.Setup, error) { return s.ofAgents(open, confined, f, dir) }
	return s.setup.Serve(cmd.Context())
}

// complete gives the flags what a site needs besides.
func (s *serving) complete(w *world, dir string, open *session.Session) {
	u, log := &s.setup, s.logger(w)
	u.Site.Dir, u.Site.Kinds, u.Site.Offers, u.Site.Log = dir, findKind, all.Kinds(), log
	u.Site.Own, u.Site.Mark = handedInKind, gamefolder.HandedIn
	u.Site.Reserve, u.Cache = int64(s.reserve)<<20, int64(s.cache)<<30
	u.Site.Limits = entries.Limits{Bytes: int64(s.upload) << 20, Fetched: int64(s.fetched) << 20}
	u.Beside.Bots, u.Beside.Log = s.strangers(), log
	u.Site.Status = githost.Sender{Private: u.Beside.Private, Unresolved: proxyResolves()}.Send
	u.Workers.Admit = connection.Admits(open.Launcher.Require)
	u.Folders, u.Opening, u.About, u.Note = stored, contestSetup(open), open.Launcher.About, w.say
	u.Ready = func(c *contest.Contest) error { return errors.Join(keepRules(c), open.Launcher.Ready(c.Entries)) }
}

// ofAgents returns how a contest of agents is played. Practice games have the cores of matches.
func (s *serving) ofAgents(open *session.Session, confined *launch.Launcher, f *config.File, dir string) (*agents.Setup, error) {
	kind, err := open.Kinds(f.Kind)
	if err != nil {
		return nil, f.Mistake(config.Place{Key: "kind"}, err)
	}
	own, err := os.Executable()
	return &agents.Setup{
		File: f, Dir: dir, Kind: kind, Own: own, Launcher: confined, Getenv: os.Getenv, Cores: max(1, s.setup.Beside.Cores),
		Flags: s.strangers(), Explain: explained,
	}, err
}

// strangers returns the flags of commands that start strangers' bots.
func (s *serving) strangers() []string {
	o := &s.bots.options
	args := []string{"--handed-in", "--sandbox", o.Sandbox.Level, "--require-sandbox", o.Sandbox.Require, "--libraries", o.Tools.Libraries,
		"--python", o.Python}
	for _, r := range o.Tools.Runtimes {
		args = append(args, "--runtime", r)
	}
	return args
}

// check returns an error for flags that cannot be.
func (s *serving) check(launcher *launch.Launcher) error {
	switch {
	case s.upload < 1:
		return fmt.Errorf("--upload %d: people hand in files of 1 MiB at least", s.upload)
	case s.fetched < 0:
		return fmt.Errorf("--fetched %d is negative; 0 takes no addresses", s.fetched)
	case s.setup.Site.Rest < 1:
		return fmt.Errorf("--rest-after %d: a bot rests after one game or more", s.setup.Site.Rest)
	}
	return errors.Join(launcher.Check(), checkWorkers(&s.setup.Workers))
}

// logger returns the log of the site.
func (s *serving) logger(w *world) *slog.Logger {
	o := slog.HandlerOptions{}
	if s.logAll {
		o.Level = slog.LevelDebug
	}
	if s.jsonLogs {
		return slog.New(slog.NewJSONHandler(w.err, &o))
	}
	return slog.New(slog.NewTextHandler(w.err, &o))
}
