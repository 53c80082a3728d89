package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"agon/contest"
	"agon/contest/config"
	"agon/contest/folders"
	"agon/lab/compare"
	"agon/lab/session"
	"agon/lab/text"
	"agon/show/report"
	"agon/show/term/activity"
)

// comparing are the flags of agon compare.
type comparing struct {
	bots         botFlags
	against      []string
	games, seats int
	certainty    string
	margin       float64
	by           string
	test         string
	elo          []float64
	model        string
	jobs, lanes  int
	out          string
	fresh, json  bool
}

func newCompare(w *world) *cobra.Command {
	c := &comparing{}
	cmd := &cobra.Command{
		Use:   "compare KIND | CONTEST.toml OLD NEW",
		Short: "tell whether a change of a bot is an improvement",
		Long: `Compare plays OLD against NEW in pairs of games with equal luck: the same deal from each seat. With --against each of the two plays the same deal
from the same seat against the same opponents, which are drawn for each pair. It ends as soon as it knows the answer, after at most --games.

The answer may be looked at while games are played, and the comparison stopped and continued with the same command: of
two equal bots it calls one better in at most 5 of 100 comparisons, however often one looks. The interval of the rating difference is right at all times, in 95 of 100
comparisons; that of a difference of scores is where the differences of pairs scatter alike on both sides of their mean.
With --test sprt it decides by the sequential probability ratio test of chess engines between the two differences of --elo, which needs to be right about
those two alone. With --elo-model normalized these are in normalised Elo, which is printed of any two bots that play each other.

The difference that is printed is the maximum-likelihood estimate. Where the games ended because they decided, it is biased, and the output says so.

With the file of a contest they play under its conditions: its game, options, limits and clock. The contest's seed, secret and folder are not touched.

What is compared is what a contest of the kind ranks by: the score where its usual format is an arena, else the points of a game. --by chooses.

It exits with 0 if NEW is better and with 3 if that is not known or not so.`,
		Example: examples(`  agon compare {kind} old/bot.py new/bot.py
  agon compare {kind} old/bot.py new/bot.py --against builtin:{bot},builtin:{bot2}
  agon compare {kind} old/bot.py new/bot.py --games 10000 --margin 10
  agon compare contest.toml old/bot.py new/bot.py
  agon compare {kind} old/bot.py new/bot.py --test sprt --elo 0,20 --json`),
		Args:              between(3, 3),
		ValidArgsFunction: kindNames,
		RunE:              func(cmd *cobra.Command, args []string) error { return c.run(cmd, w, args) },
	}
	c.bots.add(cmd.Flags())
	f := cmd.Flags()
	f.StringSliceVar(&c.against, "against", nil, "opponents of both `BOTS`, by reference; repeatable (default: the two play each other)")
	f.IntVar(&c.games, "games", 2000, "most games")
	f.IntVar(&c.seats, "seats", 0, "bots in each game with --against (default: as many as there are and the kind has seats for)")
	f.StringVar(&c.certainty, "certainty", "95%", "`PERCENTAGE` of comparisons whose answer and interval are right")
	f.Float64Var(&c.margin, "margin", 0, "end too when the difference is known to be less than this many rating `POINTS`")
	f.StringVar(&c.by, "by", "", "`MEASURE` that is compared: points or score (default: what a contest of the kind ranks by; points with "+
		"--margin or --test sprt)")
	f.StringVar(&c.test, "test", "interval", "`TEST` that ends the comparison: interval, or sprt (between the differences of --elo)")
	f.Float64SliceVar(&c.elo, "elo", []float64{0, 10},
		"with --test sprt: the difference in rating points that is no improvement, and the one that is")
	f.StringVar(&c.model, "elo-model", "logistic", "`UNIT` of --elo: logistic (rating points) or normalized (normalised Elo)")
	f.IntVar(&c.jobs, "jobs", 0, "number of CPU cores (default: all)")
	f.IntVar(&c.lanes, "lanes", 0, "concurrent games per core (0: automatic)")
	f.StringVar(&c.out, "out", "", "`DIR` for ledger and replays (default: out/compare-…, another one for other bots or options)")
	f.BoolVar(&c.fresh, "fresh", false, "discard earlier games")
	f.BoolVar(&c.json, "json", false, "print one JSON object")
	return cmd
}

func (c *comparing) run(cmd *cobra.Command, w *world, args []string) error {
	s, err := c.bots.open(cmd.Flags(), true)
	if err != nil {
		return err
	}
	defer s.Close()
	keys, err := c.keys(cmd.Flags().Changed("elo") || cmd.Flags().Changed("elo-model"))
	if err := errors.Join(s.Launcher.Check(), err); err != nil {
		return err
	}
	line := activity.New(w.err)
	defer line.End()
	setup := &compare.Setup{
		Session: s, Old: args[1], New: args[2], Against: c.against, Keys: keys, Seed: s.Seed, Seeded: s.Seeded, Dir: c.out, Fresh: c.fresh,
		Cores: c.jobs, Lanes: c.lanes, Times: true,
		Note: line.Note, Look: func(p compare.Progress) { line.Now(true, "%s", p) },
	}
	if err := gameOf(setup, args[0]); err != nil {
		return err
	}
	if setup.Contest, err = besideRuns(w, setup.Session); err != nil {
		return err
	}
	if keys["by"] == "" {
		keys["by"] = compare.RankedBy(setup.Kind, setup.Settings, setup.Contest.Formats)
	}
	line.Now(true, "building the bots")
	sum, err := compare.Sum(cmd.Context(), setup, args[1:]...)
	if err != nil {
		return err
	}
	if setup.Dir == "" {
		setup.Dir = filepath.Join("out", fmt.Sprintf("compare-%s-%s", setup.Kind.Name, sum))
	}
	line.Clear()
	known, err := compare.Compare(cmd.Context(), setup)
	if err != nil {
		return comparisonError(s, err)
	}
	line.Clear()
	if c.json {
		err = printJSON(w.out, known)
	} else {
		err = host(text.Comparison(w.out, known))
	}
	switch {
	case err != nil:
		return err
	case known.Stopped:
		return &exit{exitHost, fmt.Errorf("stopped after %s; run the same command again to continue", report.Counted(known.Games, "game"))}
	case !known.Better():
		return &exit{exitFault, nil}
	}
	return nil
}

// gameOf sets the game of a comparison: a kind, or that of a contest's file, under whose conditions the bots play.
func gameOf(setup *compare.Setup, name string) (err error) {
	if !strings.HasSuffix(name, ".toml") {
		setup.Kind, setup.Settings, err = setup.Session.Kind(name)
		return err
	}
	if len(setup.Session.Set) > 0 {
		return errors.New("a contest file sets its own options (--set works with agon compare KIND)")
	}
	if setup.File, err = config.ReadAhead(name); err != nil {
		return err
	}
	if setup.Kind, err = findKind(setup.File.Kind); err == nil {
		setup.Settings, err = setup.Kind.Settings(setup.File.Options)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	setup.Session = setup.Session.Under(setup.File)
	return nil
}

// keys turns flags into keys of the format.
func (c *comparing) keys(eloChosen bool) (map[string]any, error) {
	keys := map[string]any{"games": c.games, "seats": c.seats, "until": c.certainty, "margin": c.margin, "by": c.by}
	switch {
	case c.by != "" && c.by != "points" && c.by != "score":
		return nil, fmt.Errorf("--by is points or score, not %q", c.by)
	case c.by == "score" && (c.test == "sprt" || c.margin > 0):
		return nil, errors.New("--margin and --test sprt are about rating points, which --by score does not measure: use --by points")
	case c.test == "sprt" || c.margin > 0:
		keys["by"] = "points"
	}
	switch c.test {
	case "interval":
		if eloChosen {
			return nil, errors.New("--elo and --elo-model need --test sprt")
		}
	case "sprt":
		if err := c.bounds(keys); err != nil {
			return nil, err
		}
	default:
		return nil, fmt.Errorf("--test is interval or sprt, not %q", c.test)
	}
	if len(c.against) == 0 && c.seats != 0 {
		return nil, errors.New("--seats needs --against: without opponents the two bots play each other")
	}
	return keys, nil
}

// bounds adds the bounds of the ratio test to the keys.
func (c *comparing) bounds(keys map[string]any) error {
	if len(c.elo) != 2 {
		return fmt.Errorf("--elo wants two differences, as in --elo 0,10, not %d", len(c.elo))
	}
	keys["sprt"], keys["elo_low"], keys["elo_high"] = true, c.elo[0], c.elo[1]
	switch c.model {
	case "logistic": // the default of the key, without which earlier comparisons go on
	case "normalized":
		keys["elo_model"] = c.model
	default:
		return fmt.Errorf("--elo-model is logistic or normalized, not %q", c.model)
	}
	return nil
}

// besideRuns returns how an author's contests are opened: their ledgers are where AGON_STORE says.
func besideRuns(w *world, s *session.Session) (setup contest.Setup, err error) {
	setup = contestSetup(s)
	setup.Ledgers, err = stored.ForRun("", &config.File{}, folders.NewWaiting(w.say))
	return setup, err
}

// comparisonError gives an error of comparisons its exit code.
func comparisonError(s *session.Session, err error) error {
	if opening := (*compare.OpenError)(nil); errors.As(err, &opening) {
		return openError(s, opening.Err)
	}
	return err
}
