package contest

import (
	"context"
	"fmt"
	"slices"

	"agon/bot/lineup"
	"agon/contest/ledger"
	"agon/contest/store"
	"agon/format/tournament"
	"agon/internal/shellword"
)

/*
When a contest is opened again, its file is compared with the line-up: added, changed and removed bots become changes, which take effect with
the next round of play that is planned.
*/

// arrange places the bots that were found in the line-up of the ledger, and lists the changes. It stores nothing.
func (c *Contest) arrange(bots []store.Bot) error {
	found := c.Entries
	c.arrangeKept(bots)
	line := slices.Clone(c.lineup)
	seen := map[int]bool{}
	without := c.setup.Unattended && mostStart(line, found)
	for i := range found {
		at := line.Newest(found[i].Name)
		if at < 0 && c.late[found[i].Name] {
			continue
		}
		if at >= 0 {
			seen[at] = true
		}
		if at >= 0 && without && stopped(&line[at], &found[i]) {
			if line[at].Out == "" {
				gone := c.stop(at, found[i].Broken)
				line = line.After(gone)
				c.pending = append(c.pending, gone)
			}
			continue
		}
		next, note, err := c.arrive(line, at, &found[i])
		if err != nil {
			return err
		}
		if note != "" {
			c.notes = append(c.notes, note)
		}
		for _, change := range next {
			line = line.After(change)
			c.pending = append(c.pending, change)
		}
	}
	for i := range c.lineup {
		if e := &c.lineup[i]; e.Out == "" && !seen[i] {
			gone := store.Change{At: c.now(), What: store.Withdrawn, Entry: i, Instead: -1, Why: c.missing(e.Name)}
			line = line.After(gone)
			c.pending = append(c.pending, gone)
		}
	}
	c.lineup = line
	return nil
}

// arrangeKept makes the line-up from the ledger alone.
func (c *Contest) arrangeKept(bots []store.Bot) {
	c.lineup, c.began = ledger.Of(bots, c.changes...), nil
	for i, b := range bots {
		if b.Broken == "" {
			c.began = append(c.began, i)
		}
	}
	c.Entries = absent(c.lineup)
}

// stopped reports whether a bot of the line-up, with unchanged files, does not start any more.
func stopped(e *ledger.Entrant, b *lineup.Entry) bool {
	return e.Same(b.Hash, b.ID) && e.Broken == "" && b.Broken != "" && !e.Decided()
}

// mostStops is how often a bot that starts and then no longer does is taken out before it stays out.
const mostStops = 3

// stops returns how often an entry was taken out because it did not start any more, and whether that is why it left last.
func (c *Contest) stops(entry int) (n int, last bool) {
	for i := range c.changes {
		if x := &c.changes[i]; x.What == store.Withdrawn && x.Entry == entry {
			if last = x.Broken != ""; last {
				n++
			}
		}
	}
	return n, last
}

// stop takes out an entry that does not start any more, for a reason.
func (c *Contest) stop(entry int, reason string) store.Change {
	why := "it no longer starts, though its files are unchanged: " + reason
	if before, _ := c.stops(entry); before+1 >= mostStops {
		why = fmt.Sprintf("it no longer starts, as %d times before, though its files are unchanged, and only a new version of it plays: %s", before, reason)
	}
	return store.Change{At: c.now(), What: store.Withdrawn, Entry: entry, Instead: -1, Why: why, Broken: reason}
}

// mostStart reports whether at least as many authors have a program that starts as have only programs that have stopped to: then it is not the host
// that starts none. Programs of unknown authors count as if each had its own.
func mostStart(line ledger.Lineup, found []lineup.Entry) bool {
	starts := map[string]bool{}
	for i := range found {
		b := &found[i]
		at, author := line.Newest(b.Name), b.Author
		if at >= 0 && line[at].Author != "" {
			author = line[at].Author
		}
		if author == "" {
			author = "\x00" + b.Name
		}
		switch {
		case at >= 0 && stopped(&line[at], b):
			if _, known := starts[author]; !known {
				starts[author] = false
			}
		case b.Broken == "" && !b.Builtin():
			starts[author] = true
		}
	}
	n := 0
	for _, starting := range starts {
		if starting {
			n++
		}
	}
	return 2*n >= len(starts)
}

// arrive places one bot; at is the newest entry of its name, -1 if there is none.
func (c *Contest) arrive(line ledger.Lineup, at int, b *lineup.Entry) (changes []store.Change, note string, err error) {
	join := store.Change{At: c.now(), What: store.Joined, Entry: len(line), Instead: at, Name: b.Name, Author: b.Author, Hash: b.Hash, Image: b.ID, Broken: b.Broken}
	if at < 0 {
		c.Entries = append(c.Entries, *b)
		return []store.Change{join}, "", nil
	}
	e := &line[at]
	same, decided := e.Same(b.Hash, b.ID), e.Decided()
	switch {
	case same && e.Broken == "" && b.Broken != "" && e.Out == "":
		return nil, "", &Conflict{fmt.Sprintf("%s no longer starts, though its files are unchanged: %s. Fix that, or withdraw it: agon withdraw %s %s --why TEXT", b.Name, b.Broken, c.Dir, shellword.Quote(b.Name))}
	case same && (e.Broken == "") == (b.Broken == ""):
		c.Entries[at] = *b
		if e.Author != "" {
			c.Entries[at].Author = e.Author // a bot may name another at every start
		}
		if decided {
			return nil, fmt.Sprintf("%s is out: %s", b.Name, e.OutText()), nil
		}
		if n, last := c.stops(at); e.Out == store.Withdrawn && last && n >= mostStops {
			return nil, fmt.Sprintf("%s is out: %s", b.Name, e.OutText()), nil
		}
		if e.Out == store.Withdrawn {
			return []store.Change{{At: c.now(), What: store.Reinstated, Entry: at, Instead: -1, Why: "it is in the contest file, and starts"}}, "", nil
		}
		return nil, "", nil
	case decided:
		return nil, fmt.Sprintf("the new version of %s is not entered: %s; agon reinstate %s %s lets it play", b.Name, e.OutText(), c.Dir, shellword.Quote(b.Name)), nil
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

// absent returns the entries of a line-up without their bots.
func absent(list ledger.Lineup) []lineup.Entry {
	entries := make([]lineup.Entry, len(list))
	for i, e := range list {
		entries[i] = lineup.Entry{Name: e.Name, Author: e.Author, Hash: e.Hash, Broken: e.Broken}
	}
	return entries
}

// Out returns why an entry is out, empty while it plays or if it never could.
func (c *Contest) Out(entry int) string {
	if entry < 0 || entry >= len(c.lineup) {
		return ""
	}
	return c.lineup[entry].OutText()
}

// Superseded reports whether a later version replaced an entry.
func (c *Contest) Superseded(entry int) bool {
	return entry < len(c.lineup) && c.lineup[entry].Out == store.Joined
}

// Label returns an entry's name, with its version number if a later version replaced it: "Rambo (version 1)".
func (c *Contest) Label(entry int) string { return c.lineup.Label(entry) }

// Decisions returns the changes of the contest's bots and games, in order, each with a sentence that describes it.
func (c *Contest) Decisions() (list []Told) {
	for _, x := range c.changes {
		list = append(list, Told{x, c.lineup.Told(x, c.Stages[x.Stage].Name)})
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
		if c.lineup[i].Plays() {
			list = append(list, i)
		}
	}
	return list
}

// Notes returns sentences about limits that were changed, and about bots that do not play though they are in the contest's file.
func (c *Contest) Notes() []string { return c.notes }

// Preview describes the changes that a run of a prepared contest would find, compared with the ledger of the begun contest.
func (c *Contest) Preview(ctx context.Context, kept store.Store) (told []string, err error) {
	begun, err := kept.Contest(ctx)
	if err != nil || begun == nil {
		return nil, err
	}
	if c.changes, err = kept.Changes(ctx); err != nil {
		return nil, err
	}
	if err := c.grow(ctx, kept, begun); err != nil {
		return nil, err
	}
	if err := c.arrange(begun.Bots); err != nil {
		return nil, err
	}
	if c.growth != nil {
		told = append(told, c.growth.Why)
	}
	for _, change := range c.pending {
		told = append(told, c.lineup.Told(change, ""))
	}
	return append(told, c.notes...), nil
}

// Expected is the estimated size of a stage before it is played.
type Expected struct {
	Name, Format string
	Bots         int
	Games        int // approximately; 0 if the stage has no end
	Each         float64
	Until        string // when it ends, if it may end early: "at most 1000 games, until …"
}

// Cautions returns sentences about what the formats of the stages cannot promise for their fields.
func (c *Contest) Cautions() (list []string) {
	entries := c.field()
	for i, s := range c.Stages {
		field := c.stageField(i, entries)
		field.OrderOnly = true
		if cautious, ok := s.play.(tournament.Cautious); ok {
			if text := cautious.Caution(&field); text != "" {
				list = append(list, fmt.Sprintf("stage %q: %s", s.Name, text))
			}
		}
		entries = s.play.Table(&field, tournament.NewLedger(i, 0).All()).Through()
	}
	return list
}

// Expect returns the expected sizes of a contest's stages.
func (c *Contest) Expect() (list []Expected) {
	entries := c.field()
	for i, s := range c.Stages {
		field := c.stageField(i, entries)
		e := Expected{Name: s.Name, Format: s.Format, Bots: len(entries), Games: tournament.Most(s.play, &field), Until: tournament.Expected(s.play, &field)}
		planned, _ := tournament.Next(s.play, &field, tournament.NewLedger(i, 0))
		if len(planned) > 0 {
			e.Each = float64(e.Games*len(planned[0].Seats)) / float64(max(len(entries), 1))
		}
		list = append(list, e)
		entries = s.play.Table(&field, tournament.NewLedger(i, 0).All()).Through()
	}
	return list
}
