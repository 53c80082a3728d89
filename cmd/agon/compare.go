package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"agon/bot"
	"agon/bot/lineup"
	"agon/contest"
	"agon/contest/config"
	"agon/contest/run"
	"agon/format/tournament/compare"
	"agon/game"
)

// comparing are the flags of agon compare.
type comparing struct {
	running
	against   []string
	seats     int
	certainty string
	margin    float64
	test      string
	elo       []float64

	keys map[string]any // of the format
}

func newCompare(w *world) *cobra.Command {
	c := &comparing{}
	cmd := &cobra.Command{
		Use:   "compare KIND OLD NEW",
		Short: "tell whether a change of a bot is an improvement",
		Long: `Compare plays OLD against NEW in pairs of games with equal luck: the same deal from each seat. With --against each of the two plays the same deal
from the same seat against the same opponents, which are drawn for each pair. It ends as soon as it knows the answer, after at most --games.

The answer may be looked at while games are played, and the comparison stopped and continued with the same command: of
two equal bots it calls one better in at most 5 of 100 comparisons, however often one looks. The interval of the rating difference is right at all times, in 95 of 100
comparisons. With --test sprt it decides by the sequential probability ratio test of chess engines between the two differences of --elo, which needs to be right about
those two alone.

It exits with 0 if NEW is better and with 3 if that is not known or not so.`,
		Example: examples(`  agon compare {kind} old/bot.py new/bot.py
  agon compare {kind} old/bot.py new/bot.py --against builtin:{bot},builtin:{bot2}
  agon compare {kind} old/bot.py new/bot.py --games 10000 --margin 10
  agon compare {kind} old/bot.py new/bot.py --test sprt --elo 0,20 --json`),
		Args:              between(3, 3),
		ValidArgsFunction: kindNames,
		RunE:              func(cmd *cobra.Command, args []string) error { return c.run(cmd, w, args) },
	}
	c.flags(cmd.Flags())
	f := cmd.Flags()
	f.StringSliceVar(&c.against, "against", nil, "opponents of both `BOTS`, by reference; repeatable (default: the two play each other)")
	f.IntVar(&c.games, "games", 2000, "most games")
	f.IntVar(&c.seats, "seats", 0, "bots in each game with --against (default: as many as there are and the kind has seats for)")
	f.StringVar(&c.certainty, "certainty", "95%", "`PERCENTAGE` of comparisons whose answer and interval are right")
	f.Float64Var(&c.margin, "margin", 0, "end too when the difference is known to be less than this many rating `POINTS`")
	f.StringVar(&c.test, "test", "interval", "`TEST` that ends the comparison: interval, or sprt (between the differences of --elo)")
	f.Float64SliceVar(&c.elo, "elo", []float64{0, 10}, "with --test sprt: the difference in rating points that is no improvement, and the one that is")
	f.IntVar(&c.jobs, "jobs", 0, "number of CPU cores (default: all)")
	f.IntVar(&c.lanes, "lanes", 0, "concurrent games per core (0: automatic)")
	f.StringVar(&c.out, "out", "", "`DIR` for ledger and replays (default: out/compare-…, another one for other bots or options)")
	f.BoolVar(&c.fresh, "fresh", false, "discard earlier games")
	f.BoolVar(&c.json, "json", false, "print one JSON object")
	return cmd
}

func (c *comparing) run(cmd *cobra.Command, w *world, args []string) error {
	defer c.protection.Close()
	c.strangers = true
	c.strict, c.void, c.times = true, true, true
	shared, err := c.shared()
	if err != nil {
		return err
	}
	c.together = shared
	if err := errors.Join(c.protection.check(), c.choose(cmd)); err != nil {
		return err
	}
	k, settings, err := c.kind(args[0])
	if err != nil {
		return err
	}
	line := newActivity(w)
	defer line.end()
	line.now(true, "building the bots")
	file, err := c.file(cmd, k, settings, line, args[1:])
	if err != nil {
		return err
	}
	if err := c.adjust(cmd, file); err != nil {
		return err
	}
	return c.compare(cmd.Context(), w, line, file)
}

// choose turns flags into keys of the format.
func (c *comparing) choose(cmd *cobra.Command) error {
	c.keys = map[string]any{"games": c.games, "seats": c.seats, "until": c.certainty, "margin": c.margin}
	switch c.test {
	case "interval":
		if cmd.Flags().Changed("elo") {
			return errors.New("--elo needs --test sprt")
		}
	case "sprt":
		if len(c.elo) != 2 {
			return fmt.Errorf("--elo wants two differences, as in --elo 0,10, not %d", len(c.elo))
		}
		c.keys["sprt"], c.keys["elo_low"], c.keys["elo_high"] = true, c.elo[0], c.elo[1]
	default:
		return fmt.Errorf("--test is interval or sprt, not %q", c.test)
	}
	if len(c.against) == 0 && c.seats != 0 {
		return errors.New("--seats needs --against: without opponents the two bots play each other")
	}
	return nil
}

// file returns the comparison as a contest of one stage, in a folder of its own for other bots and other options.
func (c *comparing) file(cmd *cobra.Command, k *game.Kind, settings game.Settings, line *activity, two []string) (*config.File, error) {
	sum, err := c.sum(cmd.Context(), k, settings, two)
	if err != nil {
		return nil, err
	}
	if c.out == "" {
		c.out = filepath.Join("out", fmt.Sprintf("compare-%s-%s", k.Name, sum))
	}
	line.clear()
	return c.paired(k, settings, cmd.Flags().Changed("seed"), two), nil
}

// sum opens bots, which must be able to play, and returns a word that is another one for other bots and other options.
func (c *comparing) sum(ctx context.Context, k *game.Kind, settings game.Settings, refs []string) (string, error) {
	sum := sha256.New()
	fmt.Fprintf(sum, "%q %v %v %v\n", settings.Texts(), c.keys, c.seed, c.clock)
	for _, ref := range refs {
		entries, err := c.bots(ctx, c.opener(k, bot.NewLog(0)), []string{ref})
		if err != nil {
			return "", err
		}
		if err := single(ref, entries); err != nil {
			return "", err
		}
		fmt.Fprintln(sum, entries[0].Hash)
	}
	fmt.Fprintf(sum, "%q", c.against)
	return fmt.Sprintf("%x", sum.Sum(nil)[:4]), nil
}

// paired returns the contest that compares two bots.
func (c *comparing) paired(k *game.Kind, settings game.Settings, seeded bool, two []string) *config.File {
	f := &config.File{
		Name: fmt.Sprintf("%s against %s", two[1], two[0]), Kind: k.Name, Options: settings.Values(), Seed: c.seed, Seeded: seeded, Secret: c.secret,
		Stages: []config.Stage{{Name: "comparison", Format: compare.Spec.Name, Keys: c.keys}},
	}
	for _, ref := range append(two, c.against...) {
		f.Bots = append(f.Bots, config.Bot{Ref: ref})
	}
	return f
}

// single returns an error if a reference is not one bot that can play.
func single(ref string, entries []lineup.Entry) error {
	var names []string
	for _, e := range entries {
		names = append(names, e.Name)
	}
	switch {
	case len(entries) == 0:
		return fmt.Errorf("%s has no bot", ref)
	case len(entries) > 1:
		return fmt.Errorf("%s has %d bots: %s; name one, as in %s:%s", ref, len(entries), strings.Join(names, ", "), ref, names[0])
	case entries[0].Broken != "":
		return &exit{exitFault, fmt.Errorf("%s cannot play: %s", entries[0].Name, entries[0].Broken)}
	}
	return nil
}

// compare plays the comparison, or the rest of it, and tells what is known.
func (c *comparing) compare(ctx context.Context, w *world, line *activity, file *config.File) error {
	said, interrupted, err := c.played(ctx, w, line, file, func(con *contest.Contest, p run.Progress) { line.now(true, "%s", c.soFar(con, p)) })
	if err != nil {
		return err
	}
	if c.json {
		err = printJSON(w.out, said)
	} else {
		err = host(said.print(w.out))
	}
	switch {
	case err != nil:
		return err
	case interrupted:
		return &exit{exitHost, fmt.Errorf("stopped after %d games; run the same command again to continue", said.Games)}
	case said.Answer != compare.Better:
		return &exit{exitFault, nil}
	}
	return nil
}

// played plays a comparison, or the rest of it, and returns what is known and whether it was stopped before its end. It calls look once a second.
func (c *comparing) played(ctx context.Context, w *world, line *activity, file *config.File, look func(*contest.Contest, run.Progress)) (said *comparison, interrupted bool, err error) {
	c.wait = newWaiting(w)
	if c.ledgers, err = c.ledgersOf(file); err != nil {
		return nil, false, err
	}
	con, err := contest.Open(ctx, file, c.setup())
	if err != nil {
		return nil, false, c.refused(err)
	}
	defer con.Close()
	if err := c.ready(con.Entries); err != nil {
		return nil, false, err
	}
	mendReplays(w, con)
	for _, note := range con.Notes() {
		line.note(note)
	}
	cores := c.jobs
	if cores <= 0 {
		cores = runtime.NumCPU()
	}
	var due time.Time
	result, err := run.Run(ctx, con, run.Options{
		Cores: cores, Lanes: c.lanes, NoLimits: c.noLimits, VoidStalled: c.void, Times: c.times, Sandbox: c.About(), OneProcess: c.together,
		Note: line.note, TellsEnd: true,
		Progress: func(p run.Progress) {
			if now := time.Now(); now.After(due) {
				due = now.Add(time.Second)
				look(con, p)
			}
		},
	})
	interrupted = errors.Is(err, context.Canceled)
	if err != nil && !interrupted {
		return nil, false, folderError(con.Dir, err)
	}
	line.clear()
	said, err = c.measured(con, result)
	return said, interrupted, err
}

// soFar tells how a comparison stands.
func (c *comparing) soFar(con *contest.Contest, p run.Progress) string {
	text := fmt.Sprintf("%d of at most %d games", p.Done, c.games)
	for _, s := range p.Table().Standings {
		if s.Note != "" {
			text += fmt.Sprintf(": %s is at %s", con.Label(s.Entry), s.Note)
		}
	}
	return text
}
