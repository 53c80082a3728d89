package gametest

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"agon/game"
)

func hashOf[S, M comparable](spec game.Spec[S, M], s *S) uint64 {
	var h game.Hash
	if spec.Hash == nil {
		h.Flat(s)
	} else {
		spec.Hash(&h, s)
	}
	return h.Sum()
}

// hashes checks that a Hash depends on every field that changes during a game or between deals, and on nothing but the state. Replays are
// verified through it, so what it does not read is not verified.
func hashes[S, M comparable](t testing.TB, spec game.Spec[S, M], tours []*tour[S, M], unhashed ...Unhashed) {
	excused := Unhashed{}
	for _, u := range unhashed {
		maps.Copy(excused, u)
	}
	var w watched[S, M]
	w.spec = spec
	for _, l := range leaves[S]() {
		w.leaves = append(w.leaves, watchedLeaf{leaf: l})
	}
	first := tours[0].first()
	sum := hashOf(spec, &first)
	states, values := 0, map[uint64]bool{}
	for n, p := range tours {
		if n > 0 {
			w.pair(p.first(), first)
		}
		for i := range p.turns {
			s := p.turns[i].before
			if h := hashOf(spec, &s); h != hashOf(spec, &s) {
				t.Fatal("Spec.Hash gives two values for one state: it reads something other than the state")
			} else {
				values[h] = true
			}
			states++
			if i > 0 {
				w.pair(p.turns[i-1].before, s)
			}
		}
		w.pair(p.turns[len(p.turns)-1].before, p.last)
	}
	if len(values) == 1 && states > 1 {
		t.Fatalf("Spec.Hash gives %016x for all of %d states: it reads nothing that changes, so agon verify would prove nothing. Leave "+
			"it out of the Spec to hash the whole state", sum, states)
	}
	w.report(t, excused)
}

// watched records which leaves of a state change, and which of them a Hash reads.
type watched[S, M comparable] struct {
	spec   game.Spec[S, M]
	leaves []watchedLeaf
}

type watchedLeaf struct {
	leaf
	varies bool // its value changed between two states
	read   bool // the hash changed when only it changed
	tries  int
}

// pair copies the differences of two states one at a time and checks whether the hash changes.
func (w *watched[S, M]) pair(a, b S) {
	const enough = 24 // states in which a leaf may be unused
	one, two := raw(&a), raw(&b)
	for i := range w.leaves {
		l := &w.leaves[i]
		if l.read || l.tries == enough || !l.differ(one, two) {
			continue
		}
		l.varies = true
		l.tries++
		mixed := a
		l.copy(raw(&mixed), two)
		if l.read = hashOf(w.spec, &mixed) != hashOf(w.spec, &a); !l.read {
			mixed = b
			l.copy(raw(&mixed), one)
			l.read = hashOf(w.spec, &mixed) != hashOf(w.spec, &b)
		}
	}
}

// report fails for fields that the hash leaves out without an excuse, and for useless excuses.
func (w *watched[S, M]) report(t testing.TB, excused Unhashed) {
	left, used := map[string]bool{}, map[string]bool{}
	for _, l := range w.leaves {
		excuse, ok := excused.of(l.field())
		switch {
		case ok && l.read:
			t.Errorf("gametest.Unhashed names %q, but Spec.Hash reads %s", excuse, l.path)
			return
		case ok:
			used[excuse] = true
		case l.varies && !l.read && !left[l.field()]:
			left[l.field()] = true
			t.Errorf("Spec.Hash does not read %s, which changed in the games played, so agon verify would not prove it. Hash it, leave "+
				"Hash out of the Spec to hash the whole state, or name %q in gametest.Unhashed with the reason", l.path, l.field())
		}
	}
	for _, field := range slices.Sorted(maps.Keys(excused)) {
		switch {
		case !used[field]:
			t.Errorf("gametest.Unhashed names %q, which is not a field of the state", field)
		case strings.TrimSpace(excused[field]) == "":
			t.Errorf("gametest.Unhashed gives no reason for %q", field)
		}
	}
}

// of returns the name that excuses a field: its own, or that of a field that contains it.
func (u Unhashed) of(field string) (name string, ok bool) {
	for name := range u {
		if rest, is := strings.CutPrefix(field, name); is && (rest == "" || rest[0] == '.' || rest[0] == '[') {
			return name, true
		}
	}
	return "", false
}
