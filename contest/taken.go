package contest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"agon/bot/lineup"
	"agon/contest/config"
	"agon/contest/ledger"
	"agon/contest/store"
	"agon/format/tournament"
	"agon/internal/numerals"
	"agon/internal/shellword"
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
func (c *Contest) wants(ctx context.Context, f *config.File, s Setup) (list []wanted, err error) {
	var noted map[string][]taken
	twice := map[string]string{} // by contest and bot: the reference that has entered it
	for _, b := range f.Bots {
		p := b.Takes()
		if p == nil {
			list = append(list, wanted{Bot: b})
			continue
		}
		if noted == nil {
			if noted, err = c.takenBefore(ctx, s); err != nil {
				return nil, err
			}
		}
		key, dir := placesKey(f, p), folderOf(f)
		bots, known := noted[key]
		if !known {
			if bots, err = c.take(ctx, f, &b, s); err != nil {
				return nil, f.Mistake(config.Place{Table: "bots", Nth: b.Nth, Key: "ref"}, err)
			}
			c.takes = append(c.takes, store.Event{At: c.now(), Topic: store.Taken, Of: key, Now: encodeTaken(bots)})
		}
		for i := range bots {
			ref, bot := config.Absolute(bots[i].Ref, dir), resolved(p.Dir)+"\x00"+bots[i].Name
			if by := twice[bot]; by != "" {
				return nil, f.Mistake(config.Place{Table: "bots", Nth: b.Nth, Key: "ref"}, fmt.Errorf(
					"ref %q enters %s, as ref %q does: name each place once", b.Ref, bots[i].Name, by))
			}
			twice[bot] = b.Ref
			list = append(list, wanted{config.Bot{Ref: ref, Author: bots[i].Author, Nth: b.Nth}, &bots[i]})
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
func (c *Contest) takenBefore(ctx context.Context, s Setup) (map[string][]taken, error) {
	kept := c.store
	if kept == nil {
		if s.Fresh || s.Recall == nil {
			return map[string][]taken{}, nil
		}
		own, err := s.Recall(ctx, c.Dir)
		if err != nil { // not begun; or whoever runs the contest is told
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
func (c *Contest) noteTaken(ctx context.Context) error {
	if len(c.takes) == 0 {
		return nil
	}
	if err := c.store.Note(ctx, c.takes...); err != nil {
		return fmt.Errorf("keep which bots of other contests are entered: %w", err)
	}
	c.takes = nil
	return nil
}

// take finds out which bots stand at some places of another contest.
func (c *Contest) take(ctx context.Context, f *config.File, b *config.Bot, s Setup) ([]taken, error) {
	p := b.Takes()
	if chain := circle(f, p); chain != nil {
		return nil, fmt.Errorf("ref %q: a contest cannot take its bots from itself (%s): name the bots by their own references",
			b.Ref, strings.Join(chain, " takes bots of "))
	}
	other, result, err := c.played(ctx, p, s)
	if err != nil {
		return nil, fmt.Errorf("the bots of ref %q: %w", b.Ref, err)
	}
	defer other.Close()
	file, err := other.ownFile(p)
	if err != nil {
		return nil, fmt.Errorf("the bots of ref %q: read where their files are: %w", b.Ref, err)
	}
	order := other.order(result)
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
		c.notes = append(c.notes, fmt.Sprintf("ref %q enters %s: the contest has no more that still play", b.Ref, n))
	}
	if note := other.cut(order, last); note != "" {
		c.notes = append(c.notes, fmt.Sprintf("ref %q: %s", b.Ref, note))
	}
	bots, err := other.files(ctx, file, order[p.First-1:last], s)
	if err != nil {
		return nil, fmt.Errorf("the bots of ref %q: %w", b.Ref, err)
	}
	for i := range bots {
		bots[i].Ref = config.Relative(bots[i].Ref, folderOf(f))
	}
	return bots, nil
}

// ownFile reads the file of a recalled contest: the one that was named, or that lies beside the folder that was, or that its last run had.
func (c *Contest) ownFile(p *config.Places) (*config.File, error) {
	file, err := config.Read(p.File)
	if _, missing := os.Stat(p.File); !errors.Is(missing, fs.ErrNotExist) {
		return file, err
	}
	last := store.Latest(c.events, store.File)[""].Now
	if last == "" {
		return nil, fmt.Errorf("%s: no such file, and the ledger names none: put the contest's file there", p.File)
	}
	return config.Read(filepath.Join(p.Dir, filepath.FromSlash(last)))
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

// played returns another contest with its result. It must be over, unless it never is.
func (c *Contest) played(ctx context.Context, p *config.Places, s Setup) (*Contest, *Result, error) {
	if s.Recall == nil {
		return nil, nil, errors.New("bots of other contests cannot be entered here")
	}
	run := "agon run " + shellword.Quote(p.File)
	other, err := s.Recall(ctx, p.Dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, fmt.Errorf("that contest has not been played, and %s has no ledger: play it first (%s), "+
			"or name its folder if it has another (--out DIR)", p.Dir, run)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("read that contest: %w", err)
	}
	result, err := other.finished(ctx, run)
	if other.Kind.Name != c.Kind.Name {
		err = fmt.Errorf("that contest is of %s and this one of %s, whose rules its bots do not know: name a contest of %s",
			other.Kind.Title, c.Kind.Title, c.Kind.Title)
	}
	if err != nil {
		other.Close()
		return nil, nil, err
	}
	return other, result, nil
}

// finished returns the result of a contest that is over, or that has no end and has begun.
func (c *Contest) finished(ctx context.Context, run string) (*Result, error) {
	result, _, err := c.Recount(ctx)
	switch {
	case err != nil:
		return nil, fmt.Errorf("read that contest: %w", err)
	case result.Games == 0:
		return nil, fmt.Errorf("no game of that contest has been played: play it first (%s)", run)
	case result.Finished:
		return result, nil
	}
	last := &result.Stages[len(result.Stages)-1]
	if open, ok := last.Stage.play.(tournament.Endless); ok && open.Endless() && len(result.Stages) == len(c.Stages) {
		return result, nil
	}
	return nil, fmt.Errorf("that contest is not over: %s of stage %q played so far: play it to its end (%s)",
		numerals.Counted(last.Ledger.Done(), "game"), last.Stage.Name, run)
}

// A place is a bot's in a contest's final order.
type place struct {
	tournament.Standing
	stage int
}

// order returns the bots that still play in the final order of a contest: that of the table of its last stage, then that of the stage
// before among those that did not advance, and so on. The winners of all groups come before the seconds. A bot without games has no place.
func (c *Contest) order(r *Result) (list []place) {
	seen := map[int]bool{}
	for nth := len(r.Stages) - 1; nth >= 0; nth-- {
		table := r.Stages[nth].Table
		lines := slices.Clone(table.Standings)
		slices.SortStableFunc(lines, func(a, b tournament.Standing) int { return a.Rank - b.Rank })
		for _, line := range lines {
			placed := line.Played > 0 || table.By == tournament.ByBracket // where others may have left before their games
			if !seen[line.Entry] && placed && c.lineup[line.Entry].Plays() {
				list = append(list, place{line, nth})
			}
			seen[line.Entry] = true
		}
	}
	return list
}

// cut tells who shares the last place that is taken and is not taken, empty if nobody does.
func (c *Contest) cut(order []place, last int) string {
	same := func(p place) bool { return p.stage == order[last-1].stage && p.Rank == order[last-1].Rank }
	var in, out []string
	by := "line-up"
	for i, p := range order {
		switch {
		case !same(p):
			continue
		case i < last:
			in = append(in, c.lineup[p.Entry].Name)
		default:
			out = append(out, c.lineup[p.Entry].Name)
		}
		if p.Group != order[last-1].Group {
			by = "groups"
		}
	}
	if len(out) == 0 {
		return ""
	}
	return fmt.Sprintf("rank %d is shared: %s %s, and %s %s out, by the order of the %s",
		order[last-1].Rank, strings.Join(in, ", "), verb(in, "enter"), strings.Join(out, ", "), verb(out, "stay"), by)
}

// verb returns a verb for one or several.
func verb(of []string, word string) string {
	if len(of) == 1 {
		return word + "s"
	}
	return word
}

// files returns where the files of some bots of a contest are, according to its file.
func (c *Contest) files(ctx context.Context, f *config.File, order []place, s Setup) (bots []taken, err error) {
	s.Fresh = false
	here := &Contest{File: f, Kind: c.Kind, Settings: c.Settings, Dir: c.Dir}
	found, err := here.found(ctx, f, s)
	if err != nil {
		return nil, err
	}
	for _, p := range order {
		e := c.lineup[p.Entry]
		at := slices.IndexFunc(found, func(b foundBot) bool { return b.Name == e.Name })
		if at < 0 {
			return nil, fmt.Errorf("%s is not among the bots of %s any more: put it back, or run that contest again so that it leaves",
				e.Name, filepath.Base(f.Path))
		}
		ref := found[at].from.Ref
		if chosen := found[at].Chosen; chosen != "" {
			ref = strings.TrimPrefix(ref, chosen+"=")
		}
		bots = append(bots, taken{Name: e.Name, Given: found[at].Given, Author: e.Author, Ref: ref, played: &e})
	}
	return bots, nil
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
	e.Name, e.Given, e.Author = t.Name, t.Name, orElse(t.Author, e.Author)
	return []lineup.Entry{e}, nil
}

func orElse(a, b string) string {
	if a != "" {
		return a
	}
	return b
}
