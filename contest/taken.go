package contest

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"agon/bot/lineup"
	"agon/contest/config"
	"agon/contest/ledger"
	"agon/contest/store"
	"agon/internal/numerals"
)

/*
A reference such as ladder.toml#1-8 enters the bots at some places of another contest's final order. Which those are is found out once,
from that contest's ledger, and noted in this one's before it begins: from then on the other contest is not read any more. Its own file says
where the files of its bots are. They must be those that played last in it.
*/

// A taken is a bot of another contest that is entered in this one, as it is noted in the ledger.
type taken struct {
	Name   string `json:"name"`             // in the other contest
	Given  string `json:"given,omitempty"`  // its name before -2, -3 … made it unique there; empty: the same
	Author string `json:"author,omitempty"` // in the other contest
	Ref    string `json:"ref"`              // without a name; a path is relative to the folder of this contest's file

	played *ledger.Entrant // as it played last in the other contest; nil: it has been taken before
}

// A wanted is a reference of a contest's bots, with its path absolute.
type wanted struct {
	config.Bot
	as *taken // the bot of another contest that it is; nil: it is of this contest's own file
}

// wants returns the references of a contest's bots, in order, with the bots of other contests in the place of references to those.
func (d *finder) wants(ctx context.Context) (list []wanted, err error) {
	var noted map[string][]taken
	twice := map[string]string{} // by contest and bot: the reference that has entered it
	for _, b := range d.file.Bots {
		p := b.Takes()
		if p == nil {
			list = append(list, wanted{Bot: b})
			continue
		}
		if noted == nil {
			if noted, err = d.takenBefore(ctx); err != nil {
				return nil, err
			}
		}
		key := placesKey(d.file, p)
		bots, known := noted[key]
		if !known {
			if bots, err = d.take(ctx, &b); err != nil {
				return nil, d.file.Mistake(b.Place(), err)
			}
			d.takes = append(d.takes, store.Event{At: d.now(), Topic: store.Taken, Of: key, Now: encodeTaken(bots)})
		}
		for i := range bots {
			ref, bot := config.Absolute(bots[i].Ref, folderOf(d.file)), resolved(p.Dir)+"\x00"+bots[i].Name
			if by := twice[bot]; by != "" {
				return nil, d.file.Mistake(b.Place(), fmt.Errorf(
					"ref %q enters %s, as ref %q does: name each place once", b.Ref, bots[i].Name, by))
			}
			twice[bot] = b.Ref
			one := b
			one.Ref, one.Author = ref, bots[i].Author
			list = append(list, wanted{one, &bots[i]})
		}
	}
	return list, nil
}

// folderOf returns the folder to which the paths of a contest's file are relative.
func folderOf(f *config.File) string {
	dir, _ := filepath.Abs(filepath.Dir(f.Path))
	return dir
}

// placesKey returns places as the ledger names them, whether the file or the folder was named: "../ladder#1-8", "ladder#3-".
func placesKey(f *config.File, p *config.Places) string {
	text := fmt.Sprintf("%s#%d-", config.Relative(p.Dir, folderOf(f)), p.First)
	if p.Last > 0 {
		text += fmt.Sprint(p.Last)
	}
	return text
}

func encodeTaken(bots []taken) string {
	text, _ := json.Marshal(bots) // of texts alone
	return string(text)
}

// takenBefore returns the bots of other contests that this one has entered, by key. They are fixed once they are in its line-up.
func (d *finder) takenBefore(ctx context.Context) (map[string][]taken, error) {
	kept := d.kept
	if kept == nil {
		if d.setup.Fresh || d.setup.Recall == nil {
			return map[string][]taken{}, nil
		}
		own, err := d.setup.Recall(ctx, d.dir)
		if err != nil { // not begun, or an error that a run of the contest reports
			return map[string][]taken{}, nil
		}
		defer own.Close()
		kept = own.store
	}
	line, err := ledger.Read(ctx, kept)
	if err != nil {
		return nil, err
	}
	events, err := kept.Events(ctx)
	if err != nil {
		return nil, err
	}
	noted := map[string][]taken{}
	for key, e := range store.Latest(events, store.Taken) {
		var bots []taken
		if err := json.Unmarshal([]byte(e.Now), &bots); err != nil {
			return nil, fmt.Errorf("the bots of %s that this contest has entered: %w", key, err)
		}
		if !slices.ContainsFunc(bots, func(t taken) bool { return line.Newest(t.Name) < 0 }) {
			noted[key] = bots
		}
	}
	return noted, nil
}

// noteTaken stores which bots of other contests were found.
func (o opening) noteTaken(ctx context.Context) error {
	if len(o.takes) == 0 {
		return nil
	}
	if err := o.note(ctx, "which bots of other contests are entered", o.takes...); err != nil {
		return err
	}
	o.takes = nil
	return nil
}

// take finds out which bots stand at some places of another contest.
func (d *finder) take(ctx context.Context, b *config.Bot) ([]taken, error) {
	p := b.Takes()
	if chain := circle(d.file, p); chain != nil {
		return nil, fmt.Errorf("ref %q: a contest cannot take its bots from itself (%s): name the bots by their own references",
			b.Ref, strings.Join(chain, " takes bots of "))
	}
	other, err := d.played(ctx, p)
	if err != nil {
		return nil, fmt.Errorf("the bots of ref %q: %w", b.Ref, err)
	}
	defer other.Close()
	file, err := other.ownFile(p)
	if err != nil {
		return nil, fmt.Errorf("the bots of ref %q: read where their files are: %w", b.Ref, err)
	}
	order := other.order()
	if p.First > len(order) {
		return nil, fmt.Errorf("ref %q: the contest has %s that still play, and none in place %d: name places that it has",
			b.Ref, numerals.Counted(len(order), "bot"), p.First)
	}
	last := len(order)
	if p.Last > 0 {
		last = min(p.Last, last)
	}
	if last < p.Last {
		n := numerals.Counted(last-p.First+1, "bot")
		d.notes = append(d.notes, fmt.Sprintf("ref %q enters %s: the contest has no more that still play", b.Ref, n))
	}
	if note := other.cut(order, last); note != "" {
		d.notes = append(d.notes, fmt.Sprintf("ref %q: %s", b.Ref, note))
	}
	bots, err := other.files(ctx, file, order[p.First-1:last], *d.setup)
	if err != nil {
		return nil, fmt.Errorf("the bots of ref %q: %w", b.Ref, err)
	}
	for i := range bots {
		bots[i].Ref = config.Relative(bots[i].Ref, folderOf(d.file))
	}
	return bots, nil
}

// circle returns the files of contests from this one to itself, if a contest takes bots of one that leads back to it; else nil.
func circle(f *config.File, p *config.Places) []string {
	if f.Path == "" {
		return nil
	}
	home, seen := resolved(f.Path), map[string]bool{}
	var follow func(p *config.Places, chain []string) []string
	follow = func(p *config.Places, chain []string) []string {
		chain = append(slices.Clone(chain), filepath.Base(p.File))
		at := resolved(p.File)
		if at == home {
			return chain
		}
		if seen[at] {
			return nil
		}
		seen[at] = true
		other, err := config.Read(p.File)
		if err != nil {
			return nil
		}
		for _, b := range other.Bots {
			if next := b.Takes(); next != nil {
				if found := follow(next, chain); found != nil {
					return found
				}
			}
		}
		return nil
	}
	return follow(p, []string{filepath.Base(f.Path)})
}

// pick returns the bot among those of its reference, under the name that it has in the other contest.
func (t *taken) pick(entries []lineup.Entry) ([]lineup.Entry, error) {
	given := t.Given
	if given == "" {
		given = t.Name
	}
	at := -1
	for i := range entries {
		e := &entries[i]
		same := t.played != nil && t.played.Same(e.Hash, e.ID)
		if len(entries) == 1 || e.Name == given && (at < 0 || same) || e.Chosen == given {
			at = i
		}
	}
	if at < 0 {
		return nil, nil
	}
	e := entries[at]
	if t.played != nil && e.Broken == "" && !t.played.Same(e.Hash, e.ID) {
		return nil, fmt.Errorf("the files of %s are not those that played last in that contest: run it again so that they play there, "+
			"or restore them, or name %s in a table [[bots]] of its own", t.Name, t.Name)
	}
	e.Name, e.Given, e.Author = t.Name, t.Name, cmp.Or(t.Author, e.Author)
	return []lineup.Entry{e}, nil
}
