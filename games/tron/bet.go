package tron

// A bet is the assumption that the other of two seats is the article's bot, whose steps can be computed. It is made once every step came as
// predicted, some of them where a strong bot would have chosen differently; then the champion searches against that bot alone, see ambush.
// One unpredicted step ends it for the game.
type bet struct {
	tried, kept int // steps predicted, and those that came
	inferior    int // of those that came: the ones that the search considers inferior
	seat        int
	head        int  // its predicted position; 0 without a prediction
	lesser      bool // the search expects another step
}

// An inferior step counts as much as five others; without a few of them no number of steps is enough, since strong bots often ride straight
// on for long.
const (
	inferiorSteps = 5
	leastInferior = 3
	leastSteps    = 30
)

// on reports whether the assumption is made.
func (b *bet) on() bool {
	return b.kept == b.tried && b.inferior >= leastInferior && b.kept+(inferiorSteps-1)*b.inferior >= leastSteps
}

// settle compares the prediction with the step.
func (b *bet) settle(heads *[maxSeats]int) {
	if b.head == 0 {
		return
	}
	b.tried++
	if heads[b.seat] == b.head {
		b.kept++
		if b.lesser {
			b.inferior++
		}
	}
	b.head = 0
}

// foretell predicts where the other seat will be after my step, unless it has no choice.
func (s *search) foretell(mine Move) {
	if s.living != 2 || !s.free(&s.walls, s.head[s.me]+s.toward[mine]) {
		return
	}
	if other := s.after(s.me); other != s.bet.seat {
		s.bet = bet{seat: other}
	}
	if s.bet.kept < s.bet.tried {
		return
	}
	s.ride(s.me, mine)
	if _, n := s.moves(s.bet.seat, 0); n > 1 {
		step := s.expected(s.bet.seat)
		answer := s.duel.answer(&s.walls, s.head[s.me], s.head[s.bet.seat])
		s.bet.head = s.head[s.bet.seat] + s.toward[step]
		s.bet.lesser = answer != 0 && answer != step
	}
	s.back(s.me, mine)
}

// expected returns the step that the article's bot would take in a seat; see weighAsScript.
func (s *search) expected(seat int) (best Move) {
	s.nodes++
	most := 0
	for _, m := range asTried {
		at := s.head[seat] + s.toward[m]
		if !s.free(&s.walls, at) {
			continue
		}
		head := s.head[seat]
		s.head[seat] = at
		s.race.Begin(s.layout, &s.walls)
		order := s.line(seat)
		s.race.RunLenient(order[:s.living])
		s.head[seat] = head
		n := s.race.numbers(m, int8(seat), int8(s.seats))
		worth := 10000000*n.Mine - 100000*n.Theirs + n.Distance
		if best == 0 || worth > most {
			best, most = m, worth
		}
	}
	return best
}
