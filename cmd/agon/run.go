package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"agon/bot/image"
	"agon/contest"
	"agon/report/graph"
	"agon/store"
	"agon/store/ledgers"
)

// running are the flags of agon run.
type running struct {
	common
	out      string
	json     bool
	fresh    bool
	strict   bool
	without  []string
	games    int
	format   string
	csv      string
	graph    string
	jobs     int
	lanes    int
	times    bool
	rounds   int
	dry      bool
	plain    bool
	void     bool
	update   bool
	pages    int
	logs     string
	bracket  string
	together bool
	freeze   bool
	markdown bool
	loop     float64
	web      bool
	listen   string
	store    string
	pins     *image.Pins
	ledgers  ledgers.Ledgers
	wait     *waiting

	workers   string
	nats      string
	natsCreds string
	natsCA    string
	away      bool   // no core of this machine plays
	hired     *hired // nil: no workers
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
		RunE: func(cmd *cobra.Command, args []string) error { return r.run(cmd, w, args) },
	}
	r.flags(cmd.Flags())
	f := cmd.Flags()
	f.StringVar(&r.out, "out", "", "contest `DIR` for ledger, replays, logs and report (default: beside the file, of its name)")
	f.BoolVar(&r.json, "json", false, "print one JSON object")
	f.BoolVar(&r.fresh, "fresh", false, "discard earlier results")
	f.BoolVar(&r.dry, "dry-run", false, "print the plan, the estimated duration and the expected certainty of ranks from a sample; store nothing")
	f.BoolVar(&r.strict, "strict", false, "fail when any bot cannot start")
	f.StringArrayVar(&r.without, "without", nil, "leave out the bot `NAME`; repeatable")
	f.IntVar(&r.games, "games", 0, "number of games: in all for an arena (default 100) or a ladder (default: no end), full rotations of the seats per pairing elsewhere (default 1)")
	f.StringVar(&r.format, "format", "", "contest format (default: the kind's own); agon formats lists them")
	f.StringVar(&r.csv, "csv", "", "`FILE` for every score, .csv")
	f.StringVar(&r.graph, "graph", "", "`FILE` for histograms of the bots' scores, .png or .svg")
	f.IntVar(&r.jobs, "jobs", 0, "number of CPU cores (default: all)")
	f.IntVar(&r.lanes, "lanes", 0, "concurrent games per core (0: automatic)")
	f.IntVar(&r.rounds, "rounds", 0, "stop after round `N` of a stage, counted from its start; a later run with a larger N goes on (default: no limit)")
	f.BoolVar(&r.times, "times", true, "store the time of every move in the replays (--times=false: not)")
	f.BoolVar(&r.update, "update", false, "fetch bots from repositories again, and list those that changed")
	f.BoolVar(&r.freeze, "freeze", false, "fetch and check all container images, and pin them by digest")
	f.BoolVar(&r.void, "void-stalled", true, "replay games that this machine may have decided on time, at most twice")
	f.BoolVar(&r.plain, "plain", false, "plain progress lines instead of the dashboard")
	f.StringVar(&r.bracket, "bracket", "", "`FILE` for the bracket of a knockout, .svg")
	f.StringVar(&r.logs, "log", "", "`DIR` for the kind's own files, a folder per game")
	f.BoolVar(&r.markdown, "markdown", false, "print tables as GitHub Markdown")
	f.Float64Var(&r.loop, "loop", 0, "show new games one after another on a screen in the hall, `SECONDS` each, with the standings, until Ctrl-C or --games; stores only replays, and those only with --out")
	f.BoolVar(&r.web, "web", false, "show --loop in the browser")
	f.StringVar(&r.listen, "listen", "127.0.0.1:0", "`ADDR` of the --loop page to listen on (default: a free local port)")
	f.IntVar(&r.pages, "pages", 200, "number of game pages in the report")
	f.StringVar(&r.store, "store", "", "`ADDRESS` of the database for a new ledger: postgres://USER@HOST/DATABASE, or sqlite for a file (default: the contest file's, else that of AGON_STORE, else sqlite)")
	r.workersFlags(f)
	return cmd
}

func (r *running) run(cmd *cobra.Command, w *world, args []string) error {
	defer r.protection.Close()
	r.strangers = true
	shared, err := r.shared()
	if err != nil {
		return err
	}
	if err := r.protection.check(); err != nil {
		return err
	}
	r.together = shared
	if cmd.Flags().Changed("loop") {
		return r.runLoop(cmd, w, args)
	}
	if r.web || cmd.Flags().Changed("listen") {
		return errors.New("--web and --listen need --loop; add --loop 20, or watch one game with agon play --web")
	}
	if err := graph.Check(r.graph); err != nil {
		return err
	}
	file, err := r.file(cmd, args)
	if err != nil {
		return err
	}
	if r.guard > 0 {
		file.Limits.Guard = r.guard
	}
	if cmd.Flags().Changed("clock") {
		if file.Limits.CPUClock, err = clockOf(r.clock); err != nil {
			return err
		}
	}
	if r.pins, err = r.frozen(file); err != nil {
		return err
	}
	r.wait = newWaiting(w)
	if r.ledgers, err = r.ledgersOf(file); err != nil {
		return err
	}
	ctx := cmd.Context()
	if r.dry {
		return r.dryRun(ctx, w, file)
	}
	c, err := contest.Open(ctx, file, r.setup())
	if err != nil {
		return r.refused(err)
	}
	defer c.Close()
	if err := r.keepImages(c); err != nil {
		return host(err)
	}
	if err := checkScribe(r.logs, c.Kind); err != nil {
		return err
	}
	if err := checkBracket(r.bracket, c); err != nil {
		return err
	}
	if err := r.ready(c.Entries); err != nil {
		return err
	}
	mendReplays(w, c)
	result, err := r.play(ctx, c)
	interrupted := errors.Is(err, context.Canceled)
	if err != nil && !interrupted {
		return folderError(c.Dir, err)
	}
	if err := r.present(context.WithoutCancel(ctx), w, c, result); err != nil {
		return err
	}
	if interrupted {
		return &exit{exitHost, fmt.Errorf("stopped after %d games; run the same command again to resume", result.Games)}
	}
	return nil
}

// mendReplays prints what is wrong with the files of replays, and repairs what can be repaired. Lost replays do not affect the tables.
func mendReplays(w *world, c *contest.Contest) {
	for _, note := range c.Archive().Notes() {
		fmt.Fprintf(w.err, "agon: %s\n", note.Text)
	}
	done, err := c.Archive().Mend(false)
	for _, text := range done {
		fmt.Fprintf(w.err, "agon: mended: %s\n", text)
	}
	if err != nil {
		fmt.Fprintf(w.err, "agon: %v\n", err)
	}
}

// refused gives an error of Open its exit code.
func (c *common) refused(err error) error {
	var damaged *store.Damaged
	switch {
	case c.protection.err != nil:
		return host(c.protection.err)
	case ofHost(err):
		return host(err)
	case errors.As(err, &damaged):
		return &exit{exitFault, err}
	case errors.Is(err, context.Canceled):
		return &exit{exitHost, errors.New("stopped before the first game")}
	}
	var folder *contest.FolderError
	if errors.As(err, &folder) {
		return folderError(folder.Dir, folder.Err)
	}
	return err
}
