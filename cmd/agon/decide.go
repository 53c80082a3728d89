package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"agon/contest"
	"agon/contest/config"
	"agon/contest/folders"
	"agon/contest/store"
	"agon/internal/clean"
	"agon/show/report/folder"
	"agon/show/term/standing"
)

// deciding is a command that decides something about a contest that has started.
type deciding struct {
	w     *world
	why   string
	by    string
	pages int
	undo  bool
}

// decision returns a new command of this kind, with at most most arguments.
func decision(w *world, use, short, long, example string, most int,
	decide func(d *deciding, ctx context.Context, args []string) error) *cobra.Command {
	d := &deciding{w: w}
	cmd := &cobra.Command{
		Use: use, Short: short, Long: long, Example: example, Args: between(2, most),
		RunE: func(cmd *cobra.Command, args []string) error {
			if strings.TrimSpace(d.why) == "" {
				return errors.New("no reason: add --why TEXT, which is kept in the ledger and published in the report")
			}
			return decide(d, cmd.Context(), args)
		},
	}
	if strings.HasPrefix(use, "limit ") {
		cmd.Flags().BoolVar(&d.undo, "undo", false, "restore the value of the contest file")
	}
	cmd.Flags().StringVar(&d.why, "why", "", "reason; `TEXT` is stored and published")
	cmd.Flags().StringVar(&d.by, "by", "", "`NAME` of who decided (default: the organiser)")
	cmd.Flags().IntVar(&d.pages, "pages", 200, "number of game pages in the report")
	return cmd
}

const decided = `The ledger stores the decision with its reason, and tables and report are rewritten at once. No game is deleted. A run in progress applies
the decision before planning its next round.`

func newBar(w *world) *cobra.Command {
	return decision(w, "bar CONTEST BOT", "disqualify a bot",
		`Bar disqualifies a bot: no more games are planned with it, and its games no longer count. In knockouts and Swiss tournaments it forfeits its
remaining games and is ranked last.

`+decided, `  agon bar contest.toml Rambo --why "it read its neighbour's files"
  agon bar out/cup Rambo --by "the jury" --why "two bots of one author"`, 2,
		func(d *deciding, ctx context.Context, args []string) error { return d.bot(ctx, args, store.Barred) })
}

func newWithdraw(w *world) *cobra.Command {
	return decision(w, "withdraw CONTEST BOT", "take a bot out of a contest",
		`Withdraw removes a bot from a contest: no more games are planned with it. On a ladder its games still count for its opponents; in
round-robins and groups they no longer count; an arena starts a new series; in knockouts and Swiss tournaments it forfeits its remaining games.
After a stage has ended and before the next has begun, it loses its place in the next one to the bot that follows in the table.

`+decided, `  agon withdraw contest.toml Rambo --why "its author asked for it"`, 2,
		func(d *deciding, ctx context.Context, args []string) error { return d.bot(ctx, args, store.Withdrawn) })
}

func newReinstate(w *world) *cobra.Command {
	return decision(w, "reinstate CONTEST BOT", "undo bar and withdraw",
		`Reinstate returns a disqualified or withdrawn bot to the contest. Its games count again; round-robins and groups also play the games that it
missed. In knockouts and Swiss tournaments a walkover stands once a later round has been planned.

`+decided, `  agon reinstate contest.toml Rambo --why "the log shows that it did not"`, 2,
		func(d *deciding, ctx context.Context, args []string) error { return d.bot(ctx, args, store.Reinstated) })
}

func newAgain(w *world) *cobra.Command {
	return decision(w, "again CONTEST GAME...|STAGE", "replay games",
		`Again marks games to be replayed by the next run, by their numbers or all games of a stage. The old results are kept but no longer count. Games
whose results later rounds were drawn from cannot be replayed.

`+decided, `  agon again contest.toml 12 13 --why "the power failed"
  agon again contest.toml final --why "the machine was too busy"`, -1,
		func(d *deciding, ctx context.Context, args []string) error { return d.again(ctx, args) })
}

func newLimit(w *world) *cobra.Command {
	cmd := decision(w, "limit CONTEST KEY VALUE", "change a limit of a running contest",
		`Limit overrides a key of [limits] from the next run on: `+strings.Join(config.Decidable, ", ")+`. --undo in place of VALUE restores the value of the
contest file. The report lists when each limit changed and why.`,
		`  agon limit contest.toml guard 2s --why "the image bots start slowly"
  agon limit contest.toml guard --undo --why "they do not any more"`, 3,
		func(d *deciding, ctx context.Context, args []string) error { return d.limit(ctx, args) })
	return cmd
}

func newRefresh(w *world) *cobra.Command {
	return &cobra.Command{
		Use:   "refresh CONTEST",
		Short: "make a run in progress read the contest file again",
		Long: `Refresh makes a run in progress read the contest file again. New bots, new versions and removed bots take effect with the next round that is
planned; games in progress are restarted. Without a run in progress it does nothing: every run reads the file when it starts.`,
		Example: `  agon refresh contest.toml`,
		Args:    between(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			dir, err := folders.Started(args[0])
			if err != nil {
				return err
			}
			running, err := contest.Running(dir)
			if err != nil {
				return folders.Error(dir, err)
			}
			if !running {
				_, err := fmt.Fprintf(w.out, "No run of %s is in progress; the next agon run reads the contest file.\n", dir)
				return host(err)
			}
			if err := stored.Ask(cmd.Context(), dir, contest.Decision{What: contest.Reload}); err != nil {
				return err
			}
			return (&deciding{w: w}).asked(dir)
		},
	}
}

// bot decides about a bot.
func (d *deciding) bot(ctx context.Context, args []string, what store.What) error {
	return d.decide(ctx, args[0], contest.Decision{What: what, Bot: args[1], Why: d.why, By: d.by})
}

// again decides that games are replayed.
func (d *deciding) again(ctx context.Context, args []string) error {
	decision := contest.Decision{What: store.Again, Why: d.why, By: d.by}
	for _, arg := range args[1:] {
		n, err := strconv.Atoi(arg)
		switch {
		case err == nil && n > 0:
			decision.Games = append(decision.Games, n-1)
		case len(args) > 2 || err == nil:
			return fmt.Errorf("%q is not the number of a game; games are counted from 1", arg)
		default:
			decision.Stage = arg
		}
	}
	return d.decide(ctx, args[0], decision)
}

// decide stores a decision, prints the tables, and rewrites the report. If a run holds the contest, it leaves the decision to the run.
func (d *deciding) decide(ctx context.Context, name string, decision contest.Decision) error {
	dir, err := folders.Started(name)
	if err != nil {
		return err
	}
	c, text, err := stored.Decide(ctx, dir, decision)
	if err != nil {
		return err
	}
	if c == nil {
		return d.asked(dir)
	}
	defer c.Close()
	fmt.Fprintf(d.w.out, "%s\n\n", clean.Text(text))
	return folders.Error(dir, d.present(ctx, c))
}

func (d *deciding) asked(dir string) error {
	_, err := fmt.Fprintf(d.w.out, "A run of %s is in progress; it applies this before planning its next round.\n", dir)
	return host(err)
}

// present prints the tables of a contest, and rewrites its report.
func (d *deciding) present(ctx context.Context, c *contest.Contest) error {
	run, err := stored.Recounted(ctx, c, d.pages)
	if err != nil {
		return err
	}
	if err := standing.Print(d.w.out, run, standing.On(d.w.out, os.Environ())); err != nil {
		return host(err)
	}
	if run.Played > 0 {
		err = folder.Write(folders.ReportDir(c), run)
	}
	if !run.Finished {
		again := "repeat the agon run that began the contest, with --out " + c.Dir // the ledger does not name the file
		if _, err := os.Stat(c.Dir + ".toml"); err == nil {
			again = "agon run " + c.Dir + ".toml"
		}
		fmt.Fprintf(d.w.out, "Games are left to play: %s\n", again)
	}
	return err
}

// limit decides a limit.
func (d *deciding) limit(ctx context.Context, args []string) error {
	value := ""
	switch {
	case d.undo && len(args) > 2:
		return errors.New("--undo takes no VALUE")
	case !d.undo && len(args) < 3:
		return fmt.Errorf("no VALUE: agon limit %s %s VALUE --why TEXT, or --undo in place of VALUE", args[0], args[1])
	case !d.undo:
		value = args[2]
	}
	dir, err := folders.Started(args[0])
	if err != nil {
		return err
	}
	if err := stored.SetLimit(ctx, dir, args[1], value, d.why); err != nil {
		return err
	}
	if value == "" {
		value = "that of the contest file"
	}
	_, err = fmt.Fprintf(d.w.out, "Limit %s is %s from the next run on.\n", args[1], value)
	return host(err)
}
