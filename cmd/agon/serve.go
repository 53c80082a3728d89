package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/exec"
	"runtime"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"agon/contest"
	"agon/contest/config"
	"agon/contest/run"
	formats "agon/format/tournament/all"
	"agon/games/all"
	"agon/show/report/folder"
	"agon/site"
	sitecontests "agon/site/contests"
	"agon/site/entries"
	"agon/site/notify"
	"agon/site/openid"
)

// serving are the flags of agon serve.
type serving struct {
	running
	listen   string
	name     string
	hosts    []string
	open     bool
	secure   bool
	slice    time.Duration
	jsonLogs bool
	logAll   bool
	metrics  string
	reserve  int
	rest     int
	matches  int
	upload   int
	fetched  int
	private  bool
	cache    int
	log      *slog.Logger
	webhook  string
	post     notify.Post
	openid   openid.Config
}

func newServe(w *world) *cobra.Command {
	s := &serving{}
	s.warm = true // as contest.toml has it
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
			return s.serve(cmd.Context(), w, dir)
		},
	}
	s.toolchain.flags(cmd.Flags())
	s.protection.flags(cmd.Flags())
	f := cmd.Flags()
	f.StringVar(&s.python, "python", "", "`PATH` of the Python for Python bots (default: AGON_PYTHON, then the system's)")
	f.StringVar(&s.listen, "listen", "127.0.0.1:8000", "`ADDR` to listen on")
	f.StringVar(&s.name, "name", "agon", "`NAME` of the site, on its pages")
	f.StringArrayVar(&s.hosts, "host", nil, "host `NAME` by which browsers reach the site; repeatable")
	f.BoolVar(&s.open, "open", false, "everybody may make an account; without it an invitation is needed")
	f.BoolVar(&s.secure, "https", false, "browsers reach the site by https, through a proxy: cookies are sent by https only")
	s.elsewhere.flags(f)
	f.IntVar(&s.jobs, "jobs", 0, "number of CPU cores for games (default: all)")
	f.IntVar(&s.pages, "pages", 200, "number of game pages in the report of a contest")
	f.DurationVar(&s.slice, "slice", time.Minute, "how long a contest plays while others wait for the cores")
	f.IntVar(&s.reserve, "reserve", 100, "`MiB` of the disk that stay free: with less, submissions are refused and games wait")
	f.BoolVar(&s.logAll, "log-requests", false, "log every request, not only failures")
	f.StringVar(&s.metrics, "metrics", "", "`ADDR` that answers /metrics, /healthz and /readyz to everybody who reaches it (default: none)")
	f.IntVar(&s.rest, "rest-after", 5, "number of games running with a crash or a late move after which a bot rests")
	f.IntVar(&s.matches, "matches", 1, "number of CPU cores for matches on demand and for bots in games elsewhere, of those for games; 0: there are none")
	f.StringVar(&s.webhook, "webhook", "", "`URL` to which alerts are posted as JSON when a bot rests")
	f.StringVar(&s.post.Server, "mail", "", "mail server, `HOST:PORT`, by which authors are told that their bot rests (user and password: AGON_MAIL_USER, AGON_MAIL_PASSWORD)")
	f.StringVar(&s.post.From, "mail-from", "", "`ADDRESS` of the sender of mail")
	f.StringVar(&s.openid.Issuer, "openid", "", "`URL` of an OpenID Connect provider by which people may sign in as well (secret of the client: AGON_OPENID_SECRET)")
	f.StringVar(&s.openid.Client, "openid-client", "", "`ID` by which the provider knows the site")
	f.StringVar(&s.openid.Name, "openid-name", "", "`NAME` of the provider, on pages (default: its host)")
	f.IntVar(&s.upload, "upload", 16, "largest file that may be handed in, in `MiB`")
	f.IntVar(&s.fetched, "fetched", 256, "largest repository or image that may be handed in by its address, in `MiB`; 0: no addresses are taken")
	f.IntVar(&s.cache, "cache", 10, "`GiB` of built and unpacked bots to keep in the site's folder cache, or in AGON_CACHE, beside those in use")
	f.BoolVar(&s.private, "private-addresses", false, "take addresses in private networks too, and http (default: public addresses and https only)")
	f.BoolVar(&s.jsonLogs, "log-json", false, "write the log as JSON")
	return cmd
}

func (s *serving) serve(ctx context.Context, w *world, dir string) error {
	defer s.protection.Close()
	s.strangers, s.handedIn = true, true
	if err := s.check(); err != nil {
		return err
	}
	tell, err := s.senders()
	if err != nil {
		return err
	}
	provider, err := s.provider()
	if err != nil {
		return err
	}
	if err := errors.Join(os.MkdirAll(dir, 0o755), ownCache(dir)); err != nil {
		return host(err)
	}
	unlock, err := lockSite(ctx, w, dir, siteLockWait)
	if err != nil {
		return host(err)
	}
	defer unlock()
	s.log = s.logger(w)
	l, err := listenOn(s.listen, "--listen")
	if err != nil {
		return err
	}
	defer l.Close()
	var operations net.Listener
	if s.metrics != "" {
		if operations, err = listenOn(s.metrics, "--metrics"); err != nil {
			return err
		}
		defer operations.Close()
	}
	workers, err := s.openSiteWorkers(ctx, dir, func(text string) { fmt.Fprintf(w.err, "agon: %s\n", text) })
	if err != nil {
		return host(err)
	}
	o := s.options(w, dir, workers)
	o.OpenID, o.Tell = provider, s.addressed(tell, l.Addr())
	hub, err := site.Open(ctx, o)
	if err != nil {
		return host(errors.Join(err, workers.close()))
	}
	first, err := hub.FirstInvitation(ctx)
	if err != nil {
		return errors.Join(host(err), hub.Close(), workers.close())
	}
	fmt.Fprintf(w.err, "agon: %s at http://%s   (Ctrl-C ends)\n", s.name, l.Addr())
	if first != "" {
		fmt.Fprintf(w.err, "agon: make the organiser's account: http://%s%s\n", l.Addr(), first)
	}
	work, ctx := errgroup.WithContext(ctx)
	work.Go(func() error { return s.trim(ctx) })
	work.Go(func() error { return serveSite(ctx, l, hub, max(siteReadTime, time.Duration(s.upload)*siteReadMiB)) })
	if operations != nil {
		fmt.Fprintf(w.err, "agon: metrics at http://%s/metrics\n", operations.Addr())
		work.Go(func() error { return serveSite(ctx, operations, hub.Operations(), siteReadTime) })
	}
	return host(errors.Join(work.Wait(), hub.Close(), workers.close()))
}

// check returns an error for flags that cannot be.
func (s *serving) check() error {
	switch {
	case s.upload < 1:
		return fmt.Errorf("--upload %d: people hand in files of 1 MiB at least", s.upload)
	case s.fetched < 0:
		return fmt.Errorf("--fetched %d is negative; 0 takes no addresses", s.fetched)
	case s.rest < 1:
		return fmt.Errorf("--rest-after %d: a bot rests after one game or more", s.rest)
	}
	return errors.Join(s.protection.check(), s.elsewhere.check())
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

// listenOn listens on an address that a flag names.
func listenOn(address, flag string) (net.Listener, error) {
	l, err := net.Listen("tcp", address)
	if err != nil {
		return nil, fmt.Errorf("listen on %s: %w; name another address with %s", address, err, flag)
	}
	return l, nil
}

// addressed returns a sender that gives alerts the whole address of their page, nil for none.
func (s *serving) addressed(send notify.Sender, l net.Addr) notify.Sender {
	if send == nil {
		return nil
	}
	base := "http://" + l.String()
	if len(s.hosts) > 0 {
		base = map[bool]string{false: "http://", true: "https://"}[s.secure] + s.hosts[0]
	}
	return func(ctx context.Context, a notify.Alert) error {
		a.Page = base + a.Page
		return send(ctx, a)
	}
}

// options returns those of the site in a folder.
func (s *serving) options(w *world, dir string, workers *siteWorkers) site.Options {
	o := site.Options{
		Dir: dir, Name: s.name, Open: s.open, Hosts: s.hosts, Secure: s.secure, Kinds: findKind, Offers: all.Kinds(), Formats: formats.Formats, Log: s.log, Reserve: int64(s.reserve) << 20, Rest: s.rest,
		Check: s.checkBot, Fetch: s.download, Limits: entries.Limits{Bytes: int64(s.upload) << 20, Fetched: int64(s.fetched) << 20},
		Game: siteGame, Match: s.match, Moves: s.moves, Contests: s.plays(w, workers),
	}
	if s.fetched == 0 {
		o.Fetch = nil
	}
	if s.matches <= 0 {
		o.Match, o.Moves = nil, nil
	}
	return o
}

// plays returns how the site plays its contests.
func (s *serving) plays(w *world, workers *siteWorkers) sitecontests.Setup {
	cores := s.jobs
	switch {
	case s.elsewhere.noCores:
		cores = -1
	case cores <= 0:
		cores = runtime.NumCPU()
	}
	setup := sitecontests.Setup{
		Open: func(ctx context.Context, file string) (*contest.Contest, error) { return s.contest(ctx, w, file) },
		Report: func(ctx context.Context, c *contest.Contest, result *contest.Result) error {
			run, err := compiled(ctx, c, result, s.About(), s.pages)
			if err != nil || run.Played == 0 {
				return err
			}
			if err := keepArt(ctx, c, false); err != nil {
				return err
			}
			return folder.Replace(reportDir(c), run) // everybody can read it
		},
		Amend:   amend,
		Figures: siteFigures,
		Beside:  openBeside,
		Amended: func(ctx context.Context, c *contest.Contest, result *contest.Result) error {
			run, err := compiled(ctx, c, result, c.Sandbox(), s.pages)
			if err != nil || run.Played == 0 {
				return err
			}
			if err := keepArt(ctx, c, true); err != nil {
				return err
			}
			return folder.Replace(reportDir(c), run)
		},
		Options: run.Options{Cores: cores, VoidStalled: true, Times: true},
		Slice:   s.slice,
		Log:     func(contest, text string) { s.log.Info(text, "contest", contest) },
	}
	if workers != nil {
		setup.Remote, setup.Workers = workers.of, workers.list
	}
	return setup
}

// Environment variables with the account at the mail server.
const (
	mailUserVariable     = "AGON_MAIL_USER"
	mailPasswordVariable = "AGON_MAIL_PASSWORD"
)

// senders returns what sends alerts, nil if nothing does. It takes the variables about mail out of the environment, so that bots do not get a
// password.
func (s *serving) senders() (notify.Sender, error) {
	s.post.User, s.post.Password = os.Getenv(mailUserVariable), os.Getenv(mailPasswordVariable)
	os.Unsetenv(mailUserVariable)
	os.Unsetenv(mailPasswordVariable)
	var list []notify.Sender
	if s.webhook != "" {
		send, err := notify.Webhook(s.webhook)
		if err != nil {
			return nil, fmt.Errorf("--webhook: %w", err)
		}
		list = append(list, send)
	}
	if s.post.Server != "" || s.post.From != "" {
		send, err := notify.Mail(s.post)
		if err != nil {
			return nil, fmt.Errorf("--mail and --mail-from: %w", err)
		}
		list = append(list, send)
	}
	return notify.All(list...), nil
}

// openIDSecretVariable is the environment variable with the site's secret at the provider.
const openIDSecretVariable = "AGON_OPENID_SECRET"

// provider returns who signs people in as well, nil if nobody does. It takes the secret out of the environment, so that bots do not get it.
func (s *serving) provider() (*openid.Provider, error) {
	s.openid.Secret = os.Getenv(openIDSecretVariable)
	os.Unsetenv(openIDSecretVariable)
	if s.openid.Issuer == "" {
		if s.openid.Client != "" || s.openid.Name != "" {
			return nil, errors.New("--openid-client and --openid-name belong to a provider: name it with --openid URL")
		}
		return nil, nil
	}
	p, err := openid.New(s.openid, nil)
	if err != nil {
		return nil, fmt.Errorf("--openid and --openid-client: %w", err)
	}
	return p, nil
}

// contest prepares the contest of a file, as agon run does.
func (s *serving) contest(ctx context.Context, w *world, file string) (*contest.Contest, error) {
	f, err := config.Read(file)
	if err != nil {
		return nil, err
	}
	r := &running{wait: newWaiting(w)} // of this contest alone
	setup := s.setup()
	setup.Unattended = true
	if setup.Ledgers, err = r.ledgersOf(f); err != nil {
		return nil, err
	}
	context.AfterFunc(ctx, r.wait.stop)
	c, err := contest.Open(ctx, f, setup)
	if err != nil {
		return nil, err
	}
	if err := errors.Join(keepRules(c), s.ready(c.Entries)); err != nil {
		return nil, errors.Join(err, c.Close())
	}
	return c, nil
}

// checkBot checks a submitted bot by agon check, in a process of its own, so that whatever the check does to it, the site goes on.
func (s *serving) checkBot(ctx context.Context, file, bot string, log io.Writer) (passed bool, verdict string, err error) {
	cmd, err := s.beside(ctx, []string{"check", file, bot, "--json"})
	if err != nil {
		return false, "", err
	}
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, log
	err = cmd.Run()
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return false, "", ctx.Err()
	case err == nil:
		return true, out.String(), nil
	case errors.As(err, &exit) && exit.ExitCode() == exitFault:
		return false, out.String(), nil
	case errors.As(err, &exit) && exit.ExitCode() == exitUsage: // the bot is none that agon knows
		return false, "", nil
	}
	return false, "", fmt.Errorf("agon check: %w", err)
}

// checkGrace is the time that a check has to end when it is stopped.
const checkGrace = 10 * time.Second

// Limits of connections.
const (
	siteHeadTime  = 10 * time.Second
	siteReadTime  = time.Minute     // of a request, at least
	siteReadMiB   = 4 * time.Second // for each MiB of the largest file
	siteWriteTime = time.Minute
	siteIdleTime  = 2 * time.Minute
	siteHeadBytes = 32 << 10
	siteGrace     = 5 * time.Second // for requests at the end
)

// serveSite answers requests until ctx is done.
func serveSite(ctx context.Context, l net.Listener, h http.Handler, read time.Duration) error {
	server := &http.Server{
		Handler: h, ReadHeaderTimeout: siteHeadTime, ReadTimeout: read, WriteTimeout: siteWriteTime, IdleTimeout: siteIdleTime, MaxHeaderBytes: siteHeadBytes,
		ErrorLog: slog.NewLogLogger(slog.DiscardHandler, slog.LevelError),
	}
	stopped := make(chan error, 1)
	go func() { stopped <- server.Serve(l) }()
	select {
	case err := <-stopped:
		return err
	case <-ctx.Done():
	}
	grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), siteGrace)
	defer cancel()
	if err := server.Shutdown(grace); err != nil {
		server.Close()
	}
	<-stopped
	return nil
}
