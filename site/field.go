package site

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"agon/bot/lineup"
	"agon/contest/config"
	"agon/site/contests"
)

// entrant is a bot of a contest that has no table yet.
type entrant struct {
	Name, Author string
	Page         string // of a submitted bot
}

// field returns the bots of a contest before its first table: those that were submitted and play, then those that its file names.
func (x *contestPages) field(ctx context.Context, c *contests.Contest, f *config.File) (list []entrant, err error) {
	submitted, err := x.entries.Bots(ctx, c.Name, 0)
	if err != nil {
		return nil, err
	}
	for i := range submitted {
		if b := &submitted[i]; b.Active != 0 {
			list = append(list, entrant{b.Name, x.author(ctx, b), botAddress(c.Name, b.ID)})
		}
	}
	for i := range f.Bots {
		if e := entrantOf(&f.Bots[i]); f.Folder == "" || filepath.Dir(e.Page) != f.Folder {
			e.Page = ""
			list = append(list, e)
		}
	}
	return list, nil
}

// entrantOf returns a bot as a file names it, with the path of the bot in place of its page.
func entrantOf(b *config.Bot) entrant {
	if p := b.Takes(); p != nil {
		places := fmt.Sprintf("Places %d–%d of another contest", p.First, p.Last)
		if p.Last == 0 {
			places = fmt.Sprintf("Another contest, from place %d on", p.First)
		}
		return entrant{Name: places}
	}
	name, ref := b.Named()
	if builtin, ok := strings.CutPrefix(ref, "builtin:"); ok {
		return entrant{Name: cmp.Or(name, builtin), Author: lineup.BuiltIn}
	}
	return entrant{cmp.Or(name, strings.TrimSuffix(filepath.Base(ref), filepath.Ext(ref))), b.Author, ref}
}
