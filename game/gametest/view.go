package gametest

import (
	"encoding/json"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
	"testing"

	"agon/game"
)

// views checks the pictures of a game: they show something, keep their fields and the sizes of grids, change during the game, and are equal
// for all seats of a kind without hidden information.
func views[S, M comparable](t testing.TB, spec game.Spec[S, M], tours []*tour[S, M]) {
	for _, p := range tours[:min(2, len(tours))] {
		for _, viewer := range []game.Seat{game.Audience, game.Public, 0, game.Seat(p.seats) - 1} {
			p.viewed(t, spec, viewer)
		}
		if !spec.Hidden {
			p.open(t, spec)
		}
		if t.Failed() {
			return
		}
	}
}

// picture returns a viewer's view of a state: the JSON of each field.
func picture[S, M comparable](t testing.TB, spec game.Spec[S, M], s *S, viewer game.Seat) map[string]json.RawMessage {
	t.Helper()
	var f game.Frame
	spec.View(&f, s, viewer)
	text := f.AppendJSON(nil)
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(text, &fields); err != nil {
		t.Fatalf("Spec.View: what %s sees is not JSON: %v: %.300s", eyeName(viewer), err, text)
	}
	return fields
}

func eyeName(viewer game.Seat) string {
	switch viewer {
	case game.Audience:
		return "the audience"
	case game.Public:
		return "the public"
	}
	return fmt.Sprintf("seat %d", viewer)
}

// viewed checks a game as one viewer sees it.
func (p *tour[S, M]) viewed(t testing.TB, spec game.Spec[S, M], viewer game.Seat) {
	first := p.first()
	dealt := picture(t, spec, &first, viewer)
	delete(dealt, "me")
	if len(dealt) == 0 {
		t.Errorf("Spec.View shows %s nothing of a game: pages, terminals and bots with the agon protocol see only what it adds to the "+
			"frame", eyeName(viewer))
		return
	}
	for _, own := range []string{"turn", "round"} {
		if dealt[own] != nil {
			t.Errorf("Spec.View adds the field %q, which every frame already has", own)
		}
	}
	changes, before := false, dealt
	for n := range p.looks() {
		s := &p.last
		if n < len(p.turns) {
			s = &p.turns[n].before
		}
		now := picture(t, spec, s, viewer)
		delete(now, "me")
		if problem := unlike(before, now); problem != "" {
			t.Errorf("Spec.View: what %s sees after turn %d of the game of seed %d has %s: clients that receive only changes cannot "+
				"follow. Fields must stay, and grids must keep their size and exist from the deal on", eyeName(viewer), n, p.seed, problem)
			return
		}
		changes = changes || !maps.EqualFunc(dealt, now, func(a, b json.RawMessage) bool { return string(a) == string(b) })
		before = now
	}
	if !changes {
		t.Errorf("Spec.View shows %s the same in all %d turns of a game", eyeName(viewer), len(p.turns))
	}
}

// looks returns the turns whose pictures are checked: the first ones, some later ones, and the end, whose number is one above the last
// turn's.
func (p *tour[S, M]) looks() iter.Seq[int] {
	return func(yield func(int) bool) {
		const all, some = 12, 15
		for n := 1; n < len(p.turns); n++ {
			if (n < all || n%some == 0) && !yield(n) {
				return
			}
		}
		yield(len(p.turns))
	}
}

// unlike describes a change that clients cannot follow from the previous picture, empty if there is none.
func unlike(before, now map[string]json.RawMessage) string {
	for _, name := range slices.Sorted(maps.Keys(before)) {
		if now[name] == nil {
			return fmt.Sprintf("no field %q, which was there before", name)
		}
		a, b := shape(before[name]), shape(now[name])
		if a != b && (strings.Contains(a, "grid") || strings.Contains(b, "grid")) {
			return fmt.Sprintf("the field %q as %s, which was %s before", name, b, a)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(now)) {
		if kind := shape(now[name]); before[name] == nil && strings.Contains(kind, "grid") {
			return fmt.Sprintf("%s, %q, which was not there before", kind, name)
		}
	}
	return ""
}

// shape returns the type of a value, with its size for a grid.
func shape(value json.RawMessage) string {
	switch text := string(value); {
	case strings.HasPrefix(text, "[["):
		var rows [][]int
		if json.Unmarshal(value, &rows) == nil {
			return fmt.Sprintf("a grid of %d x %d", len(rows[0]), len(rows))
		}
	case strings.HasPrefix(text, "["):
		return "a list"
	case strings.HasPrefix(text, `"`):
		return "a text"
	}
	return "a number"
}

// open checks that all seats of a kind without hidden information see the same, because it is drawn once for all of them.
func (p *tour[S, M]) open(t testing.TB, spec game.Spec[S, M]) {
	for n := 0; n < len(p.turns); n += 8 {
		first := picture(t, spec, &p.turns[n].before, 0)
		for seat := game.Seat(1); seat < game.Seat(p.seats); seat++ {
			other := picture(t, spec, &p.turns[n].before, seat)
			for _, name := range slices.Sorted(maps.Keys(first)) {
				if name != "me" && string(first[name]) != string(other[name]) {
					t.Errorf("Spec.View shows seat %d another %q than seat 0 in turn %d, but Spec.Hidden is false, so that all seats are "+
						"sent what seat 0 sees", seat, name, n)
					return
				}
			}
		}
	}
}

// prompts checks the prompts of the kind's own protocol: they contain something, and something new as the game goes on.
func prompts[S, M comparable](t testing.TB, spec game.Spec[S, M], tours []*tour[S, M]) {
	for _, p := range tours[:min(2, len(tours))] {
		shown := map[game.Seat]map[string]bool{}
		asked := map[game.Seat]int{}
		for n, turn := range p.turns {
			common := commonOf(p.wire, &turn.before)
			for seat, ok := turn.owes.Next(0); ok; seat, ok = turn.owes.Next(seat + 1) {
				var own game.Prompt
				p.wire.Ask(&own, &turn.before, seat)
				text := spoken(&common) + spoken(&own)
				if spec.Wire != nil && text == "" {
					t.Errorf("Wire.Ask writes nothing for seat %d in turn %d, and Common writes nothing either: its bot would have to "+
						"guess. Leave out Spec.Wire, and bots are sent the View", seat, n)
					return
				}
				if shown[seat] == nil {
					shown[seat] = map[string]bool{}
				}
				shown[seat][text] = true
				asked[seat]++
			}
		}
		p.eachSeat(func(seat game.Seat) {
			const few = 4
			if spec.Wire != nil && asked[seat] > few && len(shown[seat]) == 1 {
				t.Errorf("Wire.Ask writes the same for seat %d in all of its %d turns of the game of seed %d: it shows nothing of what "+
					"happens", seat, asked[seat], p.seed)
			}
		})
		if t.Failed() {
			return
		}
	}
}

// commonOf returns the part of the prompt that all seats share.
func commonOf[S, M comparable](wire game.Wire[S, M], s *S) game.Prompt {
	var prompt game.Prompt
	if c, ok := wire.(game.Commoner[S]); ok {
		c.Common(&prompt, s)
	}
	return prompt
}

// spoken returns the whole text of a prompt.
func spoken(p *game.Prompt) string {
	var b strings.Builder
	b.Write(p.Stdin)
	for _, word := range slices.Concat(p.Args, p.Env) {
		fmt.Fprintf(&b, "%s\x00", word)
	}
	for _, f := range p.Files {
		fmt.Fprintf(&b, "%s\x00%s\x00", f.Name, f.Data)
	}
	return b.String()
}
