package contest

import (
	"fmt"
	"slices"
	"time"

	"agon/bot/lineup"
	"agon/contest/ledger"
	"agon/contest/store"
	"agon/internal/shellword"
)

// A Roster is the bots of a contest: those that were found, and those of its ledger with the changes between them.
type Roster struct {
	Entries []lineup.Entry // the whole line-up, including bots that are out; see Out
	Refused []Refusal

	lineup      ledger.Lineup  // parallel to Entries: what the ledger has of them, with pending applied
	bots        []store.Bot    // with which the contest began; nil before
	began       []int          // entries that began the first stage
	changes     []store.Change // stored, in order
	pending     []store.Change // found when the contest was opened, and not stored yet
	late        []string       // names of new bots that cannot join any more, and are left out; see LeaveOut
	notes       []string
	countBroken bool // bots that cannot play count as if they could
}

/*
When a contest is opened again, its file is compared with the line-up: added, changed and removed bots become changes, which take effect
with the next round of play that is planned.
*/

// arrange places the bots that were found in the line-up of the ledger, and lists the changes. It stores nothing.
func (o opening) arrange(bots []store.Bot) error {
	found := o.Entries
	o.arrangeKept(bots)
	x := comparison{Roster: &o.Roster, line: slices.Clone(o.lineup), now: o.now, dir: o.Dir}
	x.withdraw = o.setup.Unattended && mostStart(x.line, found)
	if err := x.compare(found); err != nil {
		return err
	}
	return o.replaced()
}

// arrangeKept makes the line-up from the ledger alone.
func (r *Roster) arrangeKept(bots []store.Bot) {
	r.bots = bots
	r.lineup, r.began = ledger.Of(bots, r.changes...), starters(bots)
	r.Entries = absent(r.lineup)
}

// starters returns the entries of bots that can play.
func starters(bots []store.Bot) (entries []int) {
	for i, b := range bots {
		if b.Broken == "" {
			entries = append(entries, i)
		}
	}
	return entries
}

// A comparison compares the bots that were found with the line-up of the ledger.
type comparison struct {
	*Roster
	line     ledger.Lineup // after the changes that were found
	now      func() time.Time
	dir      string // of the contest
	withdraw bool   // bots that do not start any more are withdrawn
}

// compare places the bots that were found, and withdraws those that were not.
func (x *comparison) compare(found []lineup.Entry) error {
	seen := map[int]bool{}
	for i := range found {
		at := x.line.Newest(found[i].Name)
		if at < 0 && slices.Contains(x.late, found[i].Name) {
			continue
		}
		seen[at] = true
		if err := x.place(at, &found[i]); err != nil {
			return err
		}
	}
	for i := range x.lineup {
		if e := &x.lineup[i]; e.Out == "" && !seen[i] {
			x.change(store.Change{At: x.now(), What: store.Withdrawn, Entry: i, Instead: -1, Why: x.missing(e.Name)})
		}
	}
	x.lineup = x.line
	return nil
}

// change adds a change.
func (x *comparison) change(c store.Change) {
	x.line = x.line.After(c)
	x.pending = append(x.pending, c)
}

// place places one bot; at is the newest entry of its name, -1 if there is none.
func (x *comparison) place(at int, b *lineup.Entry) error {
	if at >= 0 && x.withdraw && stopped(&x.line[at], b) {
		if x.line[at].Out == "" {
			x.change(x.stop(at, b.Broken))
		}
		return nil
	}
	join := store.Change{
		At: x.now(), What: store.Joined, Entry: len(x.line), Instead: at,
		Name: b.Name, Author: b.Author, Hash: b.Hash, Image: b.ID, Broken: b.Broken,
	}
	if at < 0 {
		x.Entries = append(x.Entries, *b)
		x.change(join)
		return nil
	}
	e := &x.line[at]
	same := e.Same(b.Hash, b.ID)
	switch {
	case same && e.Broken == "" && b.Broken != "" && e.Out == "":
		return &Conflict{fmt.Sprintf(
			"%s no longer starts, though its files are unchanged: %s. Fix that, or withdraw it: agon withdraw %s %s --why TEXT",
			b.Name, b.Broken, x.dir, shellword.Quote(b.Name))}
	case same && (e.Broken == "") == (b.Broken == ""):
		x.placeSame(at, b)
	case e.Decided():
		x.notes = append(x.notes, fmt.Sprintf("the new version of %s is not entered: %s; agon reinstate %s %s lets it play",
			b.Name, e.OutText(), x.dir, shellword.Quote(b.Name)))
	default:
		x.Entries = append(x.Entries, *b)
		x.change(join)
	}
	return nil
}

// placeSame places a bot with unchanged files. One that left since it did not start, or was not in the file, returns.
func (x *comparison) placeSame(at int, b *lineup.Entry) {
	e := &x.line[at]
	x.Entries[at] = *b
	if e.Author != "" {
		x.Entries[at].Author = e.Author // a bot may name another at every start
	}
	n, last := x.stops(at)
	switch {
	case e.Decided(), e.Out == store.Withdrawn && last && n >= mostStops:
		x.notes = append(x.notes, fmt.Sprintf("%s is out: %s", b.Name, e.OutText()))
	case e.Out == store.Withdrawn:
		x.change(store.Change{At: x.now(), What: store.Reinstated, Entry: at, Instead: -1, Why: "it is in the contest file, and starts"})
	}
}

// stopped reports whether a bot of the line-up, with unchanged files, does not start any more.
func stopped(e *ledger.Entrant, b *lineup.Entry) bool {
	return e.Same(b.Hash, b.ID) && e.Broken == "" && b.Broken != "" && !e.Decided()
}

// mostStops is how often a bot that starts and then no longer does is taken out before it stays out.
const mostStops = 3

// stops returns how often an entry was taken out because it did not start any more, and whether that is why it left last.
func (r *Roster) stops(entry int) (n int, last bool) {
	for i := range r.changes {
		if x := &r.changes[i]; x.What == store.Withdrawn && x.Entry == entry {
			if last = x.Broken != ""; last {
				n++
			}
		}
	}
	return n, last
}

// stop takes out an entry that does not start any more, for a reason.
func (x *comparison) stop(entry int, reason string) store.Change {
	why := "it no longer starts, though its files are unchanged: " + reason
	if before, _ := x.stops(entry); before+1 >= mostStops {
		why = fmt.Sprintf("it no longer starts, as %d times before, though its files are unchanged, and only a new version of it plays: %s",
			before, reason)
	}
	return store.Change{At: x.now(), What: store.Withdrawn, Entry: entry, Instead: -1, Why: why, Broken: reason}
}

// mostStart reports whether at least as many authors have a program that starts as have only programs that have stopped to: then it is not
// the host that starts none. Programs of unknown authors count as if each had its own.
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

// missing returns why a bot of the line-up was not found.
func (r *Roster) missing(name string) string {
	for _, x := range r.Refused {
		if x.Name == name {
			return x.Why
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
func (r *Roster) Out(entry int) string {
	if entry < 0 || entry >= len(r.lineup) {
		return ""
	}
	return r.lineup[entry].OutText()
}

// Superseded reports whether a later version replaced an entry.
func (r *Roster) Superseded(entry int) bool {
	return entry < len(r.lineup) && r.lineup[entry].Out == store.Joined
}

// Label returns an entry's name, with its version number if a later version replaced it: "Rambo (version 1)".
func (r *Roster) Label(entry int) string { return r.lineup.Label(entry) }

// Playing returns the entries for which games are planned.
func (r *Roster) Playing() []int {
	var list []int
	for i := range r.lineup {
		if r.lineup[i].Plays() {
			list = append(list, i)
		}
	}
	return list
}

// Notes returns sentences about limits that were changed, and about bots that do not play though they are in the contest's file.
func (r *Roster) Notes() []string { return r.notes }

// Lineup returns what the ledger has of the entries, with the changes that were found.
func (r *Roster) Lineup() ledger.Lineup { return r.lineup }

// Began returns the entries that began the first stage.
func (r *Roster) Began() []int { return r.began }

// InStage returns the stored changes of a stage.
func (r *Roster) InStage(nth int) []store.Change { return ledger.InStage(r.changes, nth) }

// Changed returns how many changes are stored.
func (r *Roster) Changed() int { return len(r.changes) }

// TakePending returns the changes that were found and are not stored, once.
func (r *Roster) TakePending() []store.Change {
	pending := r.pending
	r.pending = nil
	return pending
}

// broken lists the bots that cannot play, with the reasons.
func (r *Roster) broken() (list []string) {
	for _, e := range r.Entries {
		if e.Broken != "" {
			list = append(list, e.Name+": "+e.Broken)
		}
	}
	return list
}

// field returns the bots that can play, and those that cannot yet if they count.
func (r *Roster) field() []int {
	var sound []int
	for i, e := range r.Entries {
		if e.Broken == "" || r.countBroken {
			sound = append(sound, i)
		}
	}
	return sound
}
