package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"net"
	"os"
	"path/filepath"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"agon/bot/lineup"
	"agon/contest"
	"agon/contest/conduct"
	"agon/contest/config"
	"agon/contest/fleet/connection"
	"agon/contest/folders"
	"agon/contest/store"
	formats "agon/format/tournament/all"
	"agon/game"
	gamefolder "agon/games/folder"
	"agon/internal/cause"
	"agon/internal/clean"
	"agon/internal/nearest"
	"agon/lab/looping"
	"agon/lab/session"
	"agon/lab/text"
	"agon/show/film"
	"agon/show/report"
	"agon/show/report/chart"
	"agon/show/term"
	"agon/show/term/progress"
	"agon/show/term/screen"
	"agon/show/term/standing"
	"agon/show/term/table"
	"agon/show/web"
)

// running are the flags of agon run.
type running struct {
	bots     botFlags
	session  *session.Session // of the flags
	setup    conduct.Setup
	json     bool
	games    int
	format   string
	dry      bool
	plain    bool
	markdown bool
	loop     float64
	web      bool
	listen   string

	agentsListen string
}

func newRun(w *world) *cobra.Command {
	r := &running{}
	cmd := &cobra.Command{
		Use:   "run CONTEST.toml | KIND BOT...",
		Short: "run a contest; run it again to resume",
		Example: examples(`  agon run contest.toml
  agon run {kind} ./mybot.py builtin:{bot} builtin:{bot2} --games 100
  agon run contest.toml --without {bot} --csv scores.csv --graph scores.svg
  agon run contest.toml --workers :4222
  agon run contest.toml --loop 20 --web`),
		Args: between(1, -1),
		ValidArgsFunction: func(cmd *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
			names, _ := kindNames(cmd, args, word)
			return names, cobra.ShellCompDirectiveDefault
		},
		RunE: func(cmd *cobra.Command, args []string) error { return r.runContest(cmd, w, args) },
	}
	r.bots.add(cmd.Flags())
	f := cmd.Flags()
	f.StringVar(&r.setup.Opening.Dir, "out", "",
		"contest `DIR` for ledger, replays, logs and report (default: beside the file, of its name)")
	f.BoolVar(&r.json, "json", false, "print one JSON object")
	f.BoolVar(&r.setup.Opening.Fresh, "fresh", false, "discard earlier results")
	f.BoolVar(&r.dry, "dry-run", false,
		"print the plan, the estimated duration and the expected certainty of ranks from a sample; store nothing")
	f.BoolVar(&r.setup.Opening.Strict, "strict", false, "fail when any bot cannot start")
	f.StringArrayVar(&r.setup.Opening.Without, "without", nil, "leave out the bot `NAME`; repeatable")
	f.IntVar(&r.games, "games", 0, "number of games: in all for an arena (default 100) or a ladder (default: no end), full rotations of "+
		"the seats per pairing elsewhere (default 1)")
	f.StringVar(&r.format, "format", "", "contest format (default: the kind's own); agon formats lists them")
	f.StringVar(&r.setup.Files.CSV, "csv", "", "`FILE` for every score, .csv")
	f.StringVar(&r.setup.Files.Graph, "graph", "", "`FILE` for histograms of the bots' scores, .png or .svg")
	f.IntVar(&r.setup.Options.Cores, "jobs", 0, "number of CPU cores (default: all)")
	f.IntVar(&r.setup.Options.Lanes, "lanes", 0, "concurrent games per core (0: automatic)")
	f.IntVar(&r.setup.Options.Rounds, "rounds", 0,
		"stop after round `N` of a stage, counted from its start; a later run with a larger N goes on (default: no limit)")
	f.BoolVar(&r.setup.Options.Times, "times", true, "store the time of every move in the replays (--times=false: not)")
	f.BoolVar(&r.setup.Update, "update", false, "fetch bots from repositories again, and list those that changed")
	f.BoolVar(&r.setup.Freeze, "freeze", false, "fetch and check all container images, and pin them by digest")
	f.BoolVar(&r.setup.Options.VoidStalled, "void-stalled", true, "replay games that this machine may have decided on time, at most twice")
	f.BoolVar(&r.plain, "plain", false, "plain progress lines instead of the dashboard")
	f.StringVar(&r.setup.Files.Bracket, "bracket", "", "`FILE` for the bracket of a knockout, .svg")
	f.StringVar(&r.setup.Files.Games, "log", "", "`DIR` for the kind's own files, a folder per game")
	f.BoolVar(&r.markdown, "markdown", false, "print tables as GitHub Markdown")
	f.Float64Var(&r.loop, "loop", 0, "show new games one after another on a screen in the hall, `SECONDS` each, with the standings, "+
		"until Ctrl-C or --games; stores only replays, and those only with --out")
	f.BoolVar(&r.web, "web", false, "show --loop in the browser")
	f.StringVar(&r.listen, "listen", "127.0.0.1:0", "`ADDR` of the --loop page to listen on (default: a free local port)")
	f.IntVar(&r.setup.Pages, "pages", 200, "number of game pages in the report")
	f.StringVar(&r.setup.Store, "store", "",
		"`ADDRESS` of the database for a new ledger, postgres://USER@HOST/DATABASE, or sqlite for a file in the contest's folder "+
			"(default: that of the contest file, else AGON_STORE, else sqlite)")
	addWorkers(f, &r.setup.Workers)
	return cmd
}

func (r *running) runContest(cmd *cobra.Command, w *world, args []string) error {
	var err error
	if r.session, err = r.bots.open(cmd.Flags(), true); err != nil {
		return err
	}
	defer r.session.Close()
	if err := errors.Join(r.session.Launcher.Check(), checkWorkers(&r.setup.Workers)); err != nil {
		return err
	}
	if cmd.Flags().Changed("loop") {
		return r.runLoop(cmd, w, args)
	}
	if r.web || r.listen != "" && cmd.Flags().Changed("listen") {
		return errors.New("--web and --listen need --loop; add --loop 20, or watch one game with agon play --web")
	}
	if err := chart.CheckFile(r.setup.Files.Graph); err != nil {
		return err
	}
	file, dir, err := r.file(args, r.games)
	if err != nil {
		return err
	}
	r.adjust(cmd, file)
	if file.Agents != nil {
		return r.playAgents(cmd.Context(), w, cmd.Flags(), dir, file)
	}
	setup := r.complete(w, dir)
	if r.dry {
		return openError(r.session, setup.DryRun(cmd.Context(), file, w.out))
	}
	if dir := conduct.Dir(dir, file); gamefolder.Is(dir) {
		return fmt.Errorf("%s is the folder of a game: name the contest's file otherwise, or another folder with --out", dir)
	}
	return r.play(cmd.Context(), w, setup, file)
}

// adjust replaces what flags set.
func (r *running) adjust(cmd *cobra.Command, file *config.File) {
	if r.session.Guard > 0 {
		file.Limits.Guard = r.session.Guard
	}
	if cmd.Flags().Changed("clock") {
		file.Limits.CPUClock = r.session.CPUClock
	}
}

// complete gives the flags what a run needs besides.
func (r *running) complete(w *world, dir string) *conduct.Setup {
	s, chosen := r.setup, r.setup.Opening
	s.Folders, s.Launcher, s.Keep, s.Note, s.Opening = stored, r.session.Launcher, keepRules, w.say, contestSetup(r.session)
	s.Opening.Dir, s.Opening.Fresh, s.Opening.Strict, s.Opening.Without = dir, chosen.Fresh, chosen.Strict, chosen.Without
	s.Workers.Admit = connection.Admits(s.Launcher.Require)
	s.Options.NoLimits, s.Options.OneProcess = r.session.NoLimits, r.session.Shared
	s.Options.Times = s.Options.Times || s.Files.Games != ""
	s.Show = func() *progress.Progress { return progress.New(os.Stderr, r.plain || r.json) }
	return &s
}

// play opens a contest, plays it until it is over or ctx is done, and presents it.
func (r *running) play(ctx context.Context, w *world, setup *conduct.Setup, file *config.File) error {
	c, err := setup.Open(ctx, file)
	if err != nil {
		return openError(r.session, err)
	}
	defer c.Close()
	result, err := setup.Play(ctx, c)
	interrupted := errors.Is(err, context.Canceled)
	if err != nil && !interrupted {
		return folders.Error(c.Dir, err)
	}
	if err := r.present(context.WithoutCancel(ctx), w, setup, c, result); err != nil {
		return err
	}
	if interrupted {
		return host(errors.New(conduct.Stopped(result)))
	}
	return nil
}

// present prints the tables before it writes the report, so that a failure to write does not hide them.
func (r *running) present(ctx context.Context, w *world, setup *conduct.Setup, c *contest.Contest, result *contest.Result) error {
	run, err := setup.Report(ctx, c, result)
	if err != nil {
		return folders.Error(c.Dir, err)
	}
	if r.json {
		err = printJSON(w.out, run)
	} else {
		style := standing.On(w.out, os.Environ())
		style.Markdown = r.markdown
		if err = host(standing.Print(w.out, run, style)); err == nil && !style.Markdown {
			text.FirstFaults(w.out, c, run)
			err = host(standing.PrintWorkers(w.out, run.Workers, table.On(w.out, os.Environ())))
		}
	}
	if err != nil {
		return err
	}
	err = setup.Write(ctx, c, run)
	for _, line := range run.Lost() {
		fmt.Fprintf(w.err, "agon: %s\n", clean.Text(line))
	}
	if err != nil {
		return folders.Error(c.Dir, err)
	}
	if !r.json {
		places := whereabouts(c, run)
		if r.markdown {
			places = "\n" + table.Escape(strings.TrimRight(places, "\n")) + "\n"
		} else if s := table.On(w.out, os.Environ()); s.Width > 0 && utf8.RuneCountInString(places) > s.Width {
			places = strings.Replace(places, "    Replays:", "\nReplays:", 1)
		}
		_, err = fmt.Fprint(w.out, places)
	}
	return host(err)
}

// whereabouts returns the paths of the report and the replays, or "" if no game was played.
func whereabouts(c *contest.Contest, run *report.Run) string {
	if run.Played == 0 {
		return ""
	}
	return fmt.Sprintf("Report: %s    Replays: %s (%.1f MB)\n", filepath.Join(folders.ReportDir(c), "index.html"),
		filepath.Join(c.Dir, "replays"), float64(run.ReplayBytes)/1e6)
}

// openError gives an error of opening a contest its exit code. One that has a cause keeps it.
func openError(s *session.Session, err error) error {
	var damaged *store.Damaged
	failed := s.Launcher.Failed()
	switch {
	case failed != nil:
		return host(failed)
	case cause.Of(err) != cause.User:
		return err
	case session.OfHost(err):
		return host(err)
	case errors.As(err, &damaged):
		return &exit{exitFault, err}
	case errors.Is(err, context.Canceled):
		return &exit{exitHost, errors.New("stopped before the first game")}
	}
	var folder *contest.FolderError
	if errors.As(err, &folder) {
		return folders.Error(folder.Dir, folder.Err)
	}
	return err
}

// file reads the contest's file, or makes one from the arguments, for a number of games. dir is the contest's folder; "" if it lies beside
// the file.
func (r *running) file(args []string, games int) (f *config.File, dir string, err error) {
	if strings.HasSuffix(args[0], ".toml") {
		if len(args) > 1 {
			return nil, "", fmt.Errorf("a contest file lists its bots itself; remove the argument %q", args[1])
		}
		if f, err = config.Read(args[0]); err != nil {
			return nil, "", err
		}
		return f, r.setup.Opening.Dir, errors.Join(r.override(games), r.session.Tools.AddTo(f))
	}
	k, settings, err := r.session.Kind(args[0])
	if err != nil {
		if _, stat := os.Stat(args[0]); stat == nil {
			return nil, "", fmt.Errorf("%q is neither a contest file nor a kind of game", args[0])
		}
		if strings.ContainsAny(args[0], `./`) {
			found, _ := filepath.Glob(filepath.Join(filepath.Dir(args[0]), "*.toml"))
			return nil, "", fmt.Errorf("there is no contest file %q%s; agon init writes one", args[0], nearest.Hint(args[0], found))
		}
		return nil, "", err
	}
	named := conduct.Named{
		Kind: k, Settings: settings, Bots: args[1:], Format: r.format, Games: games, Seed: r.session.Seed, Seeded: r.session.Seeded,
		Secret: r.session.Secret,
	}
	if f, err = named.File(); err != nil {
		return nil, "", err
	}
	return f, cmp.Or(r.setup.Opening.Dir, named.Dir()), r.session.Tools.AddTo(f)
}

// override returns an error for flags that a contest file does not allow.
func (r *running) override(games int) error {
	if r.session.Secret != "" {
		return errors.New("a contest file sets its own secret: secret = \"…\" (--secret is for agon run KIND BOT...)")
	}
	if len(r.session.Set) > 0 || r.format != "" || games > 0 || r.session.Seeded {
		return errors.New("a contest file sets its own options, seed, format and games; change them there (--set, --seed, --format and " +
			"--games work with agon run KIND BOT...)")
	}
	return nil
}

// endings are the flags of a run that ends, which do not apply to a loop.
var endings = []string{"json", "fresh", "strict", "format", "csv", "graph", "jobs", "lanes", "times", "freeze", "plain", "bracket", "log",
	"markdown", "pages"}

// runLoop is agon run --loop.
func (r *running) runLoop(cmd *cobra.Command, w *world, args []string) error {
	if !(r.loop > 0) || r.loop > math.MaxInt32 {
		return fmt.Errorf("--loop %v: want seconds per game, as in --loop 20", r.loop)
	}
	for _, name := range endings {
		if cmd.Flags().Changed(name) {
			return fmt.Errorf("--%s does not work with --loop, which never ends; remove it", name)
		}
	}
	file, _, err := r.file(args, 0) // --games are those of the loop
	if err != nil {
		return err
	}
	r.adjust(cmd, file)
	w.say("building the bots of " + file.Name)
	replays := r.setup.Opening.Dir
	setup := r.complete(w, "").Opening
	setup.Opener = func(k *game.Kind, f *config.File) *lineup.Opener {
		o := r.session.OpenerFor(k, f)
		o.Update = r.setup.Update
		return o
	}
	c, err := contest.Prepare(cmd.Context(), file, setup)
	if err != nil {
		return openError(r.session, err)
	}
	for _, e := range c.Entries {
		if e.Broken != "" {
			w.say(fmt.Sprintf("%s cannot play: %s", e.Name, e.Broken))
		}
	}
	for _, refusal := range c.Refused {
		w.say(fmt.Sprintf("%s is refused: %s", refusal.Name, refusal.Why))
	}
	if err := r.session.Launcher.Ready(c.Entries); err != nil {
		return err
	}
	c.Seed = r.session.Draw() // a file's own seed is that of its contest, and these are new games
	return r.showLoop(cmd.Context(), w, &looping.Loop{
		Contest: c, Formats: formats.Formats, Games: r.games, Each: time.Duration(r.loop * float64(time.Second)), Replays: replays,
		NoLimits:    r.session.NoLimits,
		VoidStalled: r.setup.Options.VoidStalled, OneProcess: r.session.Shared, Secret: r.session.BotSecret(c.Seed),
		Sandbox: r.session.Launcher.About(),
	})
}

// showLoop shows a loop in the browser, in the terminal or in lines.
func (r *running) showLoop(ctx context.Context, w *world, l *looping.Loop) error {
	out, ok := w.out.(*os.File)
	style := table.On(w.out, os.Environ())
	lines := !r.web && (!ok || screen.Detect(out, os.Environ()) == screen.Plain)
	switch {
	case r.web:
		l.Watch = func(ctx context.Context, s *film.Loop) error {
			at, err := net.Listen("tcp", r.listen)
			if err != nil {
				return fmt.Errorf("listen on %s: %w; name another address with --listen", r.listen, err)
			}
			fmt.Fprintf(w.err, "agon: watch at http://%s   (Ctrl-C ends)\n", reachable(at.Addr()))
			return web.ServeLoop(ctx, at, s)
		}
	case lines:
		l.Watch = func(ctx context.Context, _ *film.Loop) error {
			<-ctx.Done()
			return nil
		}
		l.Shown = func(f film.Info, s film.Standing) error {
			return standing.PrintLoop(w.out, fmt.Sprintf("%s, seed %d: %s", f.Title, f.Seed, s.Title()), s, style)
		}
	default:
		l.Watch = func(ctx context.Context, s *film.Loop) error {
			return ignoreCancel(term.WatchLoop(ctx, s, term.Options{In: w.in, Out: out}))
		}
	}
	last, err := l.Run(ctx)
	if err != nil || lines {
		return err
	}
	return host(standing.PrintLoop(w.out, last.Title(), last, style))
}
