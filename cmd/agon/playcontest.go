package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"agon/bot/lineup"
	"agon/contest"
	"agon/contest/config"
	"agon/contest/store"
	"agon/contest/store/ledgers"
)

// ofContest reports whether a name is that of a contest rather than of a kind.
func ofContest(name string) bool {
	if strings.HasSuffix(name, ".toml") {
		return true
	}
	return ledgers.Has(name)
}

// again replays a game of a contest live, with the contest's own bots, seed and secret.
func (p *playing) again(cmd *cobra.Command, w *world, name string, refs []string) error {
	if p.under(name, refs) {
		return p.underContest(cmd, w, name, refs)
	}
	if err := p.repeatable(cmd, name, refs); err != nil {
		return err
	}
	dir := strings.TrimSuffix(name, ".toml")
	if !ledgers.Has(dir) {
		return fmt.Errorf("%s: nothing has been played there yet: agon run %s", dir, name)
	}
	file, err := config.Read(dir + ".toml")
	if err != nil {
		return err
	}
	l, err := known()
	if err != nil {
		return err
	}
	ctx := cmd.Context()
	setup := contestSetup(p.session)
	setup.Ledgers, setup.Dir = l, dir
	c, err := contest.Open(ctx, file, setup)
	if err != nil {
		return err
	}
	g := &oneGame{playing: p, world: w, kind: c.Kind, settings: c.Settings}
	if err := errors.Join(g.ofContest(ctx, c, file, refs), c.Close()); err != nil {
		return err
	}
	g.session = g.session.Under(file)
	g.humans = newHumans(w, g.kind, p.pace)
	defer g.humans.Close()
	if err := g.runGame(ctx); err != nil {
		return err
	}
	if g.outcome != nil && g.before != 0 && g.outcome.Digest != g.before {
		fmt.Fprintf(w.err, "agon: this game went otherwise than in the contest (digest %016x there): its bots read clocks, or chance that is not seeded\n", g.before)
	}
	return nil
}

// repeatable returns an error for arguments and flags that do not apply to a game of a contest.
func (p *playing) repeatable(cmd *cobra.Command, name string, refs []string) error {
	switch {
	case p.game == 0 && p.turn != 0:
		return errors.New("--turn needs a recorded game: --game N")
	case p.game == 0:
		return fmt.Errorf("%s is a contest: name the game that is to be played again with --game N, or bots for a game under its conditions", name)
	case p.turn < 0 || p.turn == 0 && len(refs) > 0:
		return errors.New("bots in place of the contest's own play on from a turn: --turn N, from 1")
	case p.from != "":
		return errors.New("--from names the file of a recorded game; of a contest --game names it")
	case len(p.session.Set) > 0 || p.session.Secret != "" || p.session.Seeded:
		return errors.New("--game plays a game of a contest as it was planned: options, seed and secret are the contest's")
	}
	return nil
}

// ofContest sets up a game of a contest, from the turn of --turn on if there is one.
func (g *oneGame) ofContest(ctx context.Context, c *contest.Contest, file *config.File, refs []string) error {
	games, err := c.Kept(ctx)
	if err == nil {
		err = g.planned(c, games, g.game)
	}
	if err == nil && g.turn > 0 {
		err = g.onward(ctx, c, file, refs)
	}
	if err == nil {
		err = g.debugged.enter(ctx, g.world, g.session, g.entries, func() *lineup.Opener { return g.session.OpenerFor(g.kind, file) })
	}
	return err
}

// underContest plays a game of bots that need not be in a contest, under the contest's conditions: its kind, options, limits and clock. Neither the
// contest's folder nor its seed and secret are touched.
func (p *playing) underContest(cmd *cobra.Command, w *world, name string, refs []string) (err error) {
	if len(p.session.Set) > 0 {
		return errors.New("a contest file sets its own options (--set works with agon play KIND)")
	}
	if p.file, err = config.Read(name); err != nil {
		return err
	}
	k, err := findKind(p.file.Kind)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	settings, err := k.Settings(p.file.Options)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	p.session = p.session.Under(p.file)
	return p.one(cmd, w, k, settings, refs)
}

// privateOf returns what belongs to no bot of a contest: its file, which may have the seed and the secret, and its folder.
func privateOf(f *config.File) ([]string, error) {
	whole, err := filepath.Abs(f.Path)
	return []string{whole, strings.TrimSuffix(whole, ".toml")}, err
}

// under reports whether a game is played under the conditions of a contest, by bots that need not be in it.
func (p *playing) under(name string, refs []string) bool {
	return p.game == 0 && p.turn == 0 && len(refs) > 0 && strings.HasSuffix(name, ".toml")
}

// planned sets up a game with the entries, seed, secret and digest of the contest's plan.
func (g *oneGame) planned(c *contest.Contest, games []store.Game, number int) error {
	for i := range games {
		kept := &games[i]
		if kept.ID != number-1 {
			continue
		}
		for _, entry := range kept.Seats {
			e := c.Entries[entry]
			if e.Broken != "" {
				return fmt.Errorf("%s cannot play: %s", c.Label(entry), e.Broken)
			}
			if why := c.Out(entry); c.Superseded(entry) {
				return fmt.Errorf("%s played game %d, and its files are not there any more: %s", c.Label(entry), number, why)
			}
			g.entries = append(g.entries, e)
		}
		g.seed, g.session.Secret = kept.Seed, c.Secret.String()
		if kept.Done {
			g.before = kept.Result.Digest
		}
		return nil
	}
	return fmt.Errorf("%s has no game %d; it has games 1 to %d", c.Dir, number, len(games))
}
