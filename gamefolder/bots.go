package gamefolder

import (
	"slices"

	"agon/game"
	"agon/gamefolder/engine"
)

type (
	builtin = game.Builtin[State, Move]
	plays   = game.BuiltinFunc[State, Move]
)

// builtins are the bots that play any game of a folder. Those that look ahead know the whole state, so a game with hidden information has none of them.
func builtins(hidden bool) []builtin {
	list := []builtin{{Name: "random", About: "plays any of its moves, by lot", New: func(_ game.Settings, d *game.Dice) plays {
		return chooses(func(m *model, p *engine.Position, seat game.Seat) (int, error) { return game.ByLot(m, p, seat, d), nil })
	}}}
	if hidden {
		return list
	}
	return append(list,
		builtin{Name: "greedy", About: "plays the move after which it stands best, the others' moves by lot", New: func(_ game.Settings, d *game.Dice) plays {
			return chooses(func(m *model, p *engine.Position, seat game.Seat) (int, error) { return game.Greedy(m, p, seat, d) })
		}},
		builtin{Name: "mcts", About: "looks ahead by Monte Carlo tree search", Params: game.SearchParams(), New: func(p game.Settings, d *game.Dice) plays {
			budget := game.BudgetOf(p)
			return chooses(func(m *model, p *engine.Position, seat game.Seat) (int, error) {
				return game.TreeSearch(m, p, seat, budget, d)
			})
		}})
}

// chooses plays the move with the number that choose returns. Rules that fail in a position that a bot imagines have failed: a game could come to it.
func chooses(choose func(m *model, p *engine.Position, seat game.Seat) (int, error)) plays {
	return func(s *State, seat game.Seat, _ *game.Reply) Move {
		p := s.at
		nth, err := choose((*model)(s.rules), p, seat)
		if err != nil {
			s.rules.fail(err)
		}
		if nth == game.NoMove {
			text, _ := s.rules.ask(s, engine.Absent, seat, game.Gone.String()) // the only move that is known where the rules list none
			return Move{Text: text}
		}
		return Move{Text: p.Moves[seat][nth]}
	}
}

// A model is a game's rules as a [game.Model]. A move is its number in the list of its seat.
type model rules

func (m *model) Owes(p *engine.Position) game.Seats { return p.Owes }

func (m *model) Moves(p *engine.Position, seat game.Seat) []int {
	if p.Moves == nil {
		return nil
	}
	for len(m.numbers) < len(p.Moves[seat]) {
		m.numbers = append(m.numbers, len(m.numbers))
	}
	return m.numbers[:len(p.Moves[seat])]
}

func (m *model) Step(p *engine.Position, chosen []int, d *game.Dice) (*engine.Position, error) {
	m.said = slices.Grow(m.said[:0], p.Seats)[:p.Seats]
	for seat, ok := p.Owes.Next(0); ok; seat, ok = p.Owes.Next(seat + 1) {
		m.said[seat] = engine.Said{}
		if chosen[seat] != game.NoMove {
			m.said[seat].Move = p.Moves[seat][chosen[seat]]
		}
	}
	return m.folder.engine.Step(p, m.said, d)
}

func (m *model) Outcomes(p *engine.Position) []game.Outcome {
	all := make([]game.Outcome, p.Seats)
	for seat, r := range (*rules)(m).outcome(p) {
		all[seat] = game.Outcome{Place: r.Place, Score: r.Score}
	}
	return all
}
