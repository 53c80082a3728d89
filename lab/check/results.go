package check

import (
	"fmt"

	"agon/show/report"
)

// results are those of the games that a check has played to their end. Whether an answer was right is known to the rules alone where an
// engine that somebody else wrote decides, so they are shown.
type results struct {
	games, first int
	least, most  float64 // of the bot's scores
	worst        int     // the bot's worst place, and how that game ended
	ending       string
}

// add counts a game.
func (r *results) add(g *checked) {
	place, score := g.got.Place, g.got.Score
	if place == 0 {
		return // it was stopped
	}
	if r.games == 0 {
		r.least, r.most = score, score
	}
	r.games++
	if place == 1 {
		r.first++
	}
	r.least, r.most = min(r.least, score), max(r.most, score)
	if place > r.worst {
		r.worst, r.ending = place, g.ending
	}
}

// tell adds them to a verdict.
func (r *results) tell(v *Verdict) {
	if r.games == 0 {
		return
	}
	scores := fmt.Sprintf("score %.4g", r.most)
	if r.least < r.most {
		scores = fmt.Sprintf("scores from %.4g to %.4g", r.least, r.most)
	}
	ended := ""
	if r.ending != "" {
		ended = "\nits worst ended: " + r.ending
	}
	v.Add(true, "results", "first in %d of %s, %s%s", r.first, report.Counted(r.games, "game"), scores, ended)
}
