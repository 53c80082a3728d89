package tournament

// A roll describes who takes part in each round of play of a field that was made by Replaced.
type roll struct {
	field *Field
	until int                  // later changes are not known
	next  map[int]int          // replaced entries to their newest versions
	here  map[int]map[int]bool // by round: entries that take part, as their newest versions
	last  *Field               // the field after the stage; nil until it is needed
}

// Gone reports whether an entry takes no part in a round of play: it left, was disqualified, was removed from the contest's file, or was
// replaced by another. A format plans no game and no bye for it, gives it no points from a match whose other entries are gone too, and lets
// others advance. In a field made by Replaced, all versions of a bot are its newest one.
func (f *Field) Gone(entry, round int) bool {
	if f.whole == nil {
		return len(f.Changes) > 0 && !f.Plays(entry, round)
	}
	w := f.whole
	if round == After && w.until == Now {
		if w.last == nil {
			w.last = w.field.Replaced(After)
		}
		return w.last.Gone(w.last.newest(entry), After)
	}
	round = min(round, w.until)
	if w.here[round] == nil {
		here := map[int]bool{}
		for _, e := range w.field.At(round).Entries {
			here[f.newest(e)] = true
		}
		w.here[round] = here
	}
	return !w.here[round][entry]
}

// Advancing returns the entries that begin the next stage, in its seeding order: those that advance by a table of the stage, as their
// newest versions.
func (f *Field) Advancing(t Table) []int {
	entries, next := t.Through(), f.Successors(After)
	for i, e := range entries {
		if newer, ok := next[e]; ok {
			entries[i] = newer
		}
	}
	return entries
}

// newest returns the newest version of an entry, in a field made by Replaced.
func (f *Field) newest(entry int) int {
	if f.whole == nil {
		return entry
	}
	if f.whole.next == nil {
		f.whole.next = f.whole.field.Successors(f.whole.until)
	}
	if newer, ok := f.whole.next[entry]; ok {
		return newer
	}
	return entry
}
