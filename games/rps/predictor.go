package rps

import "agon/game"

// predictor predicts the opponent's next hand from many models at once and plays against the prediction while that pays.
//
// A round is a small game of its own: hands beat each other, and the winner of equal hands is known beforehand. In every round some pair or
// triple of hands, mixed evenly, loses to nobody in the long run. That mixture is played unless the prediction promises clearly more and
// has kept its promises lately. So a player that models the predictor gains little.
type predictor struct {
	dice   *game.Dice
	past   past
	models [len(signals)]model
	trial  [3]float64 // gains of the last plan, by the opponent's hand; zeros without a plan
	credit float64    // recent rounds that plans won or would have won
}

// A model learns which hand follows a signal.
type model struct {
	counts [][3]float64 // by value of the signal and hand
	at     int          // the signal's current value
	trust  float64      // its weight
}

const (
	doubt  = 0.25 // initial count of each hand
	share  = 0.02 // weight redistributed evenly after each round, so that a model which was wrong for long can recover
	margin = 0.2  // in rounds: what a plan must promise above the safe mixture
	proof  = 3.5  // in rounds: the credit below which no plan is played
	memory = 0.95 // the fraction of the credit left a round later
)

func newPredictor(_ game.Settings, d *game.Dice) builtin {
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

// learn processes a round: the models' predictions, what followed their signals, and the signals' new values.
func (p *predictor) learn(r *Round, me game.Seat) {
	if hand := r.Hands[1-me].Hand; hand != None {
		p.judge(int(hand - Rock))
	}
	p.past.addRound(r, me)
	for i := range p.models {
		p.models[i].at = signals[i].see(&p.past)
	}
}

// judge updates the credit of the plan and the weight of each model, and trains the models.
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

// guess returns how likely each hand is.
func (m *model) guess() (likely [3]float64) {
	seen := &m.counts[m.at]
	sum := seen[0] + seen[1] + seen[2] + 3*doubt
	for h := range likely {
		likely[h] = (seen[h] + doubt) / sum
	}
	return likely
}

// guess blends the models by weight.
func (p *predictor) guess() (likely [3]float64) {
	for i := range p.models {
		for h, l := range p.models[i].guess() {
			likely[h] += float64(p.models[i].trust * l)
		}
	}
	return likely
}

// choose plays the plan if it promises enough and has the credit for it, and the safe mixture otherwise.
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

// expected returns the mean gain of each of my hands against hands of the given probabilities.
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

// safe returns the mixture that loses to no hand in the mean, and of several the one that wins most against a random player. A mixture of
// two hands is safe if ties favour somebody; otherwise it is that of all three.
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
