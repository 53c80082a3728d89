package gamecheck

import (
	"fmt"
	"slices"
	"strings"

	"agon/game"
)

// A fieldSeen is who has seen a field of what the rules observe.
type fieldSeen struct {
	name            string
	seats, audience bool
	own             bool // a seat has seen another value than the audience
}

// fieldsSeen are all fields, in the order of the first one who saw them.
type fieldsSeen []*fieldSeen

// see takes in what a seat sees of a state, or the audience, of which all is what the audience sees.
func (l *fieldsSeen) see(f *game.Frame, viewer game.Seat, all map[string]string) {
	for _, name := range f.Names() {
		if slices.Contains([]string{"turn", "round", "me", "moves"}, name) {
			continue // agon's own
		}
		at := slices.IndexFunc(*l, func(s *fieldSeen) bool { return s.name == name })
		if at < 0 {
			at = len(*l)
			*l = append(*l, &fieldSeen{name: name})
		}
		s, value := (*l)[at], strings.Join(f.Items(name), "\n")
		if viewer == game.Audience {
			s.audience, all[name] = true, value
			continue
		}
		known, ok := all[name]
		s.seats, s.own = true, s.own || ok && known != value
	}
}

// text says who sees what.
func (l fieldsSeen) text() string {
	var parts []string
	for _, group := range []struct {
		title string
		has   func(s *fieldSeen) bool
	}{
		{"seats and the audience see", func(s *fieldSeen) bool { return s.seats && s.audience && !s.own }},
		{"a seat sees other values than the audience of", func(s *fieldSeen) bool { return s.own }},
		{"seats alone see", func(s *fieldSeen) bool { return s.seats && !s.audience }},
		{"the audience alone sees", func(s *fieldSeen) bool { return !s.seats }},
	} {
		var names []string
		for _, s := range l {
			if group.has(s) {
				names = append(names, s.name)
			}
		}
		if len(names) > 0 {
			parts = append(parts, fmt.Sprintf("%s %s", group.title, strings.Join(names, ", ")))
		}
	}
	if len(parts) == 0 {
		return "nobody sees a field"
	}
	return strings.Join(parts, "; ")
}
