package gamefolder

import (
	"slices"

	"agon/game"
	"agon/games/folder/engine"
)

type (
	builtin = game.Builtin[State, Move]
	plays   = game.BuiltinFunc[State, Move]
)

// builtins are the bots that play any game of a folder. Rules that fail in a position that a bot imagines have failed: a game could come to
// it.
func builtins(hidden bool) (list []builtin) {
	for _, b := range game.SearcherInfos(hidden) {
		list = append(list, builtin{Name: b.Name, About: b.About, Params: b.Params, New: func(params game.Settings, d *game.Dice) plays {
			budget := game.BudgetOf(params)
			return func(s *State, seat game.Seat, out *game.Reply) Move {
				p := s.at
				nth, err := game.Search(b.Name, (*model)(s.rules), p, seat, budget.Within(out.Timer), d)
				if err != nil {
					s.rules.fail(err)
				}
				if nth == game.NoMove {
					// the only move that is known where the rules list none
					text, _ := s.rules.ask(s, engine.Absent, seat, game.Gone.String())
					return Move{Text: text}
				}
				return Move{Text: p.Moves[seat][nth]}
			}
		}})
	}
	return list
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
	m.played = slices.Grow(m.played[:0], p.Seats)[:p.Seats]
	for seat, ok := p.Owes.Next(0); ok; seat, ok = p.Owes.Next(seat + 1) {
		m.played[seat] = engine.Play{}
		if chosen[seat] != game.NoMove {
			m.played[seat].Move = p.Moves[seat][chosen[seat]]
		}
	}
	return m.folder.engine.Step(p, m.played, d)
}

func (m *model) Outcomes(p *engine.Position) []game.Outcome {
	all := make([]game.Outcome, p.Seats)
	for seat, r := range (*rules)(m).outcome(p) {
		all[seat] = game.Outcome{Place: r.Place, Score: r.Score}
	}
	return all
}
