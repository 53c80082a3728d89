package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"agon/format/tournament"
	"agon/format/tournament/all"
	"agon/game"
	gamefolder "agon/games/folder"
	"agon/games/folder/gamecheck"
	"agon/internal/clutter"
	"agon/lab/session"
	"agon/lab/text"
	"agon/lab/trial"
	"agon/show/term/activity"
)

// gameChecking are the flags of agon check-game.
type gameChecking struct {
	set     []string
	options gamecheck.Options
	json    bool
}

func newCheckGame(w *world) *cobra.Command {
	c := &gameChecking{}
	cmd := &cobra.Command{
		Use:   "check-game DIR",
		Short: "test the rules of a game of one's own",
		Long: `Check-game plays a game of a folder with game.toml by lot, with faults and nonsense, again in a fresh process, and looks at all that it shows: it lists the fields that a seat and the audience see, and
finds pictures that show a seat what it does not observe. It reports what the rules get wrong, with the function, the line, the turn and the state, lines of game.toml that do not fit the rules, and what
sort of game it is: how long, how often nobody wins, whether a seat has an advantage, whether looking ahead wins.

Of a game of an engine ([engine] in its game.toml) it plays some games by lot, with nonsense and by the bots in DIR/bots, gives other
processes of the engine the same answers, and says whether it is deterministic.`,
		Example: `  agon check-game ./mygame
  agon check-game ./mygame --set width=9 --games 1000`,
		Args: between(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error { return c.run(cmd, w, args[0]) },
	}
	f := cmd.Flags()
	f.StringArrayVar(&c.set, "set", nil, "option of the game, `KEY=VALUE`; may be repeated")
	f.IntVar(&c.options.Games, "games", 0, "games that are played by lot (default 200)")
	f.IntVar(&c.options.Bias, "bias", 0, "games by lot for the bias of seats (default 1000)")
	f.IntVar(&c.options.Skill, "skill", 0, "games of search against lot (default 20)")
	f.Int64Var(&c.options.Seed, "seed", 1, "seed of the first game")
	f.DurationVar(&c.options.Time, "time", 0, "most time for the games of each check (default 20s)")
	f.BoolVar(&c.json, "json", false, "print one JSON object")
	return cmd
}

func (c *gameChecking) run(cmd *cobra.Command, w *world, dir string) error {
	f, err := ownGames.Open(dir)
	if err != nil {
		return err
	}
	values, err := session.Chosen(c.set)
	if err != nil {
		return err
	}
	settings, err := f.Kind.Settings(values)
	if err != nil {
		return err
	}
	line := activity.New(w.err)
	defer line.End()
	o := c.options
	o.Doing = func(what string) { line.Now(true, "%s", what) }
	o.Another = func() (*gamefolder.Folder, error) { return gamefolder.Open(dir, ownGames.Host) }
	o.Formats = func(k *game.Kind, settings game.Settings) ([]string, error) {
		return tournament.Playable(all.Formats, &k.Info, settings)
	}
	if refs := botsBeside(dir, f.Kind); f.Kind.Forward && len(refs) > 0 {
		o.Recorded = func(ctx context.Context) (records []*game.Record, err error) {
			s, err := new(botFlags).open(cmd.Flags(), false)
			if err != nil {
				return nil, err
			}
			defer s.Close()
			keep := func(r *game.Record) { records = append(records, r) }
			setup := trial.Setup{Session: s, Kind: f.Kind, Settings: settings, Games: 3, Seed: o.Seed, Recorded: keep}
			_, err = setup.Run(ctx, refs)
			return records, err
		}
	}
	findings, err := gamecheck.Check(cmd.Context(), f, settings, o)
	line.Clear()
	if err != nil {
		return host(err)
	}
	verdict := gamecheck.NewVerdict(f, findings)
	if c.json {
		err = printJSON(w.out, verdict)
	} else {
		err = text.Rules(w.out, findings, !verdict.Passed)
	}
	if err == nil && !verdict.Passed {
		return &exit{code: exitFault}
	}
	return host(err)
}

// botsBeside returns the bots in the folder bots of a game, as many as a game has seats.
func botsBeside(dir string, k *game.Kind) (refs []string) {
	found, _ := os.ReadDir(filepath.Join(dir, "bots")) // there need not be any
	for _, e := range found {
		if !clutter.File(e.Name()) && !clutter.Folder(e.Name()) && !strings.HasPrefix(e.Name(), ".") && len(refs) < k.UsualSeats {
			refs = append(refs, filepath.Join(dir, "bots", e.Name()))
		}
	}
	return refs
}
