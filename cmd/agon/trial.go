package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"agon/lab/session"
	"agon/lab/text"
	"agon/lab/trial"
)

// trialFlags are the flags of agon trial.
type trialFlags struct {
	bots          botFlags
	games, rounds int
	profile       string
	json          bool
}

func newTrial(w *world) *cobra.Command {
	t := &trialFlags{}
	cmd := &cobra.Command{
		Use:   "trial KIND BOT...",
		Short: "measure bots' move times",
		Long: `Measure bots' move times as a contest does: around the call, in the bot's own process, one bot at a time on one core.
A single bot plays against built-in bots, which are not listed.`,
		Example: examples(`  agon trial {kind} ./mybot.py
  agon trial {kind} ./mybot.py --profile where-it-goes`),
		Args:              between(2, -1),
		ValidArgsFunction: kindNames,
		RunE:              func(cmd *cobra.Command, args []string) error { return t.run(cmd, w, args[0], args[1:]) },
	}
	t.bots.add(cmd.Flags())
	f := cmd.Flags()
	f.IntVar(&t.games, "games", 10, "games to play")
	f.IntVar(&t.rounds, "rounds", 0, "rounds in a game, for kinds with that option (100)")
	f.StringVar(&t.profile, "profile", "", "`DIR` for profiles of Python bots: profiler file, top functions, call graph")
	f.BoolVar(&t.json, "json", false, "print one JSON object")
	return cmd
}

func (t *trialFlags) run(cmd *cobra.Command, w *world, name string, refs []string) error {
	s, err := t.bots.open(cmd.Flags(), false)
	if err != nil {
		return err
	}
	defer s.Close()
	setup := trial.Setup{Session: s, Games: t.games, Seed: s.Draw(), Profiles: t.profile}
	if setup.Kind, _, err = s.Kind(name); err != nil {
		return err
	}
	set, err := trial.Rounds(setup.Kind, t.rounds, s.Set)
	if err != nil {
		return err
	}
	if setup.Settings, err = session.Settings(setup.Kind, set); err != nil {
		return err
	}
	trials, err := setup.Run(cmd.Context(), refs)
	if err != nil {
		return err
	}
	if t.json {
		return printJSON(w.out, map[string]any{"agon": 1, "kind": setup.Kind.Name, "games": t.games, "options": setup.Settings.Values(),
			"trials": trials})
	}
	if err := text.Trials(w.out, trials); err != nil {
		return host(err)
	}
	if t.profile != "" {
		fmt.Fprintf(w.out, "Profiles: %s (NAME.pstats, NAME.txt, NAME.svg)\n", t.profile)
	}
	return nil
}
