package contest

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"agon/bot/lineup"
	"agon/contest/config"
	"agon/internal/numerals"
)

// A Refusal is a bot that the contest's rules exclude, and the reason.
type Refusal struct {
	Name, Author, Ref, Why string
}

// absolutes returns paths made absolute, without empty ones.
func absolutes(paths ...string) (all []string) {
	for _, p := range paths {
		if abs, err := filepath.Abs(p); p != "" && err == nil {
			all = append(all, abs)
		}
	}
	return all
}

// enter finds the bots, and returns an error unless enough can play.
func (c *Contest) enter(ctx context.Context, f *config.File, s Setup) error {
	if err := c.findBots(ctx, f, s); err != nil {
		return err
	}
	return c.sound(s.Strict)
}

// A foundBot is a bot with the reference that it was found by.
type foundBot struct {
	lineup.Entry
	from wanted
}

// found finds the bots of a contest's file, in order and with unique names.
func (c *Contest) found(ctx context.Context, f *config.File, s Setup) (all []foundBot, err error) {
	list, err := c.wants(ctx, f, s)
	if err != nil {
		return nil, err
	}
	whole := *f
	whole.Bots = nil
	refs := make([]string, len(list))
	for i, b := range list {
		whole.Bots, refs[i] = append(whole.Bots, b.Bot), b.Ref
	}
	opener := s.Opener(c.Kind, &whole)
	opener.Reload = c.store != nil // the contest has begun: a bot that no longer starts leaves it
	opener.Private = append(opener.Private, absolutes(f.Path, c.Dir)...)
	for _, b := range f.Bots {
		if p := b.Takes(); p != nil {
			opener.Private = append(opener.Private, p.File, p.Dir)
		}
	}
	lists, err := opener.OpenEach(ctx, refs)
	var bad *lineup.BadRef
	if errors.As(err, &bad) && f.Path != "" {
		return nil, f.Mistake(config.Place{Table: "bots", Nth: list[max(slices.Index(refs, bad.Ref), 0)].Nth, Key: "ref"}, err)
	}
	if err != nil {
		return nil, err
	}
	for i, b := range list {
		if b.as != nil {
			if lists[i], err = b.as.pick(lists[i]); err != nil {
				return nil, f.Mistake(config.Place{Table: "bots", Nth: b.Nth, Key: "ref"}, err)
			}
		}
		all = append(all, make([]foundBot, len(lists[i]))...)
		for j := range lists[i] {
			all[len(all)-len(lists[i])+j].from = b
		}
	}
	for i, e := range lineup.Join(lists...) {
		all[i].Entry = e
	}
	return all, nil
}

// findBots finds the bots, and refuses those that the contest's rules exclude.
func (c *Contest) findBots(ctx context.Context, f *config.File, s Setup) error {
	entries, err := c.found(ctx, f, s)
	if err != nil {
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
			if perAuthor[e.Author]++; perAuthor[e.Author] > f.MaxPerAuthor {
				c.Refused = append(c.Refused, Refusal{e.Name, e.Author, e.Ref, fmt.Sprintf("%s has more than %s (max_per_author)", e.Author, numerals.Counted(f.MaxPerAuthor, "bot"))})
				continue
			}
		}
		if allowed := f.Limits.Packages; allowed != nil {
			if foreign := e.Foreign(*allowed); len(foreign) > 0 {
				c.Refused = append(c.Refused, Refusal{e.Name, e.Author, e.Ref, fmt.Sprintf("it imports %s, and the contest allows %s", strings.Join(foreign, ", "), words(*allowed))})
				continue
			}
		}
		c.Entries = append(c.Entries, e.Entry)
	}
	for _, name := range s.Without {
		if !slices.ContainsFunc(entries, func(e foundBot) bool { return e.Name == name }) {
			return fmt.Errorf("--without %q: no bot of this contest has that name", name)
		}
	}
	return nil
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
func (c *Contest) sound(strict bool) error {
	broken := c.broken()
	if strict && len(broken)+len(c.Refused) > 0 {
		for _, r := range c.Refused {
			broken = append(broken, r.Name+": "+r.Why)
		}
		return fmt.Errorf("--strict: some bots cannot play:\n  %s", strings.Join(broken, "\n  "))
	}
	if len(broken) == len(c.Entries) && len(broken) > 0 {
		return fmt.Errorf("no bot of the contest can play:\n  %s", strings.Join(broken, "\n  "))
	}
	if len(c.Entries) == 0 {
		return fmt.Errorf("the contest has no bots left%s", c.whyRefused())
	}
	return nil
}

// broken lists the bots that cannot play, with the reasons.
func (c *Contest) broken() (list []string) {
	for _, e := range c.Entries {
		if e.Broken != "" {
			list = append(list, e.Name+": "+e.Broken)
		}
	}
	return list
}

// whyRefused lists the refused bots with the reasons.
func (c *Contest) whyRefused() string {
	var b strings.Builder
	for _, r := range c.Refused {
		fmt.Fprintf(&b, "\n  %s: %s", r.Name, r.Why)
	}
	return b.String()
}

// field returns the bots that can play, and those that cannot yet if they count.
func (c *Contest) field() []int {
	var sound []int
	for i, e := range c.Entries {
		if e.Broken == "" || c.setup.CountBroken {
			sound = append(sound, i)
		}
	}
	return sound
}
