package rps

import "agon/game"

// predictor guesses the other one's next hand from many models at once and plays against the guess, as long as that pays.
//
// A round is a small game of its own: hands beat each other, and on equal hands it is known beforehand who wins. Whatever the
// habits are, there is a pair of hands which, mixed evenly, loses to nobody in the long run. That mixture is played unless the
// guess promises clearly more and lately has kept what it promised. So who reads the predictor gains little.
type predictor struct {
	dice   *game.Dice
	past   past
	models [len(signals)]model
	trial  [3]float64 // what the last plan would win, by the other one's hand; zeros where there was none
	credit float64    // rounds that plans would have won, of late, played or not
}

// A model learns what follows a signal.
type model struct {
	counts [][3]float64 // by value of the signal and hand
	at     int          // the signal's value now
	trust  float64      // its share of all trust
}

const (
	doubt  = 0.25 // how often each hand counts as seen before it was seen
	share  = 0.02 // of all trust, dealt out evenly after each round: whoever was wrong for long can come back
	margin = 0.2  // in rounds: what a plan must promise over the safe mixture
	proof  = 3.5  // in rounds: the credit without which no plan is played
	memory = 0.95 // how much of the credit is left a round later
)

func newPredictor(_ game.Settings, d *game.Dice) mind {
	p := &predictor{dice: d}
	for i := range p.models {
		p.models[i] = model{counts: make([][3]float64, signals[i].size), trust: 1 / float64(len(signals))}
	}
	return func(s *State, seat game.Seat, _ *game.Reply) Move {
		for n := len(p.past.mine); n < int(s.Rounds); n++ {
			p.learn(&s.Log[n], seat)
		}
		return Move{Hand: p.choose()}
	}
}

// learn takes a round in: what the models said of it, what followed their signals, and the signals' new values.
func (p *predictor) learn(r *Round, me game.Seat) {
	if hand := r.Hands[1-me].Hand; hand != None {
		p.judge(int(hand - Rock))
	}
	p.past.add(r, me)
	for i := range p.models {
		p.models[i].at = signals[i].see(&p.past)
	}
}

// judge gives the plan its credit and each model the trust that its guess has earned, and lets the models learn.
func (p *predictor) judge(hand int) {
	p.credit = float64(p.credit*memory) + p.trial[hand]
	sum := 0.0
	for i := range p.models {
		m := &p.models[i]
		m.trust *= m.guess()[hand]
		m.counts[m.at][hand]++
		sum += m.trust
	}
	for i := range p.models {
		m := &p.models[i]
		m.trust = float64(m.trust/sum*(1-share)) + share/float64(len(p.models))
	}
}

// guess is how likely each hand is.
func (m *model) guess() (likely [3]float64) {
	seen := &m.counts[m.at]
	sum := seen[0] + seen[1] + seen[2] + 3*doubt
	for h := range likely {
		likely[h] = (seen[h] + doubt) / sum
	}
	return likely
}

// guess blends the models by trust.
func (p *predictor) guess() (likely [3]float64) {
	for i := range p.models {
		for h, l := range p.models[i].guess() {
			likely[h] += float64(p.models[i].trust * l)
		}
	}
	return likely
}

// choose plays the plan where it promises enough and has the credit for it, and the safe mixture otherwise.
func (p *predictor) choose() Hand {
	gains := p.past.gains()
	mix, promise := safe(&gains), expected(&gains, p.guess())
	plan, mean := 0, 0.0
	for mine := range promise {
		if promise[mine] > promise[plan] {
			plan = mine
		}
	}
	for _, mine := range mix {
		mean += promise[mine] / float64(len(mix))
	}
	worth := promise[plan] > mean+margin
	p.trial = [3]float64{}
	if worth {
		p.trial = gains[plan]
	}
	if !worth || p.credit < proof {
		plan = mix[p.dice.Intn(len(mix))]
	}
	return Rock + Hand(plan)
}

// expected is what each of my hands wins in the mean against hands so likely.
func expected(gains *[3][3]float64, likely [3]float64) (promise [3]float64) {
	for mine := range promise {
		for theirs, l := range likely {
			promise[mine] += float64(l * gains[mine][theirs])
		}
	}
	return promise
}

// mixtures are the hands that may be mixed evenly, from 0 for rock.
var mixtures = [...][]int{{0, 1}, {0, 2}, {1, 2}, {0, 1, 2}}

// safe is the mixture that loses to no hand in the mean, and of several such the one that wins most against a player of any
// hand. One of two hands is safe wherever ties favour somebody; where they favour nobody, it is that of all three.
func safe(gains *[3][3]float64) []int {
	best, most := mixtures[3], -1.0
	for _, mix := range mixtures {
		worst, sum := 0.0, 0.0
		for theirs := range 3 {
			mean := 0.0
			for _, mine := range mix {
				mean += gains[mine][theirs]
			}
			worst, sum = min(worst, mean), sum+mean/float64(len(mix))
		}
		if worst == 0 && sum > most {
			best, most = mix, sum
		}
	}
	return best
}
