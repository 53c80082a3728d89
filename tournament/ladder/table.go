package ladder

import (
	"math"
	"slices"

	"agon/rating"
	"agon/tournament"
)

// Table ranks by strength, fitted to all games that are known. Matches are read game by game.
func (l *format) Table(f *tournament.Field, past tournament.Past) tournament.Table {
	s := past.State(l, f).(*state)
	s.places = f.Places()
	online := s.online.Clone()
	online.Grow(f.Size())
	online.Fit(s.units(past, 0, tournament.Now))
	online.Rank(s.playing(tournament.Now))
	ranking := online.Ranks(rankSeed(f, past.Len()))
	counted := past
	if barred := f.AllBarred(tournament.Now); len(barred) > 0 {
		counted = past.Among(slices.DeleteFunc(slices.Clone(f.Entries), func(e int) bool { return barred[e] }))
	}
	lines := tournament.Lines(f, counted)
	points := tournament.GamePoints(f, counted)
	for i := range lines {
		strength := rating.Strength{Log: online.Strength(i).Log, Err: ranking.Err[i]}
		last := s.point(lines[i].Played, strength)
		lines[i].Rating, lines[i].RatingError = last.Rating, last.Error
		if i < len(s.curves) {
			lines[i].Curve = curve(s.curves[i], last)
		}
		lines[i].Wins, lines[i].Draws, lines[i].Losses = lines[i].GamesWon, lines[i].GamesDrawn, lines[i].GamesLost
		lines[i].Points = points[i]
	}
	if playing := f.At(tournament.Now); playing.Size() < len(lines) {
		places := playing.Places()
		lines = slices.DeleteFunc(lines, func(line tournament.Standing) bool { return line.Entry >= len(places) || places[line.Entry] < 0 })
	}
	tournament.SortLines(lines, func(s tournament.Standing) float64 { return s.Rating })
	for i := range lines {
		at, rank := s.places[lines[i].Entry], i+1
		lines[i].Rank, lines[i].RankLow, lines[i].RankHigh = rank, min(ranking.Low[at], rank), max(ranking.High[at], rank)
		lines[i].Through = l.advance == 0 || rank <= l.advance
	}
	sizes, games := l.sizes(f), 0
	for _, seats := range sizes {
		games += l.length(f, seats)
	}
	return tournament.Table{Standings: lines, NotApart: blocks(lines, online.Units()*games/len(sizes))}
}

// curve ends in what the table says.
func curve(points []tournament.CurvePoint, last tournament.CurvePoint) []tournament.CurvePoint {
	n := len(points)
	if n > 0 {
		last.Round = points[n-1].Round
	}
	if n > 0 && points[n-1].Games == last.Games {
		n--
	}
	if last.Games == 0 {
		return nil
	}
	return append(points[:n:n], last)
}

// blocks are the places between which nobody's rank interval reaches: within a block they are not apart.
func blocks(lines []tournament.Standing, games int) []tournament.Cluster {
	best := make([]int, len(lines)+1) // place that this line or a later one may have
	best[len(lines)] = len(lines) + 1
	for i := len(lines) - 1; i >= 0; i-- {
		best[i] = min(best[i+1], lines[i].RankLow)
	}
	var list []tournament.Cluster
	from, worst := 0, 0
	for i, s := range lines {
		worst = max(worst, s.RankHigh)
		if worst > i+1 || best[i+1] <= i+1 {
			continue
		}
		if i > from {
			list = append(list, tournament.Cluster{From: from + 1, To: i + 1, More: more(lines[from:i+1], games)})
		}
		from = i + 1
	}
	return list
}

// more is about how many more games of the stage part all neighbours of a block, if their ratings stay as they are.
func more(lines []tournament.Standing, games int) int {
	most := 0.0
	for i, s := range lines[1:] {
		above := lines[i].Rating - s.Rating
		if above <= 0 {
			return rating.ManyGames
		}
		short := float64(normalReach*math.Hypot(lines[i].RatingError, s.RatingError)) / above
		most = max(most, float64(short*short)-1)
	}
	return int(math.Min(math.Ceil(float64(most*float64(games))), rating.ManyGames))
}

// normalReach is how many errors hold 95 of 100 draws of a normal law.
const normalReach = 1.959964
