package ledger

import (
	"context"
	"fmt"
	"slices"

	"agon/contest/store"
)

// A Lineup is the bots of a contest by number of their entry. It only grows: its first bots are stored when the contest begins, and each
// later one is a change. A new version of a bot is an entry of its own, which replaces the one before, so a number in a fixture always
// means the same files.
type Lineup []Entrant

// An Entrant is an entry as stored.
type Entrant struct {
	store.Bot
	Instead int        // the entry that this version replaces, -1 for none
	Out     store.What // why it is out: Withdrawn, Barred, or Joined if a later version replaced it; empty while it plays
	Why, By string     // of Out
}

// Of returns the line-up of a contest that began with some bots, after changes.
func Of(bots []store.Bot, changes ...store.Change) Lineup {
	var l Lineup
	for _, b := range bots {
		l = append(l, Entrant{Bot: b, Instead: -1})
	}
	for _, c := range changes {
		l = l.After(c)
	}
	return l
}

// Read returns the line-up of a store; nil before the contest has begun.
func Read(ctx context.Context, s store.Store) (Lineup, error) {
	begun, err := s.Contest(ctx)
	if err != nil || begun == nil {
		return nil, err
	}
	changes, err := s.Changes(ctx)
	return Of(begun.Bots, changes...), err
}

// After returns the line-up after a change. It may alter the given one.
func (l Lineup) After(c store.Change) Lineup {
	switch c.What {
	case store.Joined:
		l = append(l, Entrant{Bot: store.Bot{Name: c.Name, Author: c.Author, Hash: c.Hash, Image: c.Image, Broken: c.Broken},
			Instead: c.Instead})
		if c.Instead >= 0 && c.Instead < len(l) {
			l[c.Instead].Out = store.Joined
		}
	case store.Withdrawn, store.Barred:
		if c.Entry >= 0 && c.Entry < len(l) {
			e := &l[c.Entry]
			e.Out, e.Why, e.By = c.What, c.Why, c.By
		}
	case store.Reinstated:
		if c.Entry >= 0 && c.Entry < len(l) {
			e := &l[c.Entry]
			e.Out, e.Why, e.By = "", "", ""
		}
	}
	return l
}

// Newest returns the latest entry with a name, -1 if there is none.
func (l Lineup) Newest(name string) int {
	for i := len(l) - 1; i >= 0; i-- {
		if l[i].Name == name {
			return i
		}
	}
	return -1
}

// Names returns the names of the bots, each once, in the order of their first entries.
func (l Lineup) Names() []string {
	var names []string
	for _, e := range l {
		if !slices.Contains(names, e.Name) {
			names = append(names, e.Name)
		}
	}
	return names
}

// Versions returns the entries of all versions of an entry's bot, oldest first.
func (l Lineup) Versions(entry int) []int {
	list := []int{entry}
	for at := l[entry].Instead; at >= 0; at = l[at].Instead {
		list = append(list, at)
	}
	slices.Reverse(list)
	for at := entry + 1; at < len(l); at++ {
		if l[at].Instead == list[len(list)-1] {
			list = append(list, at)
		}
	}
	return list
}

// Label returns an entry's name, with its version number if a later version replaced it: "Rambo (version 1)".
func (l Lineup) Label(entry int) string {
	name := l[entry].Name
	if l[entry].Out != store.Joined {
		return name
	}
	return fmt.Sprintf("%s (version %d)", name, slices.Index(l.Versions(entry), entry)+1)
}

// Plays reports whether games are planned for the bot.
func (e *Entrant) Plays() bool { return e.Out == "" && e.Broken == "" }

// Decided reports whether the organiser put the bot out.
func (e *Entrant) Decided() bool { return e.Out != "" && e.By != "" }

// Same reports whether a bot's files, and its container image if both are known, are those of the entry.
func (e *Entrant) Same(hash, image string) bool {
	n := min(len(e.Hash), len(hash))
	return n > 0 && e.Hash[:n] == hash[:n] && (e.Image == "" || image == "" || e.Image == image)
}

// OutText returns why an entrant is out, empty if it is not: "disqualified: it read its neighbour's files".
func (e *Entrant) OutText() string {
	text := ""
	switch e.Out {
	case store.Joined:
		return "replaced by a later version"
	case store.Withdrawn:
		text = "withdrawn"
	case store.Barred:
		text = "disqualified"
	default:
		return ""
	}
	if e.Why != "" {
		text += ": " + e.Why
	}
	return text
}
