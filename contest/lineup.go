package contest

import (
	"context"
	"fmt"
	"slices"

	"agon/bot/lineup"
	"agon/internal/shellword"
	"agon/store"
	"agon/tournament"
)

/*
The line-up of a contest only grows. Its first bots are stored when it begins; each later one is a change in the ledger. A new version of a bot
is an entry of its own, which replaces the one before. So a number in a fixture always means the same files, and the ledger alone determines
who plays when.

When a contest is opened again, its file is compared with the line-up: added, changed and removed bots become changes, which take effect with
the next round of play that is planned.
*/

// An entrant is an entry as stored in the ledger.
type entrant struct {
	name, author, hash, image, broken string

	instead int        // the entry that this version replaces, -1 for none
	out     store.What // why it is out: Withdrawn, Barred, or Joined if a later version replaced it; empty while it plays
	why, by string     // of out
}

// playing reports whether games are planned for it.
func (e *entrant) playing() bool { return e.out == "" && e.broken == "" }

// entrants returns the entries of a contest that began with some bots, by number.
func entrants(bots []store.Bot, changes []store.Change) []entrant {
	var list []entrant
	for _, b := range bots {
		list = append(list, entrant{name: b.Name, author: b.Author, hash: b.Hash, image: b.Image, broken: b.Broken, instead: -1})
	}
	for _, c := range changes {
		list = entered(list, c)
	}
	return list
}

// entered returns the line-up after a change.
func entered(list []entrant, c store.Change) []entrant {
	switch c.What {
	case store.Joined:
		list = append(list, entrant{name: c.Name, author: c.Author, hash: c.Hash, image: c.Image, broken: c.Broken, instead: c.Instead})
		if c.Instead >= 0 && c.Instead < len(list) {
			list[c.Instead].out = store.Joined
		}
	case store.Withdrawn, store.Barred:
		if c.Entry >= 0 && c.Entry < len(list) {
			e := &list[c.Entry]
			e.out, e.why, e.by = c.What, c.Why, c.By
		}
	case store.Reinstated:
		if c.Entry >= 0 && c.Entry < len(list) {
			e := &list[c.Entry]
			e.out, e.why, e.by = "", "", ""
		}
	}
	return list
}

// newest returns the latest entry with a name, -1 if there is none.
func newest(list []entrant, name string) int {
	for i := len(list) - 1; i >= 0; i-- {
		if list[i].name == name {
			return i
		}
	}
	return -1
}

// same reports whether a bot's files are those of the entry.
func (e *entrant) same(b *lineup.Entry) bool {
	n := min(len(e.hash), len(b.Hash))
	return n > 0 && e.hash[:n] == b.Hash[:n] && (e.image == "" || b.ID == "" || e.image == b.ID)
}

// arrange places the bots that were found in the line-up of the ledger, and lists the changes. It stores nothing.
func (c *Contest) arrange(bots []store.Bot) error {
	found := c.Entries
	c.arrangeKept(bots)
	line := slices.Clone(c.lineup)
	seen := map[int]bool{}
	for i := range found {
		at := newest(line, found[i].Name)
		if at >= 0 {
			seen[at] = true
		}
		next, note, err := c.arrive(line, at, &found[i])
		if err != nil {
			return err
		}
		if note != "" {
			c.notes = append(c.notes, note)
		}
		for _, change := range next {
			line = entered(line, change)
			c.pending = append(c.pending, change)
		}
	}
	for i := range c.lineup {
		if e := &c.lineup[i]; e.out == "" && !seen[i] {
			gone := store.Change{At: c.now(), What: store.Withdrawn, Entry: i, Instead: -1, Why: c.missing(e.name)}
			line = entered(line, gone)
			c.pending = append(c.pending, gone)
		}
	}
	c.lineup = line
	return nil
}

// arrangeKept makes the line-up from the ledger alone.
func (c *Contest) arrangeKept(bots []store.Bot) {
	c.lineup, c.began = entrants(bots, c.changes), nil
	for i, e := range entrants(bots, nil) {
		if e.broken == "" {
			c.began = append(c.began, i)
		}
	}
	c.Entries = absent(c.lineup)
}

// arrive places one bot; at is the newest entry of its name, -1 if there is none.
func (c *Contest) arrive(line []entrant, at int, b *lineup.Entry) (changes []store.Change, note string, err error) {
	join := store.Change{At: c.now(), What: store.Joined, Entry: len(line), Instead: at, Name: b.Name, Author: b.Author, Hash: b.Hash, Image: b.ID, Broken: b.Broken}
	if at < 0 {
		c.Entries = append(c.Entries, *b)
		return []store.Change{join}, "", nil
	}
	e := &line[at]
	decided := e.out != "" && e.by != ""
	switch {
	case e.same(b) && e.broken == "" && b.Broken != "" && e.out == "":
		return nil, "", &Conflict{fmt.Sprintf("%s no longer starts, though its files are unchanged: %s. Fix that, or withdraw it: agon withdraw %s %s --why TEXT", b.Name, b.Broken, c.Dir, shellword.Quote(b.Name))}
	case e.same(b) && (e.broken == "") == (b.Broken == ""):
		c.Entries[at] = *b
		if decided {
			return nil, fmt.Sprintf("%s is out: %s", b.Name, e.outText()), nil
		}
		if e.out == store.Withdrawn {
			return []store.Change{{At: c.now(), What: store.Reinstated, Entry: at, Instead: -1, Why: "back in the contest file"}}, "", nil
		}
		return nil, "", nil
	case decided:
		return nil, fmt.Sprintf("the new version of %s is not entered: %s; agon reinstate %s %s lets it play", b.Name, e.outText(), c.Dir, shellword.Quote(b.Name)), nil
	}
	c.Entries = append(c.Entries, *b)
	return []store.Change{join}, "", nil
}

// missing returns why a bot of the line-up was not found.
func (c *Contest) missing(name string) string {
	for _, r := range c.Refused {
		if r.Name == name {
			return r.Why
		}
	}
	return "no longer in the contest file"
}

// outText returns why an entrant is out: "disqualified: it read its neighbour's files".
func (e *entrant) outText() string {
	text := ""
	switch e.out {
	case store.Joined:
		return "replaced by a later version"
	case store.Withdrawn:
		text = "withdrawn"
	case store.Barred:
		text = "disqualified"
	default:
		return ""
	}
	if e.why != "" {
		text += ": " + e.why
	}
	return text
}

// absent returns the entries of a line-up without their bots.
func absent(list []entrant) []lineup.Entry {
	entries := make([]lineup.Entry, len(list))
	for i, e := range list {
		entries[i] = lineup.Entry{Name: e.name, Author: e.author, Hash: e.hash, Broken: e.broken}
	}
	return entries
}

// lineupOf returns the line-up of a ledger; nil before the contest has begun.
func lineupOf(ctx context.Context, ledger store.Store) ([]entrant, error) {
	begun, err := ledger.Contest(ctx)
	if err != nil || begun == nil {
		return nil, err
	}
	changes, err := ledger.Changes(ctx)
	return entrants(begun.Bots, changes), err
}

// Names returns the names of the bots of a ledger, each once, in the order of the line-up.
func Names(ctx context.Context, ledger store.Store) ([]string, error) {
	line, err := lineupOf(ctx, ledger)
	if err != nil {
		return nil, err
	}
	return (&Contest{lineup: line}).names(), nil
}

// Out returns why an entry is out, empty while it plays or if it never could.
func (c *Contest) Out(entry int) string {
	if entry < 0 || entry >= len(c.lineup) {
		return ""
	}
	return c.lineup[entry].outText()
}

// Superseded reports whether a later version replaced an entry.
func (c *Contest) Superseded(entry int) bool {
	return entry < len(c.lineup) && c.lineup[entry].out == store.Joined
}

// Label returns an entry's name, with its version number if a later version replaced it: "Rambo (version 1)".
func (c *Contest) Label(entry int) string {
	if !c.Superseded(entry) {
		return c.Entries[entry].Name
	}
	version := 1
	for at := c.lineup[entry].instead; at >= 0; at = c.lineup[at].instead {
		version++
	}
	return fmt.Sprintf("%s (version %d)", c.Entries[entry].Name, version)
}

// Decisions returns the changes of the contest's bots and games, in order, each with a sentence that describes it.
func (c *Contest) Decisions() (list []Told) {
	for _, x := range c.changes {
		list = append(list, Told{x, c.told(x, c.Stages[x.Stage].Name)})
	}
	return list
}

// Told is a change with a sentence that describes it.
type Told struct {
	store.Change
	Text string
}

// Playing returns the entries for which games are planned.
func (c *Contest) Playing() []int {
	var list []int
	for i := range c.lineup {
		if c.lineup[i].playing() {
			list = append(list, i)
		}
	}
	return list
}

// Notes returns sentences about limits that were changed, and about bots that do not play though they are in the contest's file.
func (c *Contest) Notes() []string { return c.notes }

// Preview describes the changes that a run of a prepared contest would find, compared with the ledger of the begun contest.
func (c *Contest) Preview(ctx context.Context, ledger store.Store) (told []string, err error) {
	begun, err := ledger.Contest(ctx)
	if err != nil || begun == nil {
		return nil, err
	}
	if c.changes, err = ledger.Changes(ctx); err != nil {
		return nil, err
	}
	if err := c.arrange(begun.Bots); err != nil {
		return nil, err
	}
	for _, change := range c.pending {
		told = append(told, c.told(change, ""))
	}
	return append(told, c.notes...), nil
}

// Expected is the estimated size of a stage before it is played.
type Expected struct {
	Name, Format string
	Bots         int
	Games        int // approximately; 0 if the stage has no end
	Each         float64
}

// Expect returns the expected sizes of a contest's stages.
func (c *Contest) Expect() (list []Expected) {
	entries := c.field()
	for i, s := range c.Stages {
		field := c.stageField(i, entries)
		e := Expected{Name: s.Name, Format: s.Format, Bots: len(entries), Games: s.play.Games(&field)}
		planned, _ := tournament.Next(s.play, &field, tournament.NewLedger(i, 0))
		if len(planned) > 0 {
			e.Each = float64(e.Games*len(planned[0].Seats)) / float64(max(len(entries), 1))
		}
		list = append(list, e)
		entries = s.play.Table(&field, tournament.NewLedger(i, 0).All()).Through()
	}
	return list
}
