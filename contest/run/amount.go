package run

// An amount is how much of a stage has been played.
type amount struct {
	planned, done int   // games
	rounds        int64 // of the games that are done
	playing       []int // rounds of each game that is being played
	scale         int   // rounds of a game as its rules say, approximately; 0 if they do not
}

// estimate returns how many rounds have been played, and how many the stage will have; total is 0 while nothing is known of the length of
// a game.
func (a *amount) estimate() (played, total float64) {
	played = float64(a.rounds)
	for _, n := range a.playing {
		played += float64(n)
	}
	length := a.length(played)
	if length == 0 {
		return played, 0
	}
	total = float64(a.rounds) + length*float64(max(a.planned-a.done-len(a.playing), 0))
	for _, n := range a.playing {
		total += max(length, float64(n))
	}
	return played, max(total, played)
}

// length estimates the rounds of a game. Games may end early, and the short ones end first: the mean of those that are done is too small
// while many are being played. All rounds that were played for each game that is done is the estimate for lifetimes of which some are not
// over; it is no less than the mean, and what the rules say bounds it.
func (a *amount) length(played float64) float64 {
	scale := float64(a.scale)
	if a.done == 0 {
		return scale
	}
	n := float64(a.done)
	if estimate := played / n; scale == 0 || estimate < scale {
		return estimate
	}
	return max(scale, float64(a.rounds)/n)
}

// A gauge is the progress of a stage as it is shown: it never goes back, unless the stage gets other games.
type gauge struct {
	planned int
	played  float64
	part    float64 // 0 to 1; 1 only if all games are done
}

// unfinished is the largest part that is shown before the last game is done.
const unfinished = 0.9999

// read returns the rounds that have been played, their estimated total, 0 if unknown, and their part.
func (g *gauge) read(a *amount) (played, total, part float64) {
	if a.planned != g.planned {
		*g = gauge{planned: a.planned}
	}
	played, total = a.estimate()
	switch {
	case a.planned == 0:
	case a.done >= a.planned:
		part = 1
	case total > 0:
		part = min(played/total, unfinished)
	default:
		part = float64(a.done) / float64(a.planned)
	}
	g.played, g.part = max(g.played, played), max(g.part, part)
	if total > 0 {
		total = max(total, g.played)
	}
	return g.played, total, g.part
}
