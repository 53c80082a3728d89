package contest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"agon/bot/build"
	"agon/bot/lineup"
	"agon/contest/config"
	"agon/contest/store"
	"agon/game"
	"agon/internal/numerals"
)

// A Refusal is a bot that the contest's rules exclude, and the reason.
type Refusal struct {
	Name, Author, Ref, Why string
}

// enter finds the bots, and returns an error unless enough can play.
func (o opening) enter(ctx context.Context) error {
	if err := o.findBots(ctx); err != nil {
		return err
	}
	return o.sound(o.setup.Strict)
}

// A foundBot is a bot with the reference that it was found by.
type foundBot struct {
	lineup.Entry
	from wanted
}

// A finder finds the bots of a contest's file.
type finder struct {
	file  *config.File
	setup *Setup
	kind  *game.Kind
	dir   string      // of the contest
	kept  store.Store // its ledger; nil: it is not open
	now   func() time.Time

	takes []store.Event // the bots of other contests that were found
	notes []string
}

// find finds the bots, in order and with unique names.
func (d *finder) find(ctx context.Context) (all []foundBot, err error) {
	list, err := d.wants(ctx)
	if err != nil {
		return nil, err
	}
	lists, err := d.open(ctx, list)
	if err != nil {
		return nil, err
	}
	for i, b := range list {
		if b.as != nil {
			if lists[i], err = b.as.pick(lists[i]); err != nil {
				return nil, d.file.Mistake(b.Place(), err)
			}
		}
		for range lists[i] {
			all = append(all, foundBot{from: b})
		}
	}
	for i, e := range lineup.Join(lists...) {
		all[i].Entry = e
	}
	return all, nil
}

// open opens the bots of references.
func (d *finder) open(ctx context.Context, list []wanted) ([][]lineup.Entry, error) {
	whole := *d.file
	whole.Bots = nil
	refs := make([]string, len(list))
	for i, b := range list {
		whole.Bots, refs[i] = append(whole.Bots, b.Bot), b.Ref
	}
	opener := d.setup.Opener(d.kind, &whole)
	opener.Reload = d.kept != nil // the contest has begun: a bot that no longer starts leaves it
	for _, p := range []string{d.file.Path, d.dir} {
		if abs, err := filepath.Abs(p); p != "" && err == nil {
			opener.Private = append(opener.Private, abs)
		}
	}
	for _, b := range d.file.Bots {
		if p := b.Takes(); p != nil {
			opener.Private = append(opener.Private, p.File, p.Dir)
		}
	}
	lists, err := opener.OpenEach(ctx, refs)
	var bad *lineup.BadRef
	if errors.As(err, &bad) && d.file.Path != "" {
		return nil, d.file.Mistake(list[max(slices.Index(refs, bad.Ref), 0)].Place(), err)
	}
	return lists, err
}

// findBots finds the bots, and refuses those that the contest's rules exclude.
func (o opening) findBots(ctx context.Context) error {
	f, s := o.File, &o.setup
	d := finder{file: f, setup: s, kind: o.Kind, dir: o.Dir, kept: o.store, now: o.now}
	entries, err := d.find(ctx)
	o.takes, o.notes = append(o.takes, d.takes...), append(o.notes, d.notes...)
	if err != nil {
		return err
	}
	if err := o.steady(entries); err != nil {
		return err
	}
	perAuthor, authors := map[string]int{}, authors(f)
	for _, e := range entries {
		if known := authors[e.Chosen]; known != "" && e.from.as == nil {
			e.Author = known
		}
		if slices.Contains(s.Without, e.Name) {
			continue
		}
		if f.MaxPerAuthor > 0 && e.Author != "" && !e.Builtin() {
			perAuthor[e.Author]++
		}
		if why := refusal(f, &e, perAuthor[e.Author]); why != "" {
			o.Refused = append(o.Refused, Refusal{e.Name, e.Author, e.Ref, why})
			continue
		}
		o.Entries = append(o.Entries, e.Entry)
	}
	for _, name := range s.Without {
		if !slices.ContainsFunc(entries, func(e foundBot) bool { return e.Name == name }) {
			return fmt.Errorf("--without %q: no bot of this contest has that name", name)
		}
	}
	return nil
}

// refusal returns why the contest's rules exclude a bot, of which its author has so many that count; empty if they do not.
func refusal(f *config.File, e *foundBot, ofAuthor int) string {
	if f.MaxPerAuthor > 0 && !e.Builtin() && ofAuthor > f.MaxPerAuthor {
		return fmt.Sprintf("%s has more than %s (max_per_author)", e.Author, numerals.Counted(f.MaxPerAuthor, "bot"))
	}
	if allowed := f.Limits.Packages; allowed != nil {
		if foreign := e.Foreign(*allowed); len(foreign) > 0 {
			return fmt.Sprintf("it imports %s, and the contest allows %s", strings.Join(foreign, ", "), words(*allowed))
		}
	}
	return ""
}

// authors returns the authors that the file's folders of bots name, by bot.
func authors(f *config.File) map[string]string {
	by := map[string]string{}
	for _, b := range f.Bots {
		if name, _, ok := strings.Cut(b.Ref, "="); ok && b.Author != "" {
			by[name] = b.Author
		}
	}
	return by
}

// words lists allowed packages in words.
func words(allowed []string) string {
	if len(allowed) == 0 {
		return "the standard library alone"
	}
	return "only " + strings.Join(allowed, ", ")
}

// sound returns an error unless enough bots can play: one, or with strict all, with none refused.
func (r *Roster) sound(strict bool) error {
	broken, refused := r.broken(), ""
	for _, x := range r.Refused {
		refused += "\n  " + x.Name + ": " + x.Why
	}
	switch {
	case strict && len(broken)+len(r.Refused) > 0:
		list := "\n  " + strings.Join(broken, "\n  ") + refused
		if len(broken) == 0 {
			list = refused
		}
		return fmt.Errorf("--strict: some bots cannot play:%s", list)
	case len(broken) == len(r.Entries) && len(broken) > 0:
		return fmt.Errorf("no bot of the contest can play:\n  %s", strings.Join(broken, "\n  "))
	case len(r.Entries) == 0:
		return fmt.Errorf("the contest has no bots left%s", refused)
	}
	return nil
}

// checkTools checks the file's choices for building and running bots: [runtimes] start, [packages] is readable, shims are known.
func checkTools(ctx context.Context, f *config.File) (err error) {
	var bad *build.BadRuntime
	if _, err = build.Runtimes(ctx, f.Runtimes); errors.As(err, &bad) {
		return f.Mistake(config.Place{Table: "runtimes", Key: bad.Name}, fmt.Errorf("[runtimes] %w", err))
	}
	if f.Packages != "" {
		if _, err := os.ReadDir(f.Packages); err != nil {
			return f.Mistake(config.Place{Table: "packages", Key: "folder"}, fmt.Errorf("[packages] folder %s: %w", f.Packages, err))
		}
	}
	if err := build.CheckShims(f.Shims); err != nil {
		return f.Mistake(config.Place{Key: "shims"}, err)
	}
	return nil
}
