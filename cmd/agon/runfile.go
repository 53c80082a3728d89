package main

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"agon/bot"
	"agon/bot/lineup"
	"agon/contest"
	"agon/game"
	"agon/games/all"
	formats "agon/tournament/all"
)

// file reads the contest's file, or makes one from the arguments.
func (r *running) file(cmd *cobra.Command, args []string) (*contest.File, error) {
	if strings.HasSuffix(args[0], ".toml") {
		if len(args) > 1 {
			return nil, fmt.Errorf("a contest file lists its bots itself; remove the argument %q", args[1])
		}
		f, err := contest.Read(args[0])
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
		return nil, err
	}
	f := &contest.File{Name: k.Title, Kind: k.Name, Options: settings.Values(), Stages: []contest.StageSpec{{Name: "final", Format: r.format, Keys: map[string]any{}}}}
	refs := args[1:]
	if len(refs) == 0 {
		refs = builtins(k)
	}
	for _, ref := range refs {
		f.Bots = append(f.Bots, contest.Bot{Ref: ref})
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
func (r *running) override(cmd *cobra.Command, f *contest.File) error {
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
func (c *common) openerFor(k *game.Kind, f *contest.File) *lineup.Opener {
	o := c.opener(k, bot.NewLog(0))
	o.Limits = f.Limits.Limits
	o.Warm = c.warm || f.Warm
	o.Runtimes, o.Packages, o.Shims = f.Runtimes, f.Packages, f.Shims
	o.Before = f.Before
	if chosen := f.Runtimes["python"]; chosen != "" {
		o.Python = chosen
	}
	return o
}

func (r *running) setup() contest.Setup {
	return contest.Setup{
		Kinds:   all.Find,
		Formats: formats.Formats,
		Opener: func(k *game.Kind, f *contest.File) *lineup.Opener {
			o := r.openerFor(k, f)
			o.Update, o.Pins = r.update, r.pins
			return o
		},
		Ledgers: r.ledgers,
		Dir:     r.out, Fresh: r.fresh, Strict: r.strict, Without: r.without,
	}
}
