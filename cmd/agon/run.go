package main

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"agon/bot"
	"agon/bot/image"
	"agon/bot/lineup"
	"agon/contest"
	"agon/contest/compile"
	"agon/contest/config"
	"agon/contest/run"
	"agon/contest/store"
	"agon/contest/store/ledgers"
	formats "agon/format/tournament/all"
	"agon/game"
	"agon/games/folder"
	"agon/internal/nearest"
	"agon/show/report"
	"agon/show/report/chart"
	"agon/show/term/progress"
	"agon/show/term/standing"
	"agon/show/term/table"
	"agon/show/web"
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

	elsewhere elsewhere
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
	f.StringVar(&r.store, "store", "", "`ADDRESS` of the database for a new ledger, postgres://USER@HOST/DATABASE, or sqlite for a file in the contest's folder (default: that of the contest file, else AGON_STORE, else sqlite)")
	r.elsewhere.flags(f)
	return cmd
}

func (r *running) runContest(cmd *cobra.Command, w *world, args []string) error {
	defer r.protection.Close()
	r.strangers = true
	shared, err := r.shared()
	if err != nil {
		return err
	}
	if err := errors.Join(r.protection.check(), r.elsewhere.check()); err != nil {
		return err
	}
	r.together = shared
	if cmd.Flags().Changed("loop") {
		return r.runLoop(cmd, w, args)
	}
	if r.web || cmd.Flags().Changed("listen") {
		return errors.New("--web and --listen need --loop; add --loop 20, or watch one game with agon play --web")
	}
	if err := chart.CheckFile(r.graph); err != nil {
		return err
	}
	file, err := r.file(cmd, args)
	if err != nil {
		return err
	}
	if err := r.adjust(cmd, file); err != nil {
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
	return r.contest(ctx, w, file)
}

// adjust replaces what flags set.
func (r *running) adjust(cmd *cobra.Command, file *config.File) (err error) {
	if r.guard > 0 {
		file.Limits.Guard = r.guard
	}
	if cmd.Flags().Changed("clock") {
		if file.Limits.CPUClock, err = clockOf(r.clock); err != nil {
			return err
		}
	}
	r.pins, err = r.frozen(file)
	return err
}

// contest opens a contest and plays it, until it is over or ctx is done.
func (r *running) contest(ctx context.Context, w *world, file *config.File) error {
	if dir := cmp.Or(r.out, strings.TrimSuffix(file.Path, filepath.Ext(file.Path))); gamefolder.Is(dir) {
		return fmt.Errorf("%s is the folder of a game: name the contest's file otherwise, or another folder with --out", dir)
	}
	c, err := contest.Open(ctx, file, r.setup())
	if err != nil {
		return r.refused(err)
	}
	defer c.Close()
	if err := keepRules(c); err != nil {
		return host(err)
	}
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
		return &exit{exitHost, errors.New(stopped(result))}
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

// present prints the tables before it writes the report, so that a failure to write does not hide them.
func (r *running) present(ctx context.Context, w *world, c *contest.Contest, result *contest.Result) error {
	run, err := compiled(ctx, c, result, r.About(), r.pages)
	if err != nil {
		return folderError(c.Dir, err)
	}
	run.Workers = r.elsewhere.list()
	if r.json {
		err = printJSON(w.out, run)
	} else {
		style := standing.On(w.out, os.Environ())
		style.Markdown = r.markdown
		if err = host(standing.Print(w.out, run, style)); err == nil && !style.Markdown {
			tellFaults(w.out, c, run)
			err = host(printWorkers(w, run.Workers))
		}
	}
	if err != nil {
		return err
	}
	err = r.write(ctx, w, c, run)
	for _, line := range run.Lost() {
		fmt.Fprintf(w.err, "agon: %s\n", printable(line))
	}
	if err != nil {
		return folderError(c.Dir, err)
	}
	if !r.json {
		text := whereabouts(c, run)
		if r.markdown {
			text = "\n" + table.Escape(strings.TrimRight(text, "\n")) + "\n"
		} else if s := table.On(w.out, os.Environ()); s.Width > 0 && utf8.RuneCountInString(text) > s.Width {
			text = strings.Replace(text, "    Replays:", "\nReplays:", 1)
		}
		_, err = fmt.Fprint(w.out, text)
	}
	return host(err)
}

// whereabouts returns the paths of the report and the replays, or "" if no game was played.
func whereabouts(c *contest.Contest, run *report.Run) string {
	if run.Played == 0 {
		return ""
	}
	return fmt.Sprintf("Report: %s    Replays: %s (%.1f MB)\n", filepath.Join(reportDir(c), "index.html"), filepath.Join(c.Dir, "replays"), float64(run.ReplayBytes)/1e6)
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

// file reads the contest's file, or makes one from the arguments.
func (r *running) file(cmd *cobra.Command, args []string) (*config.File, error) {
	if strings.HasSuffix(args[0], ".toml") {
		if len(args) > 1 {
			return nil, fmt.Errorf("a contest file lists its bots itself; remove the argument %q", args[1])
		}
		f, err := config.Read(args[0])
		if err != nil {
			return nil, err
		}
		return f, errors.Join(r.override(cmd, f), r.addTo(f))
	}
	k, settings, err := r.kind(args[0])
	if err != nil {
		if _, stat := os.Stat(args[0]); stat == nil {
			return nil, fmt.Errorf("%q is neither a contest file nor a kind of game", args[0])
		}
		if strings.ContainsAny(args[0], `./`) {
			found, _ := filepath.Glob(filepath.Join(filepath.Dir(args[0]), "*.toml"))
			return nil, fmt.Errorf("there is no contest file %q%s; agon init writes one", args[0], nearest.Hint(args[0], found))
		}
		return nil, err
	}
	f := &config.File{Name: k.Title, Kind: k.Name, Options: settings.Values(), Stages: []config.Stage{{Name: "final", Format: r.format, Keys: map[string]any{}}}}
	refs := args[1:]
	if len(refs) == 0 {
		refs = builtins(k)
	}
	for _, ref := range refs {
		b, err := config.Taking(ref)
		if err != nil {
			return nil, fmt.Errorf("ref %q: %w", ref, err)
		}
		f.Bots = append(f.Bots, b)
	}
	if r.games > 0 {
		f.Stages[0].Keys["games"] = r.games
	}
	if err := r.addTo(f); err != nil {
		return nil, err
	}
	f.Seed, f.Seeded, f.Secret = r.seed, cmd.Flags().Changed("seed"), r.secret
	if r.out == "" {
		// The same command uses the same folder, and continues there.
		sum := sha256.Sum256([]byte(strings.Join(append(refs, append(settings.Texts(), r.format, fmt.Sprint(r.games, r.seed))...), "\x00")))
		r.out = filepath.Join("out", fmt.Sprintf("%s-%x", k.Name, sum[:4]))
	}
	return f, nil
}

// override returns an error for flags that a contest file does not allow.
func (r *running) override(cmd *cobra.Command, f *config.File) error {
	if r.secret != "" {
		return errors.New("a contest file sets its own secret: secret = \"…\" (--secret is for agon run KIND BOT...)")
	}
	if len(r.set) > 0 || r.format != "" || r.games > 0 || cmd.Flags().Changed("seed") {
		return errors.New("a contest file sets its own options, seed, format and games; change them there (--set, --seed, --format and --games work with agon run KIND BOT...)")
	}
	return nil
}

func builtins(k *game.Kind) []string {
	var refs []string
	for _, b := range k.Builtins {
		refs = append(refs, "builtin:"+b.Name)
	}
	return refs
}

// openerFor returns an opener for the bots of a contest, with the settings of its file.
func (c *common) openerFor(k *game.Kind, f *config.File) *lineup.Opener {
	o := c.opener(k, bot.NewLog(0))
	o.Limits = f.Limits.Limits
	o.Warm = c.warm && f.Warm
	o.Runtimes, o.Packages, o.Shims = f.Runtimes, f.Packages, f.Shims
	o.Before = f.Before
	if chosen := f.Runtimes["python"]; chosen != "" {
		o.Python = chosen
	}
	for _, b := range f.Bots {
		c.protection.expect(o, b.Ref)
	}
	return o
}

func (r *running) setup() contest.Setup {
	return contest.Setup{
		Kinds:   findKind,
		Formats: formats.Formats,
		Opener: func(k *game.Kind, f *config.File) *lineup.Opener {
			o := r.openerFor(k, f)
			o.Update, o.Pins = r.update, r.pins
			return o
		},
		Ledgers: r.ledgers,
		Recall:  recallOther,
		Dir:     r.out, Fresh: r.fresh, Strict: r.strict, Without: r.without,
	}
}

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
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		select {
		case <-show.Stop():
			cancel()
		case <-ctx.Done():
		}
	}()
	defer context.AfterFunc(ctx, r.wait.stop)()
	before := r.wait.note
	r.wait.note = show.Note
	defer func() { r.wait.note = before }()
	if page := livePath(c); page != "" {
		show.Note("the bracket, as it is played: " + page)
	}
	d := &dashboard{sandbox: r.Level(), contest: c, cores: cores, workers: &r.elsewhere, show: show, command: "agon run " + c.File.Name}
	options := run.Options{
		Cores: cores, Lanes: r.lanes, NoLimits: r.noLimits, VoidStalled: r.void, Times: r.times || r.logs != "", Sandbox: r.About(), OneProcess: r.together, Rounds: r.rounds,
		Progress: d.update, Note: show.Note,
	}
	if err := r.openWorkers(ctx, c, &options); err != nil {
		return &contest.Result{}, err
	}
	defer r.elsewhere.close()
	result, err := run.Run(ctx, c, options)
	d.last.Over = result.Finished
	d.last.Elapsed, d.last.Efficiency, d.last.Voided = result.Wall, result.Efficiency, int(result.Strain.Voided)
	show.Update(d.last)
	return result, err
}

// dashboard converts a run's progress for display.
type dashboard struct {
	contest *contest.Contest
	cores   int
	workers *elsewhere // nil: a sample, which is played here
	show    *progress.Progress
	command string
	sandbox string
	last    progress.Run
	stage   int
	due     time.Time // of the next standing
	told    bool      // that the page of the bracket cannot be written was reported
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
		Games: p.Planned, Done: p.Done, Rounds: rounds, Played: int(p.StageRounds), Total: int(p.StageTotal + 0.5), Part: p.Part, Bots: len(c.Playing()), Cores: d.cores, Sandbox: d.sandbox,
		Elapsed: p.Elapsed, Left: p.Left, Efficiency: p.Efficiency, Voided: int(p.Strain.Voided), Strain: strained(p.Strain), Ledger: ledgers.Describe(c.Dir),
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
			err := web.WriteBracket(reportDir(c), web.LiveBracket{Title: c.File.Name, Names: called(c), Bracket: table.Bracket, Done: p.Done, Games: p.Planned})
			if err != nil && !d.told {
				d.told = true
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
