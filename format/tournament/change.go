package tournament

import (
	"fmt"
	"maps"
	"slices"
)

// A Change is a change of a stage's field after its first round of play was planned: a bot joined, was replaced by a new version, left,
// or was disqualified. It takes effect with the planning of a round of play, so plans and tables stay functions of changes and results.
// Rounds of successive changes never decrease.
type Change struct {
	Round   int // of play: the first that is planned with the change; or After
	Entry   int // number in the contest's line-up
	What    Turn
	Instead int // of Joined: the entry that it replaces as a new version; -1 for none
}

// A Turn is the type of a change.
type Turn uint8

const (
	Joined   Turn = iota // it plays from then on
	Left                 // it does not play any more; its games count
	Barred               // it does not play any more, and its games count for nobody
	Returned             // it plays again, and its games count again
)

// String returns the turn as a word: "joined".
func (t Turn) String() string {
	switch t {
	case Joined:
		return "joined"
	case Left:
		return "left"
	case Barred:
		return "barred"
	case Returned:
		return "returned"
	}
	return fmt.Sprintf("turn(%d)", uint8(t))
}

// Now is a round of play after all planned ones.
const Now = 1 << 30

// After is the round of changes between the end of a stage and the beginning of the next. They change no plan and no result: who leaves
// then is marked in the table, and others advance instead.
const After = Now + 1

// Change appends changes to the field. An entry that joins becomes its last.
func (f *Field) Change(changes ...Change) {
	for _, c := range changes {
		if c.What == Joined && !slices.Contains(f.Entries, c.Entry) {
			f.Entries = append(slices.Clip(f.Entries), c.Entry)
		}
		f.Changes = append(slices.Clip(f.Changes), c)
	}
}

// Plays reports whether an entry takes part in a round of play.
func (f *Field) Plays(entry, round int) bool {
	plays := true
	for i, c := range f.Changes {
		if c.Entry != entry {
			continue
		}
		if c.Round > round {
			return plays && !(c.What == Joined && f.firstOf(entry) == i)
		}
		plays = c.What == Joined || c.What == Returned
	}
	return plays
}

// firstOf returns the index of an entry's first change, -1 if there is none.
func (f *Field) firstOf(entry int) int {
	return slices.IndexFunc(f.Changes, func(c Change) bool { return c.Entry == entry })
}

// AllBarred returns the entries whose games count for nobody, according to the changes up to a round of play.
func (f *Field) AllBarred(round int) map[int]bool {
	var barred map[int]bool
	for _, c := range f.Changes {
		if c.Round > round {
			continue
		}
		if c.What == Barred && barred == nil {
			barred = map[int]bool{}
		}
		if barred != nil {
			barred[c.Entry] = c.What == Barred
		}
	}
	maps.DeleteFunc(barred, func(_ int, yes bool) bool { return !yes })
	return barred
}

// Known returns how many of the entries, from the first, had joined by a round of play.
func (f *Field) Known(round int) int {
	n := len(f.Entries)
	for _, c := range f.Changes {
		if c.What == Joined && c.Round > round {
			n--
		}
	}
	return n
}

// At returns the field with which a round of play is planned: without entries that do not play, each new version in the place of the one
// before. It has no changes.
func (f *Field) At(round int) *Field {
	if len(f.Changes) == 0 {
		return f
	}
	at := f.Replaced(round)
	gone := map[int]bool{}
	for _, c := range f.Changes {
		if c.Round <= round {
			gone[c.Entry] = c.What == Left || c.What == Barred
		}
	}
	at.Entries = slices.DeleteFunc(at.Entries, func(e int) bool { return gone[e] })
	at.Ratings = nil
	return at
}

// Replaced returns the field of a round of play including entries that have left: each new version is in the place of the one before, and
// other entries that joined are at the end. It has no changes.
func (f *Field) Replaced(round int) *Field {
	if len(f.Changes) == 0 {
		return f
	}
	r := *f
	r.Changes, r.whole = nil, &roll{field: f, until: round, here: map[int]map[int]bool{}}
	r.Entries = slices.Clone(f.Entries[:f.Known(-1)])
	at := make(map[int]int, len(f.Entries))
	for i, e := range r.Entries {
		at[e] = i
	}
	for _, c := range f.Changes {
		if _, there := at[c.Entry]; c.What != Joined || c.Round > round || there {
			continue
		}
		if i, ok := at[c.Instead]; ok && c.Instead >= 0 {
			r.Entries[i], at[c.Entry] = c.Entry, i
			continue
		}
		at[c.Entry] = len(r.Entries)
		r.Entries = append(r.Entries, c.Entry)
	}
	return &r
}

// Successors maps replaced entries to those that replaced them, according to the changes up to a round of play: of several new versions
// the last.
func (f *Field) Successors(round int) map[int]int {
	next := map[int]int{}
	for _, c := range f.Changes {
		if c.What == Joined && c.Instead >= 0 && c.Round <= round {
			next[c.Instead] = c.Entry
		}
	}
	for old := range next {
		for {
			newer, ok := next[next[old]]
			if !ok {
				break
			}
			next[old] = newer
		}
	}
	return next
}

// Succeeded returns the field and the past with which a round of play is planned in a format that is drawn once: each new version is in
// the place of the one before.
func Succeeded(f *Field, past Past, round int) (*Field, Past) {
	if len(f.Changes) == 0 {
		return f, past
	}
	return f.Replaced(round), past.Succeeded(f.Successors(round))
}

// LastChange returns the round of play of the last change up to a round, 0 if there is none.
func (f *Field) LastChange(round int) int {
	last := 0
	for _, c := range f.Changes {
		if c.Round <= round {
			last = max(last, c.Round)
		}
	}
	return last
}

// A Fixed is a format that is drawn once. Its field may not grow; an entry that leaves forfeits its remaining games, and a new version
// takes its place.
type Fixed interface {
	// Fixed reports whether the field is drawn once.
	Fixed() bool
}

// DrawnOnce reports whether a format draws all its games before the first is played, so that bots can only join in the place of others.
func DrawnOnce(format Format) bool {
	fixed, ok := format.(Fixed)
	return ok && fixed.Fixed()
}

// A Renewing is a format that restarts when its field changes: only the games after the change make its table.
type Renewing interface {
	// Renews reports whether games before a change no longer count.
	Renews() bool
}

// Accept returns why a stage cannot accept some changes together, as a sentence for the organiser; nil if it can. called returns the name
// of an entry. A bot may always leave: a stage with too few bots plans no more games.
func Accept(format Format, f *Field, changes []Change, called func(entry int) string) error {
	if len(changes) == 0 {
		return nil
	}
	after := *f
	after.Change(changes...)
	if DrawnOnce(format) {
		for _, c := range changes {
			if c.What == Joined && !slices.Contains(after.Entries, c.Instead) {
				return fmt.Errorf("%s cannot join after the draw; only new versions of drawn bots are accepted", called(c.Entry))
			}
		}
		return nil
	}
	comes := func(c Change) bool { return c.What == Joined || c.What == Returned }
	if err := format.Check(after.At(Now)); err != nil && slices.ContainsFunc(changes, comes) {
		return fmt.Errorf("it cannot continue with these bots: %w", err)
	}
	return nil
}

// Abandoned returns the open games that a change cancels, in the order of the plan: those of an entry that leaves, or all if the format
// restarts. In a format that is drawn once they are those in which nobody is left.
func Abandoned(format Format, f *Field, l *Ledger, c Change) []int {
	var ids []int
	if DrawnOnce(format) {
		after := *f
		after.Change(c)
		after = *after.Replaced(Now)
		for _, x := range l.Open() {
			if !slices.ContainsFunc(x.Seats, func(e int) bool { return !after.Gone(after.newest(e), Now) }) {
				ids = append(ids, x.ID)
			}
		}
		return ids
	}
	renewing, ok := format.(Renewing)
	all := ok && renewing.Renews()
	for _, x := range l.Open() {
		if all || c.What != Joined && c.What != Returned && slices.Contains(x.Seats, c.Entry) {
			ids = append(ids, x.ID)
		}
	}
	return ids
}
