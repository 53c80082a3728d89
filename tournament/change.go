package tournament

import (
	"fmt"
	"maps"
	"slices"
)

// A Change is something that happened to a stage's field after its first round of play was planned: a bot came, came in another version,
// went, or was disqualified. It takes effect with the planning of a round of play, so plans and tables stay functions of changes and
// results. Rounds of changes never fall.
type Change struct {
	Round   int // of play: the first that is planned with the change
	Entry   int // number in the contest's line-up
	What    Turn
	Instead int // of Joined: the entry whose place it takes, as a new version does; -1 for nobody's
}

// A Turn is what happened to an entry.
type Turn uint8

const (
	Joined   Turn = iota // it plays from then on
	Left                 // it plays no more; its games stay what they are
	Barred               // it plays no more, and its games count for nobody
	Returned             // it plays again, and its games count again
)

// String is the turn as a word: "joined".
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

// Now is a round of play after all that are planned.
const Now = 1 << 30

// Change adds changes to the field, in their order. Who joins becomes its last entry.
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

// firstOf is the first change of an entry, -1 where there is none.
func (f *Field) firstOf(entry int) int {
	return slices.IndexFunc(f.Changes, func(c Change) bool { return c.Entry == entry })
}

// AllBarred are the entries whose games count for nobody, as it is known in a round of play.
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

// Known is how many of the entries, from the first on, had come by a round of play.
func (f *Field) Known(round int) int {
	n := len(f.Entries)
	for _, c := range f.Changes {
		if c.What == Joined && c.Round > round {
			n--
		}
	}
	return n
}

// At is the field as a round of play is planned with it: without those who do not play, each new version in the place of the one before.
// It has no changes.
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

// Replaced is the field of a round of play with those in it who have left: each new version in the place of the one before, and who
// joined otherwise at the end. It has no changes.
func (f *Field) Replaced(round int) *Field {
	if len(f.Changes) == 0 {
		return f
	}
	r := *f
	r.Changes = nil
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

// Successors are the entries that took the place of others, by those, as it is known in a round of play: of two new versions the last.
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

// Succeeded is the field and the past of a format that is drawn once, as a round of play is planned with them: each new version in the
// place of the one before.
func Succeeded(f *Field, past Past, round int) (*Field, Past) {
	if len(f.Changes) == 0 {
		return f, past
	}
	return f.Replaced(round), past.Succeeded(f.Successors(round))
}

// LastChange is the round of play of the newest change that a round is planned with, 0 where there is none.
func (f *Field) LastChange(round int) int {
	last := 0
	for _, c := range f.Changes {
		if c.Round <= round {
			last = max(last, c.Round)
		}
	}
	return last
}

// A Fixed is a format whose draw is made once. A field that plays it may not grow; who leaves it loses the games that are left, and a new
// version takes its place.
type Fixed interface {
	// Fixed reports whether the field is drawn once.
	Fixed() bool
}

// DrawnOnce reports whether a format draws all its games before the first is played, so that bots join only in the place of others.
func DrawnOnce(format Format) bool {
	fixed, ok := format.(Fixed)
	return ok && fixed.Fixed()
}

// A Renewing is a format that begins anew when its field changes: only the games after the change make its table.
type Renewing interface {
	// Renews reports whether a change makes the games before it count no more.
	Renews() bool
}

// Accept returns why a stage cannot take some changes together, as a sentence for the organiser. called names entries. A bot may always leave:
// a stage with too few bots plans no more games.
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

// Abandoned are the open games that no longer are to be played when a change takes effect, in the order of the plan: those of an entry
// that plays no more, or all where the format begins anew. Games of a format that is drawn once are played to the end.
func Abandoned(format Format, f *Field, l *Ledger, c Change) []int {
	if DrawnOnce(format) {
		return nil
	}
	renewing, ok := format.(Renewing)
	all := ok && renewing.Renews()
	var ids []int
	for _, x := range l.Open() {
		if all || c.What != Joined && c.What != Returned && slices.Contains(x.Seats, c.Entry) {
			ids = append(ids, x.ID)
		}
	}
	return ids
}
