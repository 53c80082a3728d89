package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"agon/lab/text"
	"agon/lab/tune"
	"agon/show/term/activity"
)

// tuner are the flags of agon tune.
type tuner struct {
	bots                          botFlags
	only, against                 []string
	rounds, games, seats, confirm int
	width, step                   float64
	jobs, lanes                   int
	out                           string
	fresh, json                   bool
}

func newTune(w *world) *cobra.Command {
	t := &tuner{}
	cmd := &cobra.Command{
		Use:   "tune KIND BOT",
		Short: "find better values for a bot's parameters",
		Long: `Tune plays versions of a bot against each other that differ in the values of its parameters, and moves the values towards the better version, round by round.
It then compares the bot with its tuned version in games with other luck, and tells whether it is better.

BOT is a folder whose bot.toml declares parameters:

  [parameters]
  depth = { value = 3, from = 1, to = 8 }
  weight = { value = 1.5, from = 0.0, to = 5.0 }

The bot finds them in its environment, as BOT_DEPTH and BOT_WEIGHT, or in the words {depth} and {weight} of run. All move at once (simultaneous perturbation), so a round
costs the games of two versions, however many parameters there are. Ctrl-C stops it, and the same command goes on.

It exits with 0 if the tuned version is better and with 3 if that is not known or not so.`,
		Example: examples(`  agon tune {kind} ./mybot
  agon tune {kind} ./mybot --only weight --rounds 300 --games 40
  agon tune {kind} ./mybot --against builtin:{bot},builtin:{bot2}`),
		Args:              between(2, 2),
		ValidArgsFunction: kindNames,
		RunE:              func(cmd *cobra.Command, args []string) error { return t.run(cmd, w, args) },
	}
	t.bots.add(cmd.Flags())
	f := cmd.Flags()
	f.StringSliceVar(&t.only, "only", nil, "tune these `PARAMETERS` and leave the others (default: all)")
	f.IntVar(&t.rounds, "rounds", 100, "number of rounds")
	f.IntVar(&t.games, "games", 20, "games of a round")
	f.Float64Var(&t.width, "width", 0.1,
		"distance of the versions of the first round from the present values, as a part of the range, up to 0.5")
	f.Float64Var(&t.step, "step", 0.1,
		"how far the values move after the first round if one version wins all games, as a part of the range")
	f.IntVar(&t.confirm, "confirm", 2000, "most games of the comparison at the end; 0: none")
	f.StringSliceVar(&t.against, "against", nil,
		"opponents of both versions, as `BOTS`, by reference; repeatable (default: they play each other)")
	f.IntVar(&t.seats, "seats", 0, "bots in each game with --against (default: as many as there are and the kind has seats for)")
	f.IntVar(&t.jobs, "jobs", 0, "number of CPU cores (default: all)")
	f.IntVar(&t.lanes, "lanes", 0, "concurrent games per core (0: automatic)")
	f.StringVar(&t.out, "out", "", "`DIR` for the path and the tuned bot (default: out/tune-…, another one for another bot or other "+
		"options)")
	f.BoolVar(&t.fresh, "fresh", false, "discard earlier rounds")
	f.BoolVar(&t.json, "json", false, "print one JSON object")
	return cmd
}

func (t *tuner) run(cmd *cobra.Command, w *world, args []string) error {
	s, err := t.bots.open(cmd.Flags(), true)
	if err != nil {
		return err
	}
	defer s.Close()
	if err := errors.Join(s.Launcher.Check(), t.possible()); err != nil {
		return err
	}
	line := activity.New(w.err)
	defer line.End()
	setup := tune.Setup{
		Bot: args[1], Only: t.only, Rounds: t.rounds, Games: t.games, Seats: t.seats, Width: t.width, Step: t.step, Confirm: t.confirm,
		Doing: func(text string) { line.Now(true, "%s", text) },
	}
	setup.Session, setup.Against, setup.Dir, setup.Fresh, setup.Cores, setup.Lanes, setup.Note = s, t.against, t.out, t.fresh, t.jobs,
		t.lanes, line.Note
	if setup.Kind, setup.Settings, err = s.Kind(args[0]); err != nil {
		return err
	}
	if setup.Contest, err = besideRuns(w, s); err != nil {
		return err
	}
	tuning, err := tune.Open(cmd.Context(), setup)
	if err != nil {
		return comparisonError(s, err)
	}
	defer tuning.Close()
	found, err := tuning.Tune(cmd.Context())
	stopped := (*tune.Stopped)(nil)
	if errors.As(err, &stopped) {
		return host(stopped)
	}
	if err != nil {
		return comparisonError(s, err)
	}
	line.Clear()
	if !t.json {
		if err := text.Tuned(w.out, found, setup.Kind.Name, setup.Bot); err != nil {
			return host(err)
		}
	}
	if err := tuning.Compare(cmd.Context(), found); errors.As(err, &stopped) {
		return host(stopped)
	} else if err != nil {
		return comparisonError(s, err)
	}
	line.Clear()
	return t.printResult(w, found)
}

// printResult prints what is known of the tuned bot.
func (t *tuner) printResult(w *world, found *tune.Tuned) (err error) {
	switch {
	case t.json:
		err = printJSON(w.out, found)
	case found.Confirmed != nil:
		fmt.Fprintln(w.out)
		err = host(text.Comparison(w.out, found.Confirmed))
	}
	switch {
	case err != nil:
		return err
	case found.Confirmed != nil && found.Confirmed.Stopped:
		return &exit{exitHost, errors.New("stopped; run the same command again to continue")}
	case t.confirm > 0 && !found.Better():
		return &exit{exitFault, nil}
	}
	return nil
}

// possible returns what is wrong with the flags.
func (t *tuner) possible() error {
	switch {
	case t.rounds < 1 || t.games < 2:
		return fmt.Errorf("--rounds %d --games %d: at least one round of two games", t.rounds, t.games)
	case !(t.width > 0 && t.width <= 0.5):
		return fmt.Errorf("--width %v: it is a part of the range, above 0 and at most 0.5", t.width)
	case !(t.step > 0 && t.step <= 1):
		return fmt.Errorf("--step %v: it is a part of the range, above 0 and at most 1", t.step)
	case t.confirm != 0 && t.confirm < 2:
		return fmt.Errorf("--confirm %d: at least two games, or 0 for no comparison", t.confirm)
	case len(t.against) == 0 && t.seats != 0:
		return errors.New("--seats needs --against: without opponents the two versions play each other")
	}
	return nil
}
