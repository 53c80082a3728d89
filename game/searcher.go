package game

import "time"

// SearcherInfos describes the bots that know nothing but the rules, and so play every game whose rules list its moves. Those that look
// ahead know the whole state, so a game with hidden information has none of them.
func SearcherInfos(hidden bool) []BuiltinInfo {
	list := []BuiltinInfo{{Name: "random", About: "plays any of its moves, by lot"}}
	if !hidden {
		list = append(list, BuiltinInfo{Name: "greedy", About: "plays the move after which it stands best, the others' moves by lot"},
			BuiltinInfo{Name: "mcts", About: "looks ahead by Monte Carlo tree search", Params: searchParams})
	}
	return list
}

// Search returns the move that one of the bots of [SearcherInfos] chooses, by its name.
func Search[P any](name string, m Model[P], p P, seat Seat, b Budget, d *Dice) (int, error) {
	switch name {
	case "greedy":
		return Greedy(m, p, seat, d)
	case "mcts":
		return TreeSearch(m, p, seat, b, d)
	}
	return ByLot(m, p, seat, d), nil
}

// searchers are the searchers of a kind, in which they are "builtin:NAME" unless a bot of the kind has the name.
func searchers[S, M comparable](spec *Spec[S, M]) (kept []BuiltinInfo) {
	if len(spec.Moves) == 0 {
		return nil
	}
	own := map[string]bool{}
	for _, b := range spec.Builtins {
		own[b.Name] = true
	}
	for _, b := range SearcherInfos(spec.Hidden) {
		if !own[b.Name] {
			kept = append(kept, b)
		}
	}
	return kept
}

// A searcher is one of them in a game.
type searcher[S, M comparable] func(m *model[S, M], s *S, seat Seat, clock Timer) int

// newSearcher returns a searcher with dice of its own.
func newSearcher[S, M comparable](name string, p Settings, d *Dice) searcher[S, M] {
	budget := BudgetOf(p)
	return func(m *model[S, M], s *S, seat Seat, clock Timer) int {
		b := budget.Within(clock)
		if m.share > 0 && b.Time > 0 {
			b.Time = min(b.Time, m.share)
		}
		move, _ := Search(name, m, s, seat, b, d)
		return move
	}
}

// A model is a kind as a [Model]. Its rules are its own: those of the table may note what they do.
type model[S, M comparable] struct {
	rules Rules[S, M]
	moves []M
	seats int
	share time.Duration // of a clock for all moves of a game, for one; 0: there is none
	joint []Move[M]
	legal []int // what Moves has returned
}

func (m *model[S, M]) Owes(s *S) Seats { return m.rules.Turn(s) }

func (m *model[S, M]) Moves(s *S, seat Seat) []int {
	m.legal = m.legal[:0]
	for i := range m.moves {
		if m.rules.Check(s, seat, m.moves[i]) == nil {
			m.legal = append(m.legal, i)
		}
	}
	return m.legal
}

func (m *model[S, M]) Step(s *S, chosen []int, d *Dice) (*S, error) {
	next := *s
	owes := m.rules.Turn(&next)
	for seat, ok := owes.Next(0); ok; seat, ok = owes.Next(seat + 1) {
		if chosen[seat] == NoMove {
			m.joint[seat] = Move[M]{Value: m.rules.Absent(&next, seat, Gone)}
			continue
		}
		m.joint[seat] = Move[M]{Value: m.moves[chosen[seat]]}
	}
	m.rules.Step(&next, m.joint, d)
	return &next, nil
}

func (m *model[S, M]) Outcomes(s *S) []Outcome {
	all := make([]Outcome, m.seats)
	for seat := range all {
		all[seat] = m.rules.Outcome(s, Seat(seat))
	}
	return all
}
