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

// views checks the pictures of a game: that they show something, the same fields all game long, grids of one size, what changes, and of a
// kind that hides nothing the same to all seats.
func views[S, M comparable](t testing.TB, spec game.Spec[S, M], tours []*tour[S, M]) {
	for _, p := range tours[:min(2, len(tours))] {
		for _, eye := range []game.Seat{game.Audience, game.Public, 0, game.Seat(p.seats) - 1} {
			p.viewed(t, spec, eye)
		}
		if !spec.Hidden {
			p.open(t, spec)
		}
		if t.Failed() {
			return
		}
	}
}

// picture is what an eye sees of a state, by field: the JSON of its value.
func picture[S, M comparable](t testing.TB, spec game.Spec[S, M], s *S, eye game.Seat) map[string]json.RawMessage {
	t.Helper()
	var f game.Frame
	spec.View(&f, s, eye)
	text := f.AppendJSON(nil)
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(text, &fields); err != nil {
		t.Fatalf("Spec.View: what %s sees is not JSON: %v: %.300s", eyeName(eye), err, text)
	}
	return fields
}

func eyeName(eye game.Seat) string {
	switch eye {
	case game.Audience:
		return "the audience"
	case game.Public:
		return "the public"
	}
	return fmt.Sprintf("seat %d", eye)
}

// viewed looks at a game through an eye.
func (p *tour[S, M]) viewed(t testing.TB, spec game.Spec[S, M], eye game.Seat) {
	first := p.first()
	dealt := picture(t, spec, &first, eye)
	delete(dealt, "me")
	if len(dealt) == 0 {
		t.Errorf("Spec.View shows %s nothing of a game: pages, terminals and bots of the agon protocol see what it adds to the frame", eyeName(eye))
		return
	}
	for _, own := range []string{"turn", "round"} {
		if dealt[own] != nil {
			t.Errorf("Spec.View adds the field %q, which every frame has already", own)
		}
	}
	changes, before := false, dealt
	for n := range p.looks() {
		s := &p.last
		if n < len(p.turns) {
			s = &p.turns[n].before
		}
		now := picture(t, spec, s, eye)
		delete(now, "me")
		if problem := unlike(before, now); problem != "" {
			t.Errorf("Spec.View: what %s sees after turn %d of the game of seed %d has %s: who is sent only what changes cannot follow. A field stays, and a grid keeps its size and is there from the deal on", eyeName(eye), n, p.seed, problem)
			return
		}
		changes = changes || !maps.EqualFunc(dealt, now, func(a, b json.RawMessage) bool { return string(a) == string(b) })
		before = now
	}
	if !changes {
		t.Errorf("Spec.View shows %s the same in all %d turns of a game", eyeName(eye), len(p.turns))
	}
}

// looks are the turns in which pictures are looked at: the first ones, some later ones, and the end, which is the one behind the last.
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

// unlike says what in a picture cannot follow the one before, empty where it can.
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

// shape is that of a value; a grid has its size in it.
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

// open checks that all seats of a kind that hides nothing see the same: it is drawn once for all of them.
func (p *tour[S, M]) open(t testing.TB, spec game.Spec[S, M]) {
	for n := 0; n < len(p.turns); n += 8 {
		first := picture(t, spec, &p.turns[n].before, 0)
		for seat := game.Seat(1); seat < game.Seat(p.seats); seat++ {
			other := picture(t, spec, &p.turns[n].before, seat)
			for _, name := range slices.Sorted(maps.Keys(first)) {
				if name != "me" && string(first[name]) != string(other[name]) {
					t.Errorf("Spec.View shows seat %d another %q than seat 0 in turn %d, and Spec.Hidden is false, so that all seats are sent what seat 0 sees", seat, name, n)
					return
				}
			}
		}
	}
}

// prompts checks what bots are asked with: in the kind's own convention that they are told something, and something new as the game goes on.
func prompts[S, M comparable](t testing.TB, spec game.Spec[S, M], tours []*tour[S, M]) {
	for _, p := range tours[:min(2, len(tours))] {
		told := map[game.Seat]map[string]bool{}
		asked := map[game.Seat]int{}
		for n, turn := range p.turns {
			common := p.common(&turn.before)
			for seat, ok := turn.owes.Next(0); ok; seat, ok = turn.owes.Next(seat + 1) {
				var own game.Prompt
				p.wire.Ask(&own, &turn.before, seat)
				text := spoken(&common) + spoken(&own)
				if spec.Wire != nil && text == "" {
					t.Errorf("Wire.Ask tells seat %d nothing in turn %d, and Common tells nobody anything: its bot would have to guess. Leave out Spec.Wire, and bots are sent the View", seat, n)
					return
				}
				if told[seat] == nil {
					told[seat] = map[string]bool{}
				}
				told[seat][text] = true
				asked[seat]++
			}
		}
		p.eachSeat(func(seat game.Seat) {
			const few = 4
			if spec.Wire != nil && asked[seat] > few && len(told[seat]) == 1 {
				t.Errorf("Wire.Ask tells seat %d the same in all of its %d turns of the game of seed %d: it shows nothing of what happens", seat, asked[seat], p.seed)
			}
		})
		if t.Failed() {
			return
		}
	}
}

// common is what all seats are told of a state.
func (p *tour[S, M]) common(s *S) game.Prompt {
	var prompt game.Prompt
	if c, ok := p.wire.(game.Commoner[S]); ok {
		c.Common(&prompt, s)
	}
	return prompt
}

// spoken is all that a prompt says.
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
