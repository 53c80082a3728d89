package game

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"agon/internal/nearest"
)

// builtins are the bots of a game that are functions.
type builtins interface {
	think(seat Seat, play any, r *Reply) (why Fault, err error)
	thought(seat Seat) (code int)
}

// A typedBuiltins has the built-in bots of a board choose their moves.
type typedBuiltins[S, M comparable] struct {
	typedMoves[S, M]
	options Settings
	ahead   *model[S, M] // for searchers; nil: none has asked
}

func (b *typedBuiltins[S, M]) think(seat Seat, play any, r *Reply) (Fault, error) {
	m, err := b.choose(seat, play, r)
	if err != nil {
		return Crashed, err
	}
	if err := b.rules.Check(&b.state, seat, m); err != nil {
		return Illegal, err
	}
	b.moves[seat] = Move[M]{Value: m}
	return NoFault, nil
}

// choose has a built-in bot choose its move.
func (b *typedBuiltins[S, M]) choose(seat Seat, play any, r *Reply) (m M, err error) {
	if play, ok := play.(BuiltinFunc[S, M]); ok {
		return play(&b.state, seat, r), nil
	}
	if b.ahead == nil {
		rules, err := b.spec.Rules(b.options)
		if err != nil {
			return m, err
		}
		b.ahead = &model[S, M]{rules: rules, moves: b.spec.Moves, joint: make([]Move[M], b.spec.MaxSeats)}
		if b.spec.Clock != nil && b.spec.Scale != nil {
			if _, rounds := b.spec.Scale(b.options, b.seats); rounds > 0 {
				b.ahead.share = b.spec.Clock(b.options).Bank / time.Duration(2*rounds)
			}
		}
	}
	b.ahead.seats = b.seats
	if nth := play.(searcher[S, M])(b.ahead, &b.state, seat, r.Timer); nth != NoMove {
		return b.spec.Moves[nth], nil
	}
	return b.rules.Absent(&b.state, seat, Gone), nil
}

func (b *typedBuiltins[S, M]) thought(seat Seat) int { return b.code(b.moves[seat].Value) }

// A builtinSpec makes the built-in bots of a kind.
type builtinSpec[S, M comparable] struct {
	spec *Spec[S, M]
	info *Info
}

// builtin returns a bot by name, with its parameters: one that searches, or one of the Spec.
func (b builtinSpec[S, M]) builtin(name string, params map[string]any) (BuiltinBot, error) {
	for _, x := range b.info.Searchers {
		if x.Name == name {
			p, err := NewSettings(x.Params, params)
			if err != nil {
				return BuiltinBot{}, fmt.Errorf("builtin:%s: %w", name, err)
			}
			return BuiltinBot{Name: name, play: func(d *Dice) any { return newSearcher[S, M](name, p, d) }}, nil
		}
	}
	begin, err := b.find(name, params)
	if err != nil {
		return BuiltinBot{}, err
	}
	return BuiltinBot{Name: name, play: func(d *Dice) any { return begin(d) }}, nil
}

// find returns what begins a game of a bot of the Spec.
func (b builtinSpec[S, M]) find(name string, params map[string]any) (func(d *Dice) BuiltinFunc[S, M], error) {
	for _, x := range b.spec.Builtins {
		if x.Name == name {
			p, err := NewSettings(x.Params, params)
			if err != nil {
				return nil, fmt.Errorf("builtin:%s: %w", name, err)
			}
			return func(d *Dice) BuiltinFunc[S, M] { return x.New(p, d) }, nil
		}
	}
	searches := slices.ContainsFunc(SearcherInfos(false), func(s BuiltinInfo) bool { return s.Name == name })
	if err := b.info.Searchable(); err != nil && searches {
		return nil, fmt.Errorf("it searches, and %w; builtin:%s plays it", err, b.info.Quick)
	}
	names := b.info.builtinNames()
	hint := mark(nearest.Hint(name, names))
	return nil, fmt.Errorf("%s has no built-in bot %q%s It has: %s", b.spec.Name, name, hint, strings.Join(names, ", "))
}

// erring returns a bot that makes a part of its moves, in percent, as another one does.
func (b builtinSpec[S, M]) erring(name, other string, percent int) (BuiltinBot, error) {
	begin, err := b.find(name, nil)
	if err != nil {
		return BuiltinBot{}, err
	}
	slip, err := b.find(other, nil)
	if err != nil {
		return BuiltinBot{}, err
	}
	return BuiltinBot{Name: name, play: func(d *Dice) any {
		plays, slips := begin(d), slip(d)
		return BuiltinFunc[S, M](func(s *S, seat Seat, out *Reply) M {
			m, wrong := plays(s, seat, out), slips(s, seat, out)
			if d.Intn(100) < percent {
				return wrong
			}
			return m
		})
	}}, nil
}
